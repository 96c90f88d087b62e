import { readFile } from 'node:fs/promises'
import type { PDFiumLibrary } from '@hyzyla/pdfium'
import sharp, { type Sharp } from 'sharp'
import { pictureLimits } from '#platform/limits.ts'
import { lookOf, type PageLook } from '#platform/rules/files/page-look.ts'
import { ofPages, traceOf } from '#platform/rules/text/likeness.ts'
import type { NumberedLook, SeenPages } from '../documents.ts'
import { draw } from './draw-page.ts'
import { isPalePage } from './low-contrast-text.ts'
import { fromBitmap } from './page-picture.ts'

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
