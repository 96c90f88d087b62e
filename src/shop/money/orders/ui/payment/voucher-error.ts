import type { Translate } from '#platform/i18n/translate.ts'
import { type VoucherReason, voucherReasons } from '#shop/buying/credits/rules/voucher.ts'

/** Why a code gives nothing now, in words. */
export function voucherErrorText(t: Translate, reason: VoucherReason): string {
  const texts: Record<VoucherReason, string> = {
    unknown: t('cart:code.error.unknown'),
    not_yet: t('cart:code.error.not_yet'),
    ended: t('cart:code.error.ended'),
    used_up: t('cart:code.error.used_up'),
    used_by_you: t('cart:code.error.used_by_you'),
    not_yours: t('cart:code.error.not_yours'),
    first_order: t('cart:code.error.first_order'),
    nothing_fits: t('cart:code.error.nothing_fits'),
    minimum: t('cart:code.error.minimum'),
  }
  return texts[reason]
}

/** What a refused form says was wrong with the code. */
export function readReason(value: string | undefined): VoucherReason | undefined {
  return voucherReasons.find((reason) => reason === value)
}
