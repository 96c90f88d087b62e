import { encode } from 'uqr'
import { writeClock } from '#exercises/model/task/clock.ts'
import type { Widget } from '#exercises/model/task/widget.ts'
import { finish, loadTypeface, registerTypeface } from '#platform/gateways/documents/typeface/typeface.ts'
import { type PrintedPicture, printedPicture } from '#platform/gateways/images/print.ts'
import { drawHtml } from './paper-html.ts'
import {
  heightOf,
  ink,
  makeRoom,
  margin,
  nextPage,
  type PaperSheet,
  type PaperTexts,
  paragraph,
  readable,
  styleOf,
} from './paper-sheet.ts'
import { drawWidget } from './paper-widgets.ts'

/** A worksheet as it is drawn: without keys but for the answers at its end. */
export interface Worksheet {
  title: string
  description: string
  lang: string
  texts: PaperTexts
  size: 'A4' | 'LETTER'
  /** Half as large again and more, for who needs it. */
  isLarge: boolean
  /** Its pictures are without colours, as a printer without them shows them best. */
  isGray: boolean
  /** Where the same is practised on a screen. */
  address: string | undefined
  pages: {
    title: string
    elements: {
      /** HTML. */
      prompt: string
      points: number
      timeLimit: number
      /** With what is seen or heard above the words. */
      media?: Widget
      widgets: Widget[]
      solution: string[]
    }[]
  }[]
  withKey: boolean
  /** Where pictures come from, a line each. */
  credits: string[]
  /** Of its tasks, by their names in the storage. */
  pictures: Readonly<Record<string, Uint8Array>>
}

/** Draws pages for pupils and, on pages of their own, the answers: tagged, with every font it uses inside. */
export async function drawWorksheet(sheet: Worksheet): Promise<Buffer> {
  const { default: PDFDocument } = await import('pdfkit')
  const doc = new PDFDocument({
    ...{ size: sheet.size, margin: 0, autoFirstPage: false, font: '', pdfVersion: '1.7', tagged: true },
    ...{ lang: sheet.lang, displayTitle: true, info: { Title: sheet.title, Creator: 'Aularium' } },
  })
  registerTypeface(doc, loadTypeface())
  const root = doc.struct('Document')
  doc.addStructure(root)
  doc.addPage()
  const at: PaperSheet = {
    ...{
      doc,
      root,
      y: margin,
      left: margin,
      right: doc.page.width - margin,
      bottom: doc.page.height - margin,
    },
    ...{ scale: sheet.isLarge ? 1.6 : 1, texts: sheet.texts, pictures: await printed(sheet) },
  }
  drawHead(at, sheet)
  drawTasks(at, sheet)
  drawCredits(at, sheet)
  if (sheet.withKey) drawKey(at, sheet)
  root.end()
  return await finish(doc)
}

async function printed({
  pictures,
  isGray,
}: Pick<Worksheet, 'pictures' | 'isGray'>): Promise<ReadonlyMap<string, PrintedPicture>> {
  const found = new Map<string, PrintedPicture>()
  for (const [asset, bytes] of Object.entries(pictures)) {
    const picture = await printedPicture(bytes, isGray)
    if (picture) found.set(asset, picture)
  }
  return found
}

function drawHead(at: PaperSheet, { title, description, address, texts }: Worksheet): void {
  const room = address === undefined ? 0 : 90
  if (address !== undefined) drawCode(at, address, 72)
  at.right -= room
  paragraph(at, title, { style: styleOf(at, 18, 'bold'), tag: 'H1' })
  if (description) paragraph(at, description, { style: styleOf(at, 11), tag: 'P' })
  at.right += room
  paragraph(at, `${texts.name} ______________________________`, {
    style: styleOf(at, 11),
    tag: 'P',
    before: 6,
  })
  if (address !== undefined) at.y = Math.max(at.y, margin + 84)
}

function drawTasks(at: PaperSheet, { pages, texts }: Worksheet): void {
  let number = 0
  for (const page of pages) {
    if (page.title) paragraph(at, page.title, { style: styleOf(at, 14, 'bold'), tag: 'H2', before: 14 })
    for (const { prompt, points, timeLimit, media, widgets } of page.elements) {
      number += 1
      const more = [
        ...(points > 0 ? [texts.points.replace('{{count}}', String(points))] : []),
        ...(timeLimit > 0 ? [writeClock(timeLimit)] : []),
      ]
      const worth = more.length > 0 ? ` (${more.join(', ')})` : ''
      const task = `${texts.task.replace('{{number}}', String(number))}${worth}`
      const draw = (paper: PaperSheet) => {
        paragraph(paper, task, { style: styleOf(at, 12, 'bold'), tag: 'H3', before: 16 })
        if (media) drawWidget(paper, media)
        drawHtml(paper, prompt, 0)
        for (const widget of widgets) drawWidget(paper, widget)
      }
      const height = heightOf(at, draw)
      // A task stays on its page where it fits on one.
      makeRoom(at, height > at.bottom - margin ? 70 * at.scale : height)
      draw(at)
    }
  }
}

function drawCredits(at: PaperSheet, { credits, texts }: Worksheet): void {
  if (credits.length === 0) return
  paragraph(at, texts.credits, { style: styleOf(at, 9, 'bold'), tag: 'H2', before: 16 })
  for (const line of credits) paragraph(at, line, { style: styleOf(at, 8), tag: 'P' })
}

function drawKey(at: PaperSheet, { pages, title, texts }: Worksheet): void {
  nextPage(at)
  paragraph(at, `${texts.key} ${title}`, { style: styleOf(at, 16, 'bold'), tag: 'H1' })
  const solutions = pages.flatMap(({ elements }) => elements.map(({ solution }) => solution))
  for (const [place, solution] of solutions.entries()) {
    if (solution.length === 0) continue
    const task = texts.task.replace('{{number}}', String(place + 1))
    paragraph(at, task, { style: styleOf(at, 11, 'bold'), tag: 'H2', before: 8 })
    for (const line of solution)
      paragraph(at, readable(at, line), { style: styleOf(at, 11), tag: 'P', indent: 12 })
  }
}

function drawCode(at: PaperSheet, address: string, size: number): void {
  const { data } = encode(address, { border: 2 })
  const cell = size / data.length
  const alt = `${at.texts.address} ${address}`
  at.root.add(
    at.doc.struct('Figure', { alt }, () => {
      for (const [y, row] of data.entries())
        for (const [x, isDark] of row.entries())
          if (isDark) at.doc.rect(at.right - size + x * cell, margin + y * cell, cell, cell)
      at.doc.fill(ink)
    }),
  )
}
