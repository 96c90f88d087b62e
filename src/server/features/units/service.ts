/** What other features and pages may ask of exercises. */
export { assetReceiver } from './assets.ts'
export { type CopyUpdate, copyTasks, type OwnVersion, ownVersionsOf, updateOfCopy } from './copies.ts'
export { filesWithoutRoom } from './exporting.ts'
export type { ImportResult } from './importing.ts'
export { fits, type Listed, listUnits, namedTerms, termNames, type UnitWish } from './listing.ts'
export {
  missingIn,
  type OwnUnit,
  ownUnit,
  usableUnit,
} from './own-units.ts'
export { lookOf, paperLook } from './paper-look.ts'
export { type PlayedSource, playedVersion } from './played-versions.ts'
export { type CheckedAnswers, type Play, playUnit, type Result } from './playing.ts'
export { drawApart, type PaperLook, printContent } from './printing.ts'
export { cleanedFile } from './pupil-file.ts'
export { draftColumns } from './queries.ts'
export {
  licencesByMember,
  type SchoolLicence,
  schoolLicences,
} from './school-licences.ts'
export { listShadows, type ShadowView, viewShadow } from './shadows.ts'
export {
  boughtUnits,
  lostUnits,
  ownsMaterial,
  playableMaterials,
  type UnitOffer,
  unitOffer,
} from './sold.ts'
export { countsFor } from './sold-queries.ts'
export {
  type LicencedFrom,
  type LicensedTask,
  licencedFrom,
  takeAlong,
  tasksOfOthers,
} from './task-origins.ts'
export { typedAnswersSchema } from './typed-answers.ts'
export { type ListedVersion, listVersions } from './versions.ts'
export { typedOf } from './writing.ts'
