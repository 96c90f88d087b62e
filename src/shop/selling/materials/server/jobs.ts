import { job } from '#platform/jobs/job.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'

/** Draws the pages of a material. Two pdfium children at most: previews must not starve the web process on two cores. */
export const makePreviewsJob = job<{ world: LiveWorldCode; materialId: number }>('make_previews', {
  concurrency: 2,
  retryDelay: 5,
  retryDelayMax: 300,
  isOnce: true,
  hasTurns: true,
})

/** Looks at the pages of new files for those that look like another author's; nobody waits for it. */
export const lookAtPagesJob = job<{ world: LiveWorldCode; materialId: number }>('look_at_pages', {
  retryDelay: 30,
  retryDelayMax: 600,
  isOnce: true,
  hasTurns: true,
})

/** What lost its pictures, or waits for them longer than a job lives. */
export const redrawPreviewsJob = job('redraw_previews')

/** Writes outdated rows of the search anew. */
export const reindexJob = job<object>('reindex_materials')

/** Sales whose day has come. */
export const startSalesJob = job('start_sales')

/** Stored files nothing points to any more. */
export const deleteFilesJob = job<{ keys: string[] }>('delete_files', { retryLimit: 5, retryDelayMax: 3600 })

/** Uploads that were never finished, or that no form came for. */
export const deleteUnusedUploadsJob = job('delete_unused_uploads')

/** Files that were stored before today's cleaning; behind everything, a few at a time. */
export const cleanFilesJob = job('clean_files', { expireInSeconds: 1800 })

export interface StampWish {
  world: LiveWorldCode
  accountId: number
  /** Of the order. */
  number: string
  materialIds: number[]
}

/** Copies of PDFs with the name of their buyer; one at a time, behind everything somebody waits for. */
export const stampFilesJob = job<StampWish>('stamp_files', {
  concurrency: 1,
  retryDelay: 30,
  retryDelayMax: 3600,
  expireInSeconds: 3600,
  hasTurns: true,
})
