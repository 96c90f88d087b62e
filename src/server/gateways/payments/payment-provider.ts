import type { LiveWorldCode } from '#shared/contract/world.ts'

export interface PaymentRequest {
  world: LiveWorldCode
  orderReference: string
  amountCents: number
  currency: string
  description: string
  /** Absolute address the payer comes back to, whatever happened. */
  returnUrl: string
}

export type PaymentStatus = 'pending' | 'succeeded' | 'declined' | 'cancelled'

export interface PaymentEvent {
  eventId: string
  type: 'payment.updated'
  providerReference: string
  status: PaymentStatus
  amountCents: number
  currency: string
  /** What the provider keeps of it for itself, where it says so. */
  feeCents?: number | undefined
}

export interface RefundRequest {
  providerReference: string
  /** Ours: asked twice under one name, the provider pays once. */
  refundReference: string
  amountCents: number
  currency: string
}

/** A payment party: the sandbox by default (it refuses production), Stripe when grown. */
export interface PaymentProvider {
  readonly name: string
  /** Creates the payment there. Idempotent by `orderReference`. Throws ProductError('payment_failed'). */
  create(request: PaymentRequest): Promise<{ providerReference: string; redirectUrl: string }>
  /** The provider's own word on a payment, asked when the payer returns. */
  status(providerReference: string): Promise<{
    status: PaymentStatus
    amountCents: number
    currency: string
    feeCents?: number | undefined
  }>
  /**
   * Sends money back the way it came. Idempotent by `refundReference`; 'failed' is its last word, anything thrown is worth
   * another try.
   */
  refund(request: RefundRequest): Promise<'succeeded' | 'failed'>
  /** Closes a payment nobody has made yet, so that a replaced order cannot be paid as well. Otherwise does nothing. */
  cancel(providerReference: string): Promise<void>
  /**
   * Reads one webhook call. Throws ProductError('forbidden') on a wrong or old signature and
   * ProductError('malformed_request') on a body it cannot read.
   */
  readEvent(rawBody: Buffer, headers: Headers): PaymentEvent
}
