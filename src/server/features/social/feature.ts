import { worker } from '../../workers/worker.ts'
import { feature } from '../manifest.ts'
import { confirmSocialLink, endSocialLogin, passOnSocialAnswer, startSocialLogin } from './actions.ts'
import { cleanLinksJob } from './jobs.ts'
import { socialCookie } from './journey.ts'
import { socialLinkMail } from './mails.ts'
import { personalData } from './personal-data.ts'
import { deleteOldLinks } from './queries.ts'

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
