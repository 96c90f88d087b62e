import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hubStatus, minIndexedMaterials } from './hub-status.ts'

test('the number of public materials alone decides status and robots', () => {
  fc.assert(
    fc.property(fc.integer(), (count) => {
      const expected = count < 1 ? 'missing' : count < minIndexedMaterials ? 'noindex' : 'index'
      expect(hubStatus(count)).toBe(expected)
      // One more material never makes a page less.
      const order = ['missing', 'noindex', 'index']
      expect(order.indexOf(hubStatus(count + 1))).toBeGreaterThanOrEqual(order.indexOf(hubStatus(count)))
    }),
  )
  expect([hubStatus(Number.NaN), hubStatus(2.5), hubStatus(Number.POSITIVE_INFINITY)]).toEqual([
    'missing',
    'missing',
    'missing',
  ])
})
