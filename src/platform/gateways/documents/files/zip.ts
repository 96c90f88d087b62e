import { createWriteStream } from 'node:fs'
import { extname } from 'node:path'
import { finished } from 'node:stream/promises'
import type { PDFiumLibrary } from '@hyzyla/pdfium'
import { fileTypeFromBuffer } from 'file-type'
import type { Entry } from 'yauzl'
import type { LeftPart } from '#platform/rules/files/left-parts.ts'
import { textOfBytes } from '#platform/rules/files/text-encoding.ts'
import { activityOf } from '../pdf/active-content.ts'
import { type Archive, isFolder, openArchive, unpack, unpackAll } from './archive.ts'
import { searchInner } from './byte-signatures.ts'
import { entryCleaner } from './clean-entry.ts'
import { Refused } from './refused.ts'
import { rewriteArchive } from './write-archive.ts'

const megabyte = 1024 * 1024
const limits = { entries: 2000, bytes: 2048 * megabyte }
const mostRead = 100 * megabyte
const headBytes = 4100

/** What may lie in an archive, and what its first bytes are; [] where they tell nothing. */
const allowed: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ['pdf', ['pdf']],
  ['docx', ['docx', 'dotx', 'zip']],
  ['pptx', ['pptx', 'ppsx', 'potx', 'zip']],
  ['xlsx', ['xlsx', 'xltx', 'zip']],
  ...['odt', 'odp', 'ods'].map((ending) => [ending, [ending, 'zip']] as const),
  ['png', ['png', 'apng']],
  ['jpg', ['jpg']],
  ['jpeg', ['jpg']],
  ['webp', ['webp']],
  ['gif', ['gif']],
  ['mp3', ['mp3']],
  ['m4a', ['m4a']],
  ['ogg', ['ogg', 'oga', 'opus']],
  ['wav', ['wav']],
  ['mp4', ['mp4', 'm4v']],
  ['webm', ['webm']],
  ['txt', []],
  ['csv', []],
])
const officeEndings = new Set(['docx', 'pptx', 'xlsx', 'odt', 'odp', 'ods'])
const activeParts = /(^|\/)(vbaproject\.bin|vbadata\.xml|activex\/|macrosheets\/)|^(basic|scripts)\//i
/** What systems and programs put beside files by themselves; it is left out. */
const leavings: readonly RegExp[] = [
  /(^|\/)(__MACOSX|\.AppleDouble|\.(Spotlight-V100|Trashes|fseventsd|TemporaryItems|DocumentRevisions-V100))\//i,
  /(^|\/)(\._[^/]*|\.DS_Store|\.localized|\.VolumeIcon\.icns|\.apdisk|Icon)$/i,
  /(^|\/)(Thumbs\.db|ehthumbs\w*\.db|desktop\.ini|\.picasa\.ini|\.directory|\.nomedia|[^/]*\.lnk)$/i,
  /(^|\/)(\$RECYCLE\.BIN|System Volume Information|@eaDir|\.Trash-\d+|\.git)\//i,
  // Lock files name the person who has the document open.
  /(^|\/)(~\$[^/]*|\.~lock\.[^/]*)$/i,
]
/** Signs that Windows stores in no name; Macs do. */
const unstored = /[<>:"|?*]/g

/**
 * Looks through an archive: only kinds of files we take by themselves and plain texts, each what its name says, no
 * archive in it, nothing that runs. It is written to `target` without what its files say of whoever made them and without
 * what systems put beside them, with names that all systems can store; answers what had to stay as it is.
 * @throws Refused zip_content, file_active, file_infected, each with the entry, and what openArchive throws
 */
export async function cleanZip(path: string, target: string, library: PDFiumLibrary): Promise<LeftPart[]> {
  const archive = await openArchive(path, limits)
  const out = createWriteStream(target, { flags: 'wx' })
  try {
    const all = archive.entries.filter((entry) => !isFolder(entry))
    const files = all.filter(({ fileName }) => !leavings.some((name) => name.test(fileName)))
    makeStorable(files)
    if (files.length === 0) throw new Refused('file_empty')
    for (const entry of files) await examineEntry(archive, entry).catch((error) => blame(entry, error))
    const left: LeftPart[] = []
    const clean = entryCleaner(archive, { library, target, left })
    const cleanOrBlame = (entry: Entry) => clean(entry).catch((error) => blame(entry, error))
    await rewriteArchive({ zip: archive.zip, entries: files }, cleanOrBlame, out)
    out.end()
    await finished(out)
    return left
  } finally {
    out.destroy()
    archive.zip.close()
  }
}

/** @throws Refused zip_names where two names become one */
function makeStorable(files: readonly Entry[]): void {
  const seen = new Set<string>()
  for (const entry of files) {
    entry.fileName = entry.fileName.replace(unstored, '_')
    const same = entry.fileName.normalize('NFKC').toLowerCase()
    if (seen.has(same)) throw new Refused('zip_names', { entry: entry.fileName })
    seen.add(same)
  }
}

async function examineEntry(archive: Archive, entry: Entry): Promise<void> {
  const ending = extname(entry.fileName).slice(1).toLowerCase()
  const sniffed = allowed.get(ending)
  if (sniffed === undefined) throw new Refused('zip_content')
  const isRead = ending === 'pdf' || officeEndings.has(ending)
  const head = isRead ? await unpackAll(archive.zip, entry, mostRead) : await readThrough(archive, entry)
  const found = await fileTypeFromBuffer(head).catch(() => undefined)
  const isOther = sniffed.length === 0 ? !isText(head) : found === undefined || !sniffed.includes(found.ext)
  if (isOther) throw new Refused('zip_content')
  if (!isRead) return
  searchInner(head)
  if (ending === 'pdf' && activityOf(head) === 'active') throw new Refused('file_active')
  if (ending !== 'pdf') await refuseMacros(head)
}

/** Says which file of the archive is to blame. */
function blame({ fileName }: Entry, error: unknown): never {
  if (error instanceof Refused) throw new Refused(error.code, { cause: error, entry: fileName })
  throw error
}

/** Letters, whatever the first two are: many files that are none begin with letters, too ("BM" is a picture of Windows). */
function isText(head: Buffer): boolean {
  const text = textOfBytes(head)
  return (text.match(/(?!\s)\p{Cc}|\ufffd/gu)?.length ?? 0) * 200 <= text.length
}

async function refuseMacros(bytes: Buffer): Promise<void> {
  const inner = await openArchive(bytes, { entries: 10_000, bytes: 600 * megabyte })
  inner.zip.close()
  if (inner.entries.some(({ fileName }) => activeParts.test(fileName))) throw new Refused('file_active')
}

/** Unpacks to nowhere: sizes are checked on the way. Answers the first bytes. */
async function readThrough({ zip }: Archive, entry: Entry): Promise<Buffer> {
  let head = Buffer.alloc(0)
  let end = Buffer.alloc(0)
  try {
    for await (const chunk of await unpack(zip, entry)) {
      const bytes = Buffer.concat([end, chunk as Buffer])
      searchInner(bytes)
      if (head.length < headBytes) head = Buffer.concat([head, (chunk as Buffer).subarray(0, headBytes)])
      end = bytes.subarray(Math.max(0, bytes.length - 128))
    }
  } catch (error) {
    if (error instanceof Refused) throw error
    throw new Refused('file_broken', { cause: error })
  }
  return head
}
