import type { Deps } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { transaction } from '#platform/db/transaction.ts'
import { accountBalances, closeAccounts, insertLedger } from './ledger-queries.ts'

/** No transaction of ours stays open for as long. */
const settledAfterMs = 3_600_000

export interface Balance {
  currency: string
  /** Cents; what we owe is below zero. */
  balanceCents: number
}

/** What an account of the ledger comes to, derived from its entries: `author:7`, `tax:AT`, `provider:sandbox` ... */
export async function balancesOf(db: Db, account: string): Promise<Balance[]> {
  const rows = await accountBalances(db, account)
  return rows.map((row) => ({ currency: row.currency, balanceCents: row.balance_cents }))
}

/**
 * Books the tax in an author's document of a month: what their supply contains we may deduct (directive 2006/112/EC, article
 * 168). It was paid to them out of our commission; the author's balance stays.
 */
export async function bookDocumentTax(
  tx: Db,
  world: string,
  input: { cause: string; currency: string; account: string; amountCents: number },
): Promise<void> {
  const { cause, currency, account, amountCents } = input
  if (amountCents === 0) return
  await insertLedger(tx, world, {
    ...{ kind: 'input_tax', cause, currency },
    entries: [
      { account, amountCents },
      { account: 'platform:commission', amountCents: -amountCents },
    ],
  })
}

/** The job `close_ledger`: sums up what is old, so that a balance is read off a few rows however long the account is. */
export async function closeLedger({ db }: Pick<Deps, 'db'>): Promise<void> {
  await transaction(db, (tx) => closeAccounts(tx, new Date(Date.now() - settledAfterMs)))
}
