import fc from 'fast-check'
import type { TypedFields } from '../typed-elements.ts'
import { distinct, lines, tick, word } from '../typed-words.ts'

export const fields: TypedFields = {
  words: distinct(word).map((all) => lines(all.map((each) => `${each} | Hinweis`))),
  size: fc.constant('20'),
  seed: word,
  showsWords: tick,
  ...{ dirRight: tick, dirDown: tick, dirDiagonal: tick, dirRising: tick, dirBackwards: tick },
}
