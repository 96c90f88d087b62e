import type { TypedFields } from '../typed-elements.ts'
import { distinct, gapText, lines, tick, word } from '../typed-words.ts'

export const fields: TypedFields = {
  gapText,
  distractors: distinct(word.map((each) => `x${each}`)).map(lines),
  hasPenalty: tick,
}
