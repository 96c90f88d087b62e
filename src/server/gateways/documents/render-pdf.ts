import { readFile } from 'node:fs/promises'
import { type PDFiumDocument, PDFiumLibrary } from '@hyzyla/pdfium'
import sharp from 'sharp'
import { maxPdfPages, previewMaxHeightPx } from '#shared/limits.ts'
import type { ChildAnswer, ChildTask, RenderedPage } from './documents.ts'
import { traitsOf } from './pdf-traits.ts'

/** The child process of preview-maker.ts: one task at a time, told and answered over IPC. */

const coverHeightPx = 1000
/** A page may be as wide as a banner; its picture may not. */
const widest = 2
/** PDF allows some bytes before its mark; readers look for it within the first 1024. */
const markWithin = 1024

const library = await PDFiumLibrary.init()
sharp.concurrency(1)
sharp.cache(false)

async function answer(task: ChildTask): Promise<ChildAnswer> {
  const bytes: Uint8Array = typeof task.source === 'string' ? await readFile(task.source) : task.source
  if (!Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(markWithin, bytes.length)).includes('%PDF-'))
    return { inspection: { state: 'invalid' } }
  let document: PDFiumDocument
  try {
    document = await library.loadDocument(bytes)
  } catch (error) {
    const isLocked = error instanceof Error && /password|security/i.test(error.message)
    return { inspection: { state: isLocked ? 'encrypted' : 'invalid' } }
  }
  try {
    const pageCount = document.getPageCount()
    if (pageCount < 1 || pageCount > maxPdfPages) return { inspection: { state: 'invalid' } }
    const inspection = { state: 'ok', pageCount, traits: traitsOf(document, bytes) } as const
    if (task.task === 'inspect') {
      const { originalWidth, originalHeight } = document.getPage(0).getOriginalSize()
      return originalWidth > 0 && originalHeight > 0 ? { inspection } : { inspection: { state: 'invalid' } }
    }
    const previews: RenderedPage[] = []
    const cover = task.cover ? await draw(document, 0, coverHeightPx) : undefined
    for (let index = 0; index < Math.min(task.previews, pageCount); index += 1) {
      previews.push(await draw(document, index, previewMaxHeightPx))
    }
    return { inspection, document: { pageCount, cover, previews } }
  } finally {
    document.destroy()
  }
}

async function draw(document: PDFiumDocument, index: number, heightPx: number): Promise<RenderedPage> {
  const page = document.getPage(index)
  const { originalWidth, originalHeight } = page.getOriginalSize()
  if (!(originalWidth > 0 && originalHeight > 0)) throw new Error(`page ${index + 1} has no size`)
  const scale = Math.min(heightPx / originalHeight, (widest * heightPx) / originalWidth)
  // The library multiplies whole points by `scale` and rounds down: giving both sizes keeps the picture exact.
  const width = Math.max(1, Math.round(originalWidth * scale))
  const height = Math.max(1, Math.round(originalHeight * scale))
  const picture = await page.render({
    scale: 1,
    width,
    height,
    render: async (bitmap) =>
      sharp(bitmap.data, { raw: { width: bitmap.width, height: bitmap.height, channels: 4 } })
        .flatten({ background: '#fff' })
        .webp({ quality: 86, effort: 2 })
        .toBuffer(),
  })
  return { data: Buffer.from(picture.data), width, height }
}

process.on('message', (task: ChildTask) => {
  answer(task).then(
    (result) => process.send?.(result),
    (error: unknown) => process.send?.({ failure: error instanceof Error ? error.message : String(error) }),
  )
})
process.on('disconnect', () => process.exit(0))
