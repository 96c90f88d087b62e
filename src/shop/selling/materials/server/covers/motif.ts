import { writeCentred } from './lettering.ts'
import motifs from './motifs.json' with { type: 'json' }

export type MotifName = keyof typeof motifs
export const motifNames = Object.keys(motifs) as MotifName[]

/** A motif stands in a square of this side. */
const side = 200

/** Of the letters by which the drawings in motifs.json name their colours. */
const paints: Readonly<Record<string, string>> = {
  ...{ w: '#fffdf7', k: '#2b2d33', r: '#dc4a35', o: '#f08c2e', O: '#d9772a', y: '#f8c945', g: '#5aa653' },
  ...{ G: '#2f7445', b: '#3f8fd0', B: '#27456f', s: '#c3e2f3', p: '#f3aaa4', v: '#8560ad', n: '#9a6438' },
  ...{ N: '#5a3823', t: '#ecca96', a: '#a3adb5', A: '#5d6873', l: '#e6e9e8', m: '#abdcc4' },
}

interface Part {
  colour: string
  /** Of a line; what has none is filled. */
  width: number | undefined
  turns: readonly number[]
  centre: [number, number]
  shape: string
}

/** `*n/m paint~width shape@x,y`: n of m turns about a point, a colour, a line's width; all but the colour may be missing. */
function readPart(line: string): Part {
  const [, count, of, paint = '', width, shape = '', x, y] =
    /^(?:\*(\d+)(?:\/(\d+))? )?(\w)(?:~([\d.]+))? (.*?)(?:@(\d+),(\d+))?$/.exec(line) ?? []
  const all = Number(of ?? count ?? 1)
  return {
    colour: paints[paint] ?? paint,
    width: width === undefined ? undefined : Number(width),
    turns: Array.from({ length: Number(count ?? 1) }, (_, at) => (at * 360) / all),
    centre: [Number(x ?? side / 2), Number(y ?? side / 2)],
    shape,
  }
}

type Paint = (part: Part, trace: () => void) => void

/** Goes over the parts of a motif; `paint` says what becomes of each. Text parts (`T colour x,y,size words`) come as they are. */
function eachPart(doc: PDFKit.PDFDocument, name: MotifName, paint: Paint): void {
  for (const line of motifs[name]) {
    const isText = line.startsWith('T ')
    const part = readPart(isText ? line.slice(2) : line)
    for (const turn of part.turns) {
      doc.save().rotate(turn, { origin: part.centre })
      paint(part, isText ? () => writeWords(doc, part) : () => trace(doc, part.shape))
      doc.restore()
    }
  }
}

/** `o x,y,r`, `e x,y,rx,ry`, `b x,y,width,height,radius`, else the path of an SVG. */
function trace(doc: PDFKit.PDFDocument, shape: string): void {
  const [x = 0, y = 0, wide = 0, high = 0, radius = 0] = shape.slice(2).split(',').map(Number)
  if (shape.startsWith('o ')) doc.circle(x, y, wide)
  else if (shape.startsWith('e ')) doc.ellipse(x, y, wide, high)
  else if (shape.startsWith('b ')) doc.roundedRect(x, y, wide, high, radius)
  else doc.path(shape)
}

function writeWords(doc: PDFKit.PDFDocument, { shape, colour }: Part): void {
  const [place = '', ...words] = shape.split(' ')
  const [x = 0, y = 0, size = 0] = place.split(',').map(Number)
  const text = words.join(' ')
  writeCentred(doc, text, { x, y: y + size * 0.35, size }, colour)
}

export interface Place {
  /** Of the middle. */
  x: number
  y: number
  size: number
  turn?: number
}

function placed(doc: PDFKit.PDFDocument, { x, y, size, turn = 0 }: Place, draw: () => void): void {
  doc
    .save()
    .translate(x, y)
    .rotate(turn)
    .scale(size / side)
    .translate(-side / 2, -side / 2)
  doc.lineCap('round').lineJoin('round')
  draw()
  doc.restore()
}

const isWords = ({ shape }: Part) => /^\d+,\d+,\d+ /.test(shape)

/** Flat colours, as cut from paper. */
export function drawFlat(doc: PDFKit.PDFDocument, name: MotifName, place: Place): void {
  placed(doc, place, () =>
    eachPart(doc, name, (part, draw) => {
      draw()
      if (isWords(part)) return
      if (part.width === undefined) doc.fill(part.colour)
      else doc.lineWidth(part.width).stroke(part.colour)
    }),
  )
}

/** The same with a broad edge and its shadow, as a sticker has. */
export function drawSticker(
  doc: PDFKit.PDFDocument,
  name: MotifName,
  place: Place,
  { edge = '#ffffff', shadow = '#00000030' }: { edge?: string; shadow?: string } = {},
): void {
  for (const [colour, off, width] of [
    [shadow, 6, 17],
    [edge, 0, 15],
  ] as const) {
    placed(doc, { ...place, x: place.x + off, y: place.y + off }, () =>
      eachPart(doc, name, (part, draw) => {
        if (isWords(part)) return
        draw()
        if (part.width === undefined) doc.lineWidth(width).fillAndStroke(colour, colour)
        else doc.lineWidth(part.width + width).stroke(colour)
      }),
    )
  }
  drawFlat(doc, name, place)
}

/** Drawn with a pen over colours that do not quite meet the lines. */
export function drawDoodle(doc: PDFKit.PDFDocument, name: MotifName, place: Place, pen: string): void {
  placed(doc, place, () => {
    for (const [off, isColour] of [
      [5, true],
      [0, false],
    ] as const)
      eachPart(doc, name, (part, draw) => {
        if (isWords(part)) {
          if (!isColour) draw()
          return
        }
        doc.translate(off, off)
        draw()
        if (isColour && part.width === undefined) doc.fill(part.colour)
        else if (isColour) doc.lineWidth(part.width ?? 0).stroke(part.colour)
        else doc.lineWidth(2.6).stroke(pen)
      })
  })
}

/** Chalk on a board: broken lines, a breath of colour inside. */
export function drawChalk(doc: PDFKit.PDFDocument, name: MotifName, place: Place): void {
  const light = (colour: string) => (colour === paints.k || colour === paints.N ? '#ffffff' : colour)
  placed(doc, place, () =>
    eachPart(doc, name, (part, draw) => {
      const colour = light(part.colour)
      if (isWords(part)) {
        writeWords(doc, { ...part, colour: '#fffdf7' })
        return
      }
      if (part.width === undefined) {
        draw()
        doc.fillOpacity(0.34).fill(colour).fillOpacity(1)
      }
      for (const [dash, gap, opacity] of [
        [7, 1.1, 0.95],
        [13, 2.4, 0.6],
      ] as const) {
        draw()
        doc
          .dash(dash, { space: gap })
          .lineWidth(part.width === undefined ? 2.8 : Math.max(2.8, part.width * 0.7))
          .strokeOpacity(opacity)
          .stroke(part.width === undefined ? '#fdfaf0' : colour)
        doc.translate(0.8, -0.6)
      }
      doc.undash().strokeOpacity(1)
    }),
  )
}
