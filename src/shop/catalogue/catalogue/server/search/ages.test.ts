import { expect, test } from 'vitest'
import taxonomy from '#platform/db/taxonomy.json' with { type: 'json' }
import { liveWorlds } from '#platform/routing/worlds.ts'
import { agesOf } from './ages.ts'

const grade = (age: unknown) => ({ data: { age } })

test.each([
  [['6-7'], { from: 6, to: 7 }],
  [['9-10', '6-7'], { from: 6, to: 10 }],
  [['15-16', '16+'], { from: 15, to: undefined }],
  [['6-7', undefined], { from: 6, to: 7 }],
  [['all', '', 7, '6-'], undefined],
  [[], undefined],
])('%j', (ages, range) => {
  expect(agesOf(ages.map(grade))).toEqual(range)
})

test('an unknown grade says nothing', () => {
  expect(agesOf([undefined])).toBeUndefined()
})

test.each(liveWorlds())('$world: every age of the taxonomy can be read', ({ world }) => {
  for (const { age } of taxonomy.worlds[world].grades as { age?: string }[])
    if (age !== undefined) expect([age, agesOf([grade(age)])?.from]).toEqual([age, Number.parseInt(age, 10)])
})
