import { argon2Sync } from 'node:crypto'
import type { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { createHashThreads } from './hash-threads.ts'

const parameters = {
  ...{ message: 'Igel im Herbst', nonce: Buffer.alloc(16, 7) },
  ...{ memory: 64, passes: 1, parallelism: 1, tagLength: 32 },
}

test('a thread nobody needs is ended, and what comes in the same turn is done by another', async () => {
  const started: Worker[] = []
  const note = (thread: Worker) => started.push(thread)
  process.on('worker', note)
  try {
    const threads = createHashThreads(1)
    const expected = argon2Sync('argon2id', parameters)
    expect(await threads.derive(parameters)).toEqual(expected)
    const ended = new Promise((resolve) => started[0]?.once('exit', resolve))
    // Busy until its time is over: nobody has heard of its end yet.
    const next = new Promise((resolve) => setTimeout(resolve, 2))
    for (const until = performance.now() + 10; performance.now() < until; );
    await next
    expect(await threads.derive(parameters)).toEqual(expected)
    await ended
    expect(started).toHaveLength(2)
  } finally {
    process.off('worker', note)
  }
})

test('one that is needed again in time goes on', async () => {
  const started: Worker[] = []
  const note = (thread: Worker) => started.push(thread)
  process.on('worker', note)
  try {
    const threads = createHashThreads()
    for (let turn = 0; turn < 5; turn += 1) await threads.derive(parameters)
    expect(started).toHaveLength(1)
    await started[0]?.terminate()
  } finally {
    process.off('worker', note)
  }
})
