import type { Context } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { transaction } from '#platform/db/transaction.ts'
import { ProductError } from '#platform/errors.ts'
import { requireMember } from '#platform/http/access/access.ts'
import { translator } from '#platform/i18n/translate.ts'
import { withdrawalDays } from '#platform/limits.ts'
import { wentOut } from '#platform/mail/server/service.ts'
import { paidMailKey } from '../mails.ts'
import { isOwnOrder } from '../policy.ts'
import { findOrder, lockBuyer, lockOrder, type OrderRow } from '../queries.ts'
import type { RecentContract, WithdrawableOrder } from '../types.ts'
import { recentlyPaid, type WithdrawableRow } from './refund-queries.ts'
import { bookRefund } from './refunds.ts'

const periodMs = withdrawalDays * 86_400_000

/**
 * The orders a member may still withdraw from. The right ends with the delivery they asked for, but only once its
 * confirmation went out on a durable medium (directive 2011/83/EU, articles 8 (7) and 16 (m)): until that mail was taken
 * by a mail server, the waiver does not count.
 */
export async function withdrawableOrders(context: Context): Promise<WithdrawableOrder[]> {
  const { accountId } = requireMember(context)
  const rows = await openRights(context.db, context.world, accountId)
  return rows.map((row) => ({
    reference: row.reference,
    number: row.number,
    paidAt: row.paid_at.toISOString(),
    currency: row.currency,
    amount: row.left_cents,
    until: new Date(row.paid_at.getTime() + periodMs).toISOString(),
  }))
}

/**
 * The buyer's word that they withdraw: everything that is left of the order goes back, and what it gave is given up. The
 * receipt goes out with it. A second time finds nothing left. @throws ProductError not_found, conflict (no right to it)
 */
export async function withdraw(context: Context, reference: string): Promise<{ reference: string }> {
  const member = requireMember(context)
  const { world } = context
  const found = await findOrder(context.db, world, reference)
  if (found === undefined || !isOwnOrder(member, found)) throw new ProductError('not_found')
  return await transaction(context.db, async (tx) => {
    await lockBuyer(tx, member.accountId)
    const order = await lockOrder(tx, world, found.id)
    const rights = await openRights(tx, world, member.accountId)
    if (!rights.some(({ id }) => id === order.id)) throw new ProductError('conflict')
    const refund = await bookWithdrawal(tx, context, order, member.accountId)
    return { reference: refund.reference }
  })
}

/**
 * What a statement of withdrawal without login does to an order, inside the caller's transaction: `withdrawn` gave back what
 * was left; `lost`: by the consent to delivery at once, given at `consentAt`; `over`: `at` is later than 14 days after the
 * contract; `nothing`: all of it went back before, or the buyer's bank has it.
 */
export async function withdrawFromOrder(
  tx: Db,
  context: Context,
  { orderId, accountId, at }: { orderId: number; accountId: number; at: Date },
): Promise<{ outcome: 'withdrawn' | 'lost' | 'over' | 'nothing'; consentAt: Date | null }> {
  const { world } = context
  await lockBuyer(tx, accountId)
  const order = await lockOrder(tx, world, orderId)
  const without = (outcome: 'over' | 'nothing' | 'withdrawn') => ({ outcome, consentAt: null })
  if (order.paid_at === null || order.paid_at.getTime() + periodMs <= at.getTime()) return without('over')
  const rows = await recentlyPaid(tx, world, { accountId, since: new Date(at.getTime() - periodMs) })
  if (!rows.some(({ id }) => id === orderId)) return without('nothing')
  const sent = await wentOut(tx, [paidMailKey(world, orderId)])
  if (sent.has(paidMailKey(world, orderId))) return { outcome: 'lost', consentAt: order.consent_immediate_at }
  await bookWithdrawal(tx, context, order, accountId)
  return without('withdrawn')
}

/** A member's contracts within the withdrawal period, whether or not the right was waived by consent. */
export async function recentContracts(db: Db, world: string, accountId: number): Promise<RecentContract[]> {
  const rows = await recentlyPaid(db, world, { accountId, since: new Date(Date.now() - periodMs) })
  const sent = await wentOut(
    db,
    rows.map(({ id }) => paidMailKey(world, id)),
  )
  return rows.map((row) => ({
    number: row.number,
    paidAt: row.paid_at.toISOString(),
    until: new Date(row.paid_at.getTime() + periodMs).toISOString(),
    lostAt: sent.has(paidMailKey(world, row.id)) ? row.consent_immediate_at.toISOString() : null,
  }))
}

function bookWithdrawal(tx: Db, context: Context, order: OrderRow, requestedBy: number) {
  const reason = translator(context.world)('cabinet-invoices:withdrawal.reason')
  return bookRefund(tx, context, { order, kind: 'withdrawal', reason, keepsAccess: false, requestedBy })
}

async function openRights(db: Db, world: string, accountId: number): Promise<WithdrawableRow[]> {
  const since = new Date(Date.now() - periodMs)
  const rows = await recentlyPaid(db, world, { accountId, since })
  const sent = await wentOut(
    db,
    rows.map(({ id }) => paidMailKey(world, id)),
  )
  return rows.filter(({ id }) => !sent.has(paidMailKey(world, id)))
}
