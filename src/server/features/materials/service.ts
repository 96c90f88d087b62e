import { type FieldErrors, ProductError } from '#shared/errors.ts'
import { maxUploadFiles, searchPageSize, titleLength, versionNoteMaxLength } from '#shared/limits.ts'
import { cleanText } from '#shared/rules/clean-text.ts'
import { videoOf } from '#shared/rules/video-address.ts'
import { requireMember } from '../../api/access.ts'
import type { RawRequest } from '../../api/endpoint.ts'
import type { Context } from '../../context.ts'
import { notifyChange } from '../../db/notify.ts'
import { decodeCursor, encodeCursor } from '../../db/paging.ts'
import { transaction } from '../../db/transaction.ts'
import { becomeSeller } from '../identity/service.ts'
import { announceChange } from '../seo/announce.ts'
import { downloadUrl } from './download.ts'
import { type FieldInput, missingFields, readFields } from './fields.ts'
import { deleteFiles, filesChanged, insertFiles, listFiles, listPreviews } from './file-queries.ts'
import { inputOfForm } from './form-input.ts'
import { recordPrice, recordVersion } from './history-queries.ts'
import { askForPreviews, indexMaterial, publishMaterial, slugOf, tagsOf, writeDraft } from './publication.ts'
import { findOwn, listOwn, updateFields } from './queries.ts'
import { discardFiles, type ReceivedFile, type ReceivedForm, receiveForm } from './receive.ts'
import type {
  MaterialFields,
  MaterialFormOptions,
  OwnMaterial,
  OwnMaterialDetail,
  UploadOutcome,
} from './types.ts'
import { type ReceivedVideo, replaceVideo } from './videos.ts'
import { fieldsOf, formOptions, ownView } from './view.ts'

export { deleteMaterial, publishMaterial, unpublishMaterial } from './publication.ts'

/**
 * Takes a multipart upload: files and fields become a draft, and with `action=publish` a published material when
 * nothing is missing. Good files and fields are always kept, `problems` names the others. When every file was
 * refused nothing is written: ProductError with the file's code (file_empty, pdf_invalid, ...) and `fields.files`.
 * The first upload makes a member an author. Throws unauthorized, email_not_confirmed, malformed_request.
 */
export async function uploadMaterial(context: Context, raw: RawRequest): Promise<UploadOutcome> {
  requireMember(context)
  await becomeSeller(context)
  return storeUpload(context, await receiveForm(context, raw))
}

/** The part of an upload after the body was read. */
export async function storeUpload(context: Context, form: ReceivedForm): Promise<UploadOutcome> {
  const { accountId } = requireMember(context)
  const { world } = context
  const refused = form.problems.files
  if (form.files.length === 0 && refused !== undefined) throw refusedFiles(refused)
  const { fields, problems } = readFields(context, inputOfForm(form))
  const titled = withTitle(fields, form.files)
  const materialId = await keepingFiles(context, allOf(form), () =>
    transaction(context.db, async (tx) => {
      const id = await writeDraft(tx, { world, authorId: accountId, fields: titled, files: form.files })
      if (form.video) await replaceVideo(tx, context, { world, materialId: id }, form.video)
      if (form.files.some(isPdf)) await askForPreviews(context, tx, { id, world })
      return id
    }),
  )
  const found = { ...form.problems, ...problems, ...missingFields(fields, form.files.filter(isPdf).length) }
  if (form.values.action !== 'publish' || Object.keys(found).length > 0) {
    return {
      materialId,
      status: 'draft',
      problems: form.values.action === 'publish' ? found : { ...form.problems, ...problems },
    }
  }
  await publishMaterial(context, materialId)
  return { materialId, status: 'published', problems: {} }
}

/**
 * Changes an own material: fields, more files, fewer files. What is public must stay complete: else invalid_input
 * with `fields` and nothing is changed. Throws not_found for what is not the member's own.
 */
export async function updateMaterial(
  context: Context,
  materialId: number,
  change: {
    input: FieldInput
    files?: readonly ReceivedFile[]
    removeFileIds?: readonly number[]
    /** Null takes it away. */
    video?: ReceivedVideo | null | undefined
    versionNote?: string | undefined
  },
): Promise<void> {
  const { accountId } = requireMember(context)
  const { world } = context
  const place = { world, materialId }
  const { files = [], removeFileIds = [] } = change
  const outcome = await keepingFiles(context, allOf(change), () =>
    transaction(context.db, async (tx) => {
      const row = await findOwn(tx, { ...place, authorId: accountId }, true)
      if (row === undefined) throw new ProductError('not_found')
      const { fields, problems } = readFields(context, { ...fieldsOf(row), ...defined(change.input) })
      const note = cleanText(change.versionNote ?? '')
      if (note.length > versionNoteMaxLength) problems.versionNote = 'too_long'
      const removed = await deleteFiles(tx, place, removeFileIds)
      await insertFiles(tx, place, files)
      if (change.video !== undefined) await replaceVideo(tx, context, place, change.video)
      const now = await listFiles(tx, place)
      if (now.length > maxUploadFiles) problems.files = 'too_long'
      if (fields.title.length < titleLength.min) problems.title ??= 'too_short'
      const isPublic = row.status === 'published' || row.status === 'unlisted'
      const wrong = { ...(isPublic ? missingFields(fields, now.filter(isPdf).length) : {}), ...problems }
      if (Object.keys(wrong).length > 0) throw new ProductError('invalid_input', { fields: wrong })
      const slug = slugOf(fields.title, world)
      // Before as well: what has no past yet gets it with its first change.
      if (isPublic) await recordPrice(tx, place)
      await updateFields(tx, place, { slug, fields })
      if (isPublic) await recordPrice(tx, place)
      if (isPublic) await recordVersion(tx, place, { added: names(files), removed: names(removed), note })
      if (removed.length > 0 || files.length > 0) {
        await filesChanged(tx, place)
        if (now.some(isPdf)) await askForPreviews(context, tx, row)
      }
      if (row.status === 'published') {
        const changed = await findOwn(tx, { ...place, authorId: accountId })
        if (changed) await indexMaterial(context, tx, changed)
        await announceChange(context, tx, { world, kind: 'material', id: materialId })
      }
      await notifyChange(tx, tagsOf(row))
      return { row, removed }
    }),
  )
  context.pageCache.invalidate(tagsOf(outcome.row))
  await discardFiles(
    context,
    outcome.removed.map((file) => ({ storageKey: file.storage_key })),
  )
}

/** The member's own materials of this world, newest first. `cursor` is the `nextCursor` of the page before. */
export async function ownMaterials(
  context: Context,
  cursor?: string,
): Promise<{ materials: OwnMaterial[]; nextCursor: string | null }> {
  const { accountId } = requireMember(context)
  const [beforeId] =
    cursor === undefined ? [Number.MAX_SAFE_INTEGER] : decodeCursor('own', ['number'], cursor)
  const rows = await listOwn(context.db, {
    world: context.world,
    authorId: accountId,
    beforeId: Number(beforeId),
    limit: searchPageSize + 1,
  })
  const shown = rows.slice(0, searchPageSize)
  const last = shown.at(-1)
  return {
    materials: shown.map((row) => ownView(context, row)),
    nextCursor: rows.length > searchPageSize && last ? encodeCursor('own', [last.id]) : null,
  }
}

/** One own material as its edit page shows it. Throws not_found for what is not the member's own. */
export async function ownMaterial(context: Context, materialId: number): Promise<OwnMaterialDetail> {
  const { accountId } = requireMember(context)
  const place = { world: context.world, materialId }
  const row = await findOwn(context.db, { ...place, authorId: accountId })
  if (row === undefined) throw new ProductError('not_found')
  const [files, previews] = await Promise.all([listFiles(context.db, place), listPreviews(context.db, place)])
  const fields = fieldsOf(row)
  return {
    ...ownView(context, row),
    fields,
    files: files.map((file) => ({
      id: file.id,
      type: file.type,
      name: file.name,
      mediaType: file.media_type,
      sizeBytes: file.size_bytes,
      pageCount: file.page_count,
      downloadUrl: downloadUrl(context, { accountId, fileId: file.id }),
    })),
    previews: previews.map((each) => context.images.image('preview', each.image_key, each)),
    video: videoOf(row.video_key, row.video_type),
    missing: missingFields(fields, files.filter(isPdf).length),
  }
}

/** What the lists of the upload and edit forms offer. */
export function materialFormOptions(context: Context): MaterialFormOptions {
  return formOptions(context)
}

/** Refused files as one error: its code is the file's own where it has one. */
export function refusedFiles(problem: FieldErrors[string]): ProductError {
  const isField =
    problem === 'required' || problem === 'too_short' || problem === 'too_long' || problem === 'invalid'
  return new ProductError(isField ? 'invalid_input' : problem, { fields: { files: problem } })
}

/** Runs `write`; if it fails the files that came with it are taken back. */
async function keepingFiles<T>(
  context: Context,
  files: readonly { storageKey: string }[],
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write()
  } catch (error) {
    await discardFiles(context, files)
    throw error
  }
}

/** Everything that came with a form and was stored. */
export function allOf(form: {
  files?: readonly ReceivedFile[]
  video?: ReceivedVideo | null | undefined
}): { storageKey: string }[] {
  return [...(form.files ?? []), ...(form.video ? [form.video] : [])]
}

/** A draft needs a name to be found again: the file's, when none was typed. */
function withTitle(fields: MaterialFields, files: readonly ReceivedFile[]): MaterialFields {
  if (fields.title.length >= titleLength.min) return fields
  const name = files[0]?.name
  if (name === undefined) {
    throw new ProductError('invalid_input', { fields: { title: 'too_short', files: 'required' } })
  }
  const stem = name
    .replace(/\.[^.]*$/, '')
    .replace(/[_-]+/g, ' ')
    .trim()
  return { ...fields, title: (stem.length >= titleLength.min ? stem : name).slice(0, titleLength.max) }
}

function names(files: readonly { name: string }[]): string[] {
  return files.map((file) => file.name)
}

function isPdf(file: { type: string }): boolean {
  return file.type === 'material_file'
}

function defined(input: FieldInput): FieldInput {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
}
