import type { TypedFields } from '../typed-elements.ts'
import { distinct, lines, sound, tick, word } from '../typed-words.ts'

export const fields: TypedFields = {
  cards: distinct(word).map((all) =>
    lines(all.map((each, at) => `${at} | ${each}${at === 1 ? ` | | ${sound}` : ''}`)),
  ),
  isTyped: tick,
}
