import type { Context } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { requireMember } from '#platform/http/access/access.ts'
import { openTask } from '#shop/money/operator-tasks/server/service.ts'
import { nextPayoutDay } from '../rules/payout.ts'
import { sellerAccounts } from './making.ts'
import { payoutSums } from './queries.ts'

interface Owed {
  currency: string
  cents: number
}

/** What an author who thinks of closing still gets, on hold, below the least or on its way, and when payouts are made next. */
export async function owedBeforeClosing(context: Context): Promise<{ owed: Owed[]; nextPayoutDay: Date }> {
  const { accountId } = requireMember(context)
  return { owed: await owedTo(context.db, accountId), nextPayoutDay: nextPayoutDay(new Date()) }
}

/** An author has closed: a person settles what is theirs before the days of grace are over, and with them the bank details. */
export async function leaveToSettle(
  context: Context,
  { accountId }: { accountId: number },
  tx: Db,
): Promise<undefined> {
  const day = new Date().toISOString().slice(0, 10)
  for (const { currency, cents: amount } of await owedTo(tx, accountId))
    await openTask(tx, context, {
      kind: 'seller_closed',
      cause: `${accountId}:${currency}:${day}`,
      detail: { amount, currency, authorId: accountId },
    })
}

async function owedTo(db: Db, accountId: number): Promise<Owed[]> {
  const accounts = await sellerAccounts(db, accountId, new Date())
  const sums = await payoutSums(db, accountId)
  const currencies = new Set([...accounts, ...sums].map(({ currency }) => currency))
  return [...currencies].flatMap((currency) => {
    const balance = accounts.find((each) => each.currency === currency)?.balanceCents ?? 0
    const cents = balance + (sums.find((each) => each.currency === currency)?.on_the_way ?? 0)
    return cents > 0 ? [{ currency, cents }] : []
  })
}
