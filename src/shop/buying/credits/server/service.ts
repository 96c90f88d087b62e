import type { Context } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { transaction } from '#platform/db/transaction.ts'
import { ProductError } from '#platform/errors.ts'
import { emit } from '#platform/events/events.ts'
import { requireMember, requireOthers } from '#platform/http/access/access.ts'
import { creditBackDays, creditMovesShown } from '#platform/limits.ts'
import { worldOf } from '#platform/routing/worlds.ts'
import type { CreditPage } from '../rules/contract.ts'
import { creditMoved } from './events.ts'
import {
  accountExists,
  creditBalances,
  creditMoves,
  creditState,
  giveBackUse,
  insertLot,
  returnUse,
  settleUse,
  takeCredit,
  usableCents,
  usedCents,
} from './queries.ts'
import { creditEnd } from './terms.ts'

export { creditMoved } from './events.ts'
export { endSoldCard, isCardEnded, sellGiftCard, tryGiftCard } from './gift-cards.ts'

/** What a member can spend in a world, in cents of its currency. */
export async function usableCredit(db: Db, world: Context['world'], accountId: number): Promise<number> {
  return await usableCents(db, world, { accountId, currency: worldOf(world).currency })
}

/** What specification 3 says of an account's credit. */
export async function creditOf(
  db: Db,
  account: { accountId: number; currency: string },
): Promise<{ amount: number; had_credits: boolean }> {
  const { cents, hadAny } = await creditState(db, account)
  return { amount: cents, had_credits: hadAny }
}

/** One order's part in its buyer's credit. */
export interface CreditOrder {
  world: Context['world']
  orderId: number
  accountId: number
  cents: number
}

/**
 * Sets credit aside for an order; the caller holds the buyer's lock and asked `usableCredit` under it.
 * @throws ProductError conflict when there is less than that after all
 */
export async function reserveCredit(tx: Db, order: CreditOrder): Promise<void> {
  const { world, cents } = order
  if (cents === 0) return
  const { currency } = worldOf(world)
  const taken = await takeCredit(tx, world, { ...order, currency, status: 'reserved' })
  if (taken !== cents) throw new ProductError('conflict')
}

/**
 * The order is paid: what was set aside is spent. Where it had been given back (a payment that came too late), as much is
 * taken again as is still there. Answers what the member's credit really paid.
 */
export async function spendCredit(tx: Db, order: CreditOrder): Promise<number> {
  const { world, orderId, cents } = order
  if (cents === 0) return 0
  const spent = await settleUse(tx, world, orderId)
  if (spent === cents) return spent
  const { currency } = worldOf(world)
  return spent + (await takeCredit(tx, world, { ...order, currency, cents: cents - spent, status: 'used' }))
}

/**
 * An order that was given up is being paid after all: as much of its credit as is still there is set aside again. The caller
 * holds the buyer's lock.
 */
export async function reserveCreditAgain(tx: Db, order: CreditOrder): Promise<void> {
  const { world, cents } = order
  if (cents === 0) return
  await takeCredit(tx, world, { ...order, currency: worldOf(world).currency, status: 'reserved' })
}

/** What of a paid order its buyer's credit really paid. */
export async function creditSpent(tx: Db, world: string, orderId: number): Promise<number> {
  return await usedCents(tx, world, orderId)
}

/** The order came to nothing: its credit is its buyer's again. */
export async function returnCredit(tx: Db, world: string, orderId: number): Promise<void> {
  await returnUse(tx, world, orderId)
}

/**
 * A refund in credit; the caller books it. It ends when what was spent would have: bought cards keep their years, a present its
 * months. Whoever gets back what is over, or nearly, has some weeks.
 */
export async function giveBackCredit(tx: Db, order: CreditOrder): Promise<void> {
  const { world, orderId, accountId, cents: amountCents } = order
  if (amountCents === 0) return
  const { currency } = worldOf(world)
  const notBefore = new Date(Date.now() + creditBackDays * 86_400_000)
  const back = await giveBackUse(tx, world, { orderId, accountId, currency, cents: amountCents, notBefore })
  if (back !== amountCents) throw new Error(`order ${orderId} spent less credit than goes back`)
}

/** The platform gives a member credit, out of its own pocket. @throws ProductError not_found, forbidden (oneself) */
export async function grantCredit(
  context: Context,
  input: { accountId: number; amount: number; note: string },
): Promise<{ accountId: number; amount: number; currency: string; expiresAt: string }> {
  const { world } = context
  const { accountId, amount, note } = input
  requireOthers(context, accountId)
  const { currency } = worldOf(world)
  const expiresAt = creditEnd()
  if (!(await accountExists(context.db, accountId))) throw new ProductError('not_found')
  await transaction(context.db, async (tx) => {
    await insertLot(tx, { world, accountId, currency, note, amountCents: amount, source: 'grant', expiresAt })
    await emit(context, tx, creditMoved, {
      ...{ world, currency, amountCents: amount },
      ...{ from: 'platform:credits', to: `credit:${accountId}` },
    })
  })
  return { accountId, amount, currency, expiresAt: expiresAt.toISOString() }
}

/** What the member has, until when, and all that came and went. */
export async function creditPage(context: Context): Promise<CreditPage> {
  const { accountId } = requireMember(context)
  const [balances, moves] = await Promise.all([
    creditBalances(context.db, accountId),
    creditMoves(context.db, accountId, creditMovesShown),
  ])
  return {
    balances: balances.map((row) => ({
      currency: row.currency,
      amount: row.cents,
      next: { amount: row.next_cents, expiresAt: row.next_at.toISOString() },
    })),
    history: moves.map((row) => ({
      kind: row.kind,
      amount: row.amount_cents,
      currency: row.currency,
      at: row.at.toISOString(),
      expiresAt: row.expires_at?.toISOString() ?? null,
      orderNumber: row.order_number,
    })),
  }
}
