import { readFile } from 'node:fs/promises'
import type { PDFiumDocument, PDFiumLibrary } from '@hyzyla/pdfium'
import sharp, { type Sharp } from 'sharp'
import { pictureLimits } from '#platform/limits.ts'
import { lookOf, type PageLook } from '#platform/rules/files/page-look.ts'
import { ofPages, traceOf } from '#platform/rules/text/likeness.ts'
import { type Colour, contrastOf, leastContrast } from '#platform/rules/web/contrast.ts'
import type { NumberedLook, SeenPages } from '../documents.ts'
import { draw } from './draw-page.ts'
import { type Bitmap, fromBitmap } from './page-picture.ts'
import { type Box, type TextRun, textRuns } from './text-runs.ts'

/** Large enough that thin letters are as dark as in a scan of them. */
const drawnFrame = { width: 2000, height: 1000 }
const mostLetters = 20_000
const seenFrame = { width: 512, height: 384, fit: 'inside' } as const

/** What the first pages of a PDF look like from afar, the empty ones left out, and which are hard to read. */
export async function looksOfPdf(
  library: PDFiumLibrary,
  { source, most }: { source: string; most: number },
): Promise<SeenPages> {
  const document = await library.loadDocument(await readFile(source))
  try {
    const looks: NumberedLook[] = []
    const palePages: number[] = []
    const pages = Math.min(document.getPageCount(), most)
    for (let index = 0; index < pages; index += 1) {
      const bitmap = await draw(document, index, drawnFrame)
      const look = await lookAt(fromBitmap(bitmap))
      const words = traceOf(document.getPage(index).getText().slice(0, mostLetters), ofPages) ?? null
      if (look !== undefined) looks.push({ page: index + 1, words, ...look })
      if (isPalePage(document, index, bitmap)) palePages.push(index + 1)
    }
    return { looks, palePages }
  } finally {
    document.destroy()
  }
}

/** The same of a picture; nothing for a plain one. What in it are words nobody knows. */
export async function lookOfImage(source: string): Promise<SeenPages> {
  const picture = sharp(source, { limitInputPixels: pictureLimits.pixels, pages: 1 })
  const look = await lookAt(picture.rotate().flatten({ background: '#fff' }))
  return { looks: look === undefined ? [] : [{ page: 1, words: null, ...look }], palePages: null }
}

async function lookAt(picture: Sharp): Promise<PageLook | undefined> {
  const { data, info } = await picture
    .resize(seenFrame)
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return lookOf({ data, width: info.width, height: info.height })
}

/** A pale page number is harmless: a page counts as pale from this many letters on. */
const fewestLetters = 12
/** Of the pixels around letters: this share has to be one colour, or they stand on a picture, and nothing is said. */
const groundShare = 0.4
/** Below this contrast text is hidden on purpose (a text layer over a scan). */
const hidden = 1.15
/** Thin letters are rendered lighter: some pixel must reach this share of the contrast. */
const seenShare = 0.3
/** What is this much darker than the text itself and no speck: it is printed over, or framed. */
const otherShare = 0.03
const mostSamples = 4000

/**
 * Whether words on a page look pale: the colour they are written in, against what is drawn around them. An estimate that
 * rather says nothing: of words on pictures, of what is drawn in outlines, or where something else covers them.
 */
function isPalePage(document: PDFiumDocument, index: number, bitmap: Bitmap): boolean {
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
  const over = (at: 0 | 1 | 2) => colour[at] * alpha + ground[at] * (1 - alpha)
  const seen: Colour = [over(0), over(1), over(2)]
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
