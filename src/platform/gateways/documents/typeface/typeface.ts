import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { inflateSync } from 'node:zlib'

/** `other`: what stands in one more font, of the operator. */
type Script = 'latin' | 'latin-ext' | 'greek' | 'cyrillic' | 'vietnamese' | 'math' | 'symbols' | 'other'
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

/** Stands for what no font has: a reader sees that something is missing. */
export const missingSign = '□'

/** Powers and indices no font has (¹²³ are letters of ours): small letters, raised or lowered by a part of the size of the text. */
const scripted: ReadonlyMap<string, Pick<Run, 'text' | 'rise'>> = new Map(
  ['⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿ', '₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₙ'].flatMap((signs, row) =>
    [...signs]
      .map((sign, at): [string, Pick<Run, 'text' | 'rise'>] => [
        sign,
        { text: '0123456789+−=()n'[at] ?? '', rise: row === 0 ? 0.34 : -0.12 },
      ])
      .filter(([sign]) => !'¹²³'.includes(sign)),
  ),
)
const scriptedSize = 0.62

/** Whether a text has powers or indices, which the text of a document has as plain letters. */
export function hasScriptedSigns(text: string): boolean {
  return [...text].some((sign) => scripted.has(sign))
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
  const fonts = new Map<string, Buffer>()
  const further = other === undefined ? undefined : readFileSync(other)
  const read = (weight: Weight, script: Script) =>
    script === 'other' && further
      ? further
      : unpackWoff(readFileSync(require.resolve(fileOf(weight, script))))
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

/** Signs of mathematics and others are of one weight. */
function fileOf(weight: Weight, script: Script): string {
  if (script === 'math') return '@fontsource/noto-sans-math/files/noto-sans-math-latin-400-normal.woff'
  if (script === 'symbols')
    return '@fontsource/noto-sans-symbols-2/files/noto-sans-symbols-2-symbols-400-normal.woff'
  return `@fontsource/commissioner/files/commissioner-${script}-${weights[weight]}-normal.woff`
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
    takeFont(doc, style.weight, run.script)
      .fontSize(style.size * run.size)
      .fillColor(style.color)
    // Letters of all fonts and sizes stand on one line.
    const foot = y + style.size * (ascent - run.rise)
    doc.text(run.text, at, foot, { lineBreak: false, baseline: 'alphabetic' })
    at += widthOfRun(doc, run, style)
  }
}

/** How far the foot of a line is below its top, by its size. */
const ascent = 1.017

function widthOfRun(doc: PDFKit.PDFDocument, { script, text, size }: Run, style: TextStyle): number {
  return takeFont(doc, style.weight, script)
    .fontSize(style.size * size)
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
export function unpackWoff(woff: Buffer): Buffer {
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
  /** Both by the size of the text. */
  size: number
  rise: number
}

/** Signs that look like others, or are read as them. */
const alike: Readonly<Record<string, string>> = {
  // The Greek sign of a class (Α΄) is a prime: an accent without a letter stands in the middle of an empty square.
  ...{ '\u0384': '\u2032', '\u0374': '\u2032', '\u02b9': '\u2032', '\u00b4': '\u2032' },
  // Of fractions such as ⅓.
  '\u2044': '/',
  ...{ '\u2010': '-', '\u2011': '-', '\u2012': '–', '\u2015': '—', '\u2030': '0/00' },
  ...{ '\u201b': '\u2018', '\u201f': '\u201c' },
}
/** What is not seen: signs that join, turn or colour others. */
const unseen = /^(?:\p{Cf}|\p{Cc}|\p{Variation_Selector}|\p{Emoji_Modifier})$/u
/** Most texts need no look at each sign: every word is measured more than once. */
const everyday = /^[ -~\u00a1-\u00ac\u00ae-\u00b3\u00b5-\u00ff]*$/
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/**
 * Text as the fonts can show it. Whatever no font has (emoji; CJK without a font for it) becomes `missing`, one
 * for all that is seen as one sign: a document has to say that something stood there, a picture to share may leave it out.
 */
export function drawableText(
  text: string,
  {
    hasOther,
    missing,
    isDrawn = () => false,
  }: { hasOther: boolean; missing: string; isDrawn?: (sign: string) => boolean },
): string {
  if (everyday.test(text)) return text.replace(/\s+/g, ' ').trim()
  const isShown = (sign: string) => sign === ' ' || hasFont(sign, hasOther) || isDrawn(sign)
  const shown = (sign: string): string => {
    if (isShown(sign)) return sign
    const plain = [...sign.normalize('NFKC')].map((part) => alike[part] ?? part)
    if (plain.every(isShown)) return plain.join('')
    return /\s/.test(sign) ? ' ' : missing
  }
  return Array.from(graphemes.segment(text.normalize('NFC')), ({ segment }) => {
    const parts = [...segment].map((sign) => alike[sign] ?? sign).filter((sign) => !unseen.test(sign))
    const drawn = parts.map(shown)
    return parts.length > 1 && drawn.includes(missing) ? missing : drawn.join('')
  })
    .join('')
    .replace(/\s+/g, ' ')
    .trim()
}

function hasFont(sign: string, hasOther: boolean): boolean {
  const script = scriptOf(sign)
  return script !== undefined && (script !== 'other' || hasOther)
}

/** What no font of the document has is a box, never nothing. */
function runsOf(doc: WithFonts, text: string): Run[] {
  const runs: Run[] = []
  const hasOther = doc[typefaceOf]?.typeface.hasOther === true
  const isDrawn = (sign: string) => scripted.has(sign)
  for (const character of drawableText(text, { hasOther, missing: missingSign, isDrawn })) {
    const last = runs.at(-1)
    const raised = scripted.get(character)
    if (raised) {
      runs.push({ script: scriptOf(raised.text) ?? 'latin', size: scriptedSize, ...raised })
      continue
    }
    const script = character === ' ' && last ? last.script : scriptOf(character)
    if (script === undefined) continue
    if (last && last.script === script && last.size === 1) last.text += character
    else runs.push({ script, text: character, size: 1, rise: 0 })
  }
  return runs
}

/** Pictures and halves of letters are in no font of texts. */
const unwritable = /\p{Extended_Pictographic}|\p{C}|\p{Me}|[\u0300-\u036f]|[\ufe00-\ufe0f]/u

/** What the files of the fonts have; marks that stand on other letters are left to whole letters. */
const letters: readonly (readonly [Script, RegExp])[] = [
  [
    'latin',
    /[ -~\u00a0-\u00ff\u0131\u0152\u0153\u02bb\u02bc\u02c6\u02da\u02dc\u2009\u2013\u2014\u2018-\u201a\u201c-\u201e\u2022\u2026\u2032\u2033\u2039\u203a\u20ac\u2122\u2212\u2215]/,
  ],
  [
    'latin-ext',
    /[\u0100-\u0130\u0134-\u0148\u014a-\u0151\u0154-\u017e\u018f\u0192\u01a0\u01a1\u01af\u01b0\u01c4-\u01cc\u01e6\u01e7\u01ea\u01eb\u01fa-\u021b\u022a-\u022d\u0230-\u0233\u0237\u0259\u02be\u02bf\u02c7-\u02cc\u02dd\u1e08\u1e09\u1e0c-\u1e0f\u1e14-\u1e17\u1e1c\u1e1d\u1e20\u1e21\u1e24\u1e25\u1e2a\u1e2b\u1e2e\u1e2f\u1e36\u1e37\u1e3a\u1e3b\u1e42-\u1e49\u1e4c-\u1e53\u1e5a\u1e5b\u1e5e-\u1e69\u1e6c-\u1e6f\u1e78-\u1e7b\u1e80-\u1e85\u1e8e\u1e8f\u1e92\u1e93\u1e97\u1e9e\u1ef2-\u1ef9\u2020\u20a1\u20a3\u20a4\u20a6\u20a7\u20a9\u20ab\u20ad\u20ae\u20b1\u20b2\u20b4\u20b5\u20b8-\u20ba\u20bc\u20bd\u2113]/,
  ],
  ['greek', /[\u0375\u037e\u0384-\u038a\u038c\u038e-\u03a1\u03a3-\u03ce\u03d7]/],
  ['cyrillic', /[\u0400-\u045f\u0490\u0491\u04b0\u04b1\u2116]/],
  ['vietnamese', /[\u1ea0-\u1ef1]/],
  [
    'math',
    /[\u2010\u2016\u2025\u2034-\u2038\u203c\u2040\u2043\u2047\u2050\u2057\u2102\u2107\u210a-\u2112\u2115\u2118-\u211d\u2124\u2126-\u2129\u212b-\u212d\u212f-\u2138\u213c-\u214b\u2190-\u2300\u2302\u2305\u2306\u2308-\u230b\u2310-\u2313\u2317\u2319\u231c-\u2323\u232c\u2332\u2336-\u237a\u237c\u2394\u2395\u239b-\u23b9\u23ce\u23d0\u23dc-\u23e7\u2422\u2423\u2500\u2506\u250c\u2510\u2514\u2518\u2550\u2571\u2572\u2577\u2580\u2584\u2588\u258c\u2590-\u2593\u25a0-\u25ff\u2605\u2606\u2609\u2621\u263b-\u263e\u2640\u2642\u2660-\u2667\u2669-\u266f\u267e\u2680-\u2689\u26a5\u26aa-\u26ac\u26b2\u2713\u2720\u272a\u2736\u2739\u273d\u2772\u2773\u279b\u27c0-\u27ff\u2900-\u2b04\u2b0e-\u2b4c\u2b50-\u2b54]/,
  ],
  [
    'symbols',
    /[\u2316\u2318\u231a\u231b\u2324-\u2328\u232b\u237b\u237d-\u237f\u23cf\u23e9\u23ea\u23ed-\u23ef\u23f1-\u23ff\u2600-\u2604\u2607\u2608\u260e-\u2612\u2614-\u2620\u2622\u2623\u2630-\u2637\u2654-\u265f\u2668\u267f\u268a-\u268f\u269e-\u26a1\u26bd-\u26cd\u26cf-\u26e1\u2700-\u2704\u2706-\u2709\u270b-\u2712\u2714-\u271c\u2722-\u2727\u2729\u272b-\u2735\u2737\u2738\u273a-\u273c\u273e-\u274b\u274d\u274f-\u2753\u2756-\u2771\u2774\u2775\u2794\u2798-\u279a\u279c-\u27af\u27b1-\u27be\u2800-\u28ff\u2b05-\u2b0d\u2b4d-\u2b4f\u2b55-\u2b73\u2b76-\u2b95]/,
  ],
]

/** The file of letters that has a sign; undefined: none has. */
export function scriptOf(character: string): Script | undefined {
  const found = letters.find(([, has]) => has.test(character))
  if (found) return found[0]
  return unwritable.test(character) ? undefined : 'other'
}
