import type { TypedFields } from '../typed-elements.ts'
import { distinct, lines, word } from '../typed-words.ts'

export const fields: TypedFields = {
  sections: distinct(word).map((all) => lines(all.map((each) => `${each} | ${each}`))),
}
