import { type Tags, tagsOf } from '#platform/gateways/documents/pdf/tags.ts'
import {
  drawLine,
  drawRight,
  finish,
  loadTypeface,
  registerTypeface,
  type TextStyle,
  wrap,
} from '#platform/gateways/documents/typeface/typeface.ts'
import { formatDate } from '#platform/i18n/format.ts'
import { formatPriceWithCode } from '#platform/i18n/prices.ts'
import { type Translate, translator } from '#platform/i18n/translate.ts'
import { worldOf } from '#platform/routing/worlds.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'
import type { AccountStatement } from '../types.ts'

export interface StatementPaper {
  world: LiveWorldCode
  month: string
  seller: string
  company: { name: string; street: string; postcode: string; city: string; country: string }
  statements: readonly AccountStatement[]
}

const left = 56
const right = 595.28 - 56
/** Below it is only the page footer. */
const bottom = 841.89 - 96
const amountAt = right - 96
const ink = '#1d2a25'
const plain: TextStyle = { size: 9.5, weight: 'plain', color: ink }
const bold: TextStyle = { size: 9.5, weight: 'bold', color: ink }
const small: TextStyle = { size: 8.5, weight: 'plain', color: '#4b5a53' }

interface Sheet {
  doc: PDFKit.PDFDocument
  t: Translate
  paper: StatementPaper
  tags: Tags
  y: number
}

/** Draws a month of a seller's account as PDF/A-3, in the language of its world. */
export async function drawStatement(paper: StatementPaper): Promise<Buffer> {
  const { world, month } = paper
  const { lang, intl } = worldOf(world)
  const t = translator(world)
  const day = new Date(`${month}-01T00:00:00Z`)
  const form = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const
  const heading = t('payouts:statement.heading', {
    month: new Intl.DateTimeFormat(intl, form).format(day),
  })
  const info = { Title: heading, Author: 'Aularium', Creator: 'Aularium', Producer: 'Aularium' }
  const options: PDFKit.PDFDocumentOptions = {
    ...{ size: 'A4', margin: 0, bufferPages: true, pdfVersion: '1.7', subset: 'PDF/A-3b' },
    ...{ lang, displayTitle: true, tagged: true, info: { ...info, CreationDate: day } },
  }
  const { default: PDFDocument } = await import('pdfkit')
  // Without a word about the font, pdfkit opens with one that is not embedded; its types know no such word.
  const doc = new PDFDocument(Object.assign(options, { font: null }))
  registerTypeface(doc, loadTypeface())
  const tags = tagsOf(doc)
  const sheet: Sheet = { doc, t, paper, tags, y: 56 }
  const brand: TextStyle = { size: 20, weight: 'bold', color: '#10595c' }
  tags.words('P', () => drawLine(doc, 'Aularium', { x: left, y: sheet.y }, brand))
  sheet.y += 50
  const title = { ...bold, size: 16 }
  tags.words('H1', () => {
    for (const line of wrap(doc, heading, right - left, title)) {
      drawLine(doc, line, { x: left, y: sheet.y }, title)
      sheet.y += 21
    }
  })
  tags.words('P', () => drawLine(doc, paper.seller, { x: left, y: sheet.y }, plain))
  sheet.y += 30
  for (const statement of paper.statements) tags.group('Table', () => drawAccount(sheet, statement))
  drawFeet(sheet)
  return await finish(doc)
}

function drawAccount(sheet: Sheet, { currency, openingCents, lines, closingCents }: AccountStatement): void {
  const { t, paper } = sheet
  const price = (cents: number) => formatPriceWithCode(cents, currency)
  drawRow(sheet, [t('payouts:statement.opening'), '', price(openingCents)], bold)
  let balance = openingCents
  for (const line of lines) {
    balance += line.amountCents
    const what = `${formatDate(line.at, paper.world)}  ${line.what}`
    drawRow(sheet, [what, price(line.amountCents), price(balance)], plain)
  }
  drawRow(sheet, [t('payouts:statement.closing'), '', price(closingCents)], bold)
  sheet.y += 20
}

function drawRow(sheet: Sheet, [what, amount, balance]: [string, string, string], style: TextStyle): void {
  const { doc, tags } = sheet
  const words = wrap(doc, what, amountAt - left - 80, style)
  if (sheet.y + words.length * 13 + 12 > bottom) {
    doc.addPage()
    sheet.y = 56
  }
  const { y } = sheet
  tags.group('TR', () => {
    const head = () => {
      for (const line of words) {
        drawLine(doc, line, { x: left, y: sheet.y }, style)
        sheet.y += 13
      }
    }
    tags.words('TH', head, 'Row')
    tags.words('TD', () => drawRight(doc, amount, { x: amountAt, y }, style))
    tags.words('TD', () => drawRight(doc, balance, { x: right, y }, style))
  })
  tags.artifact(() =>
    doc
      .moveTo(left, sheet.y + 2)
      .lineTo(right, sheet.y + 2)
      .lineWidth(0.5)
      .stroke('#ddd6c7'),
  )
  sheet.y += 8
}

function drawFeet({ doc, t, paper, tags }: Sheet): void {
  const { name, street, postcode, city, country } = paper.company
  const { start, count } = doc.bufferedPageRange()
  for (let index = 0; index < count; index += 1) {
    doc.switchToPage(start + index)
    const y = 841.89 - 68
    const who = () => {
      drawLine(doc, `${name}, ${street}, ${postcode} ${city}, ${country}`, { x: left, y }, small)
      drawLine(doc, t('payouts:statement.noInvoice'), { x: left, y: y + 12 }, small)
    }
    // Read once, printed on every page.
    if (index === 0) tags.words('P', who)
    else tags.artifact(who)
    const page = t('payouts:statement.page', { page: index + 1, count })
    tags.artifact(() => drawRight(doc, page, { x: right, y: y + 12 }, small))
  }
}
