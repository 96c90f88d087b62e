import { bankChangeHoldDays, payoutMinimumCents } from '#platform/limits.ts'
import type { LedgerEntry } from '#platform/rules/money/booking.ts'

export const payoutStatuses = ['draft', 'held', 'approved', 'sent', 'paid', 'failed', 'refused'] as const
export type PayoutStatus = (typeof payoutStatuses)[number]

/** What people may make of a payout; the bank may still send back what it had paid. */
const transitions: Readonly<Record<PayoutStatus, readonly PayoutStatus[]>> = {
  draft: ['approved', 'held', 'refused'],
  held: ['approved', 'refused'],
  approved: ['sent', 'held', 'refused'],
  sent: ['paid', 'failed'],
  paid: ['failed'],
  failed: [],
  refused: [],
}

/** Whether a payout may go from one state to another. */
export function canMove(from: PayoutStatus, to: PayoutStatus): boolean {
  return transitions[from].includes(to)
}

/** Whose step a next one must not be, where a payout needs two people: what is approved was made and is sent by others. */
const otherHands: Partial<Readonly<Record<PayoutStatus, PayoutStatus>>> = {
  approved: 'draft',
  sent: 'approved',
  paid: 'approved',
}

/** The step another person must have taken before this one; undefined where any person may act. */
export function stepOfOthers(to: PayoutStatus): PayoutStatus | undefined {
  return otherHands[to]
}

export type PayoutBookingKind = 'payout' | 'payout_paid' | 'payout_returned'

/**
 * What a step of a payout writes into the books. Its sum leaves the seller's balance when it is made, so that nothing
 * can pay it a second time; it lies on `payout:open` until it left our bank, and comes back whole when it did not arrive.
 */
export function payoutBooking(
  { sellerId, amountCents }: { sellerId: number; amountCents: number },
  from: PayoutStatus | undefined,
  to: PayoutStatus,
  /** Where the money lies that it is paid from. */
  source = 'bank',
): { kind: PayoutBookingKind; entries: LedgerEntry[] } | undefined {
  const seller = `author:${sellerId}`
  const move = (kind: PayoutBookingKind, debit: string, credit: string) => ({
    kind,
    entries: [
      { account: debit, amountCents },
      { account: credit, amountCents: -amountCents },
    ],
  })
  if (from === undefined) return move('payout', seller, 'payout:open')
  if (to === 'paid') return move('payout_paid', 'payout:open', source)
  if (to === 'failed' || to === 'refused')
    return move('payout_returned', from === 'paid' ? source : 'payout:open', seller)
  return undefined
}

/** Why nothing is paid out; the words are `payouts:reason.<reason>`. */
export const payoutReasons = [
  'no_seller_data',
  'tax_data_missing',
  'no_bank',
  'bank_changed',
  'account_refused',
  'paused',
  'owed',
  'nothing',
  'waiting',
  'below_minimum',
] as const
export type PayoutReason = (typeof payoutReasons)[number]

export interface SellerAccount {
  /** What we owe the seller; below zero after refunds of what was paid out. */
  balanceCents: number
  /** The part of it whose buyers may still withdraw. */
  pendingCents: number
  currency: string
}

export interface SellerState {
  hasSellerData: boolean
  /** DAC7 wants more, and was asked for long enough. */
  lacksTaxData: boolean
  bankChangedAt: Date | undefined
  /** A payout came back from the account of now: nothing goes there until it is another one. */
  isAccountRefused: boolean
  isPaused: boolean
}

/** What may be paid out of an account now, and every reason why it is nothing. */
export function payable(
  { balanceCents, pendingCents, currency }: SellerAccount,
  state: SellerState,
  now: Date,
): { amountCents: number; reasons: PayoutReason[] } {
  const free = balanceCents - pendingCents
  const reasons: PayoutReason[] = []
  if (!state.hasSellerData) reasons.push('no_seller_data')
  if (state.lacksTaxData) reasons.push('tax_data_missing')
  if (state.bankChangedAt === undefined) reasons.push('no_bank')
  else if (isBankFresh(state.bankChangedAt, now)) reasons.push('bank_changed')
  if (state.isAccountRefused) reasons.push('account_refused')
  if (state.isPaused) reasons.push('paused')
  if (balanceCents < 0) reasons.push('owed')
  else if (balanceCents === 0) reasons.push('nothing')
  else if (free <= 0) reasons.push('waiting')
  else if (free < minimumOf(currency)) reasons.push('below_minimum')
  return { amountCents: reasons.length === 0 ? free : 0, reasons }
}

/** Whoever takes over an account gets nothing out of it for some days. */
export function isBankFresh(changedAt: Date, now: Date): boolean {
  return now.getTime() - changedAt.getTime() < bankChangeHoldDays * 86_400_000
}

/** Cents below which nothing is paid out. */
export function minimumOf(currency: string): number {
  return payoutMinimumCents[currency] ?? payoutMinimumCents.EUR
}

/** The first of the month after a moment, when payouts are made next. */
export function nextPayoutDay(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1))
}
