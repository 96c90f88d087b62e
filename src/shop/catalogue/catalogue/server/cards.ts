import type { Context } from '#platform/context/context.ts'
import type { MaterialCard } from '#platform/rules/contract/material.ts'
import { cardRows } from './queries.ts'
import type { CardRow } from './rows.ts'
import { cardView } from './view.ts'

interface CardOptions {
  includeHidden?: boolean
}

/**
 * Cards in the order of `ids`, of the context's world, published and unlisted only. `includeHidden` also gives
 * drafts, blocked and deleted ones: for what somebody owns or has sold.
 */
export async function cardsByIds(
  context: Context,
  ids: readonly number[],
  options: CardOptions = {},
): Promise<MaterialCard[]> {
  return (await cardsAndEnd(context, ids, options)).cards
}

/** The same, and when the first price of them changes by itself. */
export async function cardsAndEnd(
  context: Context,
  ids: readonly number[],
  options: CardOptions = {},
): Promise<{ cards: MaterialCard[]; until: Date | undefined }> {
  const now = new Date()
  const rows = await cardRows(context.pool, context.world, ids, options.includeHidden ?? false)
  return { cards: rows.map((row) => cardView(context, row, now)), until: firstSaleEnd(rows) }
}

/** When the first of the sales that run ends. */
export function firstSaleEnd(rows: readonly Pick<CardRow, 'sale_ends'>[]): Date | undefined {
  return soonest(rows.flatMap(({ sale_ends: end }) => (end === null ? [] : [new Date(end)])))
}

/** The first of some times. */
export function soonest(times: readonly (Date | undefined)[]): Date | undefined {
  return times.reduce(
    (first, time) => (first === undefined || (time && time < first) ? time : first),
    undefined,
  )
}
