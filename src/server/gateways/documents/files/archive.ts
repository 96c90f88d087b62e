import type { Readable } from 'node:stream'
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import { Refused } from './refused.ts'

export interface ArchiveLimits {
  entries: number
  /** Unpacked bytes of all entries together. */
  bytes: number
}

/** What is small may shrink as it likes; what unpacks to more than this must not have come from next to nothing. */
const suspiciousBytes = 50 * 1024 * 1024
const mostRatio = 120
const localHeaderBytes = 30
const symlink = 0o120000
const fileKinds = 0o170000
const maxName = 255
/** Names Windows keeps for devices, whatever their ending. */
const devices = /^(con|prn|aux|nul|com\d|lpt\d)(\..*)?$/i

/** Control signs, what turns the direction of writing, ways out of the folder, drives. */
const unsafeName = /[\p{Cc}\p{Cs}\u200e\u200f\u202a-\u202e\u2066-\u2069\\]|^[a-z]:/iu

/** An archive whose directory is proven: no name leaves it, no two entries share bytes or a name, it is not a bomb. */
export interface Archive {
  zip: ZipFile
  entries: readonly Entry[]
}

/**
 * Opens an archive and reads its directory; nothing is unpacked yet. The caller closes `zip`.
 * @throws Refused zip_bomb, zip_names, file_encrypted, file_disguised, file_broken
 */
export async function openArchive(source: string | Buffer, limits: ArchiveLimits): Promise<Archive> {
  const options = { lazyEntries: true, autoClose: false, strictFileNames: true, validateEntrySizes: true }
  const zip = await (typeof source === 'string'
    ? yauzl.openPromise(source, options)
    : yauzl.fromBufferPromise(source, options)
  ).catch((cause: unknown) => {
    throw new Refused('file_broken', cause)
  })
  try {
    if (zip.entryCount > limits.entries) throw new Refused('zip_bomb')
    const entries = await readEntries(zip)
    checkSizes(entries, limits)
    checkNames(entries)
    checkPlaces(entries)
    await checkLocalNames(zip, entries)
    return { zip, entries }
  } catch (error) {
    zip.close()
    throw error
  }
}

/** The unpacked bytes of an entry as they come. @throws Refused file_broken */
export async function unpack(zip: ZipFile, entry: Entry): Promise<Readable> {
  return zip.openReadStreamPromise(entry).catch((cause: unknown) => {
    throw new Refused('file_broken', cause)
  })
}

/** All bytes of an entry. @throws Refused zip_bomb for more than `most`, file_broken */
export async function unpackAll(zip: ZipFile, entry: Entry, most: number): Promise<Buffer> {
  if (entry.uncompressedSize > most) throw new Refused('zip_bomb')
  const chunks: Buffer[] = []
  try {
    for await (const chunk of await unpack(zip, entry)) chunks.push(chunk as Buffer)
  } catch (error) {
    if (error instanceof Refused) throw error
    throw new Refused('file_broken', error)
  }
  return Buffer.concat(chunks)
}

/** Whether an entry of an archive is a folder: its name ends so (ZIP, 4.3.17). */
export function isFolder({ fileName }: Entry): boolean {
  return fileName.endsWith('/')
}

function readEntries(zip: ZipFile): Promise<Entry[]> {
  return new Promise((resolve, reject) => {
    const entries: Entry[] = []
    zip.on('entry', (entry) => {
      entries.push(entry)
      zip.readEntry()
    })
    zip.once('end', () => resolve(entries))
    zip.once('error', (error: Error) => {
      const isName = /relative path|absolute path|invalid characters|filename/i.test(error.message)
      reject(new Refused(isName ? 'zip_names' : 'file_broken', error))
    })
    zip.readEntry()
  })
}

function checkSizes(entries: readonly Entry[], limits: ArchiveLimits): void {
  const unpacked = entries.reduce((sum, entry) => sum + entry.uncompressedSize, 0)
  const packed = entries.reduce((sum, entry) => sum + entry.compressedSize, 0)
  if (unpacked > limits.bytes) throw new Refused('zip_bomb')
  if (unpacked > suspiciousBytes && unpacked > mostRatio * packed) throw new Refused('zip_bomb')
}

function checkNames(entries: readonly Entry[]): void {
  const seen = new Set<string>()
  for (const entry of entries) {
    const { fileName: name } = entry
    if (entry.isEncrypted()) throw new Refused('file_encrypted')
    if (name.length > maxName || unsafeName.test(name)) throw new Refused('zip_names')
    const parts = name.replace(/\/$/, '').split('/')
    if (
      parts.some(
        (part) => part === '' || part === '.' || part === '..' || /[. ]$/.test(part) || devices.test(part),
      )
    )
      throw new Refused('zip_names')
    const mode = entry.externalFileAttributes >>> 16
    if ((mode & fileKinds) === symlink) throw new Refused('zip_names')
    // Two names that are one on some disks: the last would win there.
    const same = name.normalize('NFKC').toLowerCase()
    if (seen.has(same)) throw new Refused('zip_names')
    seen.add(same)
  }
}

/** Entries lie one behind the other from the first byte on: none shares its bytes with another (the bomb of 2019). */
function checkPlaces(entries: readonly Entry[]): void {
  let end = 0
  const sorted = entries.toSorted(
    (one, other) => one.relativeOffsetOfLocalHeader - other.relativeOffsetOfLocalHeader,
  )
  for (const [index, entry] of sorted.entries()) {
    const at = entry.relativeOffsetOfLocalHeader
    if (index === 0 && at !== 0) throw new Refused('file_disguised')
    if (at < end) throw new Refused('zip_bomb')
    end = at + localHeaderBytes + entry.fileNameRaw.length + entry.compressedSize
  }
}

/** Some programs believe the name before the bytes, not the one in the directory. */
async function checkLocalNames(zip: ZipFile, entries: readonly Entry[]): Promise<void> {
  for (const entry of entries) {
    const header = await zip.readLocalFileHeaderPromise(entry).catch((cause: unknown) => {
      throw new Refused('file_broken', cause)
    })
    if (!entry.fileNameRaw.equals(header.fileName)) throw new Refused('zip_names')
  }
}
