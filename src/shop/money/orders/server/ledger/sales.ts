import type { Context } from '#platform/context/context.ts'
import { decodeCursor, encodeCursor } from '#platform/db/paging.ts'
import { requireMember } from '#platform/http/access/access.ts'
import { formatDate } from '#platform/i18n/format.ts'
import { formatAmount } from '#platform/i18n/prices.ts'
import { translator } from '#platform/i18n/translate.ts'
import { worldOf } from '#platform/routing/worlds.ts'
import { writeCsv } from '#platform/rules/files/csv.ts'
import type { SalesPage } from '../types.ts'
import { toSale } from '../view.ts'
import {
  type SaleFilter,
  type SaleRow,
  type SalesTotalRow,
  saleCountries,
  saleRows,
  salesTotals,
} from './sales-queries.ts'

const salesPageSize = 24
/** Lines of one file: what a spreadsheet still opens at once. */
const mostLines = 50_000
const readAtOnce = 5000

/** Which sales are wished: days as `2026-11-22`, both included. */
export type SalesWish = Omit<SaleFilter, 'timeZone'>

/** The member's own sales as an author in this world, the newest first. */
export async function sales(context: Context, after?: string, wish: SalesWish = {}): Promise<SalesPage> {
  const { accountId: authorId } = requireMember(context)
  const { db, world } = context
  const key = after === undefined ? undefined : decodeCursor('sales', ['number', 'number'], after)
  const before = key && { orderId: Number(key[0]), materialId: Number(key[1]) }
  const filter = filterOf(context, wish)
  const page = { authorId, filter, limit: salesPageSize + 1, ...(before === undefined ? {} : { before }) }
  const [rows, totals] = await Promise.all([
    saleRows(db, world, page),
    salesTotals(db, world, { authorId, filter }),
  ])
  const shown = rows.slice(0, salesPageSize)
  const last = rows.length > salesPageSize ? shown.at(-1) : undefined
  return {
    sales: shown.map(toSale),
    nextCursor: last ? encodeCursor('sales', [last.order_id, last.material_id]) : null,
    totals: totals.filter(({ month }) => month === null).map(totalOf),
    months: totals.flatMap((row) => (row.month === null ? [] : [{ month: row.month, ...totalOf(row) }])),
  }
}

function totalOf({ currency, count, gross, author_share }: SalesTotalRow) {
  return { currency, count, gross, authorShare: author_share }
}

/** The countries the author's buyers are in, the most sales first. */
export async function countriesOfSales(context: Context): Promise<string[]> {
  const { accountId: authorId } = requireMember(context)
  const filter = filterOf(context, {})
  return (await saleCountries(context.db, context.world, { authorId, filter })).map(({ country }) => country)
}

/** The same sales as a table for spreadsheets. */
export async function salesFile(context: Context, wish: SalesWish): Promise<{ name: string; csv: Buffer }> {
  const { accountId: authorId } = requireMember(context)
  const { db, world } = context
  const t = translator(world)
  const filter = filterOf(context, wish)
  const lines = [
    [
      t('cabinet-sales:sales.date'),
      t('cabinet-sales:sales.order'),
      t('cabinet-sales:sales.material'),
      t('cabinet-sales:sales.country'),
      t('cabinet-sales:sales.price'),
      t('cabinet-sales:sales.refundedColumn'),
      t('cabinet-sales:sales.share'),
      t('cabinet-sales:sales.currency'),
    ],
  ]
  let last: SaleRow | undefined
  do {
    const before = last && { orderId: last.order_id, materialId: last.material_id }
    const rows = await saleRows(db, world, { authorId, filter, limit: readAtOnce, ...(before && { before }) })
    lines.push(...rows.map((row) => cellsOf(context, row)))
    last = rows.length === readAtOnce ? rows.at(-1) : undefined
  } while (last !== undefined && lines.length <= mostLines)
  return { name: `${[world, wish.from, wish.to].filter(Boolean).join('-')}.csv`, csv: writeCsv(lines) }
}

function cellsOf({ world }: Pick<Context, 'world'>, row: SaleRow): string[] {
  return [
    formatDate(row.paid_at, world),
    row.order_number,
    row.title,
    row.country,
    formatAmount(row.price_cents, row.currency),
    formatAmount(row.refunded_cents, row.currency),
    formatAmount(row.author_share_cents - row.refunded_share_cents, row.currency),
    row.currency,
  ]
}

function filterOf({ world }: Pick<Context, 'world'>, wish: SalesWish): SaleFilter {
  return { ...wish, timeZone: worldOf(world).timeZone }
}
