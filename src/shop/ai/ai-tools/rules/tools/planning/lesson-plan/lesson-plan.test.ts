import fc from 'fast-check'
import { expect, test } from 'vitest'
import { minutesOf } from './tool.ts'

test('phases take exactly the time there is, each some of it', () => {
  const shares = fc.constantFrom([20, 30, 30, 20], [15, 35, 35, 15], [10, 45, 30, 15])
  fc.assert(
    fc.property(fc.integer({ min: 20, max: 180 }), shares, (all, share) => {
      const minutes = minutesOf(all, share)
      expect(minutes.reduce((sum, each) => sum + each, 0)).toBe(all)
      for (const each of minutes) expect(each).toBeGreaterThan(0)
    }),
  )
})
