import { inflateSync } from 'node:zlib'
import { nextToken, type PdfObject, type Reading, readObject, TooMuchWork } from './pdf-object.ts'

/** Scripts, starting programs, and other files inside (ISO 32000-1: 12.6.4.16, 12.6.4.5, 7.11.4, 12.5.6.15). */
const activeNames: readonly string[] = [
  'JavaScript',
  'JS',
  'Launch',
  'EmbeddedFile',
  'EmbeddedFiles',
  'EF',
  'FileAttachment',
  'RichMedia',
]
const mostPacked = 32 * 1024 * 1024
const mostUnpacked = 32 * 1024 * 1024
const mostWork = 64 * 1024 * 1024

/** An object stream that is packed in a way no usual program packs it: what is in it cannot be told. */
class Unreadable extends Error {
  override readonly name = 'Unreadable'
}

/**
 * Whether a PDF can do more than be read, or cannot be looked through. Every object is read, whether the file's tables
 * name it or not: programs differ in which they believe.
 */
export function activityOf(bytes: Uint8Array): 'none' | 'active' | 'unreadable' {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const work = { left: mostWork + 2 * file.length }
  try {
    for (let at = file.indexOf('obj'); at >= 0; at = file.indexOf('obj', at + 3)) {
      // The end of another word, as of `endobj`.
      if (!/[\s\0\d]/.test(String.fromCharCode(file[at - 1] ?? 0))) continue
      const found = readObject({ bytes: file, at: at + 3, work })
      if (isActive(found) || (isObjectStream(found) && holdsActive(file, found, work))) return 'active'
    }
    return 'none'
  } catch (error) {
    if (error instanceof Unreadable || error instanceof TooMuchWork) return 'unreadable'
    throw error
  }
}

function isActive({ names }: PdfObject): boolean {
  return activeNames.some((name) => names.has(name))
}

function isObjectStream({ names, streamAt }: PdfObject): boolean {
  return streamAt !== undefined && (names.has('ObjStm') || (names.has('First') && names.has('N')))
}

/** Objects in an object stream stand where the pairs of numbers at its head say (7.5.7). */
function holdsActive(file: Buffer, stream: PdfObject, work: Reading['work']): boolean {
  const { first } = stream
  const bytes = unpacked(file, stream)
  if (first === undefined || !(first <= bytes.length)) throw new Unreadable()
  const head: Reading = { bytes: bytes.subarray(0, first), at: 0, work }
  for (;;) {
    const [id, offset] = [nextToken(head), nextToken(head)]
    if (id === '' || offset === '') return false
    const at = first + Number(offset)
    if (!Number.isSafeInteger(at)) throw new Unreadable()
    if (isActive(readObject({ bytes, at, work }))) return true
  }
}

function unpacked(file: Buffer, { names, filters, streamAt = 0 }: PdfObject): Buffer {
  if (names.has('DecodeParms') || names.has('DP') || filters === undefined) throw new Unreadable()
  const end = file.indexOf('endstream', streamAt)
  if (filters.length === 0) return file.subarray(streamAt, end < 0 ? undefined : end)
  if (filters.length > 1 || filters[0] !== 'FlateDecode') throw new Unreadable()
  try {
    return inflateSync(file.subarray(streamAt, streamAt + mostPacked), { maxOutputLength: mostUnpacked })
  } catch (cause) {
    throw new Unreadable('', { cause })
  }
}
