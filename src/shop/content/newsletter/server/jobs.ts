import { job } from '#platform/jobs/job.ts'

/** The next mails of letters whose time has come: as many a minute as `newsletterLimits` allows. */
export const sendLettersJob = job('send_newsletters')
