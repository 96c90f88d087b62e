import { encode } from 'uqr'
import {
  drawLine,
  finish,
  loadTypeface,
  registerTypeface,
  type TextStyle,
  wrap,
} from '#platform/gateways/documents/typeface/typeface.ts'
import { formatNumber, withColon } from '#platform/i18n/format.ts'
import { type Translate, translator } from '#platform/i18n/translate.ts'
import { url } from '#platform/routing/url.ts'
import { worldOf } from '#platform/routing/worlds.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'
import { truncate } from '#platform/rules/text/truncate.ts'
import type { PupilResult, RoomResults } from './results.ts'

const page = { width: 595.28, height: 841.89, margin: 48 }
const ink = '#1d2a25'
const plain: TextStyle = { size: 10, weight: 'plain', color: ink }
const bold: TextStyle = { ...plain, weight: 'bold' }
const heading: TextStyle = { ...bold, size: 16 }
const large: TextStyle = { ...bold, size: 20 }
const lineHeight = 14
/** What of an answer stands on paper. */
const saidLength = 600

/** What papers say of a room. */
export type PaperRoom = Pick<RoomResults['room'], 'world' | 'code' | 'title'>

interface Sheet {
  doc: PDFKit.PDFDocument
  y: number
}

/** The cards of the seats, eight a page: QR code, PIN, and room for a name that stays on paper. */
export async function seatCards(
  room: PaperRoom,
  seats: readonly { name: string; pin: string }[],
  siteUrl: string,
): Promise<Buffer> {
  const { world, code } = room
  const t = translator(world)
  const sheet = await newSheet(world, room.title)
  const address = new URL(url('room', { world, code }), siteUrl).href
  const { data } = encode(address, { border: 0 })
  const size = { width: (page.width - 2 * page.margin) / 2, height: (page.height - 2 * page.margin) / 4 }
  for (const [at, { name, pin }] of seats.entries()) {
    if (at > 0 && at % 8 === 0) sheet.doc.addPage()
    const x = page.margin + (at % 2) * size.width
    const y = page.margin + Math.floor((at % 8) / 2) * size.height
    sheet.doc.rect(x, y, size.width, size.height).lineWidth(0.5).stroke('#9aa59f')
    drawQr(sheet.doc, data, { x: x + 12, y: y + 12, side: 84 })
    const right = x + 108
    drawLine(sheet.doc, name, { x: right, y: y + 12 }, bold)
    drawLine(sheet.doc, t('learning-rooms:paper.pin', { pin }), { x: right, y: y + 30 }, large)
    let lineY = y + 60
    for (const line of wrap(sheet.doc, address, size.width - 120, plain)) {
      drawLine(sheet.doc, line, { x: right, y: lineY }, plain)
      lineY += lineHeight
    }
    let noteY = y + 104
    for (const line of wrap(sheet.doc, t('learning-rooms:paper.seatHow'), size.width - 24, {
      ...plain,
      size: 8,
    })) {
      drawLine(sheet.doc, line, { x: x + 12, y: noteY }, { ...plain, size: 8 })
      noteY += 10
    }
    sheet.doc
      .moveTo(x + 12, y + size.height - 12)
      .lineTo(x + size.width - 12, y + size.height - 12)
      .stroke('#9aa59f')
  }
  return await finish(sheet.doc)
}

/** The class on paper: how everybody did, and how each question did. */
export async function classReport(results: RoomResults): Promise<Buffer> {
  const { room, pupils, elements, figures, meanPercent } = results
  const { world } = room
  const t = translator(world)
  const sheet = await newSheet(world, room.title)
  addLines(sheet, room.title, heading)
  addLines(sheet, t('learning-rooms:results.mean', { percent: number(meanPercent, world) }))
  for (const pupil of pupils) {
    addRow(sheet, [
      pupil.name,
      `${number(pupil.raw, world)} / ${number(pupil.max, world)}`,
      percentOf(pupil, world),
    ])
  }
  sheet.y += lineHeight
  addLines(sheet, t('learning-rooms:results.items'), bold)
  for (const [at, item] of figures.entries()) {
    const { number: place, name } = elements[at] ?? { number: at + 1, name: '' }
    addLines(sheet, `${place} ${name}`, bold)
    addLines(
      sheet,
      [
        `${withColon(t('learning-rooms:results.answered'), world)} ${item.answered}`,
        `${withColon(t('learning-rooms:results.p'), world)} ${number(item.p, world)}`,
        `${withColon(t('learning-rooms:results.discrimination'), world)} ${number(item.discrimination, world)}`,
      ].join(' · '),
    )
    const picks = [...(item.picks ?? [])].map(([pick, count]) => `${pick}: ${count}`)
    if (picks.length > 0) addLines(sheet, picks.join(', '))
  }
  return await finish(sheet.doc)
}

/** A sheet for each pupil, with what they answered and what would have been right. */
export async function pupilReports({ room, pupils, elements }: RoomResults): Promise<Buffer> {
  const { world } = room
  const t = translator(world)
  const sheet = await newSheet(world, room.title)
  for (const [at, pupil] of pupils.entries()) {
    if (at > 0) nextPage(sheet)
    addLines(sheet, pupil.name, heading)
    addLines(
      sheet,
      `${room.title} · ${number(pupil.raw, world)} / ${number(pupil.max, world)} · ${percentOf(pupil, world)}`,
    )
    for (const [place, element] of elements.entries())
      if (!pupil.shut.includes(element.id)) addAnswer(sheet, t, world, pupil, place, element)
  }
  return await finish(sheet.doc)
}

function addAnswer(
  sheet: Sheet,
  t: Translate,
  world: LiveWorldCode,
  pupil: PupilResult,
  place: number,
  element: RoomResults['elements'][number],
): void {
  const answer = pupil.answers[place]
  const isScored = answer && answer.state !== 'ungraded' && answer.state !== 'pending'
  sheet.y += 6
  addLines(sheet, `${element.number} ${element.name}`, bold)
  const said = answer ? truncate(answer.said.join(' · '), saidLength) : '–'
  addLines(sheet, `${withColon(t('learning-rooms:paper.answer'), world)} ${said}`)
  if (isScored)
    addLines(
      sheet,
      `${t(`learning-rooms:states.${answer.state}`)} · ${number(answer.raw, world)} / ${number(answer.max, world)}`,
    )
  if (element.solution.length > 0 && answer?.state !== 'correct')
    addLines(
      sheet,
      `${t('learning-rooms:answer.solution')} ${truncate(element.solution.join(' · '), saidLength)}`,
    )
}

function drawQr(
  doc: PDFKit.PDFDocument,
  data: readonly (readonly boolean[])[],
  at: { x: number; y: number; side: number },
) {
  const unit = at.side / data.length
  for (const [y, row] of data.entries())
    for (const [x, isDark] of row.entries())
      if (isDark) doc.rect(at.x + x * unit, at.y + y * unit, unit + 0.05, unit + 0.05)
  doc.fill('#000')
}

async function newSheet(world: LiveWorldCode, title: string): Promise<Sheet> {
  const { default: PDFDocument } = await import('pdfkit')
  const options: PDFKit.PDFDocumentOptions = {
    ...{ size: 'A4', margin: 0, pdfVersion: '1.7', lang: worldOf(world).lang, displayTitle: true },
    info: { Title: title, Author: 'Aularium', Creator: 'Aularium', Producer: 'Aularium' },
  }
  // Without a word about the font, pdfkit opens with one that is not embedded; its types know no such word.
  const doc = new PDFDocument(Object.assign(options, { font: null }))
  registerTypeface(doc, loadTypeface())
  return { doc, y: page.margin }
}

function nextPage(sheet: Sheet): void {
  sheet.doc.addPage()
  sheet.y = page.margin
}

function addLines(sheet: Sheet, text: string, style: TextStyle = plain): void {
  const height = style.size + 4
  for (const line of wrap(sheet.doc, text, page.width - 2 * page.margin, style)) {
    if (sheet.y + height > page.height - page.margin) nextPage(sheet)
    drawLine(sheet.doc, line, { x: page.margin, y: sheet.y }, style)
    sheet.y += height
  }
}

function addRow(sheet: Sheet, [name = '', points = '', percent = '']: readonly string[]): void {
  if (sheet.y + lineHeight > page.height - page.margin) nextPage(sheet)
  drawLine(sheet.doc, name, { x: page.margin, y: sheet.y }, plain)
  drawLine(sheet.doc, points, { x: page.margin + 300, y: sheet.y }, plain)
  drawLine(sheet.doc, percent, { x: page.margin + 400, y: sheet.y }, plain)
  sheet.y += lineHeight
}

function number(value: number | undefined, world: LiveWorldCode): string {
  return value === undefined ? '–' : formatNumber(Math.round(value * 100) / 100, world)
}

function percentOf({ percent }: PupilResult, world: LiveWorldCode): string {
  return percent === undefined ? '' : `${number(percent, world)}\u00a0%`
}
