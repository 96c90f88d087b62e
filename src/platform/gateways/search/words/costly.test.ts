import { expect, test } from 'vitest'
import { createCostly } from './costly.ts'

test('of expensive searches one runs at once, some wait, and the next is told to come back', async () => {
  const costly = createCostly()
  let running = 0
  let most = 0
  const ends: (() => void)[] = []
  const slow = () =>
    costly.search(async () => {
      running += 1
      most = Math.max(most, running)
      await new Promise<void>((resolve) => ends.push(resolve))
      running -= 1
    })
  const all = Array.from({ length: 17 }, slow)
  await new Promise((resolve) => setTimeout(resolve, 10))
  await expect(slow()).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 2 })
  for (const _ of all) {
    while (ends.length === 0) await new Promise((resolve) => setTimeout(resolve, 1))
    ends.shift()?.()
  }
  await Promise.all(all)
  expect(most).toBe(1)
})

test('whoever searches expensively has the answer at once, and the next one starts after as long a rest', async () => {
  const costly = createCostly()
  const at: number[] = []
  const search = () =>
    costly.search(async () => {
      at.push(performance.now())
      await new Promise((resolve) => setTimeout(resolve, 100))
      at.push(performance.now())
    })
  const first = search().then(() => performance.now())
  await Promise.all([first, search()])
  const [, ended = 0, next = 0] = at
  expect(next - ended).toBeGreaterThanOrEqual(95)
  expect((await first) - ended).toBeLessThan(50)
})

test('an expensive search that fails says why, and the next one runs', async () => {
  const costly = createCostly()
  await expect(costly.search(async () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await costly.search(async () => 1)).toBe(1)
})
