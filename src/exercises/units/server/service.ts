/** What other features and pages may ask of exercises. */
export { assetReceiver } from './assets/assets.ts'
export { cleanedFile } from './assets/pupil-file.ts'
export { createUnitOfTasks, type MadeTask } from './editing/made-tasks.ts'
export { typedAnswersSchema } from './editing/typed-answers.ts'
export type { TypedElement, UnfinishedTask } from './editing/unfinished.ts'
export { type ListedVersion, listVersions } from './editing/versions.ts'
export { typedOf } from './editing/writing.ts'
export { filesWithoutRoom } from './import/exporting.ts'
export type { ImportResult } from './import/importing.ts'
export { fits, type Listed, listUnits, namedTerms, termNames, type UnitWish } from './listing.ts'
export { type CopyUpdate, copyTasks, type OwnVersion, ownVersionsOf, updateOfCopy } from './origins/copies.ts'
export { listShadows, type ShadowView, viewShadow } from './origins/shadows.ts'
export {
  type LicencedFrom,
  type LicensedTask,
  licencedFrom,
  takeAlong,
  tasksOfOthers,
} from './origins/task-origins.ts'
export {
  missingIn,
  type OwnUnit,
  ownUnit,
  usableUnit,
} from './own-units.ts'
export { lookOf, paperLook } from './paper/paper-look.ts'
export { drawApart, type PaperLook, printContent } from './paper/printing.ts'
export { type PlayedSource, playedVersion } from './playing/played-versions.ts'
export { type CheckedAnswers, type Play, playUnit, type Result } from './playing/playing.ts'
export { draftColumns } from './queries.ts'
export {
  licencesByMember,
  type SchoolLicence,
  schoolLicences,
} from './sale/school-licences.ts'
export {
  boughtUnits,
  lostUnits,
  ownsMaterial,
  playableMaterials,
  type UnitOffer,
  unitOffer,
} from './sale/sold.ts'
