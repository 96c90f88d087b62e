import type { Tags } from '#platform/gateways/documents/pdf/tags.ts'
import { drawLine, type TextStyle, wrap } from '#platform/gateways/documents/typeface/typeface.ts'
import { type DateStyle, formatDate, formatNumber } from '#platform/i18n/format.ts'
import { formatPriceWithCode } from '#platform/i18n/prices.ts'
import type { Translate } from '#platform/i18n/translate.ts'
import { worldOf } from '#platform/routing/worlds.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'
import type { TaxDocumentContent, TaxDocumentKind } from '../rules/contract.ts'

export interface DocumentFacts {
  world: LiveWorldCode
  kind: TaxDocumentKind
  number: string
  issuedAt: Date
  /** By this clock its dates are written. */
  timeZone: string
  content: TaxDocumentContent
}

export const paper = { width: 595.28, height: 841.89 }
export const left = 56
export const right = paper.width - 56
/** Below it is only the page footer. */
export const bottom = paper.height - 96
export const ink = '#1d2a25'
export const soft = '#4b5a53'
export const rule = '#ddd6c7'
export const plain: TextStyle = { size: 9.5, weight: 'plain', color: ink }
export const small: TextStyle = { size: 8.5, weight: 'plain', color: soft }
export const bold: TextStyle = { size: 9.5, weight: 'bold', color: ink }
export const columns = { rate: right - 92, amount: right }

/** A document that is being drawn, and how far down it is. */
export interface Sheet {
  doc: PDFKit.PDFDocument
  t: Translate
  facts: DocumentFacts
  tags: Tags
  y: number
}

/** The lines of an address; what is not known is no line. */
export function partyLines({ t, facts }: Sheet, party: TaxDocumentContent['buyer']): string[] {
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

/** A paragraph of its own. */
export function addLine(sheet: Sheet, text: string, room = right - left): void {
  sheet.tags.words('P', () => drawLines(sheet, wrap(sheet.doc, text, room, plain), plain, 13))
}

/** Lines one below the other, as part of whatever is being drawn. */
export function drawLines(sheet: Sheet, lines: readonly string[], style: TextStyle, height: number): void {
  for (const line of lines) {
    drawLine(sheet.doc, line, { x: left, y: sheet.y }, style)
    sheet.y += height
  }
}

export function drawRule(sheet: Sheet): void {
  sheet.tags.artifact(() =>
    sheet.doc.moveTo(left, sheet.y).lineTo(right, sheet.y).lineWidth(0.5).stroke(rule),
  )
  sheet.y += 8
}

/** Goes on to the next page when this one is full. */
export function makeRoom(sheet: Sheet, height: number): void {
  if (sheet.y + height <= bottom) return
  sheet.doc.addPage()
  sheet.y = 56
}

/** The day of a moment by the clock of the books. */
export function dayOf({ world, timeZone }: DocumentFacts, moment: Date, style?: DateStyle): string {
  return formatDate(moment, world, style, timeZone)
}

export function percent(rateBp: number, world: LiveWorldCode): string {
  return `${formatNumber(rateBp / 100, world)}\u00a0%`
}

export function price({ content }: DocumentFacts, cents: number): string {
  return formatPriceWithCode(cents, content.currency)
}
