import type { LiveWorld } from '#platform/routing/worlds.ts'
import type { Colours } from './colours.ts'
import { type Face, fitText, type Lettering, writeLetters } from './lettering.ts'
import { drawChalk, drawDoodle, drawFlat, drawSticker, type MotifName, type Place } from './motif.ts'

/** A stream of whole numbers that is the same for the same cover. */
export interface Random {
  int(low: number, high: number): number
}

export const paper = { width: 595.28, height: 841.89 }
/** A card of the shop shows a sheet of 3:4 from its top: nothing that matters stands below. */
const seen = 790
const margin = 40
const room = paper.width - 2 * margin

export interface Cover {
  doc: PDFKit.PDFDocument
  world: LiveWorld
  /** The large words, those below them, and the subject with its grade. */
  head: string
  sub: string
  line: string
  motif: MotifName
  /** Of the parts of a pack. */
  parts: readonly MotifName[]
  colours: Colours
  /** Two authors share a hand; each has one of its two ways. */
  way: 0 | 1
  random: Random
}

/** Gives back how high its title is, in points. */
type Hand = (cover: Cover) => number

/** How authors draw their covers. */
export const hands: readonly Hand[] = [poster, bigType, notebook, collage, pattern, board]

interface Box {
  x?: number
  y: number
  width?: number
  /** Of the large words; those below them come on top of it. */
  height: number
  face: Face
  most?: number
  align?: 'left' | 'middle'
}

/** The title as it fits: large words, below them the others, and where it ends. */
interface Title {
  box: { x: number; y: number; width: number; align: 'left' | 'middle' }
  large: Lettering
  small: Lettering | undefined
  height: number
  end: number
}

function layTitle(
  { doc, world, head, sub, line }: Cover,
  { x = margin, y, width = room, height, face, most = 118, align = 'left' }: Box,
): Title {
  const large = fitText(doc, head, { face, width, height, most, world })
  // With what stands below it a title takes a seventh of the sheet or more.
  const isLow = large.lines.length === 1 || large.height < paper.height / 7
  const below = sub === '' && isLow ? line : sub
  const small =
    below === ''
      ? undefined
      : fitText(doc, below, {
          face: face === 'black' ? 'text' : face,
          ...{ width, height: 90, most: Math.min(38, large.size * 0.55), world },
        })
  const high = large.height + (small ? small.height + large.size * 0.14 : 0)
  return { box: { x, y, width, align }, large, small, height: high, end: y + high }
}

function writeTitle({ doc }: Cover, { box, large, small, end }: Title, colour: string, quiet = colour): void {
  writeLetters(doc, large, box, colour)
  if (small) writeLetters(doc, small, { ...box, y: end - small.height }, quiet)
}

function lineBoxes({ large: { lines, step, size }, box: { x, y, width, align } }: Title) {
  return lines.map((line, at) => ({
    x: align === 'left' ? x : x + (width - line.width) / 2,
    y: y + at * step + size * 0.12,
    width: line.width,
    height: size,
  }))
}

/** The object in the room that is left below a title, as large as it can be; of a pack its parts on fanned pages. */
function object(
  cover: Cover,
  {
    top,
    bottom = seen - 14,
    x = paper.width / 2,
    most = 430,
  }: { top: number; bottom?: number; x?: number; most?: number },
  draw: (motif: MotifName, place: Place) => void,
): void {
  const size = Math.min(most, bottom - top)
  const middle = { x, y: (top + bottom) / 2 }
  if (cover.parts.length > 0) fan(cover, { ...middle, size: Math.min(size, 400) }, draw)
  else draw(cover.motif, { ...middle, size })
}

/** Pages of a pack, held like cards, each with the object of a part. */
function fan(
  { doc, parts, motif, colours }: Cover,
  { x, y, size }: Place,
  draw: (motif: MotifName, place: Place) => void,
): void {
  const pages = [parts[1] ?? motif, parts[2] ?? motif, parts[0] ?? motif]
  const [wide, high] = [size * 0.62, size * 0.84]
  const places = [
    [-0.34, 0.06, -15],
    [0.34, 0.06, 15],
    [0, -0.02, 0],
  ] as const
  pages.forEach((name, at) => {
    const [dx, dy, turn] = places[at] ?? [0, 0, 0]
    doc
      .save()
      .translate(x + dx * size, y + dy * size)
      .rotate(turn)
    doc
      .roundedRect(-wide / 2 + 5, -high / 2 + 7, wide, high, 8)
      .fillOpacity(0.22)
      .fill('#000000')
      .fillOpacity(1)
    doc
      .roundedRect(-wide / 2, -high / 2, wide, high, 8)
      .lineWidth(1.5)
      .fillAndStroke('#ffffff', colours.soft)
    doc
      .roundedRect(-wide / 2 + 14, -high / 2 + 14, wide - 28, high * 0.12, 5)
      .fill([colours.mid, colours.pop, colours.deep][at] ?? colours.mid)
    for (const part of [0.76, 0.83, 0.9])
      doc
        .roundedRect(-wide / 2 + 18, -high / 2 + high * part, (wide - 36) * (part === 0.9 ? 0.6 : 1), 7, 3)
        .fill('#dfe3e6')
    draw(name, { x: 0, y: -high * 0.04, size: wide * 0.74 })
    doc.restore()
  })
}

/** The subject and the grade on a label. */
function label(
  cover: Cover,
  { x, y, ground, colour }: { x: number; y: number; ground: string; colour: string },
): void {
  const { doc, world, line } = cover
  const words = fitText(doc, line, { face: 'text', width: room - 60, height: 34, most: 23, world })
  const wide = (words.lines[0]?.width ?? 0) + 32
  const left = x < 0 ? paper.width + x - wide : x
  doc.roundedRect(left, y, wide, 38, 19).fill(ground)
  writeLetters(doc, words, { x: left + 16, y: y + 19 - words.height * 0.5 }, colour)
}

/** Flat colour from edge to edge, a disc behind the object. */
function poster(cover: Cover): number {
  const { doc, colours, way, random } = cover
  const tone = random.int(0, 2)
  const isDark = way === 0 ? tone < 2 : tone === 0
  doc
    .rect(0, 0, paper.width, paper.height)
    .fill(isDark ? (tone === 1 ? colours.mid : colours.deep) : colours.soft)
  const title = layTitle(cover, { y: 38, height: 230, face: 'black', align: way === 0 ? 'left' : 'middle' })
  const low = Math.max(0, title.end - 285)
  if (way === 1) doc.rect(0, 520 + low, paper.width, 330).fill(isDark ? colours.mid : colours.deep)
  doc
    .circle(paper.width / 2, (way === 0 ? 590 : 540) + low, way === 0 ? 285 : 235)
    .fill(isDark ? colours.soft : colours.pop)
  writeTitle(cover, title, isDark ? '#ffffff' : colours.dark)
  object(cover, { top: title.end + 30 }, (motif, place) => drawFlat(doc, motif, place))
  return title.height
}

/** Words that fill the sheet, the object in its corner. */
function bigType(cover: Cover): number {
  const { doc, colours, way } = cover
  const [left, top] = way === 0 ? [margin + 12, 36] : [margin, 54]
  doc.rect(0, 0, paper.width, paper.height).fill(way === 0 ? '#fbf6ea' : colours.light)
  if (way === 0) doc.rect(0, 0, 26, paper.height).fill(colours.mid)
  else doc.rect(0, 0, paper.width, 30).fill(colours.deep)
  if (cover.line !== '') label(cover, { x: left, y: top, ground: colours.deep, colour: '#ffffff' })
  const y = cover.line === '' ? top + 4 : top + 56
  const title = layTitle(cover, {
    ...{ x: left, y, height: 300, width: paper.width - margin - left, face: 'serif', most: 140 },
  })
  const size = Math.min(470, seen - title.end - 16)
  if (cover.parts.length === 0)
    doc.circle(paper.width - 150, seen - 70, 290).fill(way === 0 ? colours.soft : colours.pop)
  writeTitle(cover, title, colours.deep, '#3b4046')
  if (cover.parts.length > 0)
    object(cover, { top: title.end + 26 }, (motif, place) => drawFlat(doc, motif, place))
  else drawFlat(doc, cover.motif, { x: paper.width - 36 - size / 2, y: seen - size / 2, size, turn: -5 })
  return title.height
}

/** A page of an exercise book, written and drawn by hand. */
function notebook(cover: Cover): number {
  const { doc, colours, way } = cover
  doc.rect(0, 0, paper.width, paper.height).fill(way === 0 ? '#fdfcf6' : '#fff5cf')
  doc.lineWidth(1)
  for (let at = 26; at < paper.height; at += 26) doc.moveTo(0, at).lineTo(paper.width, at)
  if (way === 0) for (let at = 26; at < paper.width; at += 26) doc.moveTo(at, 0).lineTo(at, paper.height)
  doc.stroke(way === 0 ? '#d3e2ee' : '#d8dcc4')
  doc.rect(way === 0 ? paper.width - 30 : 44, 0, 2.5, paper.height).fill('#e58f86')
  if (way === 0) for (let at = 0; at < 9; at++) doc.circle(22, 60 + at * 90, 9).fill(colours.soft)
  const title = layTitle(cover, {
    x: 62,
    y: 44,
    width: paper.width - 62 - margin,
    height: 240,
    face: 'hand',
    most: 130,
  })
  // A marker went over each line.
  for (const { x, y, width, height } of lineBoxes(title))
    doc
      .polygon(
        [x - 10, y + height * 0.58],
        [x + width + 12, y + height * 0.5],
        [x + width + 4, y + height * 0.98],
        [x - 4, y + height * 1.02],
      )
      .fill(colours.soft)
  writeTitle(cover, title, '#22304f', colours.deep)
  object(cover, { top: title.end + 30, x: paper.width / 2 + 12 }, (motif, place) =>
    drawDoodle(doc, motif, { ...place, turn: way === 0 ? 3 : -4 }, '#22304f'),
  )
  return title.height
}

/** Torn paper in layers, the object a sticker on it, the title on a strip held by tape. */
function collage(cover: Cover): number {
  const { doc, colours, way, random } = cover
  doc.rect(0, 0, paper.width, paper.height).fill(way === 0 ? colours.soft : '#d9b98e')
  fibres(cover, way === 0 ? colours.mid : '#8d6a40')
  torn(cover, 400, way === 0 ? colours.mid : colours.soft)
  torn(cover, 585, way === 0 ? colours.deep : colours.mid)
  const title = layTitle(cover, {
    ...{ x: 54, width: paper.width - 108, y: 58, height: 200, face: 'black', most: 118, align: 'middle' },
  })
  const high = title.height + 44
  doc.save().rotate(way === 0 ? -2 : 1.6, { origin: [paper.width / 2, 140] })
  doc.fillOpacity(0.15)
  edge(cover, { x: 34, y: 44, width: paper.width - 60, height: high }, '#000000')
  doc.fillOpacity(1)
  edge(cover, { x: 28, y: 36, width: paper.width - 56, height: high }, '#fffdf8')
  writeTitle(cover, title, colours.deep, '#3b4046')
  for (const x of [60, paper.width - 150])
    doc
      .save()
      .rotate(random.int(-9, 9), { origin: [x + 45, 36] })
      .rect(x, 22, 90, 30)
      .fillOpacity(0.75)
      .fill(colours.pop)
      .restore()
  doc.restore()
  object(cover, { top: 36 + high + 34, most: 410 }, (motif, place) =>
    drawSticker(doc, motif, { ...place, turn: way === 0 ? 5 : -5 }),
  )
  return title.height
}

function fibres({ doc, random }: Cover, colour: string): void {
  doc.lineWidth(0.9).strokeOpacity(0.28)
  for (let at = 0; at < 420; at++) {
    const [x, y] = [random.int(0, 595), random.int(0, 842)]
    doc.moveTo(x, y).lineTo(x + random.int(-9, 9), y + random.int(-9, 9))
  }
  doc.stroke(colour).strokeOpacity(1)
}

/** Everything below a torn edge: the white of the tear first. */
function torn({ doc, random }: Cover, top: number, colour: string): void {
  const points: [number, number][] = []
  for (let x = 0; x <= 600; x += 12) points.push([x, top + Math.sin(x / 90 + top) * 16 + random.int(-6, 6)])
  const shape = (off: number) =>
    doc.polygon(...points.map(([x, y]): [number, number] => [x, y + off]), [600, 850], [0, 850])
  shape(-14).fillOpacity(0.12).fill('#000000').fillOpacity(1)
  shape(-8).fill('#fffdf8')
  shape(0).fill(colour)
}

function edge(
  { doc, random }: Cover,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
  colour: string,
): void {
  const jag = () => random.int(-3, 3)
  const across = Array.from({ length: 45 }, (_, at) => x + (at * width) / 44)
  doc.polygon(
    ...across.map((at): [number, number] => [at, y + jag()]),
    ...across.toReversed().map((at): [number, number] => [at, y + height + jag()]),
  )
  doc.fill(colour)
}

/** Quarters of circles in a grid, the object in a round window. */
function pattern(cover: Cover): number {
  const { doc, colours, way, random } = cover
  const cell = paper.width / 6
  const set = [colours.deep, colours.mid, colours.soft, colours.light, colours.pop]
  doc.rect(0, 0, paper.width, paper.height).fill(colours.pale)
  for (let row = 0; row < 9; row++)
    for (let column = 0; column < 6; column++) {
      const [x, y] = [column * cell, row * cell]
      doc.rect(x, y, cell + 0.5, cell + 0.5).fill(set[random.int(0, set.length - 1)] ?? colours.soft)
      const colour = set[random.int(0, set.length - 1)] ?? colours.soft
      const turn = random.int(0, 3) * 90
      doc
        .save()
        .rotate(turn, { origin: [x + cell / 2, y + cell / 2] })
        .translate(x, y)
      if (way === 0) doc.path(`M0 0H${cell}A${cell} ${cell} 0 0 1 0 ${cell}Z`).fill(colour)
      else doc.polygon([0, 0], [cell, 0], [0, cell]).fill(colour)
      doc.restore()
    }
  const title = layTitle(cover, {
    ...{ x: 48, width: paper.width - 96, y: 52, height: cover.sub === '' ? 226 : 170 },
    ...{ face: 'black', most: 118, align: 'middle' },
  })
  doc.rect(28, 28, paper.width - 56, title.height + 52).fill(way === 0 ? colours.deep : '#ffffff')
  writeTitle(cover, title, way === 0 ? '#ffffff' : colours.deep, way === 0 ? colours.light : '#3b4046')
  const [top, bottom] = [title.end + 50, seen - 16]
  const [middle, radius] = [(top + bottom) / 2, Math.min(250, (bottom - top) / 2)]
  doc.circle(paper.width / 2, middle, radius).fill(way === 0 ? colours.light : colours.soft)
  doc
    .circle(paper.width / 2, middle, radius)
    .lineWidth(12)
    .stroke(colours.deep)
  const reach = radius * 0.76
  object(cover, { top: middle - reach, bottom: middle + reach }, (motif, place) =>
    drawFlat(doc, motif, place),
  )
  return title.height
}

/** A board in its frame, chalk on it. */
function board(cover: Cover): number {
  const { doc, colours, way, random } = cover
  doc.rect(0, 0, paper.width, paper.height).fill(way === 0 ? '#b98650' : '#5a3d28')
  doc.rect(0, 0, paper.width, 8).fill(way === 0 ? '#d5a86f' : '#7a573b')
  doc.rect(24, 24, paper.width - 48, seen - 30).fill(colours.board)
  doc
    .save()
    .rect(24, 24, paper.width - 48, seen - 30)
    .clip()
  doc.lineWidth(46).strokeOpacity(0.035)
  for (let at = 0; at < 14; at++)
    doc
      .moveTo(random.int(0, 595), random.int(60, 760))
      .bezierCurveTo(
        random.int(0, 595),
        random.int(0, 842),
        random.int(0, 595),
        random.int(0, 842),
        random.int(0, 595),
        random.int(60, 760),
      )
      .stroke('#ffffff')
  doc.strokeOpacity(1).restore()
  const title = layTitle(cover, {
    ...{ y: 54, x: 52, width: paper.width - 104, height: 236, face: 'hand', most: 130, align: 'middle' },
  })
  writeTitle(cover, title, '#fffdf4', colours.pop)
  const { end } = title
  doc
    .moveTo(90, end + 14)
    .bezierCurveTo(200, end + 4, 380, end + 22, 505, end + 10)
    .dash(16, { space: 1.6 })
    .lineWidth(4.5)
    .stroke(colours.pop)
    .undash()
  object(cover, { top: end + 44, bottom: seen - 32 }, (motif, place) => drawChalk(doc, motif, place))
  return title.height
}
