import { expect, test } from 'vitest'
import { createFairLimit } from './fair-limit.ts'

/** Tasks that end when they are told to. */
function workbench(options: { most: number; perOwner: number }) {
  const limited = createFairLimit(options)
  const started: string[] = []
  const ends = new Map<string, () => void>()
  const run = (owner: string, name: string) =>
    limited(owner, () => {
      started.push(name)
      return new Promise<void>((resolve) => ends.set(name, resolve))
    })
  const end = async (name: string) => {
    ends.get(name)?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { run, end, started }
}

test('one owner never has every place, however much they bring', async () => {
  const { run, end, started } = workbench({ most: 2, perOwner: 1 })
  for (const name of ['a1', 'a2', 'a3']) void run('a', name)
  void run('b', 'b1')
  expect(started).toEqual(['a1', 'b1'])
  await end('b1')
  expect(started).toEqual(['a1', 'b1'])
  await end('a1')
  expect(started).toEqual(['a1', 'b1', 'a2'])
})

test('who waits is served owner by owner', async () => {
  const { run, end, started } = workbench({ most: 1, perOwner: 1 })
  for (const name of ['a1', 'a2', 'a3', 'a4']) void run('a', name)
  for (const name of ['b1', 'b2']) void run('b', name)
  for (const name of ['a1', 'b1', 'a2', 'b2', 'a3']) await end(name)
  expect(started).toEqual(['a1', 'b1', 'a2', 'b2', 'a3', 'a4'])
})

test('a task that fails gives its place on', async () => {
  const limited = createFairLimit({ most: 1, perOwner: 1 })
  const failing = limited('a', () => Promise.reject(new Error('no')))
  const next = limited('a', async () => 'done')
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('done')
})
