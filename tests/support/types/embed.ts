import fc from 'fast-check'
import type { TypedFields } from '../typed-elements.ts'
import { words } from '../typed-words.ts'

export const fields: TypedFields = { address: fc.constant('https://example.org/a?b=c'), label: words }
