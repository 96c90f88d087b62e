import { feature } from '#platform/features/manifest.ts'
import { worker } from '#platform/jobs/worker.ts'
import { allowProgram, denyProgram, logIn, revoke } from './server/actions.ts'
import { handlers } from './server/handlers.ts'
import { cleanTokensJob } from './server/jobs.ts'
import { personalData } from './server/personal-data.ts'
import { disconnectProgram, listPrograms } from './server/program-actions.ts'
import { deleteOldTokens } from './server/queries.ts'

/** Every way to a token: logins of our own, and programs that members let in. */
export const oauth = feature({
  name: 'oauth',
  actions: [logIn, revoke, allowProgram, denyProgram, disconnectProgram],
  reads: [listPrograms],
  handlers,
  jobs: [worker(cleanTokensJob, ({ db }) => deleteOldTokens(db), { cron: '27 3 * * *' })],
  tables: ['oauth_client', 'authorization_code', 'refresh_token'],
  personalData,
})
