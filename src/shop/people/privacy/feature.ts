import { feature } from '#platform/features/manifest.ts'
import { worker } from '#platform/jobs/worker.ts'
import { downloadExport, exportOwnData, listExports } from './server/actions.ts'
import { eraseAccounts } from './server/erasing.ts'
import { makeExport } from './server/exporting.ts'
import { eraseAccountsJob, makeExportJob, retentionJob } from './server/jobs.ts'
import { exportReadyMail } from './server/mails.ts'
import { personalData } from './server/personal-data.ts'
import { enforceRetention, removeExports } from './server/retention.ts'

/** What the law gives everybody over their data: a copy, erasure, and an end to keeping. Over all other features. */
export const privacy = feature({
  name: 'privacy',
  actions: [exportOwnData],
  reads: [listExports, downloadExport],
  jobs: [
    worker(makeExportJob, makeExport),
    worker(eraseAccountsJob, eraseAccounts, { cron: '11 * * * *' }),
    worker(retentionJob, enforceRetention, { cron: '47 3 * * *' }),
  ],
  mails: [exportReadyMail],
  tables: ['data_export'],
  personalData,
  retention: [{ name: 'exports', remove: removeExports }],
})
