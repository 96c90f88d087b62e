import { folderPaths } from '#kit/list/folder-names.ts'
import { countText } from '#kit/list/list-words.ts'
import type { ShownLibrary } from '../browser/library.ts'
import type { Counted, LibraryMessages, Words } from './types.ts'

/** The form that the boxes of the lines belong to. */
export const moveFormId = 'move'

/** A text with what stands in braces filled in. */
export function filled(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
}

/** A text in the plural form of its number. */
export function counted(texts: Counted, count: number, { lang }: Pick<Words, 'lang'>): string {
  return countText(count, { count: texts }, lang)
}

/** What is open, by its name. */
export function nameOf(
  { open, folders }: Pick<ShownLibrary, 'open' | 'folders'>,
  messages: LibraryMessages,
): string {
  if (open === 'archive') return messages.archive
  return folderPaths(folders).find(({ folder }) => folder.id === open)?.path ?? messages.all
}
