import { randomUUID } from 'node:crypto'
import { extname } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import busboy from 'busboy'
import { fileTypeFromFile } from 'file-type'
import { type ErrorCode, type FieldErrors, isProductError, ProductError } from '#shared/errors.ts'
import { maxUploadBytes, maxUploadFiles } from '#shared/limits.ts'
import type { RawRequest } from '../../api/endpoint.ts'
import type { Context } from '../../context.ts'
import type { PdfTraits } from '../../gateways/documents/documents.ts'
import type { StoredObject } from '../../gateways/storage/storage.ts'
import { maxTextPartBytes, mediaTypes } from './file-types.ts'
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

interface Arrival {
  isVideo: boolean
  name: string
  /** Without room for it, that is what is wrong with this file: what was typed beside it stays. */
  stored: Promise<StoredObject | 'storage_full'>
  isTruncated: () => boolean
}

type Arrived = Arrival & StoredObject

/**
 * Streams a multipart form straight to storage, hashing on the way, and checks each file there. Only what passes is
 * kept. Throws malformed_request for a broken body and unsupported_media_type for another kind of body.
 */
export async function receiveForm(context: Context, raw: RawRequest): Promise<ReceivedForm> {
  const form: ReceivedForm = { values: {}, lists: {}, files: [], video: undefined, problems: {} }
  const arrivals = await readParts(context, raw, form)
  for (const arrival of arrivals) {
    const stored = await arrival.stored
    if (stored === 'storage_full') {
      context.log.error({ code: stored }, 'the disk takes no uploads')
      form.problems[arrival.isVideo ? 'video' : 'files'] ??= stored
      continue
    }
    if (arrival.isVideo) {
      await settleVideo(context, { ...arrival, ...stored }, form)
      continue
    }
    if (form.files.length === maxUploadFiles) {
      form.problems.files = 'too_long'
      await context.storage.delete(stored.key)
      continue
    }
    const outcome = await settle(context, { ...arrival, ...stored })
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

async function readParts(context: Context, raw: RawRequest, form: ReceivedForm): Promise<Arrival[]> {
  const arrivals: Arrival[] = []
  const parser = openParser(raw)
  parser.on('field', (name, value, info) => {
    if (info.valueTruncated || info.nameTruncated) form.problems[name.slice(0, 40)] = 'too_long'
    const text = value.trim()
    form.values[name] = text
    form.lists[name] = [...(form.lists[name] ?? []), text]
  })
  parser.on('file', (field, stream: Readable & { truncated?: boolean }, info) => {
    // An untouched file input arrives as a nameless empty file.
    // A body may break off before or after somebody listens; unheard, that would end the process.
    stream.on('error', () => {})
    if (!info.filename) {
      stream.resume()
      return
    }
    const name = cleanName(info.filename)
    const isVideo = field === 'video'
    const key = isVideo ? videoKey(name) : storageKey(name)
    const stored = context.storage.put(key, stream).catch((error: unknown) => {
      stream.resume()
      if (isProductError(error) && error.code === 'storage_full') return 'storage_full' as const
      throw error
    })
    // Heard of below; until then it must not count as unhandled.
    stored.catch(() => stream.resume())
    arrivals.push({ isVideo, name, stored, isTruncated: () => stream.truncated === true })
  })
  parser.on('filesLimit', () => {
    form.problems.files = 'too_long'
  })
  try {
    await pipeline(raw.body, parser)
    await Promise.all(arrivals.map((arrival) => arrival.stored))
    return arrivals
  } catch (cause) {
    const done = await Promise.allSettled(arrivals.map((arrival) => arrival.stored))
    const keys = done.flatMap((each) =>
      each.status === 'fulfilled' && each.value !== 'storage_full' ? [{ storageKey: each.value.key }] : [],
    )
    await discardFiles(context, keys)
    throw isOwnTrouble(cause) ? cause : new ProductError('malformed_request', { cause })
  }
}

function openParser(raw: RawRequest): busboy.Busboy {
  try {
    return busboy({
      headers: raw.headers,
      defParamCharset: 'utf8',
      limits: {
        fileSize: maxUploadBytes,
        // And a video.
        files: maxUploadFiles + 1,
        fields: 300,
        fieldSize: maxTextPartBytes,
        fieldNameSize: 100,
        parts: 301 + maxUploadFiles,
      },
    })
  } catch (cause) {
    throw new ProductError('unsupported_media_type', { cause })
  }
}

/** A full or failing disk is our trouble, a broken upload is not. */
const diskTrouble: ReadonlySet<unknown> = new Set(['EIO', 'EMFILE'])

function isOwnTrouble(error: unknown): boolean {
  if (isProductError(error)) return true
  return error instanceof Error && 'code' in error && diskTrouble.has(error.code)
}

async function settle(context: Context, arrival: Arrived): Promise<ReceivedFile | ErrorCode> {
  const { key, sizeBytes, sha256 } = arrival
  const verdict = arrival.isTruncated()
    ? 'file_too_large'
    : await examine(context, key, arrival.name, sizeBytes)
  if (typeof verdict === 'string') {
    await context.storage.delete(key)
    return verdict
  }
  return { ...verdict, storageKey: key, name: arrival.name, sizeBytes, sha256 }
}

/** Keeps one good video; `problems.video` says what is wrong with another. */
async function settleVideo(context: Context, arrival: Arrived, form: ReceivedForm): Promise<void> {
  const { key, sizeBytes } = arrival
  const verdict = arrival.isTruncated()
    ? 'file_too_large'
    : await examineVideo(context, { key, name: arrival.name, sizeBytes })
  if (typeof verdict !== 'string' && form.video === undefined) {
    form.video = { storageKey: key, ...verdict }
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
      const found = await context.documents.inspect(path)
      if (found.state === 'encrypted') return 'pdf_encrypted'
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
  const plain = name
    .toWellFormed()
    .normalize('NFC')
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
