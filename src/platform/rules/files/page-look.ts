/**
 * How alike two pages look, without comparing their pixels: the lowest frequencies of a small grey picture of what is
 * printed on it (pHash, Zauner 2010). Margins do not count, so that a page that was cropped, scaled or saved anew looks
 * as before. Strings of 0 and 1, as the database's bit strings want them.
 */
export interface PageLook {
  /** By these likely pages are found: 64 bits. */
  look: string
  /** These tell whether it is the same page: 256 bits. */
  detail: string
}

/** One byte per pixel, row by row; 0 is black. */
export interface GreyPicture {
  data: Uint8Array
  width: number
  height: number
}

interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

export const lookLength = 64
export const detailLength = 256
/** Of 256: pages of one pattern with other tasks are further away from each other. */
export const furthestDetail = 30
/** Bits of one part of a look; its number and its bits together are a key of the index. */
const bandLength = 16

const side = 32
/** Lighter than this is paper, a faint watermark or noise. */
const lightestInk = 214
/** Less of a page is a name, a number, a line: nothing to recognise it by. */
const leastInk = 0.012
/** Ruled paper and plain colour look alike wherever they come from. */
const leastContrast = 3

/** What a page looks like; undefined for one that is empty or nearly so. */
export function lookOf(picture: GreyPicture): PageLook | undefined {
  const box = printedBox(picture)
  if (box === undefined) return undefined
  const cells = cellsOf(picture, box)
  if (contrastOf(cells) < leastContrast) return undefined
  const waves = wavesOf(cells)
  return { look: bitsOf(waves.slice(0, lookLength)), detail: bitsOf(waves.slice(0, detailLength)) }
}

/** A look's four parts as keys of an index. */
export function lookBands(look: string): number[] {
  return Array.from({ length: lookLength / bandLength }, (_, band) => {
    const bits = look.slice(band * bandLength, (band + 1) * bandLength)
    return band * 2 ** bandLength + Number.parseInt(bits, 2)
  })
}

/**
 * The keys of every look that is at most `furthestLook` bits away: of seven bits in four parts at least one part has one
 * or none, so each part is looked for as it is and with each of its bits turned.
 */
export function likelyBands(look: string): number[] {
  return lookBands(look).flatMap((band) => [
    band,
    ...Array.from({ length: bandLength }, (_, bit) => band ^ (1 << bit)),
  ])
}

/** The printed area; undefined for a nearly empty page. */
function printedBox({ data, width, height }: GreyPicture): Box | undefined {
  const box: Box = { left: width, top: height, right: 0, bottom: 0 }
  let ink = 0
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if ((data[y * width + x] ?? 255) > lightestInk) continue
      ink += 1
      box.left = Math.min(box.left, x)
      box.right = Math.max(box.right, x + 1)
      box.top = Math.min(box.top, y)
      box.bottom = y + 1
    }
  }
  if (ink < leastInk * width * height) return undefined
  return box.right - box.left < side || box.bottom - box.top < side ? undefined : box
}

/** The mean darkness of each of 32 by 32 cells of the box, 0 for paper. */
function cellsOf({ data, width }: GreyPicture, { left, top, right, bottom }: Box): Float64Array {
  const cells = new Float64Array(side * side)
  const at = (from: number, to: number, cell: number) => from + Math.floor(((to - from) * cell) / side)
  for (let row = 0; row < side; row += 1) {
    const [y0, y1] = [at(top, bottom, row), at(top, bottom, row + 1)]
    for (let column = 0; column < side; column += 1) {
      const [x0, x1] = [at(left, right, column), at(left, right, column + 1)]
      let sum = 0
      for (let y = y0; y < y1; y += 1)
        for (let x = x0; x < x1; x += 1) {
          const grey = data[y * width + x] ?? 255
          if (grey <= lightestInk) sum += 255 - grey
        }
      cells[row * side + column] = sum / ((y1 - y0) * (x1 - x0))
    }
  }
  return cells
}

/** What is left of the cells when rows and columns are levelled: nothing of plain colour, of lines and of squares. */
function contrastOf(cells: Float64Array): number {
  const rows = new Float64Array(side)
  const columns = new Float64Array(side)
  for (const [at, value] of cells.entries()) {
    const [row, column] = [Math.floor(at / side), at % side]
    rows[row] = (rows[row] ?? 0) + value / side
    columns[column] = (columns[column] ?? 0) + value / side
  }
  const mean = rows.reduce((sum, value) => sum + value, 0) / side
  const left = (value: number, at: number) =>
    value - (rows[Math.floor(at / side)] ?? 0) - (columns[at % side] ?? 0) + mean
  return Math.sqrt(cells.reduce((sum, value, at) => sum + left(value, at) ** 2, 0) / cells.length)
}

/** cos((2x + 1) u pi / 2n), row by row for each frequency u. */
const cosines = Float64Array.from({ length: side * side }, (_, at) =>
  Math.cos(((2 * (at % side) + 1) * Math.floor(at / side) * Math.PI) / (2 * side)),
)

/** Frequencies from the lowest on: from the corner diagonal by diagonal, without the mean of all. */
const lowest = Array.from({ length: side * side }, (_, at) => ({ u: at % side, v: Math.floor(at / side) }))
  .sort((one, other) => one.u + one.v - other.u - other.v || one.u - other.u)
  .slice(1, detailLength + 1)

/** The cosine transform of the cells, the lowest frequencies first. */
function wavesOf(cells: Float64Array): number[] {
  const rows = transformed(cells, (line, at) => line * side + at)
  // `rows` has a row's frequencies in its line; the second turn goes down its columns.
  const both = transformed(rows, (line, at) => at * side + line)
  return lowest.map(({ u, v }) => both[u * side + v] ?? 0)
}

/** One-dimensional transform of each line. */
function transformed(values: Float64Array, place: (line: number, at: number) => number): Float64Array {
  const made = new Float64Array(side * side)
  for (let line = 0; line < side; line += 1)
    for (let wave = 0; wave < side; wave += 1) {
      let sum = 0
      for (let at = 0; at < side; at += 1)
        sum += (values[place(line, at)] ?? 0) * (cosines[wave * side + at] ?? 0)
      made[line * side + wave] = sum
    }
  return made
}

function bitsOf(waves: readonly number[]): string {
  const sorted = waves.toSorted((one, other) => one - other)
  const middle = sorted[Math.floor(sorted.length / 2)] ?? 0
  return waves.map((wave) => (wave >= middle ? '1' : '0')).join('')
}
