import type { Context } from '#platform/context/context.ts'
import { requireMember } from '#platform/http/access/access.ts'
import { formatDate } from '#platform/i18n/format.ts'
import { formatAmount } from '#platform/i18n/prices.ts'
import { type Translate, translator } from '#platform/i18n/translate.ts'
import { worldOf } from '#platform/routing/worlds.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'
import { sumCents } from '#platform/rules/money/money.ts'
import { type AccountLine, accountLines } from '#shop/money/orders/server/service.ts'
import { findSeller } from '../queries.ts'
import type { AccountStatement, StatementLine } from '../types.ts'
import { drawStatement } from './statement-paper.ts'

export interface StatementFile {
  name: string
  type: string
  file: Buffer
}

/** A seller's month as the ledger has it, as a PDF or a table. */
export async function statementFile(
  context: Context,
  { month, format }: { month: string; format: 'pdf' | 'csv' },
): Promise<StatementFile> {
  const { accountId } = requireMember(context)
  const { world, db, env } = context
  const statements = await statementsOf(context, accountId, month)
  const name = `${world}-${month}-account.${format}`
  if (format === 'csv') return { name, type: 'text/csv; charset=utf-8', file: tableOf(world, statements) }
  const seller = await findSeller(db, accountId)
  const paper = { world, month, seller: seller?.public_name ?? '', company: env.company, statements }
  return { name, type: 'application/pdf', file: await drawStatement(paper) }
}

/** A seller's accounts in a month of the world's own time: each begins where the one before ended. */
export async function statementsOf(
  { db, world, env }: Pick<Context, 'db' | 'world' | 'env'>,
  accountId: number,
  month: string,
): Promise<AccountStatement[]> {
  const t = translator(world)
  const { lines, before } = await accountLines(db, `author:${accountId}`, monthIn(env.booksTimeZone, month))
  const currencies = [...new Set([...before, ...lines].map(({ currency }) => currency))].sort()
  const known = currencies.length > 0 ? currencies : [worldOf(world).currency]
  return known.map((currency) => {
    const openingCents = 0 - (before.find((row) => row.currency === currency)?.balance_cents ?? 0)
    const own = lines.filter((line) => line.currency === currency).map((line) => toLine(t, line))
    const closingCents = openingCents + sumCents(own.map(({ amountCents }) => amountCents))
    return { currency, openingCents, lines: own, closingCents }
  })
}

function toLine(t: Translate, line: AccountLine): StatementLine {
  const number = line.number ?? ''
  const words: Readonly<Record<string, string>> = {
    sale: t('payouts:statement.sale', { number }),
    refund: t('payouts:statement.refund', { number }),
    share_back: t('payouts:statement.shareBack'),
    payout: t('payouts:statement.payout', { number }),
    payout_returned: t('payouts:statement.returned', { number }),
  }
  return {
    at: line.booked_at,
    what: words[line.kind] ?? t('payouts:statement.other', { number }),
    amountCents: 0 - line.amount_cents,
  }
}

/** The last twelve months as `2026-11`, by the clock of the books, the newest first. */
export function lastMonths(
  { world, env }: Pick<Context, 'world' | 'env'>,
  now = new Date(),
): { id: string; name: string }[] {
  const { intl } = worldOf(world)
  const timeZone = env.booksTimeZone
  const form = { timeZone, year: 'numeric', month: '2-digit' } as const
  const [year = 0, month = 1] = new Intl.DateTimeFormat('sv-SE', form).format(now).split('-').map(Number)
  const words = new Intl.DateTimeFormat(intl, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  return Array.from({ length: 12 }, (_, back) => {
    const day = new Date(Date.UTC(year, month - 1 - back, 1))
    return { id: day.toISOString().slice(0, 7), name: words.format(day) }
  })
}

/** From the first moment of a month to the first after it, by the clock of the books. */
export function monthIn(timeZone: string, month: string): { from: Date; until: Date } {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return {
    from: midnight(Date.UTC(year, number - 1, 1), timeZone),
    until: midnight(Date.UTC(year, number, 1), timeZone),
  }
}

/** The moment at which a clock of the zone shows what a clock of UTC shows at `utc`. */
function midnight(utc: number, timeZone: string): Date {
  const shown = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  const offset = Date.parse(`${shown.format(utc).replace(' ', 'T')}Z`) - utc
  return new Date(utc - offset)
}

function tableOf(world: LiveWorldCode, statements: readonly AccountStatement[]): Buffer {
  const t = translator(world)
  const head = [
    t('payouts:statement.date'),
    t('payouts:statement.what'),
    t('payouts:statement.amount'),
    t('payouts:statement.balance'),
    t('payouts:statement.currency'),
  ]
  const rows = statements.flatMap(({ currency, openingCents, lines, closingCents }) => {
    let balance = openingCents
    const sums = (cents: number) => formatAmount(cents, currency)
    return [
      ['', t('payouts:statement.opening'), '', sums(openingCents), currency],
      ...lines.map(({ at, what, amountCents }) => {
        balance += amountCents
        return [formatDate(at, world), what, sums(amountCents), sums(balance), currency]
      }),
      ['', t('payouts:statement.closing'), '', sums(closingCents), currency],
    ]
  })
  const lines = [head, ...rows].map((cells) => cells.map(quoted).join(';'))
  // The mark at the beginning tells spreadsheets that it is UTF-8.
  return Buffer.from(`\ufeff${lines.join('\r\n')}\r\n`)
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}
