export { ownBundles } from './bundle-changes.ts'
export { markVersionsAnnounced } from './count-queries.ts'
export { countRating, countsOfSold } from './counting.ts'
export {
  allFilesUrl,
  contentDisposition,
  type Download,
  downloadUrl,
  freeDownloadUrl,
  rangedDownload,
} from './download.ts'
export { isChoice, parsePrice, readFields, typedOver } from './fields.ts'
export { acceptedEndings, fileRules } from './file-types.ts'
export type { SellableUnit } from './interactive.ts'
export { deleteFilesJob } from './jobs.ts'
export { blockMaterial, settleListing, unblockMaterial } from './moderating.ts'
export { materialFormOptions, ownMaterial, ownMaterials, ownSellableUnits, requireOwn } from './own.ts'
export { makeCover, makePreviews } from './previews.ts'
export { readProblems, readRefused } from './problems.ts'
export { reviewedListings } from './proposing.ts'
export {
  deleteMaterial,
  publishMaterial,
  publishOwn,
  slugOf,
  unpublishMaterial,
  writeDraft,
} from './publication.ts'
export { isPublishingPaused, type MaterialRow } from './queries.ts'
export type { ReviewReason } from './review-queries.ts'
export { requireSellableTasks, requireSoldRights } from './rights.ts'
export { saveMaterial, updateMaterial, uploadMaterial } from './saving.ts'
export { askForStamps } from './stamping.ts'
export type { FieldInput } from './types.ts'
export { noteUnitVersion, tellUnitOrigins } from './unit-versions.ts'
export { ownUploads } from './uploads.ts'
export { fieldsOf } from './view.ts'
export { stepAddress } from './wizard-address.ts'
