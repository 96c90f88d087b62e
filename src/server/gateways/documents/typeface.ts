import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { inflateSync } from 'node:zlib'
import { type DrawnSign, drawnSign } from './typeface-signs.ts'

/** `other`: what stands in one more font, of the operator. */
type Script = 'latin' | 'latin-ext' | 'greek' | 'cyrillic' | 'vietnamese' | 'other'
const weights = { plain: 400, bold: 700 } as const
type Weight = keyof typeof weights

/**
 * The product's own font, one file per script: nothing depends on what the machine has installed. A file is read when a
 * text first needs it: a line of Latin letters is one of ten. `other` is one more font of the operator, for letters that
 * ours does not have.
 */
export interface Typeface {
  font(weight: Weight, script: Script): Buffer
  hasOther: boolean
}

/** Whether a text has signs that are drawn, and are not in what a document says. */
export function hasDrawnSigns(text: string): boolean {
  return [...text].some((sign) => drawnSign(sign) !== undefined)
}

/** A document with the typeface it draws with and the fonts of it that it knows so far. */
const typefaceOf = Symbol('typeface')
type WithFonts = PDFKit.PDFDocument & { [typefaceOf]?: { typeface: Typeface; known: Set<string> } }

export interface TextStyle {
  size: number
  weight: Weight
  color: string
}

/** @throws when `other`, the file of a further font, cannot be read */
export function loadTypeface(other?: string): Typeface {
  const require = createRequire(import.meta.url)
  const folder = '@fontsource/commissioner/files/commissioner'
  const fonts = new Map<string, Buffer>()
  const further = other === undefined ? undefined : readFileSync(other)
  const read = (weight: Weight, script: Script) =>
    script === 'other' && further
      ? further
      : unpackWoff(readFileSync(require.resolve(`${folder}-${script}-${weights[weight]}-normal.woff`)))
  return {
    hasOther: further !== undefined,
    font(weight, script) {
      const name = `${weight} ${script}`
      const font = fonts.get(name) ?? read(weight, script)
      fonts.set(name, font)
      return font
    },
  }
}

/** Lets a document draw with the typeface; only what is used is read and embedded. */
export function registerTypeface(doc: PDFKit.PDFDocument, typeface: Typeface): void {
  ;(doc as WithFonts)[typefaceOf] = { typeface, known: new Set() }
}

function takeFont(doc: WithFonts, weight: Weight, script: Script): PDFKit.PDFDocument {
  const name = `${weight} ${script}`
  const { typeface, known } = doc[typefaceOf] ?? {}
  if (typeface && !known?.has(name)) {
    doc.registerFont(name, typeface.font(weight, script))
    known?.add(name)
  }
  return doc.font(name)
}

/** Draws one line that ends at `x`. */
export function drawRight(
  doc: PDFKit.PDFDocument,
  text: string,
  { x, y }: { x: number; y: number },
  style: TextStyle,
): void {
  drawLine(doc, text, { x: x - widthOf(doc, text, style), y }, style)
}

/** Draws one line; `y` is its top. Each script is a font file of its own, so runs are drawn one by one. */
export function drawLine(
  doc: PDFKit.PDFDocument,
  text: string,
  { x, y }: { x: number; y: number },
  style: TextStyle,
): void {
  let at = x
  for (const run of runsOf(doc, text)) {
    const { size = 1, rise = 0 } = run.sign ?? {}
    takeFont(doc, style.weight, run.script)
      .fontSize(style.size * size)
      .fillColor(style.color)
    // Letters of all sizes stand on one line.
    const top = y + style.size * ((1 - size) * ascent - rise)
    if (run.text !== '') doc.text(run.text, at, top, { lineBreak: false })
    if (run.sign) drawLines(doc, run.sign, { x: at, foot: y + style.size * ascent }, style)
    at += widthOfRun(doc, run, style)
  }
}

/** How far the foot of a line is below its top, by its size. */
const ascent = 1.017

function drawLines(
  doc: PDFKit.PDFDocument,
  { lines }: DrawnSign,
  { x, foot }: { x: number; foot: number },
  { size, weight, color }: TextStyle,
): void {
  for (const [[fromX, fromY] = [0, 0], ...corners] of lines) {
    doc.moveTo(x + fromX * size, foot - fromY * size)
    for (const [toX, toY] of corners) doc.lineTo(x + toX * size, foot - toY * size)
    doc.lineWidth(size * (weight === 'bold' ? 0.1 : 0.065)).stroke(color)
  }
}

function widthOfRun(
  doc: PDFKit.PDFDocument,
  { script, text, sign }: Run,
  { size, weight }: TextStyle,
): number {
  if (sign?.width !== undefined) return sign.width * size
  return takeFont(doc, weight, script)
    .fontSize(size * (sign?.size ?? 1))
    .widthOfString(text)
}

/** How wide a line is as `drawLine` draws it, in points. */
export function widthOf(doc: PDFKit.PDFDocument, text: string, style: TextStyle): number {
  return runsOf(doc, text).reduce((sum, run) => sum + widthOfRun(doc, run, style), 0)
}

/** The lines a text takes in a room. */
export function wrap(doc: PDFKit.PDFDocument, text: string, room: number, style: TextStyle): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/[ \t\n]+/).filter(Boolean)) {
    const longer = line === '' ? word : `${line} ${word}`
    if (widthOf(doc, longer, style) <= room) {
      line = longer
      continue
    }
    if (line !== '') lines.push(line)
    line = word
    // One word wider than the room is broken where the room ends.
    while (widthOf(doc, line, style) > room) {
      let end = line.length - 1
      while (end > 1 && widthOf(doc, line.slice(0, end), style) > room) end -= 1
      lines.push(line.slice(0, end))
      line = line.slice(end)
    }
  }
  return line === '' ? lines : [...lines, line]
}

/** The bytes of a document that is drawn. */
export async function finish(doc: PDFKit.PDFDocument): Promise<Buffer> {
  const chunks: Buffer[] = []
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise<void>((resolve, reject) => {
    doc.once('end', resolve)
    doc.once('error', reject)
  })
  doc.end()
  await ended
  return Buffer.concat(chunks)
}

/**
 * The plain font inside a WOFF (W3C WOFF 1.0, 3 to 5). pdfkit would unpack it with an inflate of its own in JavaScript,
 * which takes a second for what zlib does in some milliseconds.
 */
function unpackWoff(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12)
  const tables = Array.from({ length: count }, (_, index) => {
    const at = 44 + index * 20
    const [offset, packed, length] = [4, 8, 12].map((field) => woff.readUInt32BE(at + field))
    const bytes = woff.subarray(offset, (offset ?? 0) + (packed ?? 0))
    return {
      tag: woff.subarray(at, at + 4),
      checksum: woff.subarray(at + 16, at + 20),
      bytes: packed === length ? bytes : inflateSync(bytes),
    }
  })
  const head = Buffer.alloc(12 + count * 16)
  const power = 2 ** Math.floor(Math.log2(count))
  woff.copy(head, 0, 4, 8)
  head.writeUInt16BE(count, 4)
  head.writeUInt16BE(power * 16, 6)
  head.writeUInt16BE(Math.log2(power), 8)
  head.writeUInt16BE((count - power) * 16, 10)
  const body: Buffer[] = []
  let offset = head.length
  for (const [index, { tag, checksum, bytes }] of tables.entries()) {
    const at = 12 + index * 16
    tag.copy(head, at)
    checksum.copy(head, at + 4)
    head.writeUInt32BE(offset, at + 8)
    head.writeUInt32BE(bytes.length, at + 12)
    // Every table begins at a multiple of four.
    const padded = Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)])
    body.push(padded)
    offset += padded.length
  }
  return Buffer.concat([head, ...body])
}

interface Run {
  script: Script
  text: string
  /** A sign made of what there is. */
  sign?: DrawnSign
}

/**
 * Text as the fonts can show it. The Greek sign of a class (Α΄) is a prime, because as an accent without a letter it stands
 * in the middle of an empty square. Characters no font has (emoji; CJK without a font for it) are left out together with
 * the blank before them: a shorter line reads better than a box or a hole.
 */
export function drawableText(
  text: string,
  hasOther: boolean,
  isDrawn: (sign: string) => boolean = () => false,
): string {
  const signs = [...text.normalize('NFC').replace(/[\u0384\u0374\u02b9\u00b4]/g, '\u2032')]
  const plain = signs.map((sign) =>
    hasFont(sign, hasOther) || isDrawn(sign) ? sign : sign.normalize('NFKC'),
  )
  return plain
    .filter((sign) => [...sign].every((part) => part === ' ' || hasFont(part, hasOther) || isDrawn(part)))
    .join('')
    .replace(/\s+/g, ' ')
    .trim()
}

function hasFont(sign: string, hasOther: boolean): boolean {
  const script = scriptOf(sign)
  return script !== undefined && (script !== 'other' || hasOther)
}

/** What no font of the document has is left out: a gap reads better than a box. */
function runsOf(doc: WithFonts, text: string): Run[] {
  const runs: Run[] = []
  const hasOther = doc[typefaceOf]?.typeface.hasOther === true
  const signOf = (sign: string) => (hasOther ? undefined : drawnSign(sign))
  for (const character of drawableText(text, hasOther, (sign) => signOf(sign) !== undefined)) {
    const last = runs.at(-1)
    const sign = signOf(character)
    if (sign) {
      runs.push({ script: scriptOf(sign.text.slice(0, 1)) ?? 'latin', text: sign.text, sign })
      continue
    }
    const script = character === ' ' && last ? last.script : scriptOf(character)
    if (script === undefined) continue
    if (last && last.script === script && !last.sign) last.text += character
    else runs.push({ script, text: character })
  }
  return runs
}

/** Pictures and halves of letters are in no font of texts. */
const unwritable = /\p{Extended_Pictographic}|\p{C}|\p{Me}|[\u0300-\u036f]|[\ufe00-\ufe0f]/u

function scriptOf(character: string): Script | undefined {
  const code = character.codePointAt(0) ?? 0
  if (code < 0x20) return undefined
  if (code < 0x100 || code === 0x131 || code === 0x152 || code === 0x153) return 'latin'
  if (code < 0x250 || (code >= 0x1e00 && code < 0x1ea0)) return 'latin-ext'
  if (code >= 0x1ea0 && code < 0x1f00) return 'vietnamese'
  if (code >= 0x370 && code < 0x400) return 'greek'
  if (code >= 0x400 && code < 0x460) return 'cyrillic'
  const isPunctuation = code >= 0x2010 && code <= 0x203a
  if (isPunctuation || code === 0x20ac || code === 0x2122 || code === 0x2212) return 'latin'
  return unwritable.test(character) ? undefined : 'other'
}
