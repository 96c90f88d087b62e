import { expect, test } from 'vitest'
import { toEuroCents } from './exchange.ts'

test.each([
  [8765, '0.87655', 9999],
  [200, '0.8', 250],
  [-200, '0.8', -250],
  [1, '2', 1],
  [-1, '2', -1],
  [0, '0.87655', 0],
  [100_000_000_000, '0.12345678', 810_000_066_420],
])('%i at %s is %i cents', (cents, rate, expected) => {
  expect(toEuroCents(cents, rate)).toBe(expected)
})

test.each(['', '0', '-1', '1,2', 'x'])('%s is no rate', (rate) => {
  expect(() => toEuroCents(1, rate)).toThrow(RangeError)
})
