import { formatDate } from '#i18n/format.ts'
import type { Translate } from '#i18n/translate.ts'
import { readableIban } from '#shared/rules/iban.ts'
import { type DocumentFacts, price, type Sheet } from './sheet.ts'

/** What a member gets as a seller. */
export function isAuthors({ kind }: Pick<DocumentFacts, 'kind'>): boolean {
  return kind === 'self-billing'
}

/** Money that came or went, without tax: no invoice. */
export function isReceipt({ kind }: Pick<DocumentFacts, 'kind'>): boolean {
  return kind === 'receipt'
}

/** What stands below the sums. */
export function notesOf({ t, facts }: Sheet): string[] {
  const { content, kind } = facts
  if (isReceipt(facts)) return content.note === undefined ? [] : [content.note]
  const reverse = content.isReverseCharged ? [t('cabinet-invoices:paper.reverseCharge')] : []
  if (isAuthors(facts)) {
    return [
      t('cabinet-invoices:paper.selfBilled'),
      ...(content.isNotTaxed ? [t('cabinet-invoices:paper.noVat')] : reverse),
      t('cabinet-invoices:paper.onAccount'),
    ]
  }
  if (kind === 'cancellation')
    return content.corrects?.isReplaced ? reverse : [...reverse, takenBackNote(t, content.due !== null)]
  const untaxed = content.isNotTaxed ? [t('cabinet-invoices:paper.notTaxed')] : reverse
  return [...untaxed, ...paymentNotes({ t, facts }), t('cabinet-invoices:paper.digital')]
}

function takenBackNote(t: Translate, isOwed: boolean): string {
  return isOwed ? t('cabinet-invoices:paper.noLongerDue') : t('cabinet-invoices:paper.returned')
}

/** That it is paid, or what a transfer has to say. */
function paymentNotes({ t, facts }: Pick<Sheet, 't' | 'facts'>): string[] {
  const { content, world } = facts
  const { due, order, supplier } = content
  if (due === null)
    return [t('cabinet-invoices:paper.paid', { date: formatDate(new Date(order.paidAt), world) })]
  return [
    t('cabinet-invoices:paper.due', {
      ...{ amount: price(facts, due.cents), date: formatDate(new Date(due.at), world, 'long') },
      number: order.number,
    }),
    [supplier.name, `IBAN ${readableIban(due.iban)}`, due.bic && `BIC ${due.bic}`]
      .filter(Boolean)
      .join(' · '),
  ]
}
