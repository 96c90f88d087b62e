import { feature } from '#platform/features/manifest.ts'
import { worker } from '#platform/jobs/worker.ts'
import { confirmSocialLink, endSocialLogin, passOnSocialAnswer, startSocialLogin } from './server/actions.ts'
import { cleanLinksJob } from './server/jobs.ts'
import { socialCookie } from './server/journey.ts'
import { socialLinkMail } from './server/mails.ts'
import { personalData } from './server/personal-data.ts'
import { deleteOldLinks } from './server/queries.ts'

/** Logging in with an account elsewhere. */
export const social = feature({
  name: 'social',
  actions: [passOnSocialAnswer, confirmSocialLink],
  reads: [startSocialLogin, endSocialLogin],
  jobs: [worker(cleanLinksJob, ({ db }) => deleteOldLinks(db), { cron: '29 3 * * *' })],
  mails: [socialLinkMail],
  cookies: [socialCookie],
  tables: ['social_identity', 'social_link'],
  personalData,
})
