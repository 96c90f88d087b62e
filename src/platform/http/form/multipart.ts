import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import busboy from 'busboy'
import { isProductError, ProductError } from '#platform/errors.ts'
import {
  maxFormBodyBytes,
  maxMultipartFields,
  maxMultipartFieldsBytes,
  maxMultipartTypeLength,
  uploadIdle,
} from '#platform/limits.ts'
import { unstorableFields } from '#platform/rules/contract/text.ts'
import type { RequestFacts } from '../access/action.ts'
import { inputErrors } from '../access/validation.ts'
import { fieldName } from './form-fields.ts'

export interface MultipartLimits {
  files: number
  fileBytes: number
  /** All files together, where they may not all be as large as one. */
  allBytes?: number
  /** Tests have less patience. */
  idle?: { ms: number; minBytes: number }
}

export interface MultipartForm {
  /** The last value of each field, trimmed. */
  values: Record<string, string>
  lists: Record<string, string[]>
  /** Fields that were cut off. */
  cutFields: string[]
  /** More files came than may come; the others were passed over. */
  hasTooManyFiles: boolean
  /** `take` stopped: the rest was not read. */
  isStopped: boolean
}

export interface FilePart {
  field: string
  fileName: string
  bytes: Readable
  /** Once the bytes have ended: whether there were more of them. */
  isTruncated(): boolean
}

const maxNameBytes = 100
/** Headers and boundaries around a part. */
const partOverhead = 1024

/**
 * The one reader of multipart forms: counts fields, bytes and time while they arrive and stops at the first that is too
 * many. `take` has each chosen file; when it throws or says stop, that is the end of reading, too. The stream itself is
 * left as it is then, because the answer has to go out on its connection. Errors carry what was typed until then.
 * @throws ProductError too_large, request_timeout, malformed_request, unsupported_media_type; what `take` throws
 */
export async function readMultipart(
  raw: Pick<RequestFacts, 'body' | 'headers'>,
  limits: MultipartLimits,
  take: (part: FilePart) => Promise<'stop' | undefined>,
): Promise<MultipartForm> {
  const { body } = raw
  const parser = openParser(raw.headers, limits)
  const form: MultipartForm = {
    values: Object.create(null),
    lists: Object.create(null),
    cutFields: [],
    hasTooManyFiles: false,
    isStopped: false,
  }
  const taken: Promise<unknown>[] = []
  const watch = watchBody(body, limits)
  const reading = async () => {
    await new Promise<void>((resolve, reject) => {
      watch.onProblem(reject)
      collectFields(parser, form, reject)
      parser.on('file', (field: string | undefined, stream: Readable & { truncated?: boolean }, info) => {
        // A body may break off at any time; unheard, that would end the process.
        stream.on('error', () => {})
        // An untouched file input arrives as a nameless empty file.
        if (!info.filename) return void stream.resume()
        if (isTooLong(field)) return reject(new ProductError('malformed_request'))
        const isTruncated = () => stream.truncated === true
        const task = take({
          field: fieldName(field ?? ''),
          fileName: info.filename,
          bytes: stream,
          isTruncated,
        })
        task.then(
          (verdict) => {
            if (verdict !== 'stop') return
            form.isStopped = true
            resolve()
          },
          (error: unknown) =>
            reject(
              error === stream.errored ? new ProductError('malformed_request', { cause: error }) : error,
            ),
        )
        taken.push(task)
      })
      parser.on('error', (cause) => reject(new ProductError('malformed_request', { cause })))
      parser.on('close', resolve)
      body.pipe(parser)
    })
    if (!form.isStopped) await Promise.all(taken)
    const unstorable = unstorableFields(form.lists)
    if (unstorable.length > 0)
      throw new ProductError('invalid_input', { fields: inputErrors({ unstorable }) })
    return form
  }
  try {
    return await keepingTyped(form, reading)
  } finally {
    watch.stop()
    body.unpipe(parser)
    if (!body.readableEnded) body.pause()
    parser.destroy()
    // Nothing is half stored any more when the answer goes out.
    await Promise.allSettled(taken)
  }
}

/**
 * Errors of `act` carry what was typed: the page is shown again with it, and nobody but the action has read it.
 * @throws what `act` throws
 */
export async function keepingTyped<T>(
  { values, lists }: Pick<MultipartForm, 'values' | 'lists'>,
  act: () => Promise<T>,
): Promise<T> {
  try {
    return await act()
  } catch (error) {
    throw isProductError(error) ? Object.assign(error, { typed: { values, lists } }) : error
  }
}

function openParser(headers: IncomingHttpHeaders, limits: MultipartLimits): busboy.Busboy {
  // Looking for the boundary it names takes the boundary's length times that of the body.
  if ((headers['content-type'] ?? '').length > maxMultipartTypeLength)
    throw new ProductError('malformed_request')
  try {
    return busboy({
      headers,
      defParamCharset: 'utf8',
      limits: {
        // A file counts as cut off as soon as it has as many bytes as here.
        fileSize: limits.fileBytes + 1,
        files: limits.files,
        fields: maxMultipartFields,
        fieldSize: maxFormBodyBytes,
        parts: maxMultipartFields + limits.files + 1,
      },
    })
  } catch (cause) {
    throw new ProductError('unsupported_media_type', { cause })
  }
}

function isTooLong(name = ''): boolean {
  return name.length > maxNameBytes
}

function collectFields(
  parser: busboy.Busboy,
  form: MultipartForm,
  refuse: (error: ProductError) => void,
): void {
  let bytes = 0
  const tooLarge = () => refuse(new ProductError('too_large'))
  parser.on('field', (written: string | undefined, value, info) => {
    bytes += Buffer.byteLength(value)
    if (bytes > maxMultipartFieldsBytes) return tooLarge()
    if (written === undefined || isTooLong(written)) return refuse(new ProductError('malformed_request'))
    const name = fieldName(written)
    if (info.valueTruncated) form.cutFields.push(name)
    const text = value.trim()
    form.values[name] = text
    form.lists[name] ??= []
    form.lists[name].push(text)
  })
  parser.on('filesLimit', () => {
    form.hasTooManyFiles = true
  })
  parser.on('fieldsLimit', tooLarge)
  parser.on('partsLimit', tooLarge)
}

/** Detects a body that is too large in total, stalls or is cut. */
function watchBody(
  body: Readable,
  { files, fileBytes, allBytes = files * fileBytes, idle = uploadIdle }: MultipartLimits,
) {
  const most = allBytes + maxMultipartFieldsBytes + (maxMultipartFields + files) * partOverhead
  let total = 0
  let recent = 0
  let report: (error: ProductError) => void = () => {}
  const broken = (cause?: unknown) => report(new ProductError('malformed_request', { cause }))
  const listeners = {
    data: (chunk: Buffer) => {
      total += chunk.length
      recent += chunk.length
      if (total > most) report(new ProductError('too_large'))
    },
    end: () => clearInterval(timer),
    error: broken,
    close: () => {
      if (!body.readableEnded) broken()
    },
  }
  const timer = setInterval(() => {
    // Paused: it is our disk that is slow.
    if (recent < idle.minBytes && !body.isPaused()) report(new ProductError('request_timeout'))
    recent = 0
  }, idle.ms)
  return {
    onProblem(listener: (error: ProductError) => void) {
      report = listener
      if (body.destroyed && !body.readableEnded) return broken(body.errored)
      for (const [event, heard] of Object.entries(listeners)) body.on(event, heard)
    },
    stop() {
      clearInterval(timer)
      for (const [event, heard] of Object.entries(listeners)) body.off(event, heard)
    },
  }
}
