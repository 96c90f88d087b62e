import { expect, test } from 'vitest'
import { createLimit } from './limit.ts'
import { createLru } from './lru.ts'

test('forgets what was not asked for longest, by weight', () => {
  const lru = createLru<string>(10)
  lru.set('a', 'A', 4)
  lru.set('b', 'B', 4)
  lru.get('a')
  lru.set('c', 'C', 4)
  expect([lru.get('a'), lru.get('b'), lru.get('c')]).toEqual(['A', undefined, 'C'])
  lru.set('huge', 'H', 11)
  expect([lru.get('huge'), lru.get('a')]).toEqual([undefined, 'A'])
  lru.set('a', 'A2', 6)
  expect([lru.get('a'), lru.get('c')]).toEqual(['A2', 'C'])
})

test('runs no more than so many at once, and goes on after a failure', async () => {
  const limit = createLimit(2)
  let running = 0
  let most = 0
  const task = (fails: boolean) =>
    limit(async () => {
      running += 1
      most = Math.max(most, running)
      await new Promise((resolve) => setTimeout(resolve, 1))
      running -= 1
      if (fails) throw new Error('no')
    })
  const results = await Promise.allSettled(Array.from({ length: 20 }, (_, index) => task(index % 3 === 0)))
  expect(most).toBe(2)
  expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(7)
})
