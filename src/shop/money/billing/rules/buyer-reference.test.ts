import { expect, test } from 'vitest'
import { readBuyerReference } from './buyer-reference.ts'

test.each([
  ['04011000-1234512345-06', '04011000-1234512345-06'],
  [' 991-03730-19 ', '991-03730-19'],
  ['16066069–0001–38', '16066069-0001-38'],
  ['', null],
  ['04011000-1234512345-07', undefined],
  ['4011000-1234512345-06', undefined],
  ['991', undefined],
  ['Bestellung 17', undefined],
])('in Germany %j is the Leitweg-ID %j', (typed, expected) => {
  expect(readBuyerReference(typed, 'DE')).toBe(expected)
})

test('elsewhere it is a line of any words', () => {
  expect(readBuyerReference(' SERVICE-42 / 2026 ', 'FR')).toBe('SERVICE-42 / 2026')
  expect(readBuyerReference('x'.repeat(61), 'FR')).toBeUndefined()
})
