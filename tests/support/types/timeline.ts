import type { TypedFields } from '../typed-elements.ts'
import { distinct, lines, word } from '../typed-words.ts'

export const fields: TypedFields = {
  dates: distinct(word).map((all) => lines(all.map((each, at) => `${at} | ${each} | ${each}`))),
}
