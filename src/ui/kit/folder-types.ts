export type FolderMenuMessages = Record<
  'put' | 'putNamed' | 'none' | 'save' | 'saved' | 'archive' | 'archiveNamed' | 'restore' | 'restoreNamed',
  string
>

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
