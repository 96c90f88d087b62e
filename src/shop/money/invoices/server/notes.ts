import { formatPriceWithCode } from '#platform/i18n/prices.ts'
import type { Translate } from '#platform/i18n/translate.ts'
import { readableIban } from '#platform/rules/money/iban.ts'
import { toEuroCents } from '#shop/money/tax/rules/exchange.ts'
import { type DocumentFacts, dayOf, price, type Sheet } from './sheet.ts'

/** What a member gets as a seller. */
export function isAuthors({ kind }: Pick<DocumentFacts, 'kind'>): boolean {
  return kind === 'self-billing'
}

/** Money that came or went, without tax: no invoice. */
export function isReceipt({ kind }: Pick<DocumentFacts, 'kind'>): boolean {
  return kind === 'receipt'
}

/** The notes below the totals. */
export function notesOf({ t, facts }: Sheet): string[] {
  const { content, kind } = facts
  if (isReceipt(facts)) return content.note === undefined ? [] : [content.note]
  const euros = content.euroRate ? [euroNote(t, content.taxCents, content.euroRate)] : []
  const reverse = content.isReverseCharged ? [t('cabinet-invoices:paper.reverseCharge')] : []
  if (isAuthors(facts)) {
    return [
      t('cabinet-invoices:paper.selfBilled'),
      ...(content.isNotTaxed ? [t('cabinet-invoices:paper.noVat')] : reverse),
      t('cabinet-invoices:paper.onAccount'),
    ]
  }
  if (kind === 'cancellation')
    return content.corrects?.isReplaced
      ? [...euros, ...reverse]
      : [...euros, ...reverse, takenBackNote(t, content.due !== null)]
  const untaxed = content.isNotTaxed ? [t('cabinet-invoices:paper.notTaxed')] : reverse
  return [...euros, ...untaxed, ...paymentNotes({ t, facts }), t('cabinet-invoices:paper.digital')]
}

/** The tax in the currency of the member state it is owed to (directive 2006/112/EC, article 230). */
function euroNote(t: Translate, taxCents: number, { rate, day }: { rate: string; day: string }): string {
  const amount = formatPriceWithCode(toEuroCents(taxCents, rate), 'EUR')
  return t('cabinet-invoices:paper.taxInEuros', { amount, rate, day })
}

function takenBackNote(t: Translate, isOwed: boolean): string {
  return isOwed ? t('cabinet-invoices:paper.noLongerDue') : t('cabinet-invoices:paper.returned')
}

/** That it is paid, or what a transfer has to say. */
function paymentNotes({ t, facts }: Pick<Sheet, 't' | 'facts'>): string[] {
  const { content } = facts
  const { due, order, supplier } = content
  if (due === null) return [t('cabinet-invoices:paper.paid', { date: dayOf(facts, new Date(order.paidAt)) })]
  return [
    t('cabinet-invoices:paper.due', {
      ...{ amount: price(facts, due.cents), date: dayOf(facts, new Date(due.at), 'long') },
      number: order.number,
    }),
    [supplier.name, `IBAN ${readableIban(due.iban)}`, due.bic && `BIC ${due.bic}`]
      .filter(Boolean)
      .join(' · '),
  ]
}
