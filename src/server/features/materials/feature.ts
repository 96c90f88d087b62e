import { on } from '../../events/event.ts'
import { worker } from '../../workers/worker.ts'
import { accountErased } from '../identity/service.ts'
import { feature } from '../manifest.ts'
import { edit, publish, remove, save, unpublish, upload } from './actions.ts'
import { eraseMaterials } from './erasing.ts'
import {
  bundleGrew,
  listingChanged,
  listingPictured,
  listingProposed,
  listingPublished,
  listingSuspected,
  listingWithdrawn,
  materialTaken,
} from './events.ts'
import { deleteFiles } from './files.ts'
import { handlers } from './handlers.ts'
import {
  deleteFilesJob,
  deleteUnusedUploadsJob,
  lookAtPagesJob,
  makePreviewsJob,
  redrawPreviewsJob,
  reindexJob,
  stampFilesJob,
  startSalesJob,
} from './jobs.ts'
import { lookAtPages } from './looking.ts'
import { addToBundle, bundle, duplicate, takeFromBundle } from './making-actions.ts'
import { personalData } from './personal-data.ts'
import { askForMissing, makePreviews } from './previews.ts'
import { listings } from './reads.ts'
import { reindexMaterials } from './reindexing.ts'
import { stampFiles } from './stamping.ts'
import { startSales } from './starting-sales.ts'
import { uploadHoldsState } from './upload-holds.ts'
import { deleteUnusedUploads } from './uploads.ts'
import { keepDraft } from './wizard-actions.ts'

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
