import { closeSync, createReadStream, openSync, readSync } from 'node:fs'
import { pipeline, Readable } from 'node:stream'
import { crc32, createInflateRaw, inflateRawSync } from 'node:zlib'
import type { Entry } from 'yauzl'
import type { PackedFile, PackedPlace } from '#exercises/formats/incoming/import-files.ts'
import type { ImportRefusal } from '#exercises/formats/incoming/import-report.ts'
import { ProductError } from '#platform/errors.ts'
import { openArchive } from '#platform/gateways/documents/files/archive.ts'
import { Refused } from '#platform/gateways/documents/files/refused.ts'
import { unitLimits } from '#platform/rules/exercise-limits.ts'

/** A package on disk; entries are unpacked when they are read. */
export interface PackageEntries {
  names: readonly string[]
  find(name: string): PackedFile | undefined
  close(): void
}

/** Small entries shrink as they like. */
const suspiciousBytes = 1024 * 1024
const localHeaderBytes = 30
const methods = { stored: 0, deflated: 8 }
const refusals: Readonly<Record<string, ImportRefusal>> = {
  zip_bomb: 'too_large',
  zip_names: 'bad_path',
  file_encrypted: 'has_password',
}

/** Opens a package whose directory is proven; the caller closes it. Reads of it hold up their thread. */
export async function openPackage(path: string): Promise<PackageEntries | ImportRefusal> {
  const { packageEntries, packageBytes } = unitLimits
  let entries: readonly Entry[]
  try {
    const archive = await openArchive(path, {
      entries: packageEntries,
      bytes: packageBytes,
      lastWins: true,
    })
    archive.zip.close()
    entries = archive.entries
  } catch (error) {
    if (error instanceof Refused) return refusals[error.code] ?? 'broken_package'
    throw error
  }
  if (entries.some(isTooLarge)) return 'too_large'
  const byName = new Map(entries.map((entry) => [entry.fileName, entry]))
  const file = openSync(path, 'r')
  return {
    names: [...byName.keys()],
    find: (name) => {
      const entry = byName.get(name)
      const place = entry && placeOf(file, entry)
      return place && { place, read: () => unpackedWhole(file, place) }
    },
    close: () => closeSync(file),
  }
}

function isTooLarge({ compressedSize, uncompressedSize }: Entry): boolean {
  const { packageEntryBytes, packageRatio } = unitLimits
  return (
    Math.max(compressedSize, uncompressedSize) > packageEntryBytes ||
    (uncompressedSize > suspiciousBytes && uncompressedSize > compressedSize * packageRatio)
  )
}

/** Behind its local header, whose length the directory does not say. Undefined: packed in a way nobody here reads. */
function placeOf(file: number, entry: Entry): PackedPlace | undefined {
  const { compressionMethod: method, relativeOffsetOfLocalHeader: start } = entry
  if (method !== methods.stored && method !== methods.deflated) return undefined
  const header = Buffer.alloc(localHeaderBytes)
  if (readSync(file, header, 0, localHeaderBytes, start) < localHeaderBytes) return undefined
  return {
    at: start + localHeaderBytes + header.readUInt16LE(26) + header.readUInt16LE(28),
    packedBytes: entry.compressedSize,
    bytes: entry.uncompressedSize,
    isDeflated: method === methods.deflated,
    sum: entry.crc32,
  }
}

function unpackedWhole(file: number, { at, packedBytes, bytes, isDeflated, sum }: PackedPlace) {
  const packed = Buffer.alloc(packedBytes)
  if (readSync(file, packed, 0, packedBytes, at) < packedBytes) return undefined
  try {
    const plain = isDeflated ? inflateRawSync(packed, { maxOutputLength: Math.max(1, bytes) }) : packed
    return plain.length === bytes && crc32(plain) === sum ? plain : undefined
  } catch {
    return undefined
  }
}

/** The bytes of one file of a package as they come; it ends with ProductError file_broken where they are not what the directory says. */
export function unpackedStream(path: string, place: PackedPlace): Readable {
  return Readable.from(proven(path, place))
}

async function* proven(path: string, { at, packedBytes, bytes, isDeflated, sum }: PackedPlace) {
  const packed = createReadStream(path, { start: at, end: at + packedBytes - 1 })
  const plain = isDeflated ? pipeline(packed, createInflateRaw(), () => undefined) : packed
  let [size, found] = [0, 0]
  try {
    for await (const chunk of plain) {
      size += chunk.length
      if (size > bytes) break
      found = crc32(chunk, found)
      yield chunk
    }
  } catch (cause) {
    throw new ProductError('file_broken', { cause })
  }
  if (size !== bytes || found !== sum) throw new ProductError('file_broken')
}
