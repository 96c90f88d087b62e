import fc from 'fast-check'
import type { TypedFields } from '../typed-elements.ts'
import { sound, words } from '../typed-words.ts'

export const fields: TypedFields = { sound: fc.constant(sound), transcript: words }
