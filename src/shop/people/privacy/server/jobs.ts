import { job } from '#platform/jobs/job.ts'

/** Makes the copy of all own data; a big one takes minutes. */
export const makeExportJob = job<{ exportId: number }>('make_export', { expireInSeconds: 3600 })

/** Erases closed accounts whose days of grace are over. */
export const eraseAccountsJob = job('erase_accounts', { expireInSeconds: 3600 })

/** Removes what has been kept long enough. */
export const retentionJob = job('retention', { expireInSeconds: 3600 })
