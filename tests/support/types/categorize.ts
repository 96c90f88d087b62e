import type { TypedFields } from '../typed-elements.ts'
import { distinct, escaped, lines } from '../typed-words.ts'

export const fields: TypedFields = {
  items: distinct().map((all) => lines(all.map((each, at) => `${escaped(each)} | ${at % 2 ? 'A' : 'B'}`))),
}
