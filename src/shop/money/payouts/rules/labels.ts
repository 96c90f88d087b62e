import type { Translate } from '#platform/i18n/translate.ts'
import type { PayoutReason, PayoutStatus } from './payout.ts'

/** How a payout stands, in words. */
export function payoutState(t: Translate, status: PayoutStatus): string {
  const words: Readonly<Record<PayoutStatus, string>> = {
    draft: t('payouts:status.draft'),
    held: t('payouts:status.held'),
    approved: t('payouts:status.approved'),
    sent: t('payouts:status.sent'),
    paid: t('payouts:status.paid'),
    failed: t('payouts:status.failed'),
    refused: t('payouts:status.refused'),
  }
  return words[status]
}

/** Why nothing is paid out, in words; `days` payouts rest after a change, `minimum` as it is shown. */
export function payoutReason(
  t: Translate,
  reason: PayoutReason,
  { days, minimum }: { days: number; minimum: string },
): string {
  const words: Readonly<Record<PayoutReason, string>> = {
    no_seller_data: t('payouts:reason.no_seller_data'),
    tax_data_missing: t('payouts:reason.tax_data_missing'),
    no_bank: t('payouts:reason.no_bank'),
    bank_changed: t('payouts:reason.bank_changed', { days }),
    account_refused: t('payouts:reason.account_refused'),
    paused: t('payouts:reason.paused'),
    owed: t('payouts:reason.owed'),
    nothing: t('payouts:reason.nothing'),
    waiting: t('payouts:reason.waiting'),
    below_minimum: t('payouts:reason.below_minimum', { minimum }),
  }
  return words[reason]
}
