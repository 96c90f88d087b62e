import { job } from '#platform/jobs/job.ts'

/** Codes and refresh tokens whose time is over. */
export const cleanTokensJob = job('clean_oauth_tokens')
