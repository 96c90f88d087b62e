import type { TypedFields } from '../typed-elements.ts'
import { gapText } from '../typed-words.ts'

export const fields: TypedFields = { markedText: gapText }
