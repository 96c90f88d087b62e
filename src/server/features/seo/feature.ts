import { worker } from '../../workers/worker.ts'
import { feature } from '../manifest.ts'
import { announcePages } from './announce.ts'
import { announcePagesJob } from './jobs.ts'
import { reactions } from './reactions.ts'
import { ambFeed } from './reads.ts'

/** What search engines and other programs read: sitemaps, feeds, share pictures, announcements. */
export const seo = feature({
  name: 'seo',
  reads: [ambFeed],
  jobs: [worker(announcePagesJob, announcePages)],
  on: reactions,
  tables: ['page_announcement'],
})
