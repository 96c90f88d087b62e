export { ownBundles } from './bundles/bundle-changes.ts'
export { isChoice, parsePrice, readFields, typedOver } from './editing/fields.ts'
export { readProblems, readRefused } from './editing/problems.ts'
export { pagesOf, reviewedListings } from './editing/proposing.ts'
export { saveMaterial, updateMaterial, uploadMaterial } from './editing/saving.ts'
export { stepAddress } from './editing/wizard-address.ts'
export { markVersionsAnnounced } from './files/count-queries.ts'
export { countRating, countsOfSold } from './files/counting.ts'
export {
  allFilesUrl,
  contentDisposition,
  type Download,
  downloadUrl,
  freeDownloadUrl,
  rangedDownload,
} from './files/download.ts'
export { acceptedEndings, fileRules } from './files/file-types.ts'
export { askForStamps } from './files/stamping.ts'
export { deleteFilesJob } from './jobs.ts'
export {
  listingsToFinish,
  materialFormOptions,
  ownListFacts,
  ownMaterial,
  ownMaterials,
  ownSellableUnits,
  requireOwn,
} from './own.ts'
export { makeCover, makePreviews } from './previews/previews.ts'
export type { SellableUnit } from './publishing/interactive.ts'
export { blockMaterial, settleListing, unblockMaterial } from './publishing/moderating.ts'
export {
  deleteMaterial,
  publishMaterial,
  publishOwn,
  slugOf,
  unpublishMaterial,
  writeDraft,
} from './publishing/publication.ts'
export type { ReviewReason } from './publishing/review-queries.ts'
export { requireSellableTasks, requireSoldRights } from './publishing/rights.ts'
export { noteUnitVersion, tellUnitOrigins } from './publishing/unit-versions.ts'
export { isPublishingPaused, type MaterialRow } from './queries.ts'
export type { FieldInput } from './types.ts'
export { ownUploads } from './uploads/uploads.ts'
export { fieldsOf } from './view.ts'
