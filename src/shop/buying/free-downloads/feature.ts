import { feature } from '#platform/features/manifest.ts'
import { worker } from '#platform/jobs/worker.ts'
import * as actions from './server/actions.ts'
import { cleanMailLinksJob } from './server/jobs.ts'
import { freeMaterial } from './server/mails.ts'
import { personalData } from './server/personal-data.ts'
import { cleanFreeDownloads } from './server/service.ts'

/** Free materials by mail, without an account. */
export const freeDownloads = feature({
  name: 'free-downloads',
  actions: Object.values(actions),
  jobs: [worker(cleanMailLinksJob, cleanFreeDownloads, { cron: '53 3 * * *' })],
  tables: ['free_download'],
  personalData,
  mails: [freeMaterial],
})
