import { namesFolders, withoutFolders } from '../files/personal-words.ts'
import { rewriteXml, type Tag, xmlBytes, xmlText } from '../files/xml-tags.ts'
import { cleanPicture } from './clean-picture.ts'

/** Metadata, wherever programs put it, and the whole drawing once more in the words of Illustrator. */
const dropped: ReadonlySet<string> = new Set([
  'metadata',
  'RDF',
  'xmpmeta',
  'pgf',
  'aipgf',
  'pgfRef',
  'aipgfRef',
])
const ofPrograms: ReadonlySet<string> = new Set(['docname', 'export-filename', 'absref'])
const data = /^\s*data:image\/([\w.+-]+)((?:;[\w.=+-]+)*;base64),/
const mostDepth = 3

/** An SVG without its metadata, the folders it was drawn in and those of the pictures inside; undefined when it has none. */
export function cleanDrawing(bytes: Buffer, depth = 0): Buffer | undefined {
  const text = xmlText(bytes)
  const clean = rewriteXml(text, {
    tag: (tag) => changeOf(tag, depth),
    text: (words) => words,
  })
  return clean === text ? undefined : xmlBytes(clean)
}

function changeOf({ name, attributes }: Tag, depth: number) {
  if (dropped.has(name)) return 'drop'
  const left = attributes.filter((each) => !ofPrograms.has(each.name))
  const other = left.map((each) => ({ ...each, value: cleanValue(each.value, depth) }))
  const isSame =
    left.length === attributes.length && other.every(({ value }, at) => value === left[at]?.value)
  return isSame ? 'keep' : other
}

/** A folder of somebody's machine, or a whole picture with what its camera says of it. */
function cleanValue(value: string, depth: number): string {
  if (namesFolders(value)) return withoutFolders(value)
  const [head, kind, packing = ''] = data.exec(value) ?? []
  if (head === undefined || depth > mostDepth) return value
  const bytes = Buffer.from(value.slice(head.length), 'base64')
  const clean = kind === 'svg+xml' ? cleanDrawing(bytes, depth + 1) : cleanPicture(bytes)
  return clean ? `data:image/${kind}${packing},${clean.toString('base64')}` : value
}
