import type { Context } from '#platform/context/context.ts'
import { searchPageSize } from '#platform/limits.ts'
import type { MaterialCard } from '#platform/rules/contract/material.ts'
import { cardsByIds } from './cards.ts'
import { offerRows } from './queries.ts'
import { cardTags } from './tags.ts'

/** Numbered pages end where those of the search do. */
const maxPages = 40

/** A card whose struck price is the lowest of the 30 days before the sale (view `material_price`). */
export interface Offer {
  card: MaterialCard
  /** When the sale ends, as far as the author said. */
  until: Date | null
}

interface OffersPage {
  offers: Offer[]
  total: number
  page: number
  pageCount: number
  tags: string[]
}

/**
 * One page of what is reduced, the biggest saving first. `page` counts from 1; a page after the last one is empty.
 */
export async function offersPage(context: Context, page: number): Promise<OffersPage> {
  const all = await offerRows(context.db, context.world, maxPages * searchPageSize)
  const shown = all.slice((page - 1) * searchPageSize, page * searchPageSize)
  const cards = await cardsByIds(
    context,
    shown.map(({ id }) => id),
  )
  const byId = new Map(cards.map((card) => [card.id, card]))
  return {
    offers: shown.flatMap(({ id, sale_until: until }) => {
      const card = byId.get(id)
      // Its sale may have ended between the two queries.
      return card?.sale ? [{ card, until }] : []
    }),
    total: all.length,
    page,
    pageCount: Math.max(1, Math.ceil(all.length / searchPageSize)),
    tags: cardTags(cards),
  }
}
