import type { Context } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { transaction } from '#platform/db/transaction.ts'
import { isProductError, ProductError } from '#platform/errors.ts'
import { emit } from '#platform/events/events.ts'
import { requireMember } from '#platform/http/access/access.ts'
import type { RequestFacts } from '#platform/http/access/action.ts'
import { partsReader } from '#platform/http/form/form-fields.ts'
import { keepingTyped } from '#platform/http/form/multipart.ts'
import { maxUploadFiles, titleLength, versionNoteMaxLength } from '#platform/limits.ts'
import { cleanText } from '#platform/rules/text/clean-text.ts'
import { isPublic } from '#platform/rules/web/public-status.ts'
import { becomeSeller } from '#shop/people/identity/server/service.ts'
import { removeParts } from '../bundles/bundle-changes.ts'
import { lowerBundlesAround, requireBundlePrice } from '../bundles/bundle-prices.ts'
import { requireParts } from '../bundles/bundles.ts'
import { storeCourse } from '../bundles/course-queries.ts'
import { listingChanged, listingOf } from '../events.ts'
import { orderOf, reorderFiles } from '../files/file-order.ts'
import {
  deleteFiles,
  filesChanged,
  insertFiles,
  keepFormerFiles,
  listFiles,
  setPreviewState,
} from '../files/file-queries.ts'
import { type FileFinding, findingsIn, findingsOf } from '../files/left-parts.ts'
import { allOf, bytesOf, keepingFiles, type NewFiles } from '../files/new-files.ts'
import { replaceVideo } from '../files/videos.ts'
import { requireOwn } from '../own.ts'
import { hasOtherPages, withoutOldAlts } from '../previews/drawing.ts'
import { indexMaterial } from '../publishing/indexing.ts'
import { aboutOfUnit, interactiveProblems, requireSellable } from '../publishing/interactive.ts'
import { askForPreviews, lockOwn, publishMaterial, slugOf, writeDraft } from '../publishing/publication.ts'
import { recordPrice, recordVersion } from '../publishing/review-queries.ts'
import { requireRights, rightsProblems } from '../publishing/rights.ts'
import { findMaterial, type MaterialRow, updateFields } from '../queries.ts'
import type { FieldInput, MaterialFields, SaveOutcome, UploadOutcome } from '../types.ts'
import { requireQuota, takeQuota } from '../uploads/quota.ts'
import { discardFiles, type ReceivedForm, receiveForm, refuseTwice } from '../uploads/receive.ts'
import { takeUploads } from '../uploads/uploads.ts'
import { fieldsOf } from '../view.ts'
import { holdsExercise, missingDeclarations, missingFields, readFields, typedOver } from './fields.ts'
import { inputOfForm } from './form-input.ts'
import { namedAsSent, saveFields, saveParts, uploadFields, uploadParts } from './listing-fields.ts'
import { suspectCopies } from './proposing.ts'
import { describedBy, isSold, names, refusedFiles, requireVersion, withTitle } from './saving-parts.ts'

const readUpload = partsReader(uploadFields)
const readSave = partsReader(saveFields)

/**
 * Takes a multipart upload: files and fields become a draft, and with `action=publish` a published material when
 * nothing is missing. Good files and fields are always kept, `problems` names the others. When every file was
 * refused nothing is written: ProductError with the file's code (file_empty, pdf_invalid, ...) and `fields.files`.
 * The first upload makes a member an author. Throws unauthorized, email_not_confirmed, malformed_request.
 */
export async function uploadMaterial(context: Context, request: RequestFacts): Promise<UploadOutcome> {
  const { accountId } = requireMember(context)
  await requireQuota(context, accountId)
  await becomeSeller(context)
  const received = await receiveForm(context, request, uploadParts)
  await refuseTwice(context, received)
  return await keepingTyped(received, () => storeUpload(context, received))
}

/**
 * Takes the edit form with its files and saves it; with `action=publish` the material is published when nothing is
 * missing, else `problems` says what is.
 * @throws ProductError not_found, forbidden (blocked), invalid_input with everything that was typed
 */
export async function saveMaterial(
  context: Context,
  materialId: number,
  request: RequestFacts,
): Promise<SaveOutcome> {
  // Before the body is read: a stranger's files are not stored.
  await requireOwn(context, materialId)
  const received = await receiveForm(context, request, saveParts)
  return await keepingTyped(received, async () => {
    const sent = readSave(received)
    const there = await listFiles(context.db, { world: context.world, materialId })
    const staying = there.filter(({ id }) => !sent.removeFiles.includes(id))
    await refuseTwice(context, received, staying)
    const { files, problems } = received
    if (files.length === 0 && problems.files) throw refusedFiles(problems.files, received.refused)
    await updateMaterial(context, materialId, {
      input: inputOfForm(received),
      files,
      video: received.video ?? (sent.removeVideo ? null : undefined),
      version: sent.version,
      versionNote: sent.versionNote,
      fileOrder: orderOf(sent),
      removePartIds: sent.removeParts,
      removeFileIds: sent.removeFiles,
    })
    const isToPublish = sent.action === 'publish' && Object.keys(problems).length === 0
    if (!isToPublish) return { materialId, isPublished: false, problems, refused: received.refused }
    return { materialId, ...(await publishOrSay(context, materialId)) }
  })
}

/** Publishes a saved material, or says what keeps it from being published. */
async function publishOrSay(context: Context, materialId: number): Promise<Omit<SaveOutcome, 'materialId'>> {
  try {
    const { isProposed } = await publishMaterial(context, materialId)
    return { isPublished: true, isProposed, problems: {} }
  } catch (error) {
    if (isProductError(error) && error.fields !== undefined)
      return { isPublished: false, problems: error.fields }
    throw error
  }
}

/** The part of an upload after the body was read. */
async function storeUpload(context: Context, form: ReceivedForm): Promise<UploadOutcome> {
  const { accountId } = requireMember(context)
  const { world } = context
  const refused = form.problems.files
  if (form.files.length === 0 && refused !== undefined) throw refusedFiles(refused, form.refused)
  const read = readFields(context, inputOfForm(form))
  const unsold = await interactiveProblems(context.db, { world, authorId: accountId }, read.fields)
  const problems = { ...read.problems, ...unsold }
  const own =
    Object.keys(unsold).length > 0 ? { ...read.fields, interactiveId: null, courseId: null } : read.fields
  const fields = describedBy(own, await aboutOfUnit(context.db, { world, authorId: accountId }, own))
  const titled = withTitle(fields, form.files)
  const materialId = await keepingFiles(context, allOf(form), () =>
    transaction(context.db, async (tx) => {
      await takeQuota(tx, accountId, bytesOf(form))
      await takeUploads(tx, accountId, form.files)
      const id = await writeDraft(tx, { world, authorId: accountId, fields: titled, files: form.files })
      if (form.video) await replaceVideo(tx, context, { world, materialId: id }, form.video)
      if (form.files.length > 0 || holdsExercise(fields))
        await askForPreviews(context, tx, { id, world, author_id: accountId })
      return id
    }),
  )
  const found = {
    ...form.problems,
    ...problems,
    ...missingFields(fields, form.files.length),
    // A price that is none is not just missing.
    ...(problems.price && { price: problems.price }),
    ...missingDeclarations(fields),
    ...(await rightsProblems(context.db, { world, materialId })),
  }
  const findings = form.files.flatMap((file) => findingsOf(file, fields.stampsFiles))
  const isToPublish = readUpload(form).action === 'publish'
  if (!isToPublish || Object.keys(found).length > 0) {
    return {
      ...{ materialId, findings },
      status: 'draft',
      problems: namedAsSent(isToPublish ? found : { ...form.problems, ...problems }, form.values),
      ...(form.refused[0] && { refusedEntry: form.refused[0].entry, refused: form.refused }),
    }
  }
  const { isProposed } = await publishMaterial(context, materialId)
  return isProposed
    ? { materialId, findings, status: 'draft', isProposed, problems: {} }
    : { materialId, findings, status: 'published', problems: {} }
}

/**
 * Changes an own material: fields, more files, fewer files. What is public must stay complete: else invalid_input
 * with `fields` and nothing is changed. Answers what of its files its author should know (left-parts.ts). Throws
 * not_found for what is not the member's own.
 */
export async function updateMaterial(
  context: Context,
  materialId: number,
  change: MaterialChange,
): Promise<FileFinding[]> {
  const { accountId } = requireMember(context)
  const place = { world: context.world, materialId }
  const { removed, findings } = await keepingFiles(context, allOf(change), () =>
    transaction(context.db, async (tx) => {
      const row = await lockOwn(tx, { ...place, authorId: accountId })
      requireVersion(row, change.version)
      const before = await listFiles(tx, place)
      const gone = await exchangeFiles(context, tx, row, change)
      const isReordered = await reorderFiles(tx, place, change.fileOrder ?? [])
      const goneParts = row.is_bundle ? await removeParts(tx, place, change.removePartIds ?? []) : []
      const now = await listFiles(tx, place)
      const fields = withoutOldAlts(checkedFields(context, row, { change, now }), { before, now })
      await requireWhole(tx, row, fields)
      // Before as well: what has no past yet gets it with its first change.
      if (isPublic(row)) await recordPrice(tx, place)
      await updateFields(tx, place, { slug: slugOf(fields.title, context.world), fields })
      await storeCourse(tx, place, fields.courseId ?? null)
      if (!row.is_bundle && fields.price < row.price_cents) await lowerBundlesAround(context, tx, place)
      if (isPublic(row)) await requireRights(tx, place)
      const hasOtherFiles = isReordered || gone.length > 0 || (change.files ?? []).length > 0
      await renewPreviews(context, tx, row, { fields, hasOtherFiles, isSold: now.some(isSold) })
      if (isPublic(row))
        await tellChange(context, tx, row, { change, fields, gone: [...names(gone), ...goneParts] })
      const isStillNeeded = await keepFormerFiles(tx, place, gone)
      return { removed: isStillNeeded ? [] : gone, findings: findingsIn(now, fields.stampsFiles) }
    }),
  )
  await discardFiles(
    context,
    removed.map((file) => ({ storageKey: file.storage_key })),
  )
  return findings
}

/** A bundle has parts and a price that fits them; whatever is sold may be sold. @throws ProductError */
async function requireWhole(tx: Db, row: MaterialRow, fields: MaterialFields): Promise<void> {
  const place = { world: row.world, materialId: row.id }
  if (isPublic(row) && row.is_bundle) await requireParts(tx, place)
  if (row.is_bundle) await requireBundlePrice(tx, place, fields)
  await requireSellable(tx, row, fields)
}

/** Previews are made anew when files changed, or what is drawn on their pages. */
async function renewPreviews(
  context: Context,
  tx: Db,
  row: MaterialRow,
  change: { fields: MaterialFields; hasOtherFiles: boolean; isSold: boolean },
): Promise<void> {
  const place = { world: row.world, materialId: row.id }
  const hasOthers = hasOtherPages(fieldsOf(row), change.fields)
  if (change.hasOtherFiles) await filesChanged(tx, place)
  else if (hasOthers) await setPreviewState(tx, place, { state: 'pending' })
  if ((change.hasOtherFiles || hasOthers) && change.isSold) await askForPreviews(context, tx, row)
}

/** Takes files away and adds new ones within the author's quota; answers what was taken away. */
async function exchangeFiles(context: Context, tx: Db, row: MaterialRow, change: MaterialChange) {
  const place = { world: row.world, materialId: row.id }
  const removed = await deleteFiles(tx, place, change.removeFileIds ?? [])
  if (allOf(change).length > 0)
    await takeQuota(tx, row.author_id, bytesOf(change) - (change.video ? row.video_bytes : 0))
  await takeUploads(tx, row.author_id, change.files ?? [])
  await insertFiles(tx, place, change.files ?? [])
  if (change.video !== undefined) await replaceVideo(tx, context, place, change.video)
  return removed
}

/** The fields as they are going to be. @throws ProductError invalid_input; what is public must stay complete */
function checkedFields(
  context: Context,
  row: MaterialRow,
  { change, now }: { change: MaterialChange; now: readonly { type: string }[] },
): MaterialFields {
  const { fields, problems } = readFields(context, typedOver(fieldsOf(row), defined(change.input)))
  if (noteOf(change).length > versionNoteMaxLength) problems.versionNote = 'too_long'
  if (now.length > maxUploadFiles) problems.files = 'too_long'
  if (fields.title.length < titleLength.min) problems.title ??= 'too_short'
  const wrong = {
    ...(isPublic(row) && missingFields(fields, row.is_bundle ? 1 : now.filter(isSold).length)),
    // Who has said it once does not take it back while it is sold.
    ...(isPublic(row) && row.is_own_work && missingDeclarations(fields)),
    ...problems,
  }
  if (Object.keys(wrong).length > 0) throw new ProductError('invalid_input', { fields: wrong })
  return fields
}

/** A public material's history, its place in search and the pages that show it follow the change. */
async function tellChange(
  context: Context,
  tx: Db,
  before: MaterialRow,
  { change, fields, gone }: { change: MaterialChange; fields: MaterialFields; gone: string[] },
): Promise<void> {
  const place = { world: before.world, materialId: before.id }
  const files = change.files ?? []
  await recordPrice(tx, place)
  await recordVersion(tx, place, { added: names(files), removed: gone, note: noteOf(change) })
  const isListed = before.status === 'published'
  if (isListed) {
    const after = await findMaterial(tx, place)
    if (after) await indexMaterial(context, tx, after)
  }
  // What an author's pages count, look through and tell of.
  const isOther = isRelisted(fieldsOf(before), fields) || files.length + gone.length > 0
  if (files.length > 0) await suspectCopies(context, tx, before)
  await emit(context, tx, listingChanged, { ...listingOf(before), isRelisted: isListed && isOther })
}

function isRelisted(before: MaterialFields, after: MaterialFields): boolean {
  const of = ({ title, keywords, subjects, materialType }: MaterialFields) =>
    JSON.stringify([title, keywords, subjects, materialType])
  return of(before) !== of(after)
}

function noteOf({ versionNote = '' }: MaterialChange): string {
  return cleanText(versionNote)
}

interface MaterialChange extends NewFiles {
  input: FieldInput
  removeFileIds?: readonly number[]
  /** The one the author saw; without it the last word counts. */
  version?: number | undefined
  versionNote?: string | undefined
  /** Ids of files as they shall be shown; others follow. */
  fileOrder?: readonly number[] | undefined
  /** Of a bundle: what is in it no longer. */
  removePartIds?: readonly number[]
}

function defined(input: FieldInput): FieldInput {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
}
