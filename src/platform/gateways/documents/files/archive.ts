import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import yauzl, { type Entry, RandomAccessReader, type ZipFile } from 'yauzl'
import { dosText } from '#platform/rules/files/dos-tables.ts'
import { Refused } from './refused.ts'

interface ArchiveLimits {
  entries: number
  /** Unpacked bytes of all entries together. */
  bytes: number
  /** The same name again, sign by sign, replaces the entry before it, as with unzip; else it is refused. */
  lastWins?: boolean
}

/** Small entries may have any ratio; above this size the compression ratio is checked (zip bombs). */
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
/** What lies behind the end of an archive and is left behind: some programs write a byte or a line there. */
const mostBehind = 64 * 1024
const endBytes = 22
const mostComment = 0xffff

/** An archive whose directory is proven: no name leaves it, no two entries share bytes or a name, it is not a bomb. */
export interface Archive {
  zip: ZipFile
  entries: readonly Entry[]
  /** Whether names were mended or bytes behind its end were passed over: only a copy that is written anew is as harmless. */
  isMended: boolean
}

/**
 * Opens an archive and reads its directory; nothing is unpacked yet. Names that some systems cannot store ("Station 1.", blanks at the
 * end, backslashes between folders) are mended, bytes behind its end are passed over. The caller closes `zip`.
 * @throws Refused zip_bomb, zip_names, file_encrypted, file_disguised, file_broken
 */
export async function openArchive(source: string | Buffer, limits: ArchiveLimits): Promise<Archive> {
  const options = { lazyEntries: true, autoClose: false, strictFileNames: false, validateEntrySizes: true }
  const { size, end } = await endOf(source)
  const zip = await (typeof source === 'string'
    ? yauzl.fromRandomAccessReaderPromise(new PathReader(source), end, options)
    : yauzl.fromBufferPromise(source.subarray(0, end), options)
  ).catch((cause: unknown) => {
    throw new Refused('file_broken', { cause })
  })
  try {
    if (zip.entryCount > limits.entries) throw new Refused('zip_bomb')
    const all = await readEntries(zip)
    checkSizes(all, limits)
    const areNamesMended = mendNames(all)
    const entries = limits.lastWins ? lastOfEachName(all) : all
    checkNames(entries)
    checkPlaces(limits.lastWins ? withoutListedTwice(all) : all)
    await checkLocalNames(zip, entries)
    return { zip, entries, isMended: areNamesMended || end < size }
  } catch (error) {
    zip.close()
    throw error
  }
}

/** The unpacked bytes of an entry as they come. @throws Refused file_broken */
export async function unpack(zip: ZipFile, entry: Entry): Promise<Readable> {
  return zip.openReadStreamPromise(entry).catch((cause: unknown) => {
    throw new Refused('file_broken', { cause, entry: entry.fileName })
  })
}

/** All bytes of an entry. @throws Refused zip_bomb for more than `most`, file_broken */
export async function unpackAll(zip: ZipFile, entry: Entry, most: number): Promise<Buffer> {
  if (entry.uncompressedSize > most) throw new Refused('zip_bomb', { entry: entry.fileName })
  const chunks: Buffer[] = []
  try {
    for await (const chunk of await unpack(zip, entry)) chunks.push(chunk as Buffer)
  } catch (error) {
    if (error instanceof Refused) throw error
    throw new Refused('file_broken', { cause: error, entry: entry.fileName })
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
      // yauzl names the entry behind its message: "invalid relative path: ../x".
      const entry = isName ? /: (.+)$/.exec(error.message)?.[1] : undefined
      reject(new Refused(isName ? 'zip_names' : 'file_broken', { cause: error, entry }))
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

/**
 * Blanks and dots at the end of a folder's or file's name, which Windows does not store, the line end in the name of a Mac's "Icon",
 * folders without a name ("./a", "a//b"); yauzl made slashes of backslashes.
 */
function mendNames(entries: readonly Entry[]): boolean {
  let isMended = false
  for (const entry of entries) {
    const name = entryName(entry)
    const parts = name
      .split('/')
      .filter((part, at, all) => part !== '.' && (part !== '' || at === 0 || at === all.length - 1))
    const mended = parts.map((part) => (part === '..' ? part : part.replace(/[. \r]+$/, ''))).join('/')
    if (mended !== entry.fileName || entry.fileNameRaw.includes('\\')) isMended = true
    entry.fileName = mended
  }
  return isMended
}

/** How long a file is, and where the archive in it ends: behind the last end of a directory (APPNOTE 4.3.16) and its comment. */
async function endOf(source: string | Buffer): Promise<{ size: number; end: number }> {
  const size = typeof source === 'string' ? await sizeOf(source) : source.length
  const from = Math.max(0, size - mostBehind - mostComment - endBytes)
  const tail = typeof source === 'string' ? await readFrom(source, from) : source.subarray(from)
  for (let at = tail.lastIndexOf('PK\x05\x06', undefined, 'latin1'); at >= 0; ) {
    const length =
      at + endBytes <= tail.length ? endBytes + tail.readUInt16LE(at + 20) : Number.POSITIVE_INFINITY
    const behind = tail.length - at - length
    if (behind >= 0) return { size, end: behind <= mostBehind ? size - behind : size }
    at = at === 0 ? -1 : tail.lastIndexOf('PK\x05\x06', at - 1, 'latin1')
  }
  return { size, end: size }
}

async function sizeOf(path: string): Promise<number> {
  const file = await open(path)
  try {
    return (await file.stat()).size
  } finally {
    await file.close()
  }
}

async function readFrom(path: string, from: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of createReadStream(path, { start: from })) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** A file on disk, read by yauzl in ranges. */
class PathReader extends RandomAccessReader {
  readonly #path: string

  constructor(path: string) {
    super()
    this.#path = path
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return createReadStream(this.#path, { start, end: end - 1 })
  }
}

function checkNames(entries: readonly Entry[]): void {
  const seen = new Set<string>()
  for (const entry of entries) {
    const { fileName: name } = entry
    const refuse = () => new Refused('zip_names', { entry: name })
    if (entry.isEncrypted()) throw new Refused('file_encrypted', { entry: name })
    if (name.length > maxName || unsafeName.test(name)) throw refuse()
    const parts = name.replace(/\/$/, '').split('/')
    if (parts.some((part) => part === '' || part === '.' || part === '..' || devices.test(part)))
      throw refuse()
    const mode = entry.externalFileAttributes >>> 16
    if ((mode & fileKinds) === symlink) throw refuse()
    // Two names that are one on some disks: the last would win there.
    const same = name.normalize('NFKC').toLowerCase()
    if (seen.has(same)) throw refuse()
    seen.add(same)
  }
}

/** What unzip leaves on the disk. */
function lastOfEachName(entries: readonly Entry[]): Entry[] {
  return [...new Map(entries.map((entry) => [entry.fileName, entry])).values()]
}

/** Some directories list one file several times: its bytes are there once. */
function withoutListedTwice(entries: readonly Entry[]): Entry[] {
  const key = ({ fileName, relativeOffsetOfLocalHeader: at, compressedSize }: Entry) =>
    `${at}:${compressedSize}:${fileName}`
  return [...new Map(entries.map((entry) => [key(entry), entry])).values()]
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
      throw new Refused('file_broken', { cause, entry: entry.fileName })
    })
    if (!entry.fileNameRaw.equals(header.fileName)) throw new Refused('zip_names', { entry: entry.fileName })
  }
}

const utf8Flag = 0x0800
const unicodeName = 0x7075

const encodings = ['ibm850', 'ibm737', 'windows-1252', 'windows-1253'] as const

/**
 * The name of an entry: as it says to be written, else in what its bytes are. Macs write UTF-8 and do not say so, Windows writes
 * what its language had before Unicode (APPNOTE, appendix D).
 */
function entryName({ fileName, fileNameRaw, generalPurposeBitFlag, extraFields }: Entry): string {
  const isSaid = (generalPurposeBitFlag & utf8Flag) !== 0 || extraFields.some(({ id }) => id === unicodeName)
  return isSaid ? fileName : decodedName(fileNameRaw).replaceAll('\\', '/')
}

function decodedName(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    const names = encodings.map((encoding) => decodedAs(bytes, encoding))
    const best = Math.max(...names.map(likeness))
    return names.find((name) => likeness(name) === best) ?? ''
  }
}

function decodedAs(bytes: Buffer, encoding: (typeof encodings)[number]): string {
  if (encoding === 'ibm850' || encoding === 'ibm737') return dosText(bytes, encoding)
  return new TextDecoder(encoding).decode(bytes)
}

/** How much a name reads like one: letters beside letters of the same script, few of them marked, small ones behind capitals. */
function likeness(name: string): number {
  let score = 0
  for (const [word] of name.matchAll(/[\p{L}\p{M}]+|[^\p{L}\p{M}\p{ASCII}]/gu)) {
    const others = [...word].filter((sign) => sign > '\u007f')
    if (!/\p{L}/u.test(word)) score -= 2
    else if (/\p{Script=Greek}/u.test(word)) score += others.length === [...word].length ? others.length : -2
    else score += others.length * 2 > word.length + 1 ? -others.length : others.length
    score -= 2 * (word.match(/\p{Ll}\p{Lu}/gu)?.length ?? 0)
  }
  return score
}
