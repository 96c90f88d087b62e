import { randomUUID } from 'node:crypto'
import { extname } from 'node:path'
import { fileTypeFromFile } from 'file-type'
import { type ErrorCode, type FieldErrors, isProductError } from '#shared/errors.ts'
import { maxUploadBytes, maxUploadFiles } from '#shared/limits.ts'
import { composed } from '#shared/rules/clean-text.ts'
import type { Context } from '../../context.ts'
import type { PdfTraits } from '../../gateways/documents/documents.ts'
import type { StoredObject } from '../../gateways/storage/storage.ts'
import { requireMember } from '../../http/access.ts'
import type { RequestFacts } from '../../http/action.ts'
import { type FilePart, readMultipart } from '../../http/multipart.ts'
import { mediaTypes } from './file-types.ts'
import { examineVideo, type ReceivedVideo, videoKey } from './videos.ts'

/** A file that is stored and proven to be what its name says. */
export interface ReceivedFile {
  type: 'material_file' | 'sources'
  storageKey: string
  name: string
  mediaType: string
  sizeBytes: number
  sha256: Buffer
  pageCount: number | null
  /** Of a PDF only. */
  traits: PdfTraits | null
}

export interface ReceivedForm {
  /** The last value of each field, trimmed. */
  values: Record<string, string>
  lists: Record<string, string[]>
  files: ReceivedFile[]
  /** Sent as `video`; not one of the files that are sold. */
  video: ReceivedVideo | undefined
  /** `files` names what was wrong with the first refused file; refused files are not stored. */
  problems: FieldErrors
}

type Body = Pick<RequestFacts, 'headers' | 'body'>

interface Arrival {
  /** Which of the form's files: a later one may be stored before it. */
  place: number
  isVideo: boolean
  name: string
  stored: StoredObject
  isTruncated: boolean
}

/**
 * Streams a multipart form straight to storage, hashing on the way, and checks each file there. Only what passes is
 * kept. On a disk without room reading ends at once: `problems.files` says so, and there is no file.
 * @throws ProductError as `readMultipart` does
 */
export async function receiveForm(context: Context, raw: Body): Promise<ReceivedForm> {
  const { arrivals, ...form } = await readParts(context, raw)
  for (const arrival of arrivals) {
    if (arrival.isVideo) {
      await settleVideo(context, arrival, form)
      continue
    }
    if (form.files.length === maxUploadFiles) {
      form.problems.files = 'too_long'
      await context.storage.delete(arrival.stored.key)
      continue
    }
    const outcome = await settle(context, arrival)
    if (typeof outcome === 'string') form.problems.files ??= outcome
    else form.files.push(outcome)
  }
  return form
}

/** Takes back files whose material could not be written. */
export async function discardFiles(
  context: Context,
  files: readonly { storageKey: string }[],
): Promise<void> {
  await Promise.all(files.map((file) => context.storage.delete(file.storageKey)))
}

async function readParts(
  context: Context,
  raw: Body,
): Promise<ReceivedForm & { arrivals: readonly Arrival[] }> {
  const arrivals: Arrival[] = []
  let places = 0
  const empty = { files: [], video: undefined, arrivals: [] }
  const take = async (part: FilePart) => {
    const place = places++
    const name = cleanName(part.fileName)
    const isVideo = part.field === 'video'
    try {
      const stored = await context.storage.put(isVideo ? videoKey(name) : storageKey(name), part.bytes)
      arrivals.push({ place, isVideo, name, stored, isTruncated: part.isTruncated() })
      return undefined
    } catch (error) {
      if (!isProductError(error) || error.code !== 'storage_full') throw error
      context.log.error({ err: error }, 'the disk takes no uploads')
      return 'stop'
    }
  }
  const discard = () =>
    discardFiles(
      context,
      arrivals.map(({ stored }) => ({ storageKey: stored.key })),
    )
  try {
    // And a video.
    const limits = { files: maxUploadFiles + 1, fileBytes: maxUploadBytes }
    const read = await readMultipart(raw, limits, take)
    const { values, lists, cutFields, hasTooManyFiles } = read
    if (read.isStopped) {
      await discard()
      return { ...empty, values, lists, problems: { files: 'storage_full' } }
    }
    const problems: FieldErrors = Object.fromEntries(cutFields.map((name) => [name, 'too_long']))
    if (hasTooManyFiles) problems.files = 'too_long'
    return {
      ...empty,
      values,
      lists,
      problems,
      arrivals: arrivals.toSorted((one, other) => one.place - other.place),
    }
  } catch (error) {
    await discard()
    throw error
  }
}

async function settle(context: Context, arrival: Arrival): Promise<ReceivedFile | ErrorCode> {
  const { key, sizeBytes, sha256 } = arrival.stored
  const verdict = arrival.isTruncated
    ? 'file_too_large'
    : await examine(context, key, arrival.name, sizeBytes)
  if (typeof verdict === 'string') {
    await context.storage.delete(key)
    return verdict
  }
  return { ...verdict, storageKey: key, name: arrival.name, sizeBytes, sha256 }
}

/** Keeps one good video; `problems.video` says what is wrong with another. */
async function settleVideo(context: Context, arrival: Arrival, form: ReceivedForm): Promise<void> {
  const { key, sizeBytes } = arrival.stored
  const verdict = arrival.isTruncated
    ? 'file_too_large'
    : await examineVideo(context, { key, name: arrival.name, sizeBytes })
  if (typeof verdict !== 'string' && form.video === undefined) {
    form.video = { storageKey: key, sizeBytes, ...verdict }
    return
  }
  await context.storage.delete(key)
  if (typeof verdict === 'string') form.problems.video ??= verdict
}

/** A name ending and the bytes must say the same; a PDF must open without a password. */
async function examine(
  context: Context,
  key: string,
  name: string,
  sizeBytes: number,
): Promise<Pick<ReceivedFile, 'type' | 'mediaType' | 'pageCount' | 'traits'> | ErrorCode> {
  if (sizeBytes === 0) return 'file_empty'
  const ending = extname(name).slice(1).toLowerCase()
  const rule = mediaTypes.get(ending)
  if (rule === undefined) return 'file_type_not_allowed'
  const { path, cleanup } = await context.storage.localPath(key)
  try {
    if (ending === 'pdf') {
      const found = await context.documents.inspect(path, String(requireMember(context).accountId))
      if (found.state === 'encrypted') return 'pdf_encrypted'
      if (found.state === 'active') return 'pdf_active'
      if (found.state === 'invalid') return 'pdf_invalid'
      const { pageCount, traits } = found
      return { type: 'material_file', mediaType: rule.mediaType, pageCount, traits }
    }
    const sniffed = await fileTypeFromFile(path).catch(() => undefined)
    if (sniffed === undefined || !rule.sniffed.includes(sniffed.ext)) return 'file_type_not_allowed'
    return { type: 'sources', mediaType: rule.mediaType, pageCount: null, traits: null }
  } finally {
    await cleanup()
  }
}

/** The name as the buyer will see it: one line, no path, 120 characters with its ending. */
function cleanName(name: string): string {
  const plain = composed(name)
    .replace(/^.*[\\/]/, '')
    .replace(/[\p{Cc}\p{Cf}"<>:|?*]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
  const ending = extname(plain).slice(0, 12)
  const stem = plain.slice(0, plain.length - extname(plain).length).slice(0, 120 - ending.length)
  return `${stem || 'material'}${ending}`
}

function storageKey(name: string): string {
  const id = randomUUID()
  const ending = extname(name)
    .toLowerCase()
    .replace(/[^.a-z0-9]/g, '')
  return `material/${id.slice(0, 2)}/${id}${ending.length > 1 ? ending : ''}`
}
