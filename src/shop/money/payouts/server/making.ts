import type { Deps } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { transaction } from '#platform/db/transaction.ts'
import { payoutHoldDays } from '#platform/limits.ts'
import { isLiveWorld } from '#platform/routing/worlds.ts'
import { balancesOf, book, freshSalesOf, lockSeller } from '#shop/money/orders/server/service.ts'
import { isWithheld, missingTaxData } from '../rules/dac7.ts'
import { payable, payoutBooking, type SellerAccount, type SellerState } from '../rules/payout.ts'
import { findConnect } from './bank/connect-queries.ts'
import { insertEvent, insertPayout, isAccountRefused, type SellerRow, sellersAfter } from './queries.ts'
import { toSellerData } from './seller-data.ts'
import { findBank, findSellerTax, findSetting } from './seller-queries.ts'

const sellersAtOnce = 500

/**
 * The job `make_payouts`: a draft for every seller to whom something is due. One transaction a seller: what of it was
 * done when the process died is done, and running again adds nothing to it.
 */
export async function makePayouts(
  deps: Pick<Deps, 'db' | 'log'>,
  now = new Date(),
  /** Who asked for it; null: the schedule. */
  madeBy: number | null = null,
): Promise<number> {
  let made = 0
  for (let after = 0; ; ) {
    const sellers = await sellersAfter(deps.db, after, sellersAtOnce)
    for (const seller of sellers) made += await makePayoutsOf(deps.db, seller, now, madeBy)
    const last = sellers.at(-1)
    if (last === undefined || sellers.length < sellersAtOnce) break
    after = last.id
  }
  deps.log.info({ made }, 'payouts were made')
  return made
}

/** The drafts of one seller, at most one a currency; returns how many there are now that were not before. */
export async function makePayoutsOf(
  db: Db,
  seller: Pick<SellerRow, 'id' | 'world'>,
  now: Date,
  madeBy: number | null = null,
): Promise<number> {
  const { id: accountId, world } = seller
  if (!isLiveWorld(world) || !(await isOwedAnything(db, accountId))) return 0
  return await transaction(db, async (tx) => {
    await lockSeller(tx, accountId)
    const state = await sellerState(tx, accountId, now)
    let made = 0
    for (const account of await sellerAccounts(tx, accountId, now)) {
      const { amountCents } = payable(account, state, now)
      const draft = { world, accountId, amountCents, now, madeBy, ...account }
      if (amountCents > 0 && (await makeDraft(tx, draft))) made += 1
    }
    return made
  })
}

async function makeDraft(
  tx: Db,
  draft: {
    world: string
    accountId: number
    currency: string
    amountCents: number
    now: Date
    madeBy: number | null
  },
): Promise<boolean> {
  const { world, accountId, currency, amountCents } = draft
  const period = draft.now.toISOString().slice(0, 7)
  const row = await insertPayout(tx, world, { accountId, currency, period, amountCents })
  if (row === undefined) return false
  const booking = payoutBooking({ sellerId: accountId, amountCents }, undefined, 'draft')
  if (booking) await book(tx, world, { ...booking, payoutId: row.id, currency })
  await insertEvent(tx, world, {
    payoutId: row.id,
    actorId: draft.madeBy,
    from: null,
    to: 'draft',
    note: null,
  })
  return true
}

async function isOwedAnything(db: Db, accountId: number): Promise<boolean> {
  return (await balancesOf(db, `author:${accountId}`)).some(({ balanceCents }) => balanceCents < 0)
}

/** How a seller's accounts stand, one a currency. */
export async function sellerAccounts(db: Db, accountId: number, now: Date): Promise<SellerAccount[]> {
  const account = `author:${accountId}`
  const since = new Date(now.getTime() - payoutHoldDays * 86_400_000)
  const [balances, fresh] = await Promise.all([balancesOf(db, account), freshSalesOf(db, account, since)])
  const pending = new Map(fresh.map((row) => [row.currency, row.balance_cents]))
  return balances.map(({ currency, balanceCents }) => ({
    currency,
    // In our books what we owe is below zero.
    balanceCents: 0 - balanceCents,
    pendingCents: 0 - (pending.get(currency) ?? 0),
  }))
}

/** Everything but money that decides whether a seller is paid. */
export async function sellerState(db: Db, accountId: number, now: Date): Promise<SellerState> {
  const [bank, connect, tax, setting] = await Promise.all([
    findBank(db, accountId),
    findConnect(db, accountId),
    findSellerTax(db, accountId),
    findSetting(db, accountId),
  ])
  const chosen = connect?.is_chosen ? connect : bank
  const missing = missingTaxData(tax === undefined ? null : toSellerData(tax))
  const asked = { reminders: setting?.reminders ?? 0, firstRemindedAt: setting?.first_reminded_at ?? null }
  return {
    hasSellerData: tax !== undefined,
    lacksTaxData: isWithheld(asked, missing, now),
    // Where the money goes, be it a bank or an account at the provider.
    bankChangedAt: chosen?.changed_at,
    isAccountRefused:
      chosen !== undefined &&
      (await isAccountRefused(db, accountId, {
        way: connect?.is_chosen ? 'provider' : 'bank',
        changedAt: chosen.changed_at,
      })),
    isPaused: setting?.is_paused ?? false,
  }
}
