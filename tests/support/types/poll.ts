import type { TypedFields } from '../typed-elements.ts'
import { distinct, escaped, lines, tick } from '../typed-words.ts'

export const fields: TypedFields = {
  pollOptions: distinct().map((all) => lines(all.map(escaped))),
  isMulti: tick,
}
