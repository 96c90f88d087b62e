import { type Deps, strangerContext } from '#platform/context/context.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'
import { openTask } from '#shop/money/operator-tasks/server/service.ts'
import { type ClosingRow, closingsBesideSums } from './ledger-queries.ts'

/** The platform's own accounts are long, and a statement has but some seconds. */
const comparedAtOnce = 5
const first = { ledger_account: '', currency: '' }
/** A closing is of all worlds; somebody of this one looks. */
const homeWorld: LiveWorldCode = 'de'

/**
 * The job `prove_closings`: each closing of the ledger is what its entries add up to. Balances are read off closings, so one
 * that is not becomes a task, once.
 */
export async function proveClosings(deps: Deps): Promise<void> {
  let last: ClosingRow | undefined
  do {
    const rows: ClosingRow[] = await closingsBesideSums(deps.db, last ?? first, comparedAtOnce)
    for (const row of rows) if (row.closed_cents !== row.summed_cents) await report(deps, row)
    last = rows.at(-1)
  } while (last !== undefined)
}

/** Whose account it is, where it is an author's. */
function authorOf(account: string): { authorId?: number } {
  const id = /^author:(\d+)$/.exec(account)?.[1]
  return id === undefined ? {} : { authorId: Number(id) }
}

async function report(deps: Deps, row: ClosingRow): Promise<void> {
  const { ledger_account: reason, currency, closed_cents: amount, summed_cents: expected } = row
  await transaction(deps.db, (tx) =>
    openTask(tx, strangerContext(deps, homeWorld), {
      kind: 'closing_wrong',
      cause: `${reason}:${currency}:${amount}:${expected}`,
      detail: { reason, currency, amount, expected, ...authorOf(reason) },
    }),
  )
}
