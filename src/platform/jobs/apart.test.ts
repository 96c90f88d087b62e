import { afterEach, expect, test } from 'vitest'
import { type Apart, createApart } from './apart.ts'

const moduleOf = (code: string) =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`import { parentPort } from 'node:worker_threads'
      parentPort.postMessage('ready')
      parentPort.on('message', async (data) => {
        const work = async () => { ${code} }
        parentPort.postMessage(await work().then((result) => ({ result }), (error) => ({ error })))
      })`)}`,
  )
const limits = { cpuMs: 60_000, patienceMs: 60_000, heapMb: 64, mostWaiting: 5 }
const made: Apart[] = []
function apart(code: string, more: Partial<typeof limits & { idleMs: number }> = {}): Apart {
  const fresh = createApart(moduleOf(code), { ...limits, ...more })
  made.push(fresh)
  return fresh
}
afterEach(async () => {
  for (const each of made.splice(0)) await each.stop()
})

test('a task is given its data and gives back its result, without our environment', async () => {
  const code = 'return [data.word, Object.keys(process.env).length]'
  expect(await apart(code).run({ word: 'Igel' })).toEqual(['Igel', 0])
})

test('the thread stays for the next task: it is not compiled anew', async () => {
  const counting = apart('globalThis.count = (globalThis.count ?? 0) + 1; return globalThis.count')
  expect([await counting.run({}), await counting.run({}), await counting.run({})]).toEqual([1, 2, 3])
  const hasty = apart('globalThis.count = (globalThis.count ?? 0) + 1; return globalThis.count', {
    idleMs: 1,
  })
  await hasty.run({})
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(await hasty.run({})).toBe(1)
})

test('one that loops is ended, and the next one runs', async () => {
  const looping = apart('if (data.loops) for (;;); return 1', { cpuMs: 200 })
  await expect(looping.run({ loops: true })).rejects.toMatchObject({ name: 'ApartError', reason: 'time' })
  expect(await looping.run({ loops: false })).toBe(1)
})

test('its start is none of the time of its first task', async () => {
  const module = new URL(
    `data:text/javascript,${encodeURIComponent(`import { parentPort } from 'node:worker_threads'
      const end = Date.now() + 900
      while (Date.now() < end);
      parentPort.on('message', () => parentPort.postMessage({ result: 1 }))
      parentPort.postMessage('ready')`)}`,
  )
  const slow = createApart(module, { ...limits, cpuMs: 300, patienceMs: 400 })
  made.push(slow)
  expect(await slow.run({})).toBe(1)
})

test('one that waits without working was not too large: the machine is busy', async () => {
  const waiting = apart('await new Promise((resolve) => setTimeout(resolve, 60_000))', { patienceMs: 500 })
  await expect(waiting.run({})).rejects.toMatchObject({ reason: 'busy' })
})

test('only so many wait', async () => {
  const slow = apart('await new Promise((resolve) => setTimeout(resolve, 300)); return 1', { mostWaiting: 1 })
  const [first, second] = [slow.run({}), slow.run({})]
  await new Promise((resolve) => setTimeout(resolve, 10))
  await expect(slow.run({})).rejects.toMatchObject({ reason: 'busy' })
  expect([await first, await second]).toEqual([1, 1])
})

test('one that eats memory is ended, and nothing else', async () => {
  // What one JSON.parse makes of a file is much at once: without a small young generation it ends the process.
  const code = `const text = '[' + '[1,2,{"a":[1]}],'.repeat(200_000) + '1]'
    const all = []
    for (;;) all.push(JSON.parse(text))`
  await expect(apart(code, { heapMb: 128 }).run({})).rejects.toMatchObject({ reason: 'memory' })
})

test('its error is passed on, and the thread lives', async () => {
  const failing = apart("if (data.fails) throw new TypeError('broken'); return 1")
  await expect(failing.run({ fails: true })).rejects.toThrow('broken')
  expect(await failing.run({ fails: false })).toBe(1)
})
