import type { FormState } from '#platform/http/form/form-state.ts'
import { formatPriceWithCode } from '#platform/i18n/prices.ts'
import type { Translate } from '#platform/i18n/translate.ts'
import type { PaymentPage } from '../../server/types.ts'

/**
 * Why nothing was ordered, in words: what the form was refused for, with the sum of now, or how the last try ended
 * at the provider.
 */
export function paymentProblem(
  t: Translate,
  form: FormState | undefined,
  { lastStatus, page }: { lastStatus: string | null; page: PaymentPage },
): string | undefined {
  if (form?.problem === 'conflict') {
    const amount = formatPriceWithCode(page.due, page.cart.currency)
    return `${t('payment:error.conflict')} ${t('payment:error.newSum', { amount })}`
  }
  if (form) return t(`errors:${form.problem}`)
  if (lastStatus === 'declined') return t('payment:error.declined')
  if (lastStatus === 'cancelled') return t('payment:error.cancelled')
  return lastStatus === 'expired' ? t('payment:error.expired') : undefined
}
