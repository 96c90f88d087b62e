import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seeded } from '#platform/rules/random.ts'
import { UnfitInput } from '../../../tool.ts'
import { hasCarry, sums } from './sums.ts'

const kinds = ['plus', 'minus', 'plus_minus', 'times', 'divide', 'times_divide', 'all'] as const

test('every sum is right, in its range, and carries as wanted', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...kinds),
      fc.constantFrom(10, 20, 100, 1000),
      fc.constantFrom('any' as const, 'never' as const, 'always' as const),
      fc.integer({ min: 4, max: 60 }),
      fc.boolean(),
      fc.string(),
      (kind, most, carry, count, gapAnywhere, seed) => {
        // Two numbers that make 10 or less carry only as 5 + 5.
        const made = sums({ kind, most, carry, count, gapAnywhere, random: seeded(seed) })
        expect(made).toHaveLength(count)
        for (const { left, right, result, operation, gap } of made) {
          const right_ = {
            plus: left + right,
            minus: left - right,
            times: left * right,
            divide: left / right,
          }
          expect(result).toBe(right_[operation])
          for (const each of [left, right, result]) {
            expect(each).toBeGreaterThanOrEqual(0)
            expect(each).toBeLessThanOrEqual(most)
          }
          if (!gapAnywhere) expect(gap).toBe('result')
          if (operation === 'plus' && carry !== 'any') expect(hasCarry(left, right)).toBe(carry === 'always')
          if (operation === 'minus' && carry !== 'any')
            expect(hasCarry(right, result)).toBe(carry === 'always')
        }
      },
    ),
    { numRuns: 400 },
  )
})

test('nothing comes twice while there are others', () => {
  const made = sums({
    ...({ kind: 'plus', most: 100, carry: 'any', count: 60, gapAnywhere: false } as const),
    random: seeded('x'),
  })
  expect(new Set(made.map(({ left, right }) => `${left}+${right}`)).size).toBe(60)
})

test.each([
  [7, 5, true],
  [95, 7, true],
  [40, 50, false],
  [99, 1, true],
  [60, 40, true],
  [12, 34, false],
])('%i + %i carries: %s', (left, right, carries) => expect(hasCarry(left, right)).toBe(carries))

test('what cannot be is refused, not invented', () => {
  const none = () => 0
  expect(() =>
    sums({ kind: 'plus', most: 10, carry: 'always', count: 4, gapAnywhere: false, random: none }),
  ).toThrow(UnfitInput)
})
