import { worker } from '../../workers/worker.ts'
import { feature } from '../manifest.ts'
import * as actions from './actions.ts'
import { cleanMailLinksJob } from './jobs.ts'
import { freeMaterial } from './mails.ts'
import { personalData } from './personal-data.ts'
import { cleanFreeDownloads } from './service.ts'

/** Free materials by mail, without an account. */
export const freeDownloads = feature({
  name: 'free-downloads',
  actions: Object.values(actions),
  jobs: [worker(cleanMailLinksJob, cleanFreeDownloads, { cron: '53 3 * * *' })],
  tables: ['free_download'],
  personalData,
  mails: [freeMaterial],
})
