import type { TypedFields } from '../typed-elements.ts'
import { marked } from '../typed-words.ts'

export const fields: TypedFields = { statements: marked }
