import { event } from '#platform/events/event.ts'
import { refundRuleTag } from '#platform/events/page-tags.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'
import type { Licence } from '#platform/rules/money/licence.ts'

interface OrderPayload {
  orderId: number
  reference: string
  world: LiveWorldCode
  buyerId: number
}

/** An order is paid for, or cost nothing: the materials are the buyer's. Sums are gross cents. */
export const orderPaid = event<
  OrderPayload & {
    number: string
    totalCents: number
    currency: string
    /** `gift_card`: a code is to be made; there are no materials. */
    purpose: 'materials' | 'gift_card'
    items: readonly {
      materialId: number
      authorId: number
      title: string
      licence: Licence
      priceCents: number
    }[]
  }
>('order.paid')

/** Money of an order goes back to its buyer, all of it or a part. Sums are gross cents; `revokes`: not theirs any more. */
export const orderRefunded = event<
  OrderPayload & {
    refundId: number
    /** It was on invoice and not paid yet: the buyer owes less, no money moves. */
    isOwed: boolean
    /** `reverse_charge`: nothing but the tax, which the buyer owes themselves. */
    kind: 'refund' | 'withdrawal' | 'reverse_charge'
    reason: string
    currency: string
    amountCents: number
    taxCents: number
    items: readonly {
      materialId: number
      authorId: number
      amountCents: number
      taxCents: number
      revokes: boolean
    }[]
  }
>('order.refunded')

/** A transfer for an invoice is on our account: all that was open, a part of it, or more. */
export const transferReceived = event<
  OrderPayload & {
    transferId: number
    number: string
    buyer: { name: string; email: string }
    amountCents: number
    /** What is still to come. */
    openCents: number
    currency: string
  }
>('order.transfer-received')

/** An author grants something else beyond the law. */
export const refundRuleChanged = event<{ authorId: number }>('refund-rule.changed', {
  tags: ({ authorId }) => [refundRuleTag(authorId)],
})

/** Nobody paid it in time. */
export const orderExpired = event<OrderPayload>('order.expired')

/** The provider refused the payment. */
export const orderDeclined = event<OrderPayload>('order.declined')

/** Its buyer gave it up at the provider, or ordered something else instead. */
export const orderCancelled = event<OrderPayload>('order.cancelled')

/** A material that these members have is another one since they got it, and its author has let it rest. */
export const ownedMaterialRenewed = event<{
  world: LiveWorldCode
  materialId: number
  title: string
  /** The last of the versions this is about. */
  versionId: number
  ownerIds: readonly number[]
}>('order.owned-material-renewed')
