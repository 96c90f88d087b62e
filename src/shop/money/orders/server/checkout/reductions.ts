import type { Context } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'
import { type CreditPart, instrumentsBack, type LedgerEntry } from '#platform/rules/money/booking.ts'
import type { CheckoutCart } from '#shop/buying/cart/server/service.ts'
import {
  creditSpent,
  giveBackCredit,
  reserveCredit,
  reserveCreditAgain,
  spendCredit,
} from '#shop/buying/credits/server/service.ts'
import {
  type Customer,
  redeemVoucher,
  reserveVoucher,
  returnVoucher,
} from '#shop/buying/vouchers/server/service.ts'
import { insertLedger } from '../ledger/ledger-queries.ts'
import type { OrderRow } from '../queries.ts'
import { centsGivenBack } from '../refund/refund-queries.ts'

/** What makes an order cheaper is set aside for it. @throws ProductError conflict when it is gone */
export async function reserveReductions(
  tx: Db,
  { world }: Context,
  { order, cart, customer }: { order: OrderRow; cart: CheckoutCart; customer: Customer },
): Promise<OrderRow> {
  const orderId = order.id
  if (cart.voucher !== null) {
    const { id: voucherId, discount: discountCents } = cart.voucher
    await reserveVoucher(tx, world, { orderId, voucherId, customer, discountCents })
  }
  await reserveCredit(tx, { world, orderId, accountId: customer.accountId, cents: cart.credit })
  return order
}

/**
 * An order that was given up is being paid after all: its price counts, so its voucher is used up now, and its credit is set
 * aside as far as it is still there.
 */
export async function reserveReductionsAgain(tx: Db, world: LiveWorldCode, order: OrderRow): Promise<void> {
  const { id: orderId, account_id: accountId, credit_cents: cents } = order
  if (order.voucher_id !== null) await redeemVoucher(tx, world, orderId)
  await reserveCreditAgain(tx, { world, orderId, accountId, cents })
}

/**
 * The order is paid: its voucher is used and its credit spent. Credit can be missing, spent elsewhere meanwhile, when the
 * payment came after the order had been given up.
 */
export async function spendReductions(
  tx: Db,
  world: LiveWorldCode,
  order: OrderRow,
): Promise<CreditPart | undefined> {
  const { id: orderId, account_id: accountId, credit_cents: cents } = order
  if (order.voucher_id !== null) await redeemVoucher(tx, world, orderId)
  if (cents === 0) return undefined
  const spent = await spendCredit(tx, { world, orderId, accountId, cents })
  return { accountId, amountCents: spent, missingCents: cents - spent }
}

/**
 * What of a refund does not go back by the provider: to the buyer's credit, and to the platform what it bore itself. With
 * the last cent of the order its voucher can be used again.
 */
export async function restoreReductions(
  tx: Db,
  world: LiveWorldCode,
  { order, amountCents, isLast }: { order: OrderRow; amountCents: number; isLast: boolean },
): Promise<CreditPart | undefined> {
  const { id: orderId, account_id: accountId } = order
  if (isLast && order.voucher_id !== null) await returnVoucher(tx, world, orderId)
  if (order.credit_cents === 0) return undefined
  const beforeCents = await centsGivenBack(tx, world, orderId)
  const paid = {
    creditCents: await creditSpent(tx, world, orderId),
    cardCents: order.total_cents - order.credit_cents,
  }
  const { creditCents: cents, platformCents } = instrumentsBack(amountCents, { beforeCents, paid })
  await giveBackCredit(tx, { world, orderId, accountId, cents })
  return { accountId, amountCents: cents, missingCents: platformCents }
}

/** Books credit that came or ended otherwise than by an order. */
export async function bookCredit(
  _context: Context,
  moved: { world: string; currency: string; amountCents: number; from: string; to: string },
  tx: Db,
): Promise<undefined> {
  const { world, currency, amountCents, from, to } = moved
  const entries: LedgerEntry[] = [
    { account: from, amountCents },
    { account: to, amountCents: -amountCents },
  ]
  await insertLedger(tx, world, { kind: 'credit', currency, entries })
}
