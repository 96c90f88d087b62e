import { feature } from '#platform/features/manifest.ts'
import { worker } from '#platform/jobs/worker.ts'
import { announcePages } from './server/announce.ts'
import { handlers } from './server/handlers.ts'
import { announcePagesJob } from './server/jobs.ts'
import { reactions } from './server/reactions.ts'
import { ambFeed } from './server/reads.ts'
import { shareImagesState } from './server/share-pictures.ts'

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
