import fc from 'fast-check'
import type { TypedFields } from '../typed-elements.ts'
import { picture, place, tick } from '../typed-words.ts'

export const fields: TypedFields = {
  ...picture,
  zones: fc.tuple(place, place).map(([p, q]) => `${p} | eins | vier\n${q} | zwei | eins\n | drei`),
  hasPenalty: tick,
  isSingle: tick,
}
