import type { Entry } from 'yauzl'
import { type Archive, isFolder, openArchive, unpackAll } from './archive.ts'
import { searchInner } from './marks.ts'
import { textOf } from './office-text.ts'
import { Refused } from './refused.ts'
import { rewriteArchive } from './write-archive.ts'

const megabyte = 1024 * 1024
const limits = { entries: 10_000, bytes: 600 * megabyte }
const mostPart = 200 * megabyte
const mostXml = 60 * megabyte

/** The part each kind stands or falls with. */
const mainParts: Readonly<Record<string, string>> = {
  docx: 'word/document.xml',
  pptx: 'ppt/presentation.xml',
  xlsx: 'xl/workbook.xml',
  odt: 'content.xml',
  odp: 'content.xml',
  ods: 'content.xml',
}
/** Programs inside, by the names all programs give them. */
const activeNames =
  /(^|\/)(vbaproject\.bin|vbadata\.xml|activex\/|macrosheets\/|dialogsheets\/|customui\/.*\.bin)|^(basic|scripts)\//i
const macroTypes = /macroenabled|vnd\.ms-office\.vbaproject|ms-word\.vbadata/i
/** What is fetched or started when the file is opened; links that are clicked and films that are played are none of it. */
const outsideParts =
  /Type\s*=\s*["'][^"']*\/(attachedTemplate|oleObject|frame|subDocument|externalLinkPath)["']/i
const relation = /<(?:\w+:)?Relationship\s[^>]*>/gi
const scriptLink = /Target\s*=\s*["']\s*(javascript|vbscript|file:[^"']*\.(exe|bat|cmd|ps1|js|vbs|scr))/i
const fieldProgram = /<w:instrText[^>]*>\s*"?\s*DDE(AUTO)?\b/i
const entity = /<!ENTITY/i
const anyDoctype = /<!DOCTYPE/i
/** A program or any file, wrapped so that a double click starts it. Formulas and charts are wrapped otherwise. */
const wrapped = ['Ole10Native', '_VBA_PROJECT'].map((word) => Buffer.from(word, 'utf16le'))

/**
 * Looks through a Word, PowerPoint, Excel or OpenDocument file and writes it to `target` without what it says of its
 * author; answers the text in it.
 * @throws Refused file_active (macros, templates and programs from elsewhere, XML entities), file_disguised, and what
 * openArchive throws
 */
export async function cleanOffice(path: string, ending: string, target: string): Promise<string> {
  const archive = await openArchive(path, limits)
  try {
    await checkMain(archive, ending)
    const changed = new Map<string, Buffer>()
    const texts = new Map<string, string>()
    for (const entry of archive.entries.filter((each) => !isFolder(each))) {
      if (activeNames.test(entry.fileName)) throw new Refused('file_active')
      if (isXml(entry)) await lookAtXml(archive, entry, { ending, changed, texts })
      else await lookAtPart(archive, entry)
    }
    await rewriteArchive(archive, changed, target)
    return textOf(ending, texts)
  } finally {
    archive.zip.close()
  }
}

async function checkMain({ zip, entries }: Archive, ending: string): Promise<void> {
  const main = mainParts[ending]
  if (!entries.some(({ fileName }) => fileName === main)) throw new Refused('file_disguised')
  const isOpen = main === 'content.xml'
  const typed = entries.find(({ fileName }) => fileName === (isOpen ? 'mimetype' : '[Content_Types].xml'))
  if (typed === undefined) throw new Refused('file_disguised')
  const text = (await unpackAll(zip, typed, megabyte)).toString('latin1')
  const words = { odt: '.text', odp: '.presentation', ods: '.spreadsheet' }[ending]
  if (words !== undefined && text.trim() !== `application/vnd.oasis.opendocument${words}`)
    throw new Refused('file_disguised')
  if (macroTypes.test(text)) throw new Refused('file_active')
}

async function lookAtXml(
  { zip }: Archive,
  entry: Entry,
  { ending, changed, texts }: { ending: string; changed: Map<string, Buffer>; texts: Map<string, string> },
): Promise<void> {
  const bytes = await unpackAll(zip, entry, mostXml)
  searchInner(bytes)
  const isWide = bytes[0] === 0xff || bytes[0] === 0xfe || bytes[1] === 0
  const text = bytes.toString(isWide ? 'utf16le' : 'utf8')
  if (entity.test(text) || (!ending.startsWith('od') && anyDoctype.test(text)))
    throw new Refused('file_active')
  if (fieldProgram.test(text)) throw new Refused('file_active')
  if (entry.fileName.endsWith('.rels')) refuseOutside(text)
  const without = withoutAuthor(entry.fileName, text)
  if (without !== text && !isWide) changed.set(entry.fileName, Buffer.from(without, 'utf8'))
  texts.set(entry.fileName, text)
}

function refuseOutside(text: string): void {
  for (const [row] of text.matchAll(relation)) {
    if (scriptLink.test(row)) throw new Refused('file_active')
    if (/TargetMode\s*=\s*["']External["']/i.test(row) && outsideParts.test(row))
      throw new Refused('file_active')
  }
}

/** Pictures, recordings, fonts, and files inside of the file: a table in a presentation is a workbook. */
async function lookAtPart({ zip }: Archive, entry: Entry): Promise<void> {
  const bytes = await unpackAll(zip, entry, mostPart)
  searchInner(bytes)
  if (bytes.subarray(0, 2).toString('latin1') === 'MZ') throw new Refused('file_active')
  if (wrapped.some((word) => bytes.includes(word))) throw new Refused('file_active')
  if (bytes.readUInt32BE === undefined || bytes.length < 4 || bytes.readUInt32LE(0) !== 0x04034b50) return
  const inner = await openArchive(bytes, limits)
  inner.zip.close()
  if (inner.entries.some(({ fileName }) => activeNames.test(fileName))) throw new Refused('file_active')
}

function isXml({ fileName }: Entry): boolean {
  return /\.(xml|rels|rdf|vml)$/i.test(fileName)
}

/** Who wrote, changed and printed it, and for which company; the title and the language stay. */
function withoutAuthor(name: string, text: string): string {
  if (name === 'docProps/core.xml' || name === 'meta.xml') return emptied(text, personal)
  if (name === 'docProps/app.xml') return emptied(text, ['Company', 'Manager', 'HyperlinkBase'])
  if (name === 'docProps/custom.xml') return text.replace(/<property\b[\s\S]*?<\/property>/g, '')
  if (/^word\/.*\.xml$/.test(name)) return text.replace(/\bw:(author|initials)="[^"]*"/g, 'w:$1=""')
  return text
}

const personal = [
  'dc:creator',
  'cp:lastModifiedBy',
  'meta:initial-creator',
  'meta:printed-by',
  'meta:user-defined',
]

function emptied(text: string, elements: readonly string[]): string {
  return elements.reduce(
    (left, element) =>
      left.replace(new RegExp(`(<${element}(?:\\s[^>]*)?>)[^<]*(</${element}>)`, 'g'), '$1$2'),
    text,
  )
}
