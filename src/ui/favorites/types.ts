import type { ErrorCode } from '#shared/errors.ts'

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
  folders: Record<
    'put' | 'putNamed' | 'none' | 'save' | 'saved' | 'archive' | 'archiveNamed' | 'restore' | 'restoreNamed',
    string
  >
}

export interface FavoritesUrls {
  bought: string
  cart: string
  favorites: string
  /** Leads back to the list. */
  login: string
  search: string
}

/** A member's folders, as the menus of the lines offer them. */
export interface FolderChoices {
  /** As a tree is read; `path` with those it lies in, `count` of all that is in it. */
  rows: readonly { id: number; path: string; count: number }[]
  /** Material -> folders, of those on the page that lie in some. */
  placed: Readonly<Record<number, readonly number[]>>
  /** Of those on the page. */
  archivedIds: readonly number[]
  archivedCount: number
  /** What is shown; left out: the whole list. */
  open?: number | 'archive'
  /** So long words of success stand. */
  savedSeconds: number
}
