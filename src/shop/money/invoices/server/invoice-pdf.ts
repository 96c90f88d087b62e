import { tagsOf } from '#platform/gateways/documents/pdf/tags.ts'
import {
  drawLine,
  drawRight,
  finish,
  loadTypeface,
  registerTypeface,
  type TextStyle,
  type Typeface,
  wrap,
} from '#platform/gateways/documents/typeface/typeface.ts'
import { formatNumber } from '#platform/i18n/format.ts'
import { licenceName } from '#platform/i18n/licences.ts'
import { type Translate, translator } from '#platform/i18n/translate.ts'
import { worldOf } from '#platform/routing/worlds.ts'
import { crossIndustryInvoice, hasXml } from './cross-industry.ts'
import { facturXMetadata } from './factur-x.ts'
import { isAuthors, isReceipt, notesOf } from './notes.ts'
import {
  addLine,
  bold,
  columns,
  type DocumentFacts,
  dayOf,
  drawLines,
  drawRule,
  left,
  makeRoom,
  paper,
  partyLines,
  percent,
  plain,
  price,
  right,
  rule,
  type Sheet,
  small,
} from './sheet.ts'

/**
 * Draws the paper of a document as PDF/A-3 (ISO 19005-3, level B), tagged for who has it read aloud (ISO 32000-1, 14.8), with
 * every font it uses inside: the same document
 * gives the same paper, in the language of its world. For a business it carries its e-invoice (Factur-X, ZUGFeRD).
 */
export async function drawDocument(
  facts: DocumentFacts,
  typeface: Typeface = loadTypeface(),
): Promise<Buffer> {
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
    tagged: true,
    info: {
      Title: heading,
      Author: 'Aularium',
      Creator: 'Aularium',
      Producer: 'Aularium',
      CreationDate: issuedAt,
    },
  }
  const { default: PDFDocument } = await penOf()
  // Without a word about the font, pdfkit opens with one that is not embedded; its types know no such word.
  const doc = new PDFDocument(Object.assign(options, { font: null }))
  registerTypeface(doc, typeface)
  const sheet: Sheet = { doc, t, facts, tags: tagsOf(doc), y: 56 }
  drawHead(sheet, heading)
  drawItems(sheet)
  drawSums(sheet)
  drawNotes(sheet)
  drawFeet(sheet)
  if (hasXml(facts.kind, facts.content)) embedXml(doc, facts)
  return await finish(doc)
}

/**
 * What draws papers: with its fonts and Brotli it is the largest package of all, so it is loaded with the first list of
 * documents that are opened, not with the process.
 */
export function penOf() {
  return import('pdfkit')
}

function embedXml(doc: PDFKit.PDFDocument, facts: DocumentFacts): void {
  const { issuedAt } = facts
  const options = {
    ...{ name: 'factur-x.xml', type: 'text/xml', description: 'Factur-X', relationship: 'Alternative' },
    ...{ creationDate: issuedAt, modifiedDate: issuedAt },
  }
  doc.file(Buffer.from(crossIndustryInvoice(facts, 'factur-x')), options)
  doc.appendXML(facturXMetadata)
}

/** "Rechnung", "Stornorechnung" or "Rechnungskorrektur". */
export function documentName(
  t: Translate,
  { kind, content }: Pick<DocumentFacts, 'kind' | 'content'>,
): string {
  if (kind === 'invoice') return t('cabinet-invoices:kind.invoice')
  if (kind === 'self-billing')
    return content.grossCents < 0
      ? t('cabinet-invoices:kind.selfBillingBack')
      : t('cabinet-invoices:kind.selfBilling')
  if (kind === 'receipt') return t('cabinet-invoices:kind.receipt')
  return content.corrects?.isWhole === false
    ? t('cabinet-invoices:kind.correction')
    : t('cabinet-invoices:kind.cancellation')
}

function drawHead(sheet: Sheet, heading: string): void {
  const { doc, t, facts, tags } = sheet
  const { content } = facts
  tags.words('P', () =>
    drawLine(doc, 'Aularium', { x: left, y: sheet.y }, { size: 20, weight: 'bold', color: '#10595c' }),
  )
  sheet.y += 56
  const top = sheet.y
  // Who bills themselves writes to the one they pay.
  const isSelfBilling = facts.kind === 'self-billing'
  tags.words('P', () => drawLine(doc, addresseeName(sheet), { x: left, y: sheet.y }, small))
  sheet.y += 14
  const addressee = isSelfBilling ? content.supplier : content.buyer
  for (const line of partyLines(sheet, addressee)) addLine(sheet, line, 270)
  const facing: [string, string][] = [
    [t('cabinet-invoices:paper.number'), facts.number],
    isReceipt(facts)
      ? [t('cabinet-invoices:paper.receiptDate'), dayOf(facts, facts.issuedAt)]
      : [t('cabinet-invoices:paper.date'), dayOf(facts, facts.issuedAt)],
    ...(isReceipt(facts)
      ? []
      : [
          [t('cabinet-invoices:paper.supplied'), dayOf(facts, new Date(content.order.paidAt))] as [
            string,
            string,
          ],
        ]),
    [
      isAuthors(facts) ? t('cabinet-invoices:paper.period') : t('cabinet-invoices:paper.order'),
      content.order.number,
    ],
    ...(content.buyer.buyerReference
      ? [[t('cabinet-invoices:paper.reference'), content.buyer.buyerReference] as [string, string]]
      : []),
  ]
  tags.group('Table', () => {
    for (const [index, [name, value]] of facing.entries())
      tags.group('TR', () => {
        const y = top + index * 15
        tags.words('TH', () => drawLine(doc, name, { x: 340, y }, small), 'Row')
        tags.words('TD', () => drawRight(doc, value, { x: right, y }, plain))
      })
  })
  sheet.y = Math.max(sheet.y, top + 75) + 28
  const title = { ...bold, size: 16 }
  tags.words('H1', () => drawLines(sheet, wrap(doc, heading, right - left, title), title, 21))
  if (content.corrects) {
    const { number, issuedAt, isWhole } = content.corrects
    const vars = { number, date: dayOf(facts, new Date(issuedAt)) }
    addLine(
      sheet,
      isWhole ? t('cabinet-invoices:paper.corrects', vars) : t('cabinet-invoices:paper.correctsPart', vars),
    )
  }
  if (content.replaces) {
    const { number, issuedAt } = content.replaces
    const vars = { number, date: dayOf(facts, new Date(issuedAt)) }
    addLine(sheet, t('cabinet-invoices:paper.newFor', vars))
  }
  if (content.reason !== null) addLine(sheet, t('cabinet-invoices:paper.reason', { reason: content.reason }))
  sheet.y += 12
}

function drawItems(sheet: Sheet): void {
  sheet.tags.group('Table', () => {
    drawColumnHeads(sheet)
    for (const line of sheet.facts.content.lines) drawItem(sheet, line)
  })
}

function drawItem(sheet: Sheet, line: DocumentFacts['content']['lines'][number]): void {
  const { doc, facts, tags } = sheet
  const room = columns.rate - left - 60
  const title = wrap(doc, line.title, room, plain)
  const below = wrap(doc, aboutLine(sheet, line), room, small)
  makeRoom(sheet, title.length * 13 + below.length * 12 + 12)
  // What is not taxed has no rate, not one of nothing.
  const isTaxed = !isReceipt(facts) && !facts.content.isNotTaxed
  const rate = isTaxed ? percent(line.taxRateBp, facts.world) : '–'
  const y = sheet.y
  tags.group('TR', () => {
    tags.group('TD', () => {
      tags.words('P', () => drawLines(sheet, title, plain, 13))
      if (below.length > 0) tags.words('P', () => drawLines(sheet, below, small, 12))
    })
    tags.words('TD', () => drawRight(doc, rate, { x: columns.rate, y }, plain))
    const amount = price(facts, line.grossCents)
    tags.words('TD', () => drawRight(doc, amount, { x: columns.amount, y }, plain))
  })
  sheet.y += 4
  drawRule(sheet)
}

/** Licence and author of what was bought; how often an author's material was sold, and what we keep of its net price. */
function aboutLine(
  { t, facts }: Sheet,
  { licence, author, counts, grossCents }: DocumentFacts['content']['lines'][number],
): string {
  if (counts)
    return [
      t('cabinet-invoices:paper.soldOf', { count: counts.sold, back: counts.back }),
      t('cabinet-invoices:paper.lessCommission', {
        price: price(facts, counts.soldNetCents),
        commission: price(facts, counts.soldNetCents - grossCents),
      }),
    ].join(' · ')
  const by = author === null ? '' : t('cabinet-invoices:paper.by', { author })
  return [licence === null ? '' : licenceName(t, licence), by].filter(Boolean).join(' · ')
}

/** The line above the address. */
function addresseeName({ t, facts: { kind } }: Sheet): string {
  if (kind === 'self-billing') return t('cabinet-invoices:paper.creditTo')
  return kind === 'receipt' ? t('cabinet-invoices:paper.paidBy') : t('cabinet-invoices:paper.billTo')
}

function drawColumnHeads(sheet: Sheet): void {
  const { doc, t, tags, y } = sheet
  const head = (draw: () => void) => tags.words('TH', draw, 'Column')
  tags.group('TR', () => {
    head(() => drawLine(doc, t('cabinet-invoices:paper.item'), { x: left, y }, small))
    head(() => drawRight(doc, t('cabinet-invoices:paper.rate'), { x: columns.rate, y }, small))
    head(() => drawRight(doc, t('cabinet-invoices:paper.gross'), { x: columns.amount, y }, small))
  })
  sheet.y += 14
  drawRule(sheet)
}

function drawSums(sheet: Sheet): void {
  const { doc, t, facts, tags } = sheet
  const { content, world } = facts
  const country =
    new Intl.DisplayNames(worldOf(world).intl, { type: 'region' }).of(content.taxCountry) ??
    content.taxCountry
  const sums: [string, number, TextStyle][] = [
    ...(isReceipt(facts)
      ? []
      : [[t('cabinet-invoices:paper.net'), content.netCents, plain] as [string, number, TextStyle]]),
    ...(content.isNotTaxed ? [] : content.taxes).map((tax): [string, number, TextStyle] => {
      const rate = formatNumber(tax.taxRateBp / 100, world)
      return [t('cabinet-invoices:paper.tax', { rate, country }), tax.taxCents, plain]
    }),
    [t('cabinet-invoices:paper.total'), content.grossCents, { ...bold, size: 11 }],
  ]
  makeRoom(sheet, sums.length * 16 + 12)
  tags.group('Table', () => {
    for (const [name, cents, style] of sums) {
      const { y } = sheet
      tags.group('TR', () => {
        tags.words('TH', () => drawLine(doc, name, { x: 300, y }, style), 'Row')
        tags.words('TD', () => drawRight(doc, price(facts, cents), { x: columns.amount, y }, style))
      })
      sheet.y += 16
    }
  })
  sheet.y += 14
}

function drawNotes(sheet: Sheet): void {
  for (const note of notesOf(sheet)) {
    const lines = wrap(sheet.doc, note, right - left, plain)
    // Together, so that a note is one paragraph; none is as long as a page.
    makeRoom(sheet, lines.length * 13)
    sheet.tags.words('P', () => drawLines(sheet, lines, plain, 13))
  }
}

/** Who sells, and which page it is, on every page. */
function drawFeet({ doc, t, facts, tags }: Sheet): void {
  const isSelfBilling = facts.kind === 'self-billing'
  const issuer = isSelfBilling ? facts.content.buyer : facts.content.supplier
  const { name, street, postcode, city, country, vatId, email, phone, register, representative } = issuer
  const { start, count } = doc.bufferedPageRange()
  const role = isSelfBilling ? t('cabinet-invoices:paper.issuer') : t('cabinet-invoices:paper.seller')
  const style = { ...small, size: 8 }
  const how = [email, phone, vatId && t('cabinet-invoices:paper.vatId', { id: vatId })]
  const lines = [
    `${role}: ${name}, ${street}, ${postcode} ${city}, ${country}`,
    how.filter(Boolean).join(' · '),
    [register, representative].filter(Boolean).join(' · '),
    // The page number goes beside them.
  ].flatMap((line) => wrap(doc, line, right - left - 90, style))
  // A long foot begins higher up; more than that has room below.
  const y = paper.height - 68 - (lines.length > 4 ? 12 : 0)
  for (let index = 0; index < count; index += 1) {
    doc.switchToPage(start + index)
    tags.artifact(() =>
      doc
        .moveTo(left, y - 8)
        .lineTo(right, y - 8)
        .lineWidth(0.5)
        .stroke(rule),
    )
    const who = () => {
      for (const [at, line] of lines.entries()) drawLine(doc, line, { x: left, y: y + at * 12 }, style)
    }
    // Read once, printed on every page.
    if (index === 0) tags.words('P', who)
    else tags.artifact(who)
    const page = t('cabinet-invoices:paper.page', { page: index + 1, count })
    tags.artifact(() => drawRight(doc, page, { x: right, y: y + 12 }, style))
  }
}
