import { expect, test } from 'vitest'
import { placeOf } from './price-place.ts'

test.each([
  [248, 'below'],
  [249, 'within'],
  [399, 'within'],
  [400, 'above'],
])('%d cents lie %s 2.49 to 3.99', (cents, place) => {
  expect(placeOf(cents, { low: 249, high: 399 })).toBe(place)
})
