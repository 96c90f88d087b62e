import { countText } from '../kit/list-words.ts'
import type { Counted, Words } from './types.ts'

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
