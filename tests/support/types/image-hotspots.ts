import fc from 'fast-check'
import type { TypedFields } from '../typed-elements.ts'
import { picture, place, word } from '../typed-words.ts'

export const fields: TypedFields = {
  ...picture,
  spots: fc.tuple(place, word).map(([at, text]) => `${at} | ${text} | ${text}`),
}
