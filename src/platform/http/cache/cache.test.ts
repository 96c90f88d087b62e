import { setTimeout } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { createCache } from './cache.ts'

const minute = { seconds: 60 }

/** A thing that is made under numbers, so that a test sees how often. */
function counted() {
  let made = 0
  return async () => {
    made += 1
    return made
  }
}

test('a thing is made once until it is too old', async () => {
  const cache = createCache()
  const make = counted()
  const soon = { seconds: 0.02 }
  expect(await Promise.all([1, 2, 3].map(() => cache.get('a', soon, make)))).toEqual([1, 1, 1])
  await setTimeout(40)
  expect(await cache.get('a', minute, make)).toBe(2)
  expect(await cache.get('a', minute, make)).toBe(2)
})

test('that there is nothing is cached, too', async () => {
  const cache = createCache()
  const make = vi.fn(async () => undefined)
  await cache.get('a', minute, make)
  await cache.get('a', minute, make)
  expect(make).toHaveBeenCalledOnce()
})

test('an error is told to who waited, and not cached', async () => {
  const cache = createCache()
  const away = new Error('away')
  const asked = [1, 2].map(() => cache.get('a', minute, () => Promise.reject(away)))
  await expect(Promise.allSettled(asked)).resolves.toEqual(
    [1, 2].map(() => ({ status: 'rejected', reason: away })),
  )
  expect(await cache.get('a', minute, counted())).toBe(1)
})

test('an error that comes late does not drop what was made since', async () => {
  const cache = createCache()
  const { promise, reject } = Promise.withResolvers<number>()
  const old = cache.get('a', { ...minute, tags: ['taxonomy'] }, () => promise)
  cache.expire(['taxonomy'])
  const make = counted()
  expect(await cache.get('a', minute, make)).toBe(1)
  reject(new Error('away'))
  await expect(old).rejects.toThrow('away')
  expect(await cache.get('a', minute, make)).toBe(1)
})

test('a tag drops what carries it, also what is being made', async () => {
  const cache = createCache()
  const [tagged, other] = [counted(), counted()]
  const { promise, resolve } = Promise.withResolvers<void>()
  const get = () => cache.get('shell', { ...minute, tags: ['taxonomy'] }, tagged)
  const slow = cache.get('slow', { ...minute, tags: ['taxonomy'] }, async () => {
    await promise
    return 'old names'
  })
  await get()
  await cache.get('count', minute, other)
  cache.expire(['material:7'])
  expect(await get()).toBe(1)
  cache.expire(['material:7', 'taxonomy'])
  resolve()
  expect(await slow).toBe('old names')
  expect(await get()).toBe(2)
  expect(await cache.get('slow', minute, async () => 'new names')).toBe('new names')
  expect(await cache.get('count', minute, other)).toBe(1)
  cache.clear()
  expect(await cache.get('count', minute, other)).toBe(2)
})

test('it holds no more than there is room for, and what is asked for stays', async () => {
  const cache = createCache(3)
  const make = counted()
  for (const key of ['a', 'b', 'c', 'a', 'd']) await cache.get(key, minute, make)
  expect(await cache.get('a', minute, make)).toBe(1)
  expect(await cache.get('b', minute, make)).toBe(5)
})
