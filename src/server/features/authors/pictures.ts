import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import busboy from 'busboy'
import { ProductError } from '#shared/errors.ts'
import { maxFormBodyBytes, maxPictureBytes } from '#shared/limits.ts'
import type { RawRequest } from '../../api/endpoint.ts'
import type { Context } from '../../context.ts'
import { normalisePicture } from '../../gateways/images/normalise.ts'

export interface ReceivedProfileForm {
  values: Record<string, string>
  lists: Record<string, string[]>
  /** The one picture, as sent; undefined when none was chosen. */
  picture: Buffer | undefined
}

/**
 * Reads a multipart form with at most one picture, `file`, of 10 MB. Bytes only: nothing is stored.
 * @throws ProductError file_too_large; malformed_request for a broken body; unsupported_media_type for another kind
 */
export async function receiveProfileForm(raw: RawRequest): Promise<ReceivedProfileForm> {
  const form: ReceivedProfileForm = {
    values: Object.create(null),
    lists: Object.create(null),
    picture: undefined,
  }
  const parser = openParser(raw)
  let isTooLarge = false
  parser.on('field', (name, value) => {
    const text = value.trim()
    form.values[name] = text
    form.lists[name] = [...(form.lists[name] ?? []), text]
  })
  parser.on('file', (_name, stream: Readable, info) => {
    const chunks: Buffer[] = []
    stream.on('error', () => {})
    stream.on('limit', () => {
      isTooLarge = true
    })
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.on('end', () => {
      // An untouched file input arrives as a nameless empty file.
      if (info.filename) form.picture = Buffer.concat(chunks)
    })
  })
  try {
    await pipeline(raw.body, parser)
  } catch (cause) {
    throw new ProductError('malformed_request', { cause })
  }
  if (isTooLarge) throw new ProductError('too_large', { fields: { file: 'too_large' } })
  return form
}

/** Checks a picture, stores it without its metadata and gives its key. @throws ProductError image_invalid */
export async function storePicture(context: Context, kind: 'avatar' | 'background', picture: Buffer) {
  const body = await normalisePicture(picture)
  const id = randomUUID()
  const { key } = await context.storage.put(`${kind}/${id.slice(0, 2)}/${id}.webp`, body)
  await context.images.prepare(kind === 'avatar' ? 'author' : 'background', key)
  return key
}

function openParser(raw: RawRequest): busboy.Busboy {
  try {
    return busboy({
      headers: raw.headers,
      defParamCharset: 'utf8',
      limits: {
        fileSize: maxPictureBytes,
        files: 1,
        fields: 300,
        fieldSize: maxFormBodyBytes,
        fieldNameSize: 100,
        parts: 302,
      },
    })
  } catch (cause) {
    throw new ProductError('unsupported_media_type', { cause })
  }
}
