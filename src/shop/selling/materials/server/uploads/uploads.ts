import { extname } from 'node:path'
import type { Context, Deps } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { transaction } from '#platform/db/transaction.ts'
import { ProductError } from '#platform/errors.ts'
import { requireMember } from '#platform/http/access/access.ts'
import { maxAuthorBytes, maxOpenUploads, maxResumableBytes, unusedUploadHours } from '#platform/limits.ts'
import { leftParts, storedParts } from '#platform/rules/files/left-parts.ts'
import { cleanName } from '../files/file-names.ts'
import { fileRules } from '../files/file-types.ts'
import type { ReceivedFile } from '../types.ts'
import { examineFile } from './examine.ts'
import {
  deleteExpired,
  deleteUploads,
  findUpload,
  holdUpload,
  insertUpload,
  keepHolding,
  listUploads,
  lockQuota,
  openUploads,
  releaseUpload,
  storedBytes,
  type UploadRow,
  writeFindings,
} from './upload-queries.ts'

const keepMs = 10_000
const uploadId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Whether a text can be the id of an upload (a UUID as we write them); the database refuses any other. */
export function isUploadId(text: string): boolean {
  return uploadId.test(text)
}

/** A file that is being sent in pieces, or waits for its form. */
export interface Upload {
  id: string
  name: string
  sizeBytes: number
  receivedBytes: number
  isReady: boolean
}

/** What a form takes of files that came before it. */
interface WaitingFile extends ReceivedFile {
  uploadId: string
}

/**
 * Makes room for a file that comes piece by piece, before its first byte: what cannot be kept is not sent.
 * @throws ProductError file_empty, file_too_large, file_type_not_allowed, storage_quota, upload_quota
 */
export async function beginUpload(
  context: Context,
  upload: { id: string; name: string; sizeBytes: number },
): Promise<void> {
  const { accountId } = requireMember(context)
  const name = cleanName(upload.name)
  const rule = fileRules.get(extname(name).slice(1).toLowerCase())
  if (rule === undefined) throw new ProductError('file_type_not_allowed')
  if (upload.sizeBytes <= 0) throw new ProductError('file_empty')
  if (upload.sizeBytes > Math.min(rule.maxBytes, maxResumableBytes)) throw new ProductError('file_too_large')
  await transaction(context.db, async (tx) => {
    await lockQuota(tx, accountId)
    const open = await openUploads(tx, accountId)
    if (open.count >= maxOpenUploads) throw new ProductError('upload_quota')
    const stored = await storedBytes(tx, accountId)
    if (stored + open.bytes + upload.sizeBytes > maxAuthorBytes) throw new ProductError('storage_quota')
    await insertUpload(tx, {
      ...{ id: upload.id, world: context.world, account_id: accountId, name, size_bytes: upload.sizeBytes },
      storage_key: `upload/${upload.id.slice(0, 2)}/${upload.id}`,
    })
  })
}

/** The member's own upload. @throws ProductError not_found */
export async function ownUpload(context: Context, id: string): Promise<UploadRow> {
  const { accountId } = requireMember(context)
  const row = isUploadId(id) ? await findUpload(context.db, { id, accountId }) : undefined
  if (row === undefined) throw new ProductError('not_found')
  return row
}

/** How much of it is here. */
export async function receivedBytes({ storage }: Pick<Deps, 'storage'>, row: UploadRow): Promise<number> {
  // What is examined may be shorter than what was sent: private data has been taken out.
  return row.ready_at === null ? ((await storage.size(row.storage_key)) ?? 0) : row.size_bytes
}

/**
 * Looks at a file that is whole now, and keeps what was found; what is refused is deleted.
 * @throws ProductError with the code of what is wrong with it
 */
export async function finishUpload(context: Context, id: string): Promise<void> {
  if ((await ownUpload(context, id)).ready_at !== null) return
  if (!(await holdUpload(context.db, id))) throw new ProductError('conflict')
  const timer = keepHeld(context.db, id)
  try {
    await examineUpload(context, await ownUpload(context, id))
  } finally {
    clearInterval(timer)
    await releaseUpload(context.db, id)
  }
}

/** Says again and again that the file of an upload is still being examined. */
function keepHeld(db: Db, id: string): NodeJS.Timeout {
  return setInterval(() => void keepHolding(db, [id]).catch(() => undefined), keepMs)
}

async function examineUpload(context: Context, row: UploadRow): Promise<void> {
  if (row.ready_at !== null) return
  const { id } = row
  const { name, size_bytes: sizeBytes, storage_key: key } = row
  const found = await examineFile(context, { key, name, sizeBytes, sha256: undefined })
  if ('code' in found) {
    await removeUpload(context, id)
    throw new ProductError(found.code, { entry: found.entry })
  }
  await writeFindings(context.db, id, {
    storage_key: found.storageKey,
    size_bytes: found.sizeBytes,
    type: found.type,
    media_type: found.mediaType,
    page_count: found.pageCount,
    is_tagged: found.traits?.isTagged ?? null,
    has_title: found.traits?.hasTitle ?? null,
    has_language: found.traits?.hasLanguage ?? null,
    has_text: found.traits?.hasText ?? null,
    left_parts: storedParts(found.left),
    sha256: found.sha256,
    trace: found.trace,
  })
}

/** Gives an upload up. */
export async function removeUpload(context: Context, id: string): Promise<void> {
  const { accountId } = requireMember(context)
  const rows = await deleteUploads(context.db, { accountId, ids: [id] })
  for (const row of rows) await context.storage.delete(row.storage_key)
}

/** What the member has sent and not used yet, for the page it is used on. */
export async function ownUploads(context: Context): Promise<Upload[]> {
  const { accountId } = requireMember(context)
  const rows = await listUploads(context.db, { world: context.world, accountId })
  return Promise.all(
    rows.map(async (row) => ({
      id: row.id,
      name: row.name,
      sizeBytes: row.size_bytes,
      receivedBytes: await receivedBytes(context, row),
      isReady: row.ready_at !== null,
    })),
  )
}

/** The files a form names, in its order, as far as they are the member's, whole and good. @throws ProductError with what is wrong */
export async function waitingFiles(context: Context, ids: readonly string[]): Promise<WaitingFile[]> {
  const { accountId } = requireMember(context)
  const known = ids.filter(isUploadId)
  if (known.length === 0) return []
  const place = { world: context.world, accountId, ids: known }
  // Whole, but the process ended before it was examined: the browser heard nothing of that.
  for (const row of await listUploads(context.db, place))
    if (row.ready_at === null && (await receivedBytes(context, row)) === row.size_bytes)
      await finishUpload(context, row.id)
  const rows = await listUploads(context.db, place)
  rows.sort((one, other) => known.indexOf(one.id) - known.indexOf(other.id))
  return rows.flatMap((row) => {
    const { type, media_type: mediaType, sha256 } = row
    if (type === null || mediaType === null || sha256 === null) return []
    const traits = {
      isTagged: row.is_tagged === true,
      hasTitle: row.has_title === true,
      hasLanguage: row.has_language === true,
      hasText: row.has_text,
    }
    return {
      ...{ uploadId: row.id, type, mediaType, sha256, name: row.name, storageKey: row.storage_key },
      ...{ sizeBytes: row.size_bytes, pageCount: row.page_count, trace: row.trace },
      traits: row.is_tagged === null ? null : traits,
      left: leftParts(row.left_parts),
      cleanedBy: row.cleaned_by,
    }
  })
}

/**
 * The files belong to a material from now on.
 * @throws ProductError conflict when another form has taken one of them
 */
export async function takeUploads(
  tx: Db,
  accountId: number,
  files: readonly { uploadId?: string }[],
): Promise<void> {
  const ids = [...new Set(files.flatMap(({ uploadId }) => uploadId ?? []))]
  const taken = await deleteUploads(tx, { accountId, ids })
  if (taken.length < ids.length) throw new ProductError('conflict')
}

/** The job delete_unused_uploads: what was never finished, and what no form came for. */
export async function deleteUnusedUploads({ db, storage, log }: Deps): Promise<void> {
  const rows = await deleteExpired(db, unusedUploadHours)
  for (const { storage_key } of rows) await storage.delete(storage_key)
  if (rows.length > 0) log.info({ removed: rows.length }, 'unused uploads removed')
}
