import { expect, test } from 'vitest'
import { runApart } from './apart.ts'

const moduleOf = (code: string) =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`import { parentPort, workerData } from 'node:worker_threads'\n${code}`)}`,
  )
const limits = { patienceMs: 60_000, heapMb: 64 }

test('a module is given its data and gives back what it posts, without our environment', async () => {
  const code = 'parentPort.postMessage([workerData.word, Object.keys(process.env).length])'
  expect(await runApart(moduleOf(code), { word: 'Igel' }, limits)).toEqual(['Igel', 0])
})

test('one that loops is ended', async () => {
  const looping = runApart(moduleOf('for (;;);'), {}, { ...limits, patienceMs: 200 })
  await expect(looping).rejects.toMatchObject({ name: 'ApartError', reason: 'time' })
})

test('one that eats memory is ended, and nothing else', async () => {
  // What one JSON.parse makes of a file is much at once: without a small young generation it ends the process.
  const code = `const text = '[' + '[1,2,{"a":[1]}],'.repeat(200_000) + '1]'
    const all = []
    for (;;) all.push(JSON.parse(text))`
  const eating = runApart(moduleOf(code), {}, { ...limits, heapMb: 128 })
  await expect(eating).rejects.toMatchObject({ name: 'ApartError', reason: 'memory' })
})

test('its error is passed on; one that ends without a word is no answer', async () => {
  await expect(runApart(moduleOf("throw new TypeError('broken')"), {}, limits)).rejects.toThrow('broken')
  await expect(runApart(moduleOf(''), {}, limits)).rejects.toMatchObject({ name: 'ApartError' })
})
