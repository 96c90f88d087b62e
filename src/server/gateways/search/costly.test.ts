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
