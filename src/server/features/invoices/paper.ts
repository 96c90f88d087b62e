import { formatDate, formatNumber, formatPriceWithCode } from '#i18n/format.ts'
import { licenceName } from '#i18n/licences.ts'
import { type Translate, translator } from '#i18n/translate.ts'
import { worldOf } from '#routing/worlds.ts'
import type { TaxDocumentContent, TaxDocumentKind } from '#shared/contract/tax-document.ts'
import type { LiveWorldCode } from '#shared/contract/world.ts'
import {
  drawLine,
  finish,
  loadTypeface,
  registerTypeface,
  type TextStyle,
  widthOf,
  wrap,
} from '../../gateways/documents/typeface.ts'

export interface DocumentFacts {
  world: LiveWorldCode
  kind: TaxDocumentKind
  number: string
  issuedAt: Date
  content: TaxDocumentContent
}

const paper = { width: 595.28, height: 841.89 }
const left = 56
const right = paper.width - 56
/** Below it stands only the foot of the page. */
const bottom = paper.height - 96
const ink = '#1d2a25'
const soft = '#4b5a53'
const rule = '#ddd6c7'
const plain: TextStyle = { size: 9.5, weight: 'plain', color: ink }
const small: TextStyle = { size: 8.5, weight: 'plain', color: soft }
const bold: TextStyle = { size: 9.5, weight: 'bold', color: ink }
const columns = { rate: right - 92, amount: right }

interface Sheet {
  doc: PDFKit.PDFDocument
  t: Translate
  facts: DocumentFacts
  y: number
}

/**
 * Draws the paper of a document as PDF/A-3 (ISO 19005-3, level B), with every font it uses inside: the same document
 * gives the same paper, in the language of its world.
 */
export async function drawDocument(facts: DocumentFacts): Promise<Buffer> {
  const { world, number, issuedAt } = facts
  const t = translator(world)
  const heading = `${documentName(t, facts)} ${number}`
  const options: PDFKit.PDFDocumentOptions = {
    size: 'A4',
    margin: 0,
    bufferPages: true,
    pdfVersion: '1.7',
    subset: 'PDF/A-3b',
    lang: worldOf(world).lang,
    displayTitle: true,
    info: {
      Title: heading,
      Author: 'Aularium',
      Creator: 'Aularium',
      Producer: 'Aularium',
      CreationDate: issuedAt,
    },
  }
  // Loaded with the first paper: with its fonts and Brotli it is the largest package of all.
  const { default: PDFDocument } = await import('pdfkit')
  // Without a word about the font, pdfkit opens with one that is not embedded; its types know no such word.
  const doc = new PDFDocument(Object.assign(options, { font: null }))
  registerTypeface(doc, loadTypeface())
  const sheet: Sheet = { doc, t, facts, y: 56 }
  drawHead(sheet, heading)
  drawItems(sheet)
  drawSums(sheet)
  drawNotes(sheet)
  drawFeet(sheet)
  return await finish(doc)
}

/** "Rechnung", "Stornorechnung" or "Rechnungskorrektur". */
export function documentName(
  t: Translate,
  { kind, content }: Pick<DocumentFacts, 'kind' | 'content'>,
): string {
  if (kind === 'invoice') return t('cabinet-invoices:kind.invoice')
  return content.corrects?.isWhole === false
    ? t('cabinet-invoices:kind.correction')
    : t('cabinet-invoices:kind.cancellation')
}

function drawHead(sheet: Sheet, heading: string): void {
  const { doc, t, facts } = sheet
  const { content, world } = facts
  drawLine(doc, 'Aularium', { x: left, y: sheet.y }, { size: 20, weight: 'bold', color: '#10595c' })
  sheet.y += 56
  const top = sheet.y
  drawLine(doc, t('cabinet-invoices:paper.billTo'), { x: left, y: sheet.y }, small)
  sheet.y += 14
  for (const line of partyLines(sheet, content.buyer)) addLine(sheet, line, 300)
  const facing: [string, string][] = [
    [t('cabinet-invoices:paper.number'), facts.number],
    [t('cabinet-invoices:paper.date'), formatDate(facts.issuedAt, world)],
    [t('cabinet-invoices:paper.supplied'), formatDate(new Date(content.order.paidAt), world)],
    [t('cabinet-invoices:paper.order'), content.order.number],
  ]
  for (const [index, [name, value]] of facing.entries()) {
    drawLine(doc, name, { x: 340, y: top + index * 15 }, small)
    drawRight(doc, value, { x: right, y: top + index * 15 }, plain)
  }
  sheet.y = Math.max(sheet.y, top + 75) + 28
  for (const line of wrap(doc, heading, right - left, { ...bold, size: 16 })) {
    drawLine(doc, line, { x: left, y: sheet.y }, { ...bold, size: 16 })
    sheet.y += 21
  }
  if (content.corrects) {
    const { number, issuedAt, isWhole } = content.corrects
    const vars = { number, date: formatDate(new Date(issuedAt), world) }
    addLine(
      sheet,
      isWhole ? t('cabinet-invoices:paper.corrects', vars) : t('cabinet-invoices:paper.correctsPart', vars),
    )
  }
  if (content.reason !== null) addLine(sheet, t('cabinet-invoices:paper.reason', { reason: content.reason }))
  sheet.y += 12
}

function drawItems(sheet: Sheet): void {
  const { doc, t, facts } = sheet
  const { content, world } = facts
  drawColumnHeads(sheet)
  const room = columns.rate - left - 60
  for (const line of content.lines) {
    const title = wrap(doc, line.title, room, plain)
    const about = `${licenceName(t, line.licence)} · ${t('cabinet-invoices:paper.by', { author: line.author })}`
    const below = wrap(doc, about, room, small)
    makeRoom(sheet, title.length * 13 + below.length * 12 + 12)
    drawRight(doc, percent(line.taxRateBp, world), { x: columns.rate, y: sheet.y }, plain)
    drawRight(doc, price(facts, line.grossCents), { x: columns.amount, y: sheet.y }, plain)
    for (const text of title) addLine(sheet, text, room)
    for (const text of below) {
      drawLine(doc, text, { x: left, y: sheet.y }, small)
      sheet.y += 12
    }
    sheet.y += 4
    drawRule(sheet)
  }
}

function drawColumnHeads(sheet: Sheet): void {
  const { doc, t } = sheet
  drawLine(doc, t('cabinet-invoices:paper.item'), { x: left, y: sheet.y }, small)
  drawRight(doc, t('cabinet-invoices:paper.rate'), { x: columns.rate, y: sheet.y }, small)
  drawRight(doc, t('cabinet-invoices:paper.gross'), { x: columns.amount, y: sheet.y }, small)
  sheet.y += 14
  drawRule(sheet)
}

function drawSums(sheet: Sheet): void {
  const { doc, t, facts } = sheet
  const { content, world } = facts
  const country =
    new Intl.DisplayNames(worldOf(world).intl, { type: 'region' }).of(content.taxCountry) ??
    content.taxCountry
  const sums: [string, number, TextStyle][] = [
    [t('cabinet-invoices:paper.net'), content.netCents, plain],
    ...content.taxes.map((tax): [string, number, TextStyle] => {
      const rate = formatNumber(tax.taxRateBp / 100, world)
      return [t('cabinet-invoices:paper.tax', { rate, country }), tax.taxCents, plain]
    }),
    [t('cabinet-invoices:paper.total'), content.grossCents, { ...bold, size: 11 }],
  ]
  makeRoom(sheet, sums.length * 16 + 12)
  for (const [name, cents, style] of sums) {
    drawLine(doc, name, { x: 300, y: sheet.y }, style)
    drawRight(doc, price(facts, cents), { x: columns.amount, y: sheet.y }, style)
    sheet.y += 16
  }
  sheet.y += 14
}

function drawNotes(sheet: Sheet): void {
  const { t, facts } = sheet
  const { content, world, kind } = facts
  const paid = { date: formatDate(new Date(content.order.paidAt), world) }
  const isInvoice = kind === 'invoice'
  const first = isInvoice ? t('cabinet-invoices:paper.paid', paid) : t('cabinet-invoices:paper.returned')
  for (const note of isInvoice ? [first, t('cabinet-invoices:paper.digital')] : [first])
    for (const line of wrap(sheet.doc, note, right - left, plain)) {
      makeRoom(sheet, 13)
      addLine(sheet, line)
    }
}

/** Who sells, and which page it is, on every page. */
function drawFeet({ doc, t, facts }: Sheet): void {
  const { name, street, postcode, city, country, vatId, email } = facts.content.supplier
  const { start, count } = doc.bufferedPageRange()
  const where = [`${name}, ${street}, ${postcode} ${city}, ${country}`]
  const how = [email, vatId && t('cabinet-invoices:paper.vatId', { id: vatId })].filter(Boolean).join(' · ')
  for (let index = 0; index < count; index += 1) {
    doc.switchToPage(start + index)
    const y = paper.height - 68
    doc
      .moveTo(left, y - 8)
      .lineTo(right, y - 8)
      .lineWidth(0.5)
      .stroke(rule)
    drawLine(doc, `${t('cabinet-invoices:paper.seller')}: ${where}`, { x: left, y }, { ...small, size: 8 })
    drawLine(doc, how, { x: left, y: y + 12 }, { ...small, size: 8 })
    const page = t('cabinet-invoices:paper.page', { page: index + 1, count })
    drawRight(doc, page, { x: right, y: y + 12 }, { ...small, size: 8 })
  }
}

/** The lines of an address; what is not known is no line. */
function partyLines({ t, facts }: Sheet, party: TaxDocumentContent['buyer']): string[] {
  const { intl } = worldOf(facts.world)
  const country = new Intl.DisplayNames(intl, { type: 'region' }).of(party.country) ?? party.country
  return [
    party.organisation,
    party.name,
    party.street,
    `${party.postcode} ${party.city}`.trim(),
    country,
    party.vatId && t('cabinet-invoices:paper.vatId', { id: party.vatId }),
  ].filter((line): line is string => Boolean(line))
}

function addLine(sheet: Sheet, text: string, room = right - left): void {
  for (const line of wrap(sheet.doc, text, room, plain)) {
    drawLine(sheet.doc, line, { x: left, y: sheet.y }, plain)
    sheet.y += 13
  }
}

function drawRight(
  doc: PDFKit.PDFDocument,
  text: string,
  { x, y }: { x: number; y: number },
  style: TextStyle,
): void {
  drawLine(doc, text, { x: x - widthOf(doc, text, style), y }, style)
}

function drawRule(sheet: Sheet): void {
  sheet.doc.moveTo(left, sheet.y).lineTo(right, sheet.y).lineWidth(0.5).stroke(rule)
  sheet.y += 8
}

/** Goes on to the next page when this one is full. */
function makeRoom(sheet: Sheet, height: number): void {
  if (sheet.y + height <= bottom) return
  sheet.doc.addPage()
  sheet.y = 56
}

function percent(rateBp: number, world: LiveWorldCode): string {
  return `${formatNumber(rateBp / 100, world)}\u00a0%`
}

function price({ content }: DocumentFacts, cents: number): string {
  return formatPriceWithCode(cents, content.currency)
}
