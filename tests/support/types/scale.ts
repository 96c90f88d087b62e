import fc from 'fast-check'
import type { TypedFields } from '../typed-elements.ts'
import { word } from '../typed-words.ts'

export const fields: TypedFields = { min: fc.constant('1'), max: fc.constant('5'), low: word, high: word }
