import { job } from '#platform/jobs/job.ts'

/** Sessions and tokens whose time is over. */
export const cleanSessionsJob = job('clean_sessions')
