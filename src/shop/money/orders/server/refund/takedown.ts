import type { Context } from '#platform/context/context.ts'
import { lockUntilCommit } from '#platform/db/advisory-lock.ts'
import type { Db } from '#platform/db/pool.ts'
import { transaction } from '#platform/db/transaction.ts'
import { ProductError } from '#platform/errors.ts'
import { takedownsAccount } from '#platform/rules/money/booking.ts'
import { insertLedger } from '../ledger/ledger-queries.ts'
import { lockBuyer, lockOrder } from '../queries.ts'
import { bookRefund } from './refunds.ts'
import { bundleOrdersWith, ordersWith, sharesLost } from './takedown-queries.ts'

const ordersPerTurn = 100

interface TakenDown {
  materialId: number
  since: Date
  reason: string
  requestedBy: number
  /** The decision that took it down. */
  takedownId: number
  /** Whether the decision stands: asked again in every transaction, since somebody may complain and win meanwhile. */
  stands: (tx: Db) => Promise<boolean>
}

/** What its author's share of a currency came to, in cents. */
export interface ShareBack {
  currency: string
  cents: number
}

/**
 * Gives everybody who bought a material since a day back what they paid for it, because it had to be taken down. An order
 * a transaction; safe to run again: what is given back is not found a second time.
 */
export async function refundTakenDown(context: Context, taken: TakenDown): Promise<void> {
  const { db, world } = context
  const { materialId, since, reason, requestedBy, takedownId } = taken
  for (let afterId = 0; ; ) {
    const found = await ordersWith(db, world, { materialId, since, afterId, limit: ordersPerTurn })
    for (const { id, account_id: accountId } of found) {
      await transaction(db, async (tx) => {
        if (!(await standsInTurn(tx, world, taken))) return
        await lockBuyer(tx, accountId)
        const order = await lockOrder(tx, world, id)
        await bookRefund(tx, context, {
          ...{ order, items: [{ materialId }], reason, keepsAccess: false, kind: 'refund' },
          ...{ requestedBy, takedownId },
        })
      }).catch(unlessGivenBack)
    }
    const last = found.at(-1)
    if (last === undefined || found.length < ordersPerTurn) break
    afterId = last.id
  }
  await refundBundles(context, taken)
}

/** Who bought it in a bundle keeps the rest and gets back its share of the price; the reason says for which thing, once. */
async function refundBundles(context: Context, taken: TakenDown): Promise<void> {
  const { db, world } = context
  const { materialId, since, requestedBy, takedownId } = taken
  const reason = `${taken.reason} (${materialId})`
  for (let afterId = 0; ; ) {
    const page = { materialId, since, afterId, limit: ordersPerTurn, reason }
    const found = await bundleOrdersWith(db, world, page)
    for (const { id, account_id: accountId, bundle_id, cents } of found) {
      if (cents === null || cents <= 0) continue
      await transaction(db, async (tx) => {
        if (!(await standsInTurn(tx, world, taken))) return
        await lockBuyer(tx, accountId)
        // Another run may have given it back while this one waited.
        const [still] = await bundleOrdersWith(tx, world, { ...page, afterId: id - 1, limit: 1 })
        if (still?.id !== id) return
        const order = await lockOrder(tx, world, id)
        const items = [{ materialId: bundle_id, amount: cents }]
        await bookRefund(tx, context, {
          order,
          items,
          reason,
          keepsAccess: true,
          kind: 'refund',
          requestedBy,
          takedownId,
        })
      }).catch(unlessGivenBack)
    }
    const last = found.at(-1)
    if (last === undefined || found.length < ordersPerTurn) return
    afterId = last.id
  }
}

/** A decision that is reversed just now is waited for, and then no more is given back for it. */
async function standsInTurn(
  tx: Db,
  world: string,
  { takedownId, stands }: Pick<TakenDown, 'takedownId' | 'stands'>,
): Promise<boolean> {
  await lockUntilCommit(tx, turnOf(world, takedownId))
  return await stands(tx)
}

/**
 * Gives the author of what should not have been taken down the share back that its refunds took, as part of `tx`, once: the
 * platform bears it, for its buyers keep what they were promised, also where the provider refused to send it and a person
 * still has to. It is no sale: no tax and no commission is in it.
 * @returns what came back, per currency; nothing when it was booked before
 */
export async function giveShareBack(
  tx: Db,
  world: string,
  { takedownId, authorId }: { takedownId: number; authorId: number },
): Promise<ShareBack[]> {
  await lockUntilCommit(tx, turnOf(world, takedownId))
  const lost = await sharesLost(tx, world, { takedownId, authorId })
  const booked: ShareBack[] = []
  for (const { currency, cents } of lost) {
    const isNews = await insertLedger(tx, world, {
      ...{ kind: 'share_back', cause: `takedown:${takedownId}:${currency}`, currency },
      entries: [
        { account: takedownsAccount, amountCents: cents },
        { account: `author:${authorId}`, amountCents: -cents },
      ],
    })
    if (isNews) booked.push({ currency, cents })
  }
  return booked
}

function turnOf(world: string, takedownId: number): string {
  return `takedown ${world} ${takedownId}`
}

/** Somebody else gave it back between looking and locking. */
function unlessGivenBack(error: unknown): void {
  // Or its bank takes the money back.
  const isElsewhere = (code: string) => code === 'conflict' || code === 'payment_disputed'
  if (error instanceof ProductError && isElsewhere(error.code)) return
  throw error
}
