import { extname } from 'node:path'
import { fileTypeFromBuffer } from 'file-type'
import type { Entry } from 'yauzl'
import { activityOf } from '../active-content.ts'
import { type Archive, isFolder, openArchive, unpack, unpackAll } from './archive.ts'
import { searchInner } from './marks.ts'
import { Refused } from './refused.ts'

const megabyte = 1024 * 1024
const limits = { entries: 2000, bytes: 2048 * megabyte }
const mostRead = 100 * megabyte
const headBytes = 4100

/** What may lie in an archive, and what its first bytes are; [] where they tell nothing. */
const allowed: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ['pdf', ['pdf']],
  ...['docx', 'pptx', 'xlsx', 'odt', 'odp', 'ods'].map((ending) => [ending, [ending, 'zip']] as const),
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
/** What macOS and Windows put beside files by themselves. */
const leavings = /(^|\/)(__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/

/**
 * Looks through an archive: only kinds of files we take by themselves and plain texts, each what its name says, no
 * archive in it, nothing that runs.
 * @throws Refused zip_content, file_active, file_infected, and what openArchive throws
 */
export async function examineZip(path: string): Promise<void> {
  const archive = await openArchive(path, limits)
  try {
    const files = archive.entries.filter((entry) => !isFolder(entry))
    if (files.length === 0) throw new Refused('file_empty')
    for (const entry of files) await examineEntry(archive, entry)
  } finally {
    archive.zip.close()
  }
}

async function examineEntry(archive: Archive, entry: Entry): Promise<void> {
  if (leavings.test(entry.fileName)) return void (await readThrough(archive, entry))
  const ending = extname(entry.fileName).slice(1).toLowerCase()
  const sniffed = allowed.get(ending)
  if (sniffed === undefined) throw new Refused('zip_content')
  const isRead = ending === 'pdf' || officeEndings.has(ending)
  const head = isRead ? await unpackAll(archive.zip, entry, mostRead) : await readThrough(archive, entry)
  const found = await fileTypeFromBuffer(head).catch(() => undefined)
  if (sniffed.length === 0 ? found !== undefined : found === undefined || !sniffed.includes(found.ext))
    throw new Refused('zip_content')
  if (!isRead) return
  searchInner(head)
  if (ending === 'pdf' && activityOf(head) === 'active') throw new Refused('file_active')
  if (ending !== 'pdf') await refuseMacros(head)
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
    throw new Refused('file_broken', error)
  }
  return head
}
