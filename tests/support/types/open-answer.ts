import fc from 'fast-check'
import type { TypedFields } from '../typed-elements.ts'

export const fields: TypedFields = { max: fc.constant('300') }
