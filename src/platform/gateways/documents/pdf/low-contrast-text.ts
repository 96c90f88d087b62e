import type { PDFiumDocument } from '@hyzyla/pdfium'
import { type Colour, contrastOf, leastContrast } from '#platform/rules/contrast.ts'
import type { Bitmap } from './page-picture.ts'
import { type Box, type TextRun, textRuns } from './text-runs.ts'

/** A page number alone is no trouble: so many letters make a page pale. */
const fewestLetters = 12
/** Of the pixels around letters: this share has to be one colour, or they stand on a picture, and nothing is said. */
const groundShare = 0.4
/** Less is not pale but hidden on purpose. */
const hidden = 1.15
/** Thin letters are drawn lighter than they are: so much of their way from the ground has to be there at all. */
const seenShare = 0.3
/** What is this much darker than the text itself and no speck: it is printed over, or framed. */
const otherShare = 0.03
const mostSamples = 4000

/**
 * Whether words on a page look pale: the colour they are written in, against what is drawn around them. An estimate that
 * rather says nothing: of words on pictures, of what is drawn in outlines, or where something else covers them.
 */
export function isPalePage(document: PDFiumDocument, index: number, bitmap: Bitmap): boolean {
  let letters = 0
  for (const run of textRuns(document, index, bitmap)) {
    if (isPale(run, bitmap)) letters += run.letters
    if (letters >= fewestLetters) return true
  }
  return false
}

function isPale({ colour, alpha, points, box }: TextRun, bitmap: Bitmap): boolean {
  const pixels = pixelsIn(bitmap, box)
  const ground = groundOf(pixels)
  if (ground === undefined) return false
  const seen = colour.map((value, at) => value * alpha + (ground[at] ?? 0) * (1 - alpha)) as unknown as Colour
  const contrast = contrastOf(seen, ground)
  const least = leastContrast(points)
  if (contrast < hidden || contrast >= least) return false
  const isThere = pixels.some((pixel) => apart(pixel, ground) >= seenShare * apart(seen, ground))
  const others = pixels.filter((pixel) => contrastOf(pixel, ground) >= least).length
  return isThere && others < otherShare * pixels.length
}

/** The colour of most pixels, if most are nearly of one: the edges of letters are a little darker than their ground. */
function groundOf(pixels: readonly Colour[]): Colour | undefined {
  const near = largestOf(pixels, (pixel) => pixel.map((value) => value >> 4).join())
  if (near.length === 0 || near.length < groundShare * pixels.length) return undefined
  return largestOf(near, (pixel) => pixel.join())[0]
}

function largestOf(pixels: readonly Colour[], keyOf: (pixel: Colour) => string): readonly Colour[] {
  const groups = [...Map.groupBy(pixels, keyOf).values()]
  return groups.reduce((largest, group) => (group.length > largest.length ? group : largest), [])
}

function apart(one: Colour, other: Colour): number {
  return Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2])
}

/** Pixels of a part of the page, evenly taken when there are many. */
function pixelsIn({ data, width, height }: Bitmap, box: Box): Colour[] {
  const [left, right] = [Math.max(0, box.left), Math.min(width - 1, box.right)]
  const [top, bottom] = [Math.max(0, box.top), Math.min(height - 1, box.bottom)]
  const area = Math.max(0, right - left + 1) * Math.max(0, bottom - top + 1)
  const step = Math.max(1, Math.ceil(Math.sqrt(area / mostSamples)))
  const pixels: Colour[] = []
  for (let y = top; y <= bottom; y += step)
    for (let x = left; x <= right; x += step) {
      const at = 4 * (y * width + x)
      pixels.push([data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0])
    }
  return pixels
}
