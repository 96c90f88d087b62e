import { on } from '#platform/events/event.ts'
import { feature } from '#platform/features/manifest.ts'
import { worker } from '#platform/jobs/worker.ts'
import { accountErased } from '#shop/people/identity/server/service.ts'
import { edit, publish, remove, save, unpublish, upload } from './server/actions.ts'
import { keepDraft } from './server/editing/wizard-actions.ts'
import { eraseMaterials } from './server/erasing.ts'
import {
  bundleGrew,
  listingChanged,
  listingPictured,
  listingProposed,
  listingPublished,
  listingSuspected,
  listingWithdrawn,
  materialTaken,
} from './server/events.ts'
import { cleanFiles } from './server/files/cleaning.ts'
import { deleteFiles } from './server/files/files.ts'
import { stampFiles } from './server/files/stamping.ts'
import { handlers } from './server/handlers.ts'
import {
  cleanFilesJob,
  deleteFilesJob,
  deleteUnusedUploadsJob,
  lookAtPagesJob,
  makePreviewsJob,
  redrawPreviewsJob,
  reindexJob,
  stampFilesJob,
  startSalesJob,
} from './server/jobs.ts'
import { personalData } from './server/personal-data.ts'
import { lookAtPages } from './server/previews/look-jobs.ts'
import { addToBundle, bundle, duplicate, takeFromBundle } from './server/previews/making-actions.ts'
import { askForMissing, makePreviews } from './server/previews/previews.ts'
import { reindexMaterials } from './server/publishing/reindexing.ts'
import { startSales } from './server/publishing/starting-sales.ts'
import { listings } from './server/reads.ts'
import { uploadHoldsState } from './server/uploads/upload-holds.ts'
import { deleteUnusedUploads } from './server/uploads/uploads.ts'

/** What authors do with their materials: upload, edit, publish, and the files behind them. */
export const materials = feature({
  name: 'materials',
  actions: [
    upload,
    save,
    keepDraft,
    edit,
    publish,
    unpublish,
    remove,
    bundle,
    addToBundle,
    takeFromBundle,
    duplicate,
  ],
  reads: [listings],
  handlers,
  states: [uploadHoldsState],
  jobs: [
    worker(makePreviewsJob, makePreviews),
    worker(lookAtPagesJob, lookAtPages),
    worker(redrawPreviewsJob, askForMissing, { cron: '23 * * * *' }),
    worker(deleteFilesJob, deleteFiles),
    worker(deleteUnusedUploadsJob, deleteUnusedUploads, { cron: '41 * * * *' }),
    worker(stampFilesJob, stampFiles),
    worker(cleanFilesJob, (deps) => cleanFiles(deps), { cron: '*/10 * * * *' }),
    worker(startSalesJob, startSales, { cron: '*/5 * * * *' }),
    worker(reindexJob, reindexMaterials, { cron: '*/5 * * * *' }),
  ],
  events: [
    bundleGrew,
    listingPublished,
    listingChanged,
    listingPictured,
    listingProposed,
    listingSuspected,
    listingWithdrawn,
    materialTaken,
  ],
  on: [on(accountErased, 'now', 'erase materials', eraseMaterials)],
  tables: [
    'material',
    'material_file',
    'material_former_file',
    'material_preview',
    'page_look',
    'stamped_file',
    'material_price_change',
    'material_version',
    'bundle_item',
    'sold_course',
    'sold_course_unit',
    'former_bundle_item',
    'author_upload',
    'upload',
    'listing_review',
  ],
  personalData,
})
