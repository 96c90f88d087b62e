import type { PaymentFields } from '#platform/env/env.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'

export interface PaymentRequest {
  world: LiveWorldCode
  orderReference: string
  amountCents: number
  currency: string
  description: string
  /** Where the buyer says to live. */
  buyerCountry: string
  /** The provider may fill it in for the payer. */
  buyerEmail: string
  /** Absolute address the payer comes back to once something is decided. */
  returnUrl: string
  /** Where they come back to with nothing decided, able to go on with the same payment later. */
  cancelUrl: string
}

/**
 * `pending`: the payer has not decided. `processing`: they have, and the provider waits for the money, be it seconds (a wallet)
 * or 14 days (SEPA direct debit).
 */
export type PaymentStatus = 'pending' | 'processing' | 'succeeded' | 'declined' | 'cancelled'

/** The provider's own word on a payment, as it stands now. */
export interface PaymentState {
  status: PaymentStatus
  amountCents: number
  currency: string
  /** What the provider keeps of it for itself, where it says so. */
  feeCents?: number | undefined
  /** Of the card or the account that paid, where it says so (ISO 3166-1 alpha-2). */
  bankCountry?: string | undefined
}

export interface PaymentUpdate extends PaymentState {
  eventId: string
  type: 'payment.updated'
  providerReference: string
}

/** Money that goes back, whoever asked the provider to send it. */
export interface RefundUpdate {
  eventId: string
  type: 'refund.updated'
  /** The payment it is of. */
  providerReference: string
  /** The provider's name for it. */
  refundId: string
  /** Ours; undefined when somebody made it at the provider by hand. */
  refundReference: string | undefined
  status: RefundStatus
  amountCents: number
  currency: string
}

/** A buyer's bank takes money back (card disputes, returned direct debits), as it stands now. */
export interface DisputeUpdate {
  eventId: string
  type: 'dispute.updated'
  /** The payment it is about. */
  providerReference: string
  disputeId: string
  status: DisputeStatus
  reason: string
  amountCents: number
  currency: string
  /** What the provider holds back for it at this moment: nothing of a dispute that was won. */
  heldCents: number
  /** What the provider has charged for it so far. */
  feeCents: number
}

export type DisputeStatus = 'open' | 'won' | 'lost'
export type RefundStatus = 'pending' | 'succeeded' | 'failed'
export type PaymentEvent = PaymentUpdate | RefundUpdate | DisputeUpdate

export interface RefundRequest {
  providerReference: string
  /** Ours: asked twice under one name, the provider pays once. */
  refundReference: string
  amountCents: number
  currency: string
}

/** One movement of money as the provider's report has it. */
export interface ReportLine {
  kind: 'payment' | 'refund' | 'dispute'
  /** The payment's, the refund's (ours where it is ours) or the dispute's. */
  reference: string
  /** Above zero whatever the direction. For disputes: what is held back in the end. */
  amountCents: number
  currency: string
  at: Date
}

export interface TransferRequest {
  /** Ours: asked twice under one name, the provider sends once. */
  payoutReference: string
  /** The seller's account there. */
  account: string
  amountCents: number
  currency: string
}

/** Accounts of sellers at the provider, and money that goes there from ours. */
export interface TransferParty {
  /** Where sellers are led to, as an origin. */
  readonly pageOrigin: string
  /** Opens an account for a seller; once, however often it is asked for. */
  openAccount(seller: { accountId: number; email: string; country: string }): Promise<string>
  /** The provider's page where the seller says who they are; good for some minutes and one visit. */
  onboardingUrl(account: string, pages: { returnUrl: string; againUrl: string }): Promise<string>
  /** Whether money can be sent there now. */
  isReady(account: string): Promise<boolean>
  /** 'refused' is its last word; anything thrown is worth another try. */
  send(request: TransferRequest): Promise<{ status: 'sent'; transferId: string } | { status: 'refused' }>
  /** Takes all of a transfer back; false when there is not enough left there. Repeatable. */
  takeBack(transferId: string): Promise<boolean>
}

/** The payment methods, as shown on the payment page and by the API. */
export type PaymentMethod = 'test' | 'online'

/** A payment party: the sandbox by default (it refuses production), Stripe where it is configured. */
export interface PaymentProvider {
  readonly name: string
  readonly method: PaymentMethod
  /** The origin of its own payment page, where that is not ours: a form that leads there has to be allowed to. */
  readonly pageOrigin: string | undefined
  /** The least it takes in a currency, in cents. */
  leastAmount(currency: string): number
  /** Its fields on our own page, for browsers with scripts; undefined where it has only a page of its own. */
  readonly fields: PaymentFields | undefined
  /** Creates a payment that its fields confirm. Idempotent by `orderReference`. Throws ProductError('payment_failed'). */
  createForFields(request: PaymentRequest): Promise<{ providerReference: string; clientSecret: string }>
  /** Creates the payment there. Idempotent by `orderReference`. Throws ProductError('payment_failed'). */
  create(request: PaymentRequest): Promise<{ providerReference: string; redirectUrl: string }>
  /** Asked when the payer returns. */
  status(providerReference: string): Promise<PaymentState>
  /**
   * Sends money back the way it came. Idempotent by `refundReference`; 'failed' is its last word, 'pending' is followed by
   * an event, anything thrown is worth another try.
   */
  refund(request: RefundRequest): Promise<RefundStatus>
  /** Closes a payment nobody has made yet, so that a replaced order cannot be paid as well. Otherwise does nothing. */
  cancel(providerReference: string): Promise<void>
  /**
   * Reads one webhook call; undefined for what is signed but no concern of ours. What it answers is how things stand now,
   * so that late and repeated calls do no harm. Throws ProductError('forbidden') on a wrong or old signature and
   * ProductError('malformed_request') on a body it cannot read.
   */
  readEvent(rawBody: Buffer, headers: Headers): Promise<PaymentEvent | undefined>
  /** Accounts of sellers there; undefined where there are none. */
  readonly transfers: TransferParty | undefined
  /** Every movement of money between two moments, for comparing it with the books. */
  report(from: Date, to: Date): AsyncIterable<ReportLine>
}
