import type { TypedFields } from '../typed-elements.ts'
import { distinct, word } from '../typed-words.ts'

export const fields: TypedFields = {
  selectText: distinct(word).map((all) => `${all[0]} *${all.join('/')}* ${all[1]}`),
}
