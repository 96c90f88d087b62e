import { expect, test } from 'vitest'
import { createWish, postedFields } from './hand-in.ts'

test('what waits on the device is posted in the place of what the page shows', () => {
  const shown: [string, string][] = [
    ['a.e1.pick', 'a'],
    ['a.e2.pick.a', 'on'],
    ['a.e10.text', 'stays'],
    ['isFinished', '1'],
  ]
  const waiting: Parameters<typeof postedFields>[1] = [
    { element_id: 'e1', response: { pick: ['b'] } },
    { element_id: 'e2', response: { pick: ['b', 'c'] } },
    { element_id: 'e3', response: {} },
  ]
  expect([...postedFields(shown, waiting)]).toEqual([
    ['a.e10.text', 'stays'],
    ['isFinished', '1'],
    ['a.e1.pick', 'b'],
    ['a.e2.pick.b', 'on'],
    ['a.e2.pick.c', 'on'],
  ])
})

test('the wish to hand in outlives a reload, and lives without a storage', () => {
  const items = new Map<string, string>()
  const storage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  }
  createWish('room:A:1:done', storage).set(true)
  expect(createWish('room:A:2:done', storage).isWished()).toBe(false)
  const after = createWish('room:A:1:done', storage)
  expect(after.isWished()).toBe(true)
  after.set(false)
  expect(items.size).toBe(0)
  const alone = createWish('k', undefined)
  alone.set(true)
  expect(alone.isWished()).toBe(true)
})
