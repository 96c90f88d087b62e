import type { Context } from '#platform/context/context.ts'
import { ProductError } from '#platform/errors.ts'
import { requireMember } from '#platform/http/access/access.ts'
import { worldOf } from '#platform/routing/worlds.ts'
import type { Payout, QueuedPayout, SellerBalance } from '../rules/contract.ts'
import { nextPayoutDay, type PayoutStatus, payable } from '../rules/payout.ts'
import { sellerAccounts, sellerState } from './making.ts'
import { eventsOf, lockPayout, payoutSums, payoutsOf, queueRows, waitingPayoutCounts } from './queries.ts'
import { findSetting, setPaused } from './seller-queries.ts'
import { toPayout, toQueued } from './view.ts'

export { ownBank } from './bank/bank.ts'
export { type Batch, batches } from './bank/batches.ts'
export { type ConnectState, connectState } from './bank/connect.ts'
export { owedBeforeClosing } from './closing.ts'
export { type Dac7Report, dac7Report } from './reports/dac7.ts'
export { lastMonths } from './reports/statement.ts'
export { ownSellerData, sellerAddress } from './seller-data.ts'

const shownPayouts = 60
const queueSize = 200

export interface OwnPayouts {
  balances: SellerBalance[]
  payouts: Payout[]
  isPaused: boolean
  /** `2026-12-01`. */
  nextPayoutDay: string
}

/** What a seller is owed, what was paid, and why nothing is. */
export async function ownPayouts(context: Context): Promise<OwnPayouts> {
  const { accountId } = requireMember(context)
  const { db, world } = context
  const now = new Date()
  const [accounts, state, sums, rows] = await Promise.all([
    sellerAccounts(db, accountId, now),
    sellerState(db, accountId, now),
    payoutSums(db, accountId),
    payoutsOf(db, accountId, shownPayouts),
  ])
  const none = { currency: worldOf(world).currency, balanceCents: 0, pendingCents: 0 }
  const balances = (accounts.length > 0 ? accounts : [none]).map((account) => {
    const sum = sums.find(({ currency }) => currency === account.currency)
    const { amountCents, reasons } = payable(account, state, now)
    return {
      currency: account.currency,
      balance: account.balanceCents,
      pending: account.pendingCents,
      onTheWay: sum?.on_the_way ?? 0,
      paid: sum?.paid ?? 0,
      payable: amountCents,
      reasons,
    }
  })
  return {
    balances,
    payouts: rows.map(toPayout),
    isPaused: state.isPaused,
    nextPayoutDay: nextPayoutDay(now).toISOString().slice(0, 10),
  }
}

/** Stops the seller's payouts, or lets them go on: what is already under way arrives. */
export async function pausePayouts(context: Context, isPaused: boolean): Promise<{ isPaused: boolean }> {
  const { accountId } = requireMember(context)
  await setPaused(context.db, accountId, isPaused)
  return { isPaused: (await findSetting(context.db, accountId))?.is_paused ?? isPaused }
}

/** What finance works on in this world; with a search, everything of the sellers it names. */
export async function payoutQueue(context: Context, search: string | undefined): Promise<QueuedPayout[]> {
  const wanted = search?.trim() || undefined
  const rows = await queueRows(context.db, context.world, { search: wanted, limit: queueSize })
  return rows.map(toQueued)
}

export interface PayoutStep {
  status: PayoutStatus
  note: string | null
  at: string
  /** Null: the schedule. */
  by: string | null
}

/** Who did what with a payout. @throws ProductError not_found */
export async function payoutLog(context: Context, reference: string): Promise<PayoutStep[]> {
  const row = await lockPayout(context.db, context.world, reference)
  if (row === undefined) throw new ProductError('not_found')
  const steps = await eventsOf(context.db, context.world, row.id)
  return steps.map((step) => ({
    status: step.to_status,
    note: step.note,
    at: step.created_at.toISOString(),
    by: step.actor_name,
  }))
}

/** How many payouts wait for a person, in every world. */
export async function waitingPayouts({
  db,
}: Pick<Context, 'db'>): Promise<{ world: string; count: number }[]> {
  return await waitingPayoutCounts(db)
}
