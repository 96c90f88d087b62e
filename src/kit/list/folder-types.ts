export type FolderMenuMessages = Record<
  'put' | 'putNamed' | 'none' | 'save' | 'saved' | 'archive' | 'archiveNamed' | 'restore' | 'restoreNamed',
  string
>

/** A member's folders, as the menu of a line offers them. */
export interface MenuChoices {
  /** As a tree is read; `path` with those it lies in. */
  rows: readonly { id: number; path: string }[]
  archivedIds: readonly number[]
  /** What is shown; left out: the whole list. */
  open?: number | 'archive'
  /** So long words of success stand. */
  savedSeconds: number
}

/** The same, and where the lines of a page lie. */
export interface FolderChoices extends MenuChoices {
  /** `count` of all that is in it. */
  rows: readonly { id: number; path: string; count: number }[]
  /** Material -> folders, of those on the page that lie in some. */
  placed: Readonly<Record<number, readonly number[]>>
  archivedCount: number
}
