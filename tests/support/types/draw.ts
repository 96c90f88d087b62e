import fc from 'fast-check'
import type { TypedFields } from '../typed-elements.ts'
import { picture } from '../typed-words.ts'

export const fields: TypedFields = { ...picture, room: fc.constant('12') }
