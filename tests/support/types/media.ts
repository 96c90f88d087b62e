import type { TypedFields } from '../typed-elements.ts'
import { picture, words } from '../typed-words.ts'

export const fields: TypedFields = { ...picture, caption: words }
