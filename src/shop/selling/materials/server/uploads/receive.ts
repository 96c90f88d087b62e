import type { Context } from '#platform/context/context.ts'
import { errors, type FieldErrors, isProductError, ProductError } from '#platform/errors.ts'
import type { StoredObject } from '#platform/gateways/storage/storage.ts'
import type { RequestFacts } from '#platform/http/access/action.ts'
import { inputErrors } from '#platform/http/access/validation.ts'
import { type FilePart, keepingTyped, readMultipart } from '#platform/http/form/multipart.ts'
import type { Parts } from '#platform/http/form/parts.ts'
import { unknownParts } from '#platform/http/form/sent-parts.ts'
import { maxUploadBytes, maxUploadFiles } from '#platform/limits.ts'
import { cleanName, fileKey } from '../files/file-names.ts'
import { examineVideo, type ReceivedVideo, videoKey } from '../files/videos.ts'
import type { ReceivedFile, RefusedFile } from '../types.ts'
import { examineFile } from './examine.ts'
import { removeUpload, waitingFiles } from './uploads.ts'

export interface ReceivedForm {
  /** The last value of each field, trimmed. */
  values: Record<string, string>
  lists: Record<string, string[]>
  files: ReceivedFile[]
  /** Sent as `video`; not one of the files that are sold. */
  video: ReceivedVideo | undefined
  /** `files` names what was wrong with the first refused file; refused files are not stored. */
  problems: FieldErrors
  /** Files that were not taken, in the order of the form. */
  refused: RefusedFile[]
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
 * @throws ProductError as `readMultipart` does; invalid_input with the fields and files that `parts` does not know
 */
export async function receiveForm(context: Context, raw: Body, parts: Parts): Promise<ReceivedForm> {
  const { arrivals, ...form } = await readParts(context, raw, parts)
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
    if ('code' in outcome) {
      form.refused.push(outcome)
      form.problems.files ??= outcome.code
    } else form.files.push(outcome)
  }
  // Behind those of the form itself: where there is a script, all have come before it.
  const named = new Set(form.lists.uploads ?? []).size
  const waiting = await waitingFiles(context, form.lists.uploads ?? []).catch((error: unknown) => {
    if (!isProductError(error) || errors[error.code] >= 500) throw error
    form.problems.files ??= error.code
    return []
  })
  // Used by another form, or too old.
  if (waiting.length < named) form.problems.files ??= 'required'
  if (form.files.length + waiting.length > maxUploadFiles) form.problems.files = 'too_long'
  form.files.push(...waiting.slice(0, maxUploadFiles - form.files.length))
  return form
}

/** Takes back files whose material could not be written. */
export async function discardFiles(
  context: Context,
  files: readonly { storageKey: string; uploadId?: string }[],
): Promise<void> {
  // What came before its form waits for the next try.
  const own = files.filter(({ uploadId }) => uploadId === undefined)
  await Promise.all(own.map((file) => context.storage.delete(file.storageKey)))
}

async function readParts(
  context: Context,
  raw: Body,
  parts: Parts,
): Promise<ReceivedForm & { arrivals: readonly Arrival[] }> {
  const arrivals: Arrival[] = []
  const misplaced: FieldErrors = {}
  let places = 0
  const empty = { files: [], refused: [], video: undefined, arrivals: [] }
  const names: string[] = []
  const take = async (part: FilePart) => {
    names.push(part.field)
    if (!Object.hasOwn(parts.files, part.field)) {
      if (Object.hasOwn(parts.fields.shape, part.field)) misplaced[part.field] = 'invalid'
      part.bytes.resume()
      return undefined
    }
    const place = places++
    const name = cleanName(part.fileName)
    const isVideo = part.field === 'video'
    try {
      const stored = await context.storage.put(isVideo ? videoKey(name) : fileKey(name), part.bytes)
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
    const unknown = unknownParts(parts, read, names)
    if (unknown.length > 0)
      await keepingTyped(read, async () => {
        throw new ProductError('invalid_input', { fields: inputErrors({ unknown }) })
      })
    const problems: FieldErrors = { ...misplaced }
    for (const name of cutFields) problems[name] = 'too_long'
    for (const name of Object.keys(parts.files)) if (values[name]) problems[name] = 'invalid'
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

async function settle(context: Context, arrival: Arrival): Promise<ReceivedFile | RefusedFile> {
  const { name, stored } = arrival
  try {
    const found = arrival.isTruncated
      ? { code: 'file_too_large' as const, entry: name }
      : await examineFile(context, { name, ...stored })
    if (!('code' in found)) return { ...found, name }
    await context.storage.delete(stored.key)
    return found
  } catch (error) {
    await context.storage.delete(stored.key)
    throw error
  }
}

/** Keeps one good video; `problems.video` says what is wrong with another. */
async function settleVideo(context: Context, arrival: Arrival, form: ReceivedForm): Promise<void> {
  const { key, sizeBytes } = arrival.stored
  const verdict = arrival.isTruncated
    ? 'file_too_large'
    : await examineVideo(context, { key, name: arrival.name, sizeBytes })
  if (typeof verdict !== 'string' && form.video === undefined) {
    form.video = verdict
    return
  }
  await context.storage.delete(typeof verdict === 'string' ? key : verdict.storageKey)
  if (typeof verdict === 'string') form.problems.video ??= verdict
}

/** Takes out of a form what its listing has already, or what came twice; `refused` names each of them. */
export async function refuseTwice(
  context: Context,
  form: ReceivedForm,
  there: readonly { sha256: Buffer }[] = [],
): Promise<void> {
  const known = new Set(there.map(nameOfBytes))
  const remaining: ReceivedFile[] = []
  for (const file of form.files) {
    if (!known.has(nameOfBytes(file))) {
      known.add(nameOfBytes(file))
      remaining.push(file)
      continue
    }
    form.refused.push({ code: 'file_twice', entry: file.name })
    form.problems.files ??= 'file_twice'
    if (file.uploadId) await removeUpload(context, file.uploadId)
    else await context.storage.delete(file.storageKey)
  }
  form.files = remaining
}

function nameOfBytes({ sha256 }: { sha256: Buffer }): string {
  return sha256.toString('hex')
}
