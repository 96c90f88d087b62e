import { worker } from '../../workers/worker.ts'
import { feature } from '../manifest.ts'
import { announcePages } from './announce.ts'
import { handlers } from './handlers.ts'
import { announcePagesJob } from './jobs.ts'
import { reactions } from './reactions.ts'
import { ambFeed } from './reads.ts'
import { shareImagesState } from './share-pictures.ts'

/** What search engines and other programs read: sitemaps, feeds, share pictures, announcements. */
export const seo = feature({
  name: 'seo',
  reads: [ambFeed],
  handlers,
  states: [shareImagesState],
  jobs: [worker(announcePagesJob, announcePages)],
  on: reactions,
  tables: ['page_announcement'],
})
