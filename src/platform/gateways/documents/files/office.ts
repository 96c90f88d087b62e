import type { Writable } from 'node:stream'
import type { PDFiumLibrary } from '@hyzyla/pdfium'
import type { Entry } from 'yauzl'
import { maxExtractedText } from '#platform/limits.ts'
import type { LeftPart } from '#platform/rules/files/left-parts.ts'
import { cleanPdf } from '../pdf/clean-pdf.ts'
import { cleanDrawing } from '../pictures/clean-drawing.ts'
import { cleanPicture } from '../pictures/clean-picture.ts'
import { cleanRecording } from '../recordings/clean-recording.ts'
import { type Archive, openArchive, unpackAll } from './archive.ts'
import { searchInner } from './byte-signatures.ts'
import { planParts, withoutParts } from './office-parts.ts'
import { Pseudonyms, withoutPeople } from './personal-xml.ts'
import { Refused } from './refused.ts'
import { Collected, rewriteArchive } from './write-archive.ts'
import { xmlBytes, xmlText } from './xml-tags.ts'

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
const outsideParts = /Type\s*=\s*["'][^"']*\/(attachedTemplate|oleObject|frame|subDocument)["']/i
const relation = /<(?:\w+:)?Relationship\s[^>]*>/gi
const scriptLink = /Target\s*=\s*["']\s*(javascript|vbscript|file:[^"']*\.(exe|bat|cmd|ps1|js|vbs|scr))/i
/** Dynamic data exchange: a field, a link or a formula that starts a program. */
const program =
  /<(?:\w+:)?instrText[^>]*>\s*"?\s*DDE(AUTO)?\b|\binstr\s*=\s*["']\s*DDE(AUTO)?\b|<(?:\w+:)?(ddeLink|dde-source|dde-link|dde-connection-decl)\b/i
const entity = /<!ENTITY/i
const anyDoctype = /<!DOCTYPE/i
/** Lists of all parts of a file. */
const isList = /^\[Content_Types\]\.xml$|\.rels$|^META-INF\/manifest\.xml$/i
/** Documents of other kinds within a part, and drawings in PostScript: they say who made them in words of their own. */
const foreign = /\.(rtf|html?|xhtml|mht|mhtml|eps|ps|doc|xls|ppt)$/i
const zipMark = 0x04034b50
const oldMark = 0xd0cf11e0
/** Streams of binary Office formats ([MS-CFB]): documents, their properties, and whole files. */
const oldDocuments = [
  '\u0005SummaryInformation',
  'WordDocument',
  'Workbook',
  'PowerPoint Document',
  'Package',
].map((word) => Buffer.from(word, 'utf16le'))
/** Files in files in files: more is made to keep programs busy. */
const mostDepth = 3
/** A program or any file, wrapped so that a double click starts it. Formulas and charts are wrapped otherwise. */
const wrapped = ['Ole10Native', '_VBA_PROJECT'].map((word) => Buffer.from(word, 'utf16le'))

interface CleanedOffice {
  /** The words in it. */
  text: string
  /** Parts in it that nobody can look into. */
  left: LeftPart[]
}

/**
 * Looks through a Word, PowerPoint, Excel or OpenDocument file and writes it to `target` without what it says of whoever
 * made, changed and commented it; answers the text in it.
 * @throws Refused file_active (macros, templates and programs from elsewhere, XML entities), file_disguised, and what
 * openArchive throws
 */
export async function cleanOffice(
  source: string | Buffer,
  ending: string,
  { target, library }: { target: Writable; library: PDFiumLibrary },
): Promise<CleanedOffice> {
  const archive = await openArchive(source, limits)
  try {
    await checkMain(archive, ending)
    return await cleanParts(archive, { ending, target, library, depth: 0 })
  } finally {
    archive.zip.close()
  }
}

/** The file a part lies in, `depth` files deep. */
interface Within {
  ending: string
  depth: number
  library: PDFiumLibrary
}

async function cleanParts(
  archive: Archive,
  { target, ...within }: Within & { target: Writable },
): Promise<CleanedOffice> {
  const { ending } = within
  const texts = new Map<string, string>()
  const left: LeftPart[] = []
  const parts = await planParts(archive)
  const people = new Pseudonyms()
  await rewriteArchive(
    archive,
    async (entry) => {
      const { fileName: name } = entry
      if (activeNames.test(name)) throw new Refused('file_active')
      const isOut = parts.dropped.has(name)
      if (isXml(entry) || parts.properties.has(name)) {
        const read = await readXml(archive, entry, ending)
        const text = mendedOffice(name, read, ending)
        if (isOut) return null
        const droppedRelations = parts.droppedRelations.get(name) ?? new Set()
        const listed = isList.test(name) ? withoutParts(name, text, parts.dropped) : text
        const isAbout = parts.properties.has(name)
        const clean = withoutPeople(listed, { isAbout, people, names: parts.names, droppedRelations })
        texts.set(name, clean)
        return clean === read ? undefined : xmlBytes(clean)
      }
      const bytes = await readPart(archive, entry)
      return isOut ? null : await cleanPart(name, bytes, { ...within, left })
    },
    target,
  )
  return { text: textOf(ending, texts), left }
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

async function readXml({ zip }: Archive, entry: Entry, ending: string): Promise<string> {
  const bytes = await unpackAll(zip, entry, mostXml)
  searchInner(bytes)
  const text = xmlText(bytes)
  if (entity.test(text) || (!ending.startsWith('od') && anyDoctype.test(text)))
    throw new Refused('file_active')
  if (program.test(text)) throw new Refused('file_active')
  if (entry.fileName.endsWith('.rels')) refuseOutside(mendedOffice(entry.fileName, text, ending))
  return text
}

function refuseOutside(text: string): void {
  for (const [row] of text.matchAll(relation)) {
    if (scriptLink.test(row)) throw new Refused('file_active')
    if (/TargetMode\s*=\s*["']External["']/i.test(row) && outsideParts.test(row))
      throw new Refused('file_active')
  }
}

/** Pictures, recordings, fonts, and files inside of the file: a table in a presentation is a workbook. */
async function readPart({ zip }: Archive, entry: Entry): Promise<Buffer> {
  const bytes = await unpackAll(zip, entry, mostPart)
  searchInner(bytes)
  if (bytes.subarray(0, 2).toString('latin1') === 'MZ') throw new Refused('file_active')
  if (wrapped.some((word) => bytes.includes(word))) throw new Refused('file_active')
  return bytes
}

async function cleanPart(
  name: string,
  bytes: Buffer,
  { left, ...within }: Within & { left: LeftPart[] },
): Promise<Buffer | undefined> {
  if (bytes.length < 4) return undefined
  if (bytes.readUInt32LE(0) === zipMark) return await cleanInner(name, bytes, { ...within, left })
  if (bytes.toString('latin1', 0, 5) === '%PDF-') {
    const clean = await cleanPdf(within.library, bytes)
    if (typeof clean === 'string') left.push({ name, reason: clean })
    return clean instanceof Uint8Array ? Buffer.from(clean) : undefined
  }
  if (foreign.test(name)) {
    left.push({ name, reason: 'old_format' })
    return undefined
  }
  if (bytes.readUInt32BE(0) === oldMark) {
    if (oldDocuments.some((word) => bytes.includes(word))) left.push({ name, reason: 'old_format' })
    return undefined
  }
  if (/\.svg$/i.test(name)) return cleanDrawing(bytes)
  return cleanPicture(bytes) ?? cleanRecording(bytes)
}

async function cleanInner(
  name: string,
  bytes: Buffer,
  { depth, left, ...within }: Within & { left: LeftPart[] },
): Promise<Buffer> {
  if (depth >= mostDepth) throw new Refused('zip_bomb')
  const inner = await openArchive(bytes, limits)
  try {
    const target = new Collected()
    const found = await cleanParts(inner, { ...within, target, depth: depth + 1 })
    left.push(...found.left.map((part) => ({ ...part, name: `${name}/${part.name}` })))
    return target.bytes()
  } finally {
    inner.zip.close()
  }
}

function isXml({ fileName }: Entry): boolean {
  return /\.(xml|rels|rdf|vml)$/i.test(fileName)
}

/** A document made from a template names it: opened, the template would be fetched. The document is whole without it. */
const templateRelation =
  /<(?:\w+:)?Relationship\s(?=[^>]*Type\s*=\s*["'][^"']*\/attachedTemplate["'])[^>]*?(?:\/>|>\s*<\/(?:\w+:)?Relationship>)/gi
const templateSetting = /<(\w+:)attachedTemplate\b[^>]*?(?:\/>|>\s*<\/\1attachedTemplate>)/gi
/** A workbook that counts with another one says where it lies; the numbers it got from there are its own. */
const workbookRelation =
  /<(?:\w+:)?Relationship\s(?=[^>]*\/(?:externalLinkPath|xlExternalLinkPath\/\w+)["'])[^>]*>/gi
const relationTarget = /(\sTarget\s*=\s*)(["'])(.*?)\2/i
/** Main parts of templates and slide shows, by the ending of the same file as a document. */
const mainTypes: Readonly<Record<string, readonly [RegExp, string]>> = {
  docx: [/wordprocessingml\.template\.main\+xml/g, 'wordprocessingml.document.main+xml'],
  pptx: [/presentationml\.(?:slideshow|template)\.main\+xml/g, 'presentationml.presentation.main+xml'],
  xlsx: [/spreadsheetml\.template\.main\+xml/g, 'spreadsheetml.sheet.main+xml'],
}

/**
 * A part of an Office file without what keeps it from being opened or sold as what its ending says: it names no template, no place
 * of another workbook, and is no template or slide show itself (ECMA-376, Part 1, 15.2.3 and Annex A). `name`: of the part, with its folders.
 */
function mendedOffice(name: string, text: string, ending: string): string {
  const main = mainTypes[ending]
  if (name === '[Content_Types].xml' && main) return text.replace(main[0], main[1])
  if (/(^|\/)_rels\/[^/]+\.rels$/.test(name)) return withoutPlaces(text.replace(templateRelation, ''))
  return /(^|\/)settings\.xml$/.test(name) ? text.replace(templateSetting, '') : text
}

/** Other workbooks by their names alone: nothing is fetched from a server or found in somebody's folders. */
function withoutPlaces(text: string): string {
  return text.replace(workbookRelation, (row) =>
    row.replace(relationTarget, (_, head: string, quote: string, path: string) => {
      const name = path.split(/[\\/]|%5c|%2f/i).at(-1)
      return `${head}${quote}${name || '#'}${quote}`
    }),
  )
}

/** Parts with words, in reading order, and which tags end a line. */
const parts: Readonly<Record<string, { names: RegExp; lines: RegExp; words?: RegExp }>> = {
  docx: {
    names: /^word\/document\.xml$/,
    lines: /<\/w:p>|<w:br\b[^>]*>/g,
    words: /<w:instrText[\s\S]*?<\/w:instrText>/g,
  },
  pptx: { names: /^ppt\/slides\/slide(\d+)\.xml$/, lines: /<\/a:p>/g },
  xlsx: { names: /^xl\/sharedStrings\.xml$/, lines: /<\/si>/g },
  odt: { names: /^content\.xml$/, lines: /<\/text:(p|h)>/g },
  odp: { names: /^content\.xml$/, lines: /<\/text:(p|h)>/g },
  ods: { names: /^content\.xml$/, lines: /<\/text:(p|h)>/g },
}
const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }

/** The words of an Office file, line by line. */
function textOf(ending: string, xml: ReadonlyMap<string, string>): string {
  const rule = parts[ending]
  if (rule === undefined) return ''
  const names = [...xml.keys()].filter((name) => rule.names.test(name))
  const numberOf = (name: string) => Number(rule.names.exec(name)?.[1] ?? 0)
  const sorted = names.sort((one, other) => numberOf(one) - numberOf(other))
  const lines = sorted.map((name) => plainText(xml.get(name) ?? '', rule)).join('\n')
  return lines.slice(0, maxExtractedText)
}

function plainText(xml: string, { lines, words }: { lines: RegExp; words?: RegExp }): string {
  return (words ? xml.replace(words, '') : xml)
    .replace(lines, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(lt|gt|quot|apos|amp);/g, (_, name: string) => entities[name] ?? '')
    .replace(/&#(x[0-9a-f]{1,6}|\d{1,7});/gi, (_, code: string) => signOf(code))
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n[ \n]*/g, '\n')
    .trim()
}

function signOf(code: string): string {
  const number = code.startsWith('x') ? Number.parseInt(code.slice(1), 16) : Number(code)
  return number >= 32 && number <= 0x10ffff ? String.fromCodePoint(number) : ' '
}
