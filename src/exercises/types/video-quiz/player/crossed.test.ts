import { expect, test } from 'vitest'
import { crossed } from './crossed.ts'

const moments = [{ at: 0 }, { at: 5 }, { at: 5.1 }]

test('a video stops at what it comes to, and at nothing somebody skipped', () => {
  expect(crossed(moments, 0, 0.2, false)).toEqual({ at: 0 })
  expect(crossed(moments, 4.9, 5.15, false)).toEqual({ at: 5 })
  expect(crossed(moments, 5, 5.25, false)).toEqual({ at: 5.1 })
  expect(crossed(moments, 1, 20, false)).toBeUndefined()
  expect(crossed(moments, 6, 4, false)).toBeUndefined()
  expect(crossed(moments, 4.9, 5.1, true)).toBeUndefined()
})
