import type { MaterialCard } from '#shared/contract/material.ts'

/** Specification 3 "Wishlist item": ids only, with the number of all. */
export interface FavoriteIds {
  items: { id: number }[]
  _total: number
}

/** The favorites page: cards in the order they were remembered, newest first. */
export interface FavoritesPage {
  cards: MaterialCard[]
  total: number
  page: number
  pageCount: number
}

export interface FavoriteChange {
  /** Number of favorites after the change. */
  total: number
  /** The stranger's id at the first use: it must be kept in the `v_id` cookie. */
  newAnonymousId: string | null
}
