import type { FolderMenuMessages } from '#kit/list/folder-types.ts'
import type { LibrarySort } from '#shop/buying/folders/rules/library-sorts.ts'

/** One text per plural form of the language; `{count}` is filled in. */
export interface Counted {
  one: string
  other: string
}

/** Texts of the library; names in braces are filled in by it. */
export type LibraryMessages = Record<
  | (
      | 'listLabel'
      | 'byAuthor'
      | 'interactive'
      | 'bundle'
      | 'boughtOn'
      | 'updatedSince'
      | 'orderNumber'
      | 'school'
    )
  | (
      | 'play'
      | 'filesLabel'
      | 'download'
      | 'downloadNamed'
      | 'downloadAll'
      | 'noFiles'
      | 'former'
      | 'formerUntil'
    )
  | ('review' | 'editReview' | 'note')
  | ('heading' | 'all' | 'archive' | 'newFolder' | 'name' | 'parent' | 'top' | 'create' | 'change' | 'save')
  | (
      | 'delete'
      | 'deleteHint'
      | 'empty'
      | 'emptyArchive'
      | 'nameMissing'
      | 'tooLong'
      | 'tooDeep'
      | 'intoItself'
      | 'tooMany'
    )
  | ('searchLabel' | 'searchHint' | 'searchSubmit' | 'searchClear' | 'searchNone' | 'searchNoneText')
  | ('sortLabel' | LibrarySort)
  | (
      | 'choose'
      | 'moveLabel'
      | 'to'
      | 'chooseFolder'
      | 'move'
      | 'archiveChosen'
      | 'restoreChosen'
      | 'clear'
      | 'chooseAll'
    )
  | (
      | 'moved'
      | 'taken'
      | 'archived'
      | 'restored'
      | 'created'
      | 'edited'
      | 'deleted'
      | 'saved'
      | 'undone'
      | 'undo'
    )
  | ('close' | 'loading' | 'pageOf' | 'previousPage' | 'nextPage'),
  string
> & {
  count: Counted
  colleagues: Counted
  questions: Counted
  chosen: Counted
  menu: FolderMenuMessages
}

export interface LibraryUrls {
  library: string
  /** A material's exercise, less its id. */
  play: string
}

/** What every part of the island needs to speak. */
export interface Words {
  messages: LibraryMessages
  urls: LibraryUrls
  /** Language tag of the world, for plural forms. */
  lang: string
}

/** A form of the list that was refused, as a page without script shows it again. */
export interface Refused {
  intent: string
  /** In words, where it is about no field. */
  problem?: string | undefined
  title: string
  parentId: string
  /** In words. */
  titleError?: string | undefined
  parentError?: string | undefined
}

/** What is wrong with a folder that was typed, in words. */
export interface FieldProblems {
  /** With no field. */
  form?: string | undefined
  title?: string | undefined
  parent?: string | undefined
}
