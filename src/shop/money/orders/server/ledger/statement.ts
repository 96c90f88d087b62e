import type { Context } from '#platform/context/context.ts'
import { requireMember } from '#platform/http/access/access.ts'
import { formatDate } from '#platform/i18n/format.ts'
import { formatAmount } from '#platform/i18n/prices.ts'
import { translator } from '#platform/i18n/translate.ts'
import { writeCsv } from '#platform/rules/files/csv.ts'
import { mostCountedSales, nextTier, shareAfter } from '#platform/rules/money/commission.ts'
import { soldCounts } from '../queries.ts'
import { type Balance, balancesOf } from './ledger.ts'
import { type StatementRow, statementRows } from './ledger-queries.ts'

export interface AuthorAccount {
  /** What the platform owes the author, over all worlds; below zero after refunds. */
  balances: Balance[]
  /** Basis points of the net price of the next sale here. */
  shareBp: number
  /** Paid ones here that count for the share. */
  sales: number
  next: { sales: number; authorShareBp: number } | undefined
}

/** An author's balance and their share of the next sale. */
export async function authorAccount(context: Context): Promise<AuthorAccount> {
  const { accountId } = requireMember(context)
  const { db, world } = context
  const [owed, sold] = await Promise.all([
    balancesOf(db, `author:${accountId}`),
    soldCounts(db, world, { authorIds: [accountId], most: mostCountedSales }),
  ])
  const sales = sold.get(accountId) ?? 0
  return {
    // In our books what we owe is below zero; authors read it the other way round.
    balances: owed.map(({ currency, balanceCents }) => ({ currency, balanceCents: 0 - balanceCents })),
    shareBp: shareAfter(world, sales),
    sales,
    next: nextTier(world, sales),
  }
}

/** The author's sales and what went back of them in one month by the clock of the books, as a table for spreadsheets. */
export async function statement(context: Context, month: string): Promise<{ name: string; csv: Buffer }> {
  const { accountId: authorId } = requireMember(context)
  const { db, world, env } = context
  const t = translator(world)
  const rows = await statementRows(db, world, { authorId, month, timeZone: env.booksTimeZone })
  const head = [
    t('cabinet-sales:sales.date'),
    t('cabinet-sales:sales.order'),
    t('cabinet-sales:sales.material'),
    t('cabinet-sales:sales.price'),
    t('cabinet-sales:sales.share'),
    t('cabinet-sales:sales.currency'),
  ]
  const lines = [head, ...rows.map((row) => cellsOf(context, row))]
  return { name: `${world}-${month}.csv`, csv: writeCsv(lines) }
}

function cellsOf({ world }: Pick<Context, 'world'>, row: StatementRow): string[] {
  return [
    formatDate(row.booked_at, world),
    row.order_number,
    row.title,
    formatAmount(row.price_cents, row.currency),
    formatAmount(row.author_share_cents, row.currency),
    row.currency,
  ]
}
