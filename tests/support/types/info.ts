import type { TypedFields } from '../typed-elements.ts'
import { words } from '../typed-words.ts'

export const fields: TypedFields = { text: words }
