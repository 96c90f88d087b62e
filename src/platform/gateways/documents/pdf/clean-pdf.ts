import { inflateSync } from 'node:zlib'
import type { PDFDict as Dict, PDFObject as Obj, PDFStream as Stream } from '@cantoo/pdf-lib'
import type { PDFiumLibrary } from '@hyzyla/pdfium'
import type { LeftReason } from '#platform/rules/files/left-parts.ts'
import { namesFolders, withoutFolders, withoutNames } from '../files/personal-words.ts'
import { cleanPicture } from '../pictures/clean-picture.ts'
import { forEachDict, type OpenPdf, openPdf, written } from './open-pdf.ts'
import { decoded } from './pdf-streams.ts'

/** What stays of a document's properties (ISO 32000-1, 14.3.3): what it is about, and nobody's name. */
const publicProperties: ReadonlySet<string> = new Set(['Title', 'Subject', 'Keywords', 'Trapped'])
/** Names of programs and times: no reason to rewrite a file, but dropped when it is rewritten. */
const ofPrograms: ReadonlySet<string> = new Set([
  'Creator',
  'Producer',
  'CreationDate',
  'ModDate',
  'LastModified',
])
/**
 * What says who made something, wherever it stands: properties of pages and pictures (14.3.2), private data of programs
 * (14.5), web capture (14.10), users of layers (8.11.4.4), names programs add by themselves.
 */
const personal: readonly string[] = [
  ...['Metadata', 'PieceInfo', 'SpiderInfo', 'User', 'CreatorInfo'],
  ...['Author', 'Authors', 'Company', 'Manager', 'LastModifiedBy', 'SourceModified'],
]
/** Words of files that may name somebody where no table leads to it. */
const anywhere = ['/Author', '/Company', '/Manager', 'creator>', 'Author="'] as const
/** Of notes beside the text (12.5.6.2): who wrote them and when. Fields of forms use /T for their name. */
const ofNotes = ['T', 'CreationDate', 'M'] as const
const mostText = 4000
const mostPhoto = 64 * 1024 * 1024
/** How the metadata begins that this module writes. */
const ours =
  '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="title, language">'

/**
 * Writes a PDF anew without what says who made it: all properties but title, subject and keywords, all metadata but
 * title, language and the marks of PDF/UA and PDF/A, the names at notes, private data of programs, paths, properties of
 * the pictures inside, and earlier versions of the file. Undefined when there is nothing of it in the file, or why it has
 * to stay as it is.
 */
export async function cleanPdf(
  library: PDFiumLibrary,
  bytes: Uint8Array,
): Promise<Uint8Array | undefined | LeftReason> {
  const open = await openPdf(library, bytes)
  if (typeof open === 'string') return open
  try {
    const isPersonal = takeOut(open) || hasMore(bytes)
    return isPersonal ? ((await written(library, open)) ?? 'damaged') : undefined
  } catch (error) {
    // Objects no reader can walk: endless nesting, unknown filters.
    if (error instanceof RangeError || error instanceof TypeError) return 'damaged'
    throw error
  }
}

/** Earlier versions of a file, and objects nothing leads to. */
function hasMore(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (file.indexOf('startxref') !== file.lastIndexOf('startxref')) return true
  return anywhere.some((word) => file.includes(word))
}

/** Whether there was anything to take out. */
function takeOut(open: OpenPdf): boolean {
  const { lib, document } = open
  const { context, catalog } = document
  const info = context.lookup(context.trailerInfo.Info)
  const metadata = catalog.lookup(lib.PDFName.of('Metadata'))
  const xmp = metadata instanceof lib.PDFStream ? textOf(open, metadata) : ''
  const names = [...namesOf(open, info), ...namesInXmp(xmp)]
  // What was written here before is known by its first letters.
  let isPersonal = xmp !== '' && !xmp.startsWith(ours)
  // Properties that only a damaged table leads to are lost on the way here.
  if (!(info instanceof lib.PDFDict)) isPersonal = true
  else if (cleanProperties(open, info, names)) isPersonal = true
  const remove = (dict: Dict, name: string) => {
    if (dict.delete(lib.PDFName.of(name))) isPersonal = true
  }
  if (xmp !== '') catalog.delete(lib.PDFName.of('Metadata'))
  forEachDict(open, (dict, stream) => {
    for (const name of ofPrograms) dict.delete(lib.PDFName.of(name))
    for (const name of personal) remove(dict, name)
    if (isNote(open, dict)) for (const name of ofNotes) remove(dict, name)
    if (withoutPaths(open, dict)) isPersonal = true
    if (stream && cleanImage(open, stream)) isPersonal = true
  })
  const title = info instanceof lib.PDFDict ? wordsOf(open, info.lookup(lib.PDFName.of('Title'))) : undefined
  const packet = metadataOf(xmp, { title, names })
  catalog.set(
    lib.PDFName.of('Metadata'),
    context.register(context.stream(packet, { Type: 'Metadata', Subtype: 'XML' })),
  )
  // What only the old metadata led to.
  forEachDict(open, () => undefined)
  return isPersonal
}

/** The people and companies a document's properties name. */
function namesOf(open: OpenPdf, info: Obj | undefined): string[] {
  if (!(info instanceof open.lib.PDFDict)) return []
  return ['Author', 'Company', 'Manager'].flatMap(
    (name) => wordsOf(open, info.lookup(open.lib.PDFName.of(name))) ?? [],
  )
}

function namesInXmp(xmp: string): string[] {
  const list = /<(?:\w+:)?creator[\s>][\s\S]*?<\/(?:\w+:)?creator>/.exec(xmp)?.[0] ?? ''
  const attributes = [...xmp.matchAll(/\b(?:Author|creator|Company|Manager)\s*=\s*["']([^"']+)["']/g)]
  return [...list.matchAll(/>([^<>]+)</g), ...attributes].map(([, name = '']) => name.trim())
}

/** Whether the properties named somebody. */
function cleanProperties(open: OpenPdf, info: Dict, names: readonly string[]): boolean {
  const { lib } = open
  let isPersonal = false
  for (const [key, value] of info.entries()) {
    const words = wordsOf(open, open.document.context.lookup(value))
    const name = key.decodeText()
    if (!publicProperties.has(name)) {
      info.delete(key)
      isPersonal ||= !ofPrograms.has(name)
    } else if (words !== undefined) {
      const clean = withoutNames(words, names)
      if (clean === '') info.delete(key)
      else if (clean !== words) info.set(key, lib.PDFHexString.fromText(clean))
      isPersonal ||= clean !== words
    }
  }
  return isPersonal
}

/** A note, a mark or its window: what has a place on a page and is neither a field nor a link. */
function isNote({ lib }: OpenPdf, dict: Dict): boolean {
  const kind = dict.lookup(lib.PDFName.of('Subtype'))
  return (
    dict.has(lib.PDFName.of('Rect')) &&
    kind instanceof lib.PDFName &&
    kind.decodeText() !== 'Widget' &&
    !dict.has(lib.PDFName.of('FT'))
  )
}

function withoutPaths(open: OpenPdf, dict: Dict): boolean {
  let isChanged = false
  for (const [key, value] of dict.entries()) {
    const words = wordsOf(open, value)
    if (words === undefined || !namesFolders(words)) continue
    dict.set(key, open.lib.PDFHexString.fromText(withoutFolders(words)))
    isChanged = true
  }
  return isChanged
}

function wordsOf({ lib }: OpenPdf, value: Obj | undefined): string | undefined {
  if (!(value instanceof lib.PDFString || value instanceof lib.PDFHexString)) return undefined
  return value.sizeInBytes() < mostText ? value.decodeText() : undefined
}

/** A photo stands in a PDF as the file it was, with what the camera says of it; some programs pack it once more. */
function cleanImage(
  { lib, document }: OpenPdf,
  { ref, stream }: { ref: Parameters<typeof document.context.assign>[0] | undefined; stream: Stream },
): boolean {
  if (ref === undefined || !(stream instanceof lib.PDFRawStream)) return false
  const filter = stream.dict.lookup(lib.PDFName.of('Filter'))
  const names = (filter instanceof lib.PDFArray ? filter.asArray() : [filter]).map((each) =>
    each instanceof lib.PDFName ? each.decodeText() : '',
  )
  const kind = names.at(-1)
  if ((kind !== 'DCTDecode' && kind !== 'JPXDecode') || names.length > 2) return false
  if (names.length === 2 && stream.dict.has(lib.PDFName.of('DecodeParms'))) return false
  const { contents } = stream
  const packed = names.length === 2 ? unpackedPhoto(names[0], contents) : contents
  if (packed === undefined) return false
  const clean = cleanPicture(Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength))
  if (clean === undefined) return false
  if (names.length === 2) stream.dict.set(lib.PDFName.of('Filter'), lib.PDFName.of(kind))
  document.context.assign(ref, lib.PDFRawStream.of(stream.dict, clean))
  return true
}

function unpackedPhoto(name: string | undefined, bytes: Uint8Array): Uint8Array | undefined {
  if (name !== 'FlateDecode') return undefined
  try {
    return inflateSync(bytes, { maxOutputLength: mostPhoto })
  } catch {
    return undefined
  }
}

function textOf(open: OpenPdf, stream: Stream): string {
  const bytes = decoded(open.lib, stream)
  if (bytes === undefined) return ''
  const isWide = bytes[0] === 0xfe || bytes[0] === 0xff || bytes[0] === 0 || bytes[1] === 0
  const isBig = bytes[0] === 0xfe || bytes[0] === 0
  return new TextDecoder(isWide ? (isBig ? 'utf-16be' : 'utf-16le') : 'utf-8').decode(bytes)
}

/** A packet of metadata (ISO 16684-1) with what may be known of a file, made of what the old one said. */
function metadataOf(
  xmp: string,
  { title, names }: { title: string | undefined; names: readonly string[] },
): Uint8Array {
  const first = (name: string) =>
    new RegExp(
      `<(?:\\w+:)?${name}[\\s>](?:(?!</(?:\\w+:)?${name}>)[\\s\\S])*?<(?:\\w+:)?li\\b[^>]*>([^<]*)<`,
    ).exec(xmp)?.[1]
  const value = (name: string) => {
    const [, attribute, element] =
      new RegExp(`\\b${name}(?:\\s*=\\s*["']([\\w-]*)["']|>([\\w-]*)<)`).exec(xmp) ?? []
    return attribute ?? element
  }
  const shown = title === undefined ? withoutNames(first('title') ?? '', names) : escaped(title)
  const marks = ['pdfuaid:part', 'pdfaid:part', 'pdfaid:conformance'].flatMap((name) => {
    const found = value(name)
    return found ? `<${name}>${found}</${name}>` : []
  })
  const language = first('language')
  const rows = [
    shown === ''
      ? ''
      : `<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${shown}</rdf:li></rdf:Alt></dc:title>`,
    language === undefined
      ? ''
      : `<dc:language><rdf:Bag><rdf:li>${language}</rdf:li></rdf:Bag></dc:language>`,
    ...marks,
  ]
  return new TextEncoder().encode(
    `${ours}<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/">${rows.join('')}</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="r"?>`,
  )
}

function escaped(text: string): string {
  return text.replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign] ?? '')
}
