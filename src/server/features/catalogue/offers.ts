import type { MaterialCard } from '#shared/contract/material.ts'
import { searchPageSize } from '#shared/limits.ts'
import { lowestPriorPrice } from '#shared/rules/prior-price.ts'
import type { Context } from '../../context.ts'
import { cardsByIds } from './cards.ts'
import { type OfferRow, offerRows } from './offer-queries.ts'
import { cardTags } from './tags.ts'

/** Numbered pages end where those of the search do. */
const maxPages = 40

/** A card whose struck price is the lowest of the 30 days before the sale (directive 98/6/EC, article 6a). */
export interface Offer {
  card: MaterialCard
  /** Gross cents; null when nothing is known of the time before the sale: then no price is struck. */
  priorPrice: number | null
  /** When the sale ends, as far as the author said. */
  until: Date | null
}

export interface OffersPage {
  offers: Offer[]
  total: number
  page: number
  pageCount: number
  tags: string[]
}

/**
 * One page of the materials on sale, the biggest saving first. What was cheaper before than it is now is no offer and is
 * left out. `page` counts from 1; a page after the last one is empty.
 */
export async function offersPage(context: Context, page: number): Promise<OffersPage> {
  const { pool, world } = context
  const now = new Date()
  const rows = await offerRows(pool, world, maxPages * searchPageSize)
  const all = rows.map((row) => offerOf(row, now)).filter(({ savingBp }) => savingBp > 0)
  // Offers that save the same keep the order of the query.
  all.sort((left, right) => right.savingBp - left.savingBp)
  const shown = all.slice((page - 1) * searchPageSize, page * searchPageSize)
  const cards = await cardsByIds(
    context,
    shown.map(({ id }) => id),
  )
  const byId = new Map(cards.map((card) => [card.id, card]))
  return {
    offers: shown.flatMap(({ id, priorPrice, until }) => {
      const card = byId.get(id)
      return card ? [{ card: { ...card, price: priorPrice ?? card.price }, priorPrice, until }] : []
    }),
    total: all.length,
    page,
    pageCount: Math.max(1, Math.ceil(all.length / searchPageSize)),
    tags: cardTags(cards),
  }
}

/** The saving in basis points of what was asked before. */
function offerOf({ id, changes }: OfferRow, now: Date) {
  const past = changes.map((row) => ({
    changedAt: new Date(row.changed_at),
    priceCents: row.price_cents,
    salePriceCents: row.sale_price_cents,
    saleUntil: row.sale_until === null ? null : new Date(row.sale_until),
  }))
  const running = past.at(-1)
  const priorPrice = lowestPriorPrice(past, now)
  const before = priorPrice ?? running?.priceCents ?? 0
  const asked = running?.salePriceCents ?? before
  const savingBp = before > 0 ? Math.floor(((before - asked) * 10_000) / before) : 0
  return { id, priorPrice, until: running?.saleUntil ?? null, savingBp }
}
