import { worker } from '../../workers/worker.ts'
import { feature } from '../manifest.ts'
import { allowProgram, denyProgram, logIn, revoke } from './actions.ts'
import { handlers } from './handlers.ts'
import { cleanTokensJob } from './jobs.ts'
import { personalData } from './personal-data.ts'
import { disconnectProgram, listPrograms } from './program-actions.ts'
import { deleteOldTokens } from './queries.ts'

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
