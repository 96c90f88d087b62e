import fc from 'fast-check'
import type { TypedFields } from '../typed-elements.ts'

export const fields: TypedFields = {
  accepts: fc.constantFrom('any', 'image', 'pdf', 'audio'),
  room: fc.constant('12'),
}
