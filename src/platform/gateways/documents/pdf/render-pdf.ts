import { readFile, writeFile } from 'node:fs/promises'
import { type PDFiumDocument, PDFiumLibrary } from '@hyzyla/pdfium'
import sharp from 'sharp'
import { maxExtractedText, maxPdfPages, pictureLimits, previewMaxHeightPx } from '#platform/limits.ts'
import { planPages, solutionPagesOf } from '#platform/rules/files/preview-pages.ts'
import { traceOf } from '#platform/rules/text/likeness.ts'
import { normalisePicture } from '../../images/normalise.ts'
import type {
  ChildAnswer,
  ChildTask,
  Examination,
  ExamineTask,
  Findings,
  RenderedDocument,
  RenderedPreview,
  WantedPages,
} from '../documents.ts'
import { examineFile, examinePdfBytes } from '../files/examine.ts'
import { activityOf } from './active-content.ts'
import { cleanPdf } from './clean-pdf.ts'
import { draw, type Frame, fitting } from './draw-page.ts'
import { lookOfImage, looksOfPdf } from './page-looks.ts'
import { type Bitmap, blurred, hiddenHeightPx, marked, plain } from './page-picture.ts'
import { hasActions, traitsOf } from './pdf-traits.ts'
import { stampPdf } from './stamp-pdf.ts'

/** The child process of preview-maker.ts: one task at a time, told and answered over IPC. */

/** A page may be as wide as a banner; its picture may not. */
const coverFrame: Frame = { width: 2000, height: 1000 }
/** Sharp when it fills a screen: 150 dots an inch on A4. */
const previewFrame: Frame = { width: 1400, height: 1754 }
const listFrame: Frame = { width: 2 * previewMaxHeightPx, height: previewMaxHeightPx }
const hiddenFrame: Frame = { width: 2 * hiddenHeightPx, height: hiddenHeightPx }
/** Looking through thousands of pages for headings would cost more than it tells. */
const mostTexts = 200
const headLength = 600
/** PDF allows some bytes before its mark; readers look for it within the first 1024. */
const markWithin = 1024

// A terminal or supervisor signals the whole group: the parent drains, and its documents are finished until it goes.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => undefined)

const library = await PDFiumLibrary.init()
sharp.concurrency(1)
sharp.cache(false)

type PdfTask = Extract<ChildTask, { task: 'inspect' | 'render' }>

async function answer(task: ChildTask): Promise<ChildAnswer> {
  if (task.task === 'picture') return { picture: await normalisePicture(task.source, task) }
  if (task.task === 'render' && task.kind === 'image') return await readImage(task)
  if (task.task === 'stamp') return { isStamped: await stampPdf(library, task) }
  if (task.task === 'looks')
    return { seen: await (task.kind === 'pdf' ? looksOfPdf(library, task) : lookOfImage(task.source)) }
  if (task.task === 'examine') return { examination: await examine(task) }
  return await readPdf(task)
}

/** A picture as the one page of a document. */
async function readImage(task: Extract<PdfTask, { task: 'render' }>): Promise<ChildAnswer> {
  const bitmap = async ({ width, height }: Frame): Promise<Bitmap> => {
    const { data, info } = await sharp(task.source, { limitInputPixels: pictureLimits.pixels, pages: 1 })
      .rotate()
      .resize({ width, height, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    return { data, width: info.width, height: info.height }
  }
  const cover = task.cover ? await plain(await bitmap(coverFrame)) : undefined
  const page = { page: 1, isShown: true, isSolution: false }
  const previews = task.previews === null ? [] : [{ ...page, ...(await marked(await bitmap(previewFrame))) }]
  const traits = { isTagged: false, hasTitle: false, hasLanguage: false, hasText: false }
  return {
    inspection: { state: 'ok', pageCount: 1, traits },
    document: { pageCount: 1, cover, previews, hasSolutions: false },
  }
}

async function examine(task: ExamineTask): Promise<Examination> {
  const found = task.kind === 'pdf' ? await examinePdf(task) : await examineFile(task, library)
  // Here, and not where requests are answered: 200,000 letters take a tenth of a second.
  return found.state === 'ok' ? { ...found, trace: traceOf(found.text) ?? null } : found
}

const pdfRefusals = { encrypted: 'pdf_encrypted', active: 'pdf_active', invalid: 'pdf_invalid' } as const

async function examinePdf(task: ExamineTask): Promise<Findings> {
  const bytes = await readFile(task.source)
  const code = await examinePdfBytes(bytes)
  if (code !== undefined) return { state: 'refused', code }
  const answered = await readPdf({ task: 'inspect', source: bytes })
  if (!('inspection' in answered)) return { state: 'refused', code: 'pdf_invalid' }
  const { inspection } = answered
  if (inspection.state !== 'ok') return { state: 'refused', code: pdfRefusals[inspection.state] }
  const { pageCount, traits } = inspection
  const text = await wordsOf(bytes)
  const clean = await cleanPdf(library, bytes)
  const isCleaned = clean instanceof Uint8Array
  if (isCleaned) await writeFile(task.target, clean, { flag: 'wx' })
  const left = typeof clean === 'string' ? [{ name: null, reason: clean }] : []
  return { state: 'ok', isCleaned, left, pageCount, traits, text }
}

async function wordsOf(bytes: Uint8Array): Promise<string> {
  const document = await library.loadDocument(bytes)
  try {
    return textsOf(document, maxExtractedText / mostTexts)
      .join('\n')
      .trim()
  } finally {
    document.destroy()
  }
}

async function readPdf(task: PdfTask): Promise<ChildAnswer> {
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
      const activity = hasActions(document) ? 'active' : activityOf(bytes)
      if (activity === 'active') return { inspection: { state: 'active' } }
      // Protection without a password hides what is inside as well.
      if (activity === 'unreadable')
        return { inspection: { state: isProtected(bytes) ? 'encrypted' : 'invalid' } }
      const { originalWidth, originalHeight } = document.getPage(0).getOriginalSize()
      return originalWidth > 0 && originalHeight > 0 ? { inspection } : { inspection: { state: 'invalid' } }
    }
    const cover = task.cover ? await plain(await draw(document, 0, coverFrame)) : undefined
    const { previews, hasSolutions } = await drawPreviews(document, task.previews)
    return { inspection, document: { pageCount, cover, previews, hasSolutions } }
  } finally {
    document.destroy()
  }
}

function isProtected(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes('/Encrypt')
}

async function drawPreviews(
  document: PDFiumDocument,
  wanted: WantedPages | null,
): Promise<Pick<RenderedDocument, 'previews' | 'hasSolutions'>> {
  const previews: RenderedPreview[] = []
  if (wanted === null) return { previews, hasSolutions: false }
  const pageCount = document.getPageCount()
  const solutions = wanted.choice.solutions ?? solutionPagesOf(textsOf(document))
  for (const planned of planPages({ ...wanted.choice, solutions }, { pageCount, most: wanted.most })) {
    const index = planned.page - 1
    const picture = planned.isShown
      ? await marked(await draw(document, index, previewFrame))
      : await blurred(await draw(document, index, hiddenFrame), fitting(document, index, listFrame))
    previews.push({ ...planned, ...picture })
  }
  return { previews, hasSolutions: solutions.some((page) => page <= pageCount) }
}

/** What stands on each page, as far as it is looked through: keys stand at the end. */
function textsOf(document: PDFiumDocument, letters = headLength): string[] {
  const length = document.getPageCount()
  return Array.from({ length }, (_, index) =>
    index >= length - mostTexts ? document.getPage(index).getText().slice(0, letters) : '',
  )
}

process.on('message', (task: ChildTask) => {
  answer(task).then(
    (result) => process.send?.(result),
    (error: unknown) => process.send?.({ failure: error instanceof Error ? error.message : String(error) }),
  )
})
process.on('disconnect', () => process.exit(0))
