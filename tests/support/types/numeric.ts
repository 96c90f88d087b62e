import fc from 'fast-check'
import type { TypedFields } from '../typed-elements.ts'

export const fields: TypedFields = {
  numbers: fc
    .tuple(fc.integer({ min: -999, max: 999 }), fc.integer({ min: 0, max: 9 }))
    .map(([n, by]) => `${n}:${by}`),
  unit: fc.constantFrom('', 'cm'),
  units: fc.constantFrom('', 'm | 100\nmm | 0,1'),
  show: fc.constantFrom('input', 'slider'),
  min: fc.constant('-1000'),
  max: fc.constant('1000'),
  step: fc.constant('1'),
}
