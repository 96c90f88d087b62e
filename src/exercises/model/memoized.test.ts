import { expect, test, vi } from 'vitest'
import { memoized } from './memoized.ts'

test('what was made is memoized for the same data and for what reads the same, as long as there is room', () => {
  const make = vi.fn(({ word }: { word: string }) => word.toUpperCase())
  const loud = memoized(make, ({ word }) => word, 2)
  const one = { word: 'a' }
  expect([loud(one), loud(one), loud({ word: 'a' })]).toEqual(['A', 'A', 'A'])
  expect(make).toHaveBeenCalledTimes(1)
  loud({ word: 'b' })
  loud({ word: 'a' })
  loud({ word: 'c' })
  expect(make).toHaveBeenCalledTimes(3)
  loud({ word: 'a' })
  expect(make).toHaveBeenCalledTimes(3)
  loud({ word: 'b' })
  expect(make).toHaveBeenCalledTimes(4)
})
