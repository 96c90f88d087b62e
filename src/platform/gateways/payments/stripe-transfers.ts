import Stripe from 'stripe'
import { ProductError } from '#platform/errors.ts'
import type { TransferParty } from './payment-provider.ts'

const pageOrigin = 'https://connect.stripe.com'
/** What a transfer is refused for and no second try changes. */
const finalRefusals = new Set([
  'account_invalid',
  'insufficient_capabilities_for_transfer',
  'transfers_not_allowed',
  'resource_missing',
])

/** Stripe Connect: sellers' Express accounts, separate transfers from ours. */
export function stripeTransfers(stripe: Stripe): TransferParty {
  return {
    pageOrigin,

    async openAccount({ accountId, email, country }) {
      const account = await reached(() =>
        stripe.accounts.create(
          {
            ...{ type: 'express', email, country },
            capabilities: { transfers: { requested: true } },
            metadata: { account_id: String(accountId) },
          },
          { idempotencyKey: `connect-${accountId}` },
        ),
      )
      return account.id
    },

    async onboardingUrl(account, { returnUrl, againUrl }) {
      const link = await reached(() =>
        stripe.accountLinks.create({
          ...{ account, type: 'account_onboarding', return_url: returnUrl, refresh_url: againUrl },
        }),
      )
      return link.url
    },

    async isReady(account) {
      const { capabilities, payouts_enabled: hasPayouts } = await reached(() =>
        // A page waits for it, and asks again at the next look.
        stripe.accounts.retrieve(account, {}, { timeout: 3000, maxNetworkRetries: 0 }),
      )
      return capabilities?.transfers === 'active' && hasPayouts
    },

    async send({ payoutReference, account, amountCents, currency }) {
      // Stripe forgets its keys after a day; what was sent before is found by its group.
      const [before] = (await stripe.transfers.list({ transfer_group: payoutReference, limit: 1 })).data
      if (before !== undefined) return { status: 'sent', transferId: before.id }
      try {
        const transfer = await stripe.transfers.create(
          {
            ...{ amount: amountCents, currency: currency.toLowerCase(), destination: account },
            transfer_group: payoutReference,
          },
          { idempotencyKey: `payout-${payoutReference}` },
        )
        return { status: 'sent', transferId: transfer.id }
      } catch (error) {
        if (isFinal(error)) return { status: 'refused' }
        throw error
      }
    },

    async takeBack(transferId) {
      const { amount, amount_reversed: before } = await stripe.transfers.retrieve(transferId)
      if (before === amount) return true
      try {
        // Without a key of ours: all that is left goes back only once, and a refusal must not be its answer for a day.
        await stripe.transfers.createReversal(transferId, { amount: amount - before })
        return true
      } catch (error) {
        if (error instanceof Stripe.errors.StripeInvalidRequestError) return false
        throw error
      }
    },
  }
}

function isFinal(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && finalRefusals.has(error.code ?? '')
}

async function reached<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (cause) {
    if (cause instanceof Stripe.errors.StripeError) throw new ProductError('unavailable', { cause })
    throw cause
  }
}
