import type { FolderMenuMessages } from '#kit/list/folder-types.ts'
import type { ErrorCode } from '#platform/errors.ts'

/** Texts of the list; `{title}`, `{price}` and `{count}` are filled in here. */
export type FavoritesMessages = Record<
  | ('title' | 'listLabel' | 'byAuthor' | 'interactive' | 'bundle' | 'free' | 'oldPrice')
  | ('owned' | 'ownedLink' | 'add' | 'adding' | 'inCart' | 'openCart' | 'full' | 'failed')
  | ('remove' | 'removeNamed' | 'gone' | 'undo')
  | ('sortLabel' | 'sortSubmit' | 'newest' | 'price_asc' | 'price_desc' | 'byTitle' | 'sum' | 'addAll')
  | ('emptyTitle' | 'emptyText' | 'emptyAction' | 'endedTitle' | 'endedText' | 'login'),
  string
> & {
  count: { one: string; other: string }
  /** What the cart refuses with. */
  errors: Partial<Record<ErrorCode, string>>
  folders: FolderMenuMessages
}

export interface FavoritesUrls {
  bought: string
  cart: string
  favorites: string
  /** Leads back to the list. */
  login: string
  search: string
}
