import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isWorthReconnecting, reconnectAfterMs } from './reconnect.ts'

test('two seconds, then one more each time', () => {
  expect([0, 1, 2, 3].map((failures) => reconnectAfterMs(failures, 0))).toEqual([2000, 3000, 4000, 5000])
})

test('the dice stay inside the step, and nobody waits longer than a minute', () => {
  fc.assert(
    fc.property(fc.nat({ max: 500 }), fc.double({ min: 0, max: 1, noNaN: true }), (failures, dice) => {
      const waited = reconnectAfterMs(failures, dice)
      expect(waited).toBeGreaterThanOrEqual(Math.min(60_000, reconnectAfterMs(failures, 0)))
      expect(waited).toBeLessThanOrEqual(Math.min(60_000, reconnectAfterMs(failures + 1, 0)))
    }),
  )
})

test('a reason with no_reconnect ends it', () => {
  expect(['', 'restart', 'no_reconnect unauthorized'].map(isWorthReconnecting)).toEqual([true, true, false])
})
