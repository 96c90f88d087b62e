import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seeded } from '#platform/rules/random.ts'
import { UnfitInput } from '../../../tool.ts'
import { groupsOf } from './groups.ts'

test('everybody is in one group, groups are even, wishes hold', () => {
  let made = 0
  fc.assert(
    fc.property(
      fc.integer({ min: 4, max: 32 }),
      fc.integer({ min: 2, max: 6 }),
      fc.array(fc.tuple(fc.nat(31), fc.nat(31)), { maxLength: 6 }),
      fc.array(fc.tuple(fc.nat(31), fc.nat(31)), { maxLength: 3 }),
      fc.string(),
      (count, size, foes, friends, seed) => {
        const names = Array.from({ length: count }, (_, at) => `N${at}`)
        const lines = (pairs: [number, number][]) =>
          pairs.filter(([a, b]) => a !== b && a < count && b < count).map(([a, b]) => `N${a}, N${b}`)
        const [apart, together] = [lines(foes), lines(friends)]
        try {
          const groups = groupsOf({ names, size, apart, together, random: seeded(seed) })
          made += 1
          expect(groups.flat().toSorted()).toEqual(names.toSorted())
          const sizes = groups.map((group) => group.length)
          expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1)
          const groupOf = (name: string) => groups.findIndex((group) => group.includes(name))
          for (const line of apart) {
            const [one = '', other = ''] = line.split(', ')
            expect(groupOf(one)).not.toBe(groupOf(other))
          }
          for (const line of together) {
            const [one = '', other = ''] = line.split(', ')
            expect(groupOf(one)).toBe(groupOf(other))
          }
        } catch (error) {
          if (!(error instanceof UnfitInput)) throw error
        }
      },
    ),
    { numRuns: 300 },
  )
  expect(made).toBeGreaterThan(200)
})

test.each([
  [{ apart: ['Ada, Ben'], together: ['Ada, Ben'] }, 'apart'],
  [{ apart: ['Ada, Zoe'], together: [] }, 'apart'],
  [{ apart: [], together: ['Ada, Ben, Cem, Dua'] }, 'together'],
])('%j cannot be: the field says so', (wishes, field) => {
  const make = () =>
    groupsOf({ names: ['Ada', 'Ben', 'Cem', 'Dua'], size: 2, ...wishes, random: seeded('x') })
  expect(make).toThrow(expect.objectContaining({ field }))
})
