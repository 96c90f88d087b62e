import fc from 'fast-check'
import type { TypedFields } from '../typed-elements.ts'

export const fields: TypedFields = { maxWords: fc.constant('3') }
