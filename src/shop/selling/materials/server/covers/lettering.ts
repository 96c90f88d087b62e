import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { scriptOf, unpackWoff } from '#platform/gateways/documents/typeface/typeface.ts'
import { softHyphens } from '#platform/i18n/hyphens.ts'
import type { LiveWorld } from '#platform/routing/worlds.ts'

export type Face = 'black' | 'serif' | 'hand' | 'text'

const { resolve } = createRequire(import.meta.url)
const own = (name: string) => new URL(`./fonts/${name}-normal.woff`, import.meta.url)
/** Literata and a handwriting (Mynerve) have the letters of the main worlds; the product's font has all others. */
const files: Readonly<Record<string, URL>> = {
  'serif latin': own('literata-latin-800'),
  'serif greek': own('literata-greek-800'),
  'hand latin': own('mynerve-latin-400'),
  'hand greek': own('mynerve-greek-400'),
}
const spoken = ['latin', 'latin-ext', 'greek', 'cyrillic', 'vietnamese']

/** A document with the fonts it knows so far, and how wide words are in them at a size of one. */
const facesOf = Symbol('faces')
interface Faces {
  known: Set<string>
  widths: Map<string, number>
}
type WithFaces = PDFKit.PDFDocument & { [facesOf]?: Faces }

function facesIn(doc: WithFaces): Faces {
  doc[facesOf] ??= { known: new Set(), widths: new Map() }
  return doc[facesOf]
}

/** Lets the document write with a face; only what is used is read and embedded. */
function takeFont(doc: PDFKit.PDFDocument, face: Face, script: string): PDFKit.PDFDocument {
  const { known } = facesIn(doc)
  const name = `${face} ${script}`
  if (!known.has(name)) {
    const file = files[name] ?? resolve(fileOf(script, face === 'text' ? 600 : 900))
    doc.registerFont(name, unpackWoff(readFileSync(file)))
    known.add(name)
  }
  return doc.font(name)
}

function fileOf(script: string, weight: number): string {
  if (spoken.includes(script))
    return `@fontsource/commissioner/files/commissioner-${script}-${weight}-normal.woff`
  return script === 'math'
    ? '@fontsource/noto-sans-math/files/noto-sans-math-latin-400-normal.woff'
    : '@fontsource/noto-sans-symbols-2/files/noto-sans-symbols-2-symbols-400-normal.woff'
}

/** One run per script: each is a file of its own. Spaces go with what stands before them. */
function runsOf(text: string): { script: string; text: string }[] {
  const runs: { script: string; text: string }[] = []
  for (const sign of text) {
    const last = runs.at(-1)
    const script = sign === ' ' || sign === '\u00a0' ? (last?.script ?? 'latin') : (scriptOf(sign) ?? 'latin')
    if (last?.script === script) last.text += sign
    else runs.push({ script, text: sign })
  }
  return runs
}

/** Word by word: a title is measured at many sizes. */
function widthOf(doc: PDFKit.PDFDocument, text: string, face: Face, size: number): number {
  const { widths } = facesIn(doc)
  const wordWidth = (word: string): number => {
    const known = widths.get(`${face} ${word}`)
    if (known !== undefined) return known
    const width = runsOf(word).reduce(
      (sum, run) => sum + takeFont(doc, face, run.script).fontSize(1000).widthOfString(run.text) / 1000,
      0,
    )
    widths.set(`${face} ${word}`, width)
    return width
  }
  const words = text.split(' ')
  return words.reduce((sum, word) => sum + wordWidth(word), wordWidth(' ') * (words.length - 1)) * size
}

export interface Line {
  text: string
  width: number
}

export interface Lettering {
  face: Face
  size: number
  lines: readonly Line[]
  /** From line to line. */
  step: number
  height: number
}

/** The words of a text in lines of at most `room` points, broken at soft hyphens where need be; undefined: a word is wider. */
function wrap(measure: (text: string) => number, text: string, room: number): Line[] | undefined {
  const shown = (part: string) => part.replaceAll('\u00ad', '')
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (measure(shown(longer)) <= room) {
      line = longer
      continue
    }
    if (line !== '') lines.push(line)
    line = word
    while (measure(shown(line)) > room) {
      // At a soft hyphen, or behind one that is written.
      const parts = line.split(/\u00ad|(?<=\p{L}-)(?=\p{L})/u)
      const begin = (count: number) => parts.slice(0, count).join('').replace(/-?$/, '-')
      let count = parts.length - 1
      while (count > 0 && measure(begin(count)) > room) count -= 1
      if (count === 0) return undefined
      lines.push(begin(count))
      line = parts.slice(count).join('\u00ad')
    }
  }
  return [...lines, line].map((each) => ({ text: shown(each), width: measure(shown(each)) }))
}

const leading: Record<Face, number> = { black: 1.04, serif: 1.08, hand: 1.06, text: 1.25 }

/** A text as large as a place of that width and height lets it be, in lines of about one length. Never cut. */
export function fitText(
  doc: PDFKit.PDFDocument,
  text: string,
  {
    face,
    width,
    height,
    most,
    world,
  }: { face: Face; width: number; height: number; most: number; world: LiveWorld },
): Lettering {
  // Numbers, signs and short words stay with their neighbours.
  const bound = text.replace(/ ([–:;!?·×+=\d]\S{0,3})(?= |$)/g, '\u00a0$1')
  const lettering = (size: number, shape: string): Lettering | undefined => {
    const measure = (part: string) => widthOf(doc, part, face, size)
    const lines = wrap(measure, shape, width)
    const step = size * leading[face]
    if (lines === undefined || lines.length * step > height) return undefined
    let even = lines
    for (let room = width * 0.95; room > width / 3; room -= width * 0.05) {
      const narrower = wrap(measure, shape, room)
      if (
        narrower?.length !== lines.length ||
        narrower.some((line, at) => line.text.endsWith('-') && lines[at]?.text !== line.text)
      )
        break
      even = narrower
    }
    return { face, size, lines: even, step, height: lines.length * step }
  }
  // A divided word has to bring a third more to be worth it.
  const largest = (shape: string, least: number) => {
    for (let size = most; size >= least; size *= 0.95) {
      const found = lettering(size, shape)
      if (found) return found
    }
    return undefined
  }
  const whole = largest(bound, 16)
  const divided = largest(softHyphens(bound, world), Math.max(16, (whole?.size ?? 0) * 1.35))
  return (
    divided ?? whole ?? largest(softHyphens(text, world), 8) ?? broken(doc, text, { face, width, height })
  )
}

/** What no size makes fit: as much of it as there is room for, its words broken anywhere. */
function broken(
  doc: PDFKit.PDFDocument,
  text: string,
  { face, width, height }: { face: Face; width: number; height: number },
): Lettering {
  const size = 16
  const step = size * leading[face]
  const measure = (part: string) => widthOf(doc, part, face, size)
  const lines = wrap(measure, [...text].join('\u00ad'), width) ?? []
  return { face, size, lines: lines.slice(0, Math.floor(height / step)), step, height }
}

/** Writes lettering; `y` is its top. */
export function writeLetters(
  doc: PDFKit.PDFDocument,
  { face, size, lines, step }: Lettering,
  { x, y, width = 0, align = 'left' }: { x: number; y: number; width?: number; align?: 'left' | 'middle' },
  colour: string,
): void {
  lines.forEach(({ text, width: wide }, at) => {
    let left = align === 'left' ? x : x + (width - wide) / 2
    for (const run of runsOf(text)) {
      takeFont(doc, face, run.script).fontSize(size).fillColor(colour)
      // A pen for large words is a broad one.
      const pen = face === 'hand' ? { fill: true, stroke: true } : {}
      if (face === 'hand')
        doc
          .lineWidth(size * 0.028)
          .lineJoin('round')
          .strokeColor(colour)
      doc.text(run.text, left, y + at * step + size * 0.86, {
        lineBreak: false,
        baseline: 'alphabetic',
        ...pen,
      })
      left += doc.widthOfString(run.text)
    }
  })
}

/** A short word around a point of its foot. */
export function writeCentred(
  doc: PDFKit.PDFDocument,
  text: string,
  { x, y, size }: { x: number; y: number; size: number },
  colour: string,
): void {
  let left = x - widthOf(doc, text, 'black', size) / 2
  for (const run of runsOf(text)) {
    takeFont(doc, 'black', run.script).fontSize(size).fillColor(colour)
    doc.text(run.text, left, y, { lineBreak: false, baseline: 'alphabetic' })
    left += doc.widthOfString(run.text)
  }
}
