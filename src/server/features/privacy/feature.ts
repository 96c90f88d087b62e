import { worker } from '../../workers/worker.ts'
import { feature } from '../manifest.ts'
import { downloadExport, exportOwnData, listExports } from './actions.ts'
import { eraseAccounts } from './erasing.ts'
import { makeExport } from './exporting.ts'
import { eraseAccountsJob, makeExportJob, retentionJob } from './jobs.ts'
import { exportReadyMail } from './mails.ts'
import { personalData } from './personal-data.ts'
import { enforceRetention, removeExports } from './retention.ts'

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
