import type { MaterialCard } from '#platform/rules/contract/material.ts'
import type { FavoriteSort } from '../rules/contract.ts'

/** An absent filter matches everything; of a list one value must match. */
export interface FavoriteFilter {
  ids?: readonly number[] | undefined
  except?: readonly number[] | undefined
  subject?: string[] | undefined
  class_grade?: string[] | undefined
  school_type?: string[] | undefined
  learning_years?: string[] | undefined
  material_type?: string[] | undefined
  free?: boolean | undefined
}

/** Specification 3 "Wishlist item": ids only, with the number of all. */
export interface FavoriteIds {
  items: { id: number }[]
  _total: number
}

/** The favorites page: cards in the order they were remembered, newest first. */
export interface FavoritesPage {
  cards: MaterialCard[]
  /** Which of the cards the visitor owns already. */
  ownedIds: number[]
  /** What all favorites together cost that are not owned, gross cents. */
  sum: number
  sort: FavoriteSort
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
