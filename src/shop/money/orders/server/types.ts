import type { PaymentFields } from '#platform/env/env.ts'
import type { PaymentMethod, PaymentStatus } from '#platform/gateways/payments/payment-provider.ts'
import type { SoldLine } from '#platform/rules/money/booking.ts'
import type { Cart, LeftOut } from '#shop/buying/cart/rules/contract.ts'
import type { VoucherReason } from '#shop/buying/credits/rules/voucher.ts'
import type { BillingAddress } from '#shop/money/billing/rules/contract.ts'
import type { BoughtMaterial, InvoiceDue, Order, OrderStatus, Sale } from '../rules/contract.ts'

/** A country we may sell to, named in the world's language; the rate is in basis points (1900 = 19 %). */
export interface SellCountry {
  code: string
  name: string
  taxRate: number
}

/** Everything the payment page shows. Amounts are gross cents of the world's currency. */
export interface PaymentPage {
  cart: Cart
  /** Nothing to pay for: the page shows the way back to the cart. */
  isEmpty: boolean
  /** true: the button says "get for free". */
  isFree: boolean
  /** true: credit pays for all of it, no provider is asked. */
  isPaid: boolean
  /** true: less is left to pay than the provider takes. */
  isTooLittle: boolean
  countries: SellCountry[]
  country: string
  /** Basis points: the country's standard rate. */
  taxRate: number
  /** What is to be paid: the cart's sum, without the tax where the buyer owes it themselves. */
  total: number
  /** What of it credit pays, and what is left. */
  usedCredits: number
  due: number
  /** What `total` contains, by rate, the highest first. */
  taxes: readonly { rate: number; tax: number }[]
  tax: number
  net: number
  consentTextVersion: string
  /** 'test': moves no money. */
  method: PaymentMethod
  /** Where the form leads, when that is another site. */
  providerOrigin: string | undefined
  /** The provider's fields for this page; undefined where it has none, or nothing is due. */
  fields: PaymentFields | undefined
  /** What stands on the member's invoices; null for strangers and who never said. */
  billing: BillingAddress | null
  /** A business in another country: it owes the tax itself. */
  isReverseCharged: boolean
  /** Nothing is sold to private buyers in the chosen country. */
  isNotSold: boolean
  /** A verified school may pay later. */
  invoice: InvoiceOffer | null
}

export type CheckoutOutcome =
  | { kind: 'created'; reference: string; redirectUrl: string; clientSecret?: string }
  /** The buyer saw another sum. */
  | ({ kind: 'conflict' } & ChangedSum)

/** What an order would cost now, in cents, and what is not as it was when it was put into the cart. */
export interface ChangedSum {
  /** To be paid beside credit: what to agree to now. */
  expectedTotal: number
  expectedCredits: number
  isReverseCharged: boolean
  changes: (
    | ({ kind: 'left_out' } & LeftOut)
    | { kind: 'price'; materialId: number; title: string; from: number; to: number }
    | { kind: 'voucher'; reason: VoucherReason }
  )[]
}

/** Where the buyer stands after the provider sent them back; the waiting page reloads while `pending`. */
export interface PaymentReturn {
  reference: string
  status: OrderStatus
  /** The thank-you page when paid, else the payment page to try again; null while it is pending or under way. */
  nextUrl: string | null
}

/** Who a business is, as a program may say it before it orders: what the order calls `billingVatId` and so on. */
export interface BusinessAsked {
  vatId?: string | undefined
  name?: string | undefined
  organisation?: string | undefined
  postcode?: string | undefined
}

/** An order whose payment is being confirmed. */
export interface OrderUnderWay {
  reference: string
  orderedAt: string
  due: number
  currency: string
  /** None of an order of a gift card. */
  titles: string[]
}

export interface ThankYouPage {
  order: Order
  materials: BoughtMaterial[]
  /** Of an order on invoice: what is to be paid where. */
  due: InvoiceDue | undefined
}

/** One line of a refund, in cents. */
export interface RefundedItem extends SoldLine {
  materialId: number
  title: string
  amountCents: number
  voucherCostCents: number
  /** The buyer does not have it any more. */
  revokes: boolean
}

/** An order as its number and the address of its buyer find it. */
export interface BuyersOrder {
  id: number
  world: string
  accountId: number
  purpose: 'materials' | 'gift_card'
}

/** A contract of the last 14 days. `lostAt`: when the buyer agreed to delivery at once, by which the right was lost. */
export interface RecentContract {
  number: string
  paidAt: string
  until: string
  lostAt: string | null
}

/** An order its buyer may still withdraw from, for nothing but their word. */
export interface WithdrawableOrder {
  reference: string
  number: string
  paidAt: string
  currency: string
  /** What would come back, in cents. */
  amount: number
  until: string
}

export interface BoughtPage {
  materials: BoughtMaterial[]
  /** Value of `?after=` for the next page. */
  nextCursor: string | null
}

export interface SalesPage {
  sales: Sale[]
  nextCursor: string | null
  /** Of all that was asked for, per currency. */
  totals: SalesTotal[]
  /** The same by month (`2026-11`), the newest first. */
  months: (SalesTotal & { month: string })[]
}

export interface SalesTotal {
  currency: string
  count: number
  gross: number
  authorShare: number
}

/** What a provider said about one payment; `eventId` makes a webhook call count once. */
export interface Settlement {
  provider: string
  providerReference: string
  status: PaymentStatus
  amountCents: number
  currency: string
  /** What the provider keeps of it for itself. */
  feeCents?: number | undefined
  /** Of the card or account it was paid with: one proof of where the buyer lives. */
  bankCountry?: string | undefined
  event?: { id: string; type: string }
}

export interface SettleOutcome {
  /** The order's status afterwards. */
  status: OrderStatus
  /** false: a replay, or nothing to change. */
  changed: boolean
  /** The provider named another sum: reported, never fulfilled. */
  mismatch: boolean
}

/** Whether a school may buy on invoice now. `refusal`: why it has to pay at once this time. */
export interface InvoiceOffer {
  dueDays: number
  refusal: 'overdue' | 'limit' | null
}

export interface Fulfilment {
  number: string
  /** Materials the member owned before, with this licence: paid for twice, somebody must give the money back. */
  alreadyOwned: number[]
}
