import { url } from '#routing/url.ts'
import type { FormHandler } from '../../api/form.ts'
import { checkout } from './checkout.ts'

/**
 * The payment page without JavaScript. Fields: `action` = `pay` | `country` (shows the page again with that country's
 * tax), `country`, `consent_immediate`, `consent_waiver` (checkboxes), `expected_total` (hidden, cents: the sum the
 * page showed). A changed cart comes back as `conflict` with the new `expected_total` among the values.
 */
export const paymentForm: FormHandler = {
  access: 'member',
  rate: 'write',
  body: 'urlencoded',
  async handle(context, { values }) {
    const { world } = context
    const country = values.country ?? ''
    if (values.action === 'country') return { redirect: url('payment', { world, query: { country } }) }
    const expected = values.expected_total ?? ''
    if (!/^\d{1,9}$/.test(expected))
      return { problem: 'invalid_input', fields: { expected_total: 'invalid' } }
    const outcome = await checkout(context, {
      country,
      consentImmediate: values.consent_immediate !== undefined,
      consentWaiver: values.consent_waiver !== undefined,
      expectedTotal: Number(expected),
    })
    if (outcome.kind === 'created') return { redirect: outcome.redirectUrl }
    return { problem: 'conflict', values: { ...values, expected_total: String(outcome.expectedTotal) } }
  },
}
