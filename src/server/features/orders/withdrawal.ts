import { translator } from '#i18n/translate.ts'
import { ProductError } from '#shared/errors.ts'
import { withdrawalDays } from '#shared/limits.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/pool.ts'
import { transaction } from '../../db/transaction.ts'
import { requireMember } from '../../http/access.ts'
import { wentOut } from '../mail/service.ts'
import { paidMailKey } from './mails.ts'
import { isOwnOrder } from './policy.ts'
import { findOrder, lockBuyer, lockOrder } from './queries.ts'
import { recentlyPaid, type WithdrawableRow } from './refund-queries.ts'
import { bookRefund } from './refunds.ts'
import type { WithdrawableOrder } from './types.ts'

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
    until: new Date(row.paid_at.getTime() + withdrawalDays * 86_400_000).toISOString(),
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
    const refund = await bookRefund(tx, context, {
      ...{
        order,
        kind: 'withdrawal',
        reason: translator(world)('cabinet-invoices:withdrawal.reason'),
        keepsAccess: false,
        requestedBy: member.accountId,
      },
    })
    return { reference: refund.reference }
  })
}

async function openRights(db: Db, world: string, accountId: number): Promise<WithdrawableRow[]> {
  const since = new Date(Date.now() - withdrawalDays * 86_400_000)
  const rows = await recentlyPaid(db, world, { accountId, since })
  const sent = await wentOut(
    db,
    rows.map(({ id }) => paidMailKey(world, id)),
  )
  return rows.filter(({ id }) => !sent.has(paidMailKey(world, id)))
}
