import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { type LoopTurns, watchTurns } from './loop-turns.ts'

let turns: LoopTurns
afterEach(() => turns.stop())

/** Works for so many milliseconds of this thread's CPU. */
function work(milliseconds: number): void {
  const start = process.threadCpuUsage()
  for (;;) {
    const { user, system } = process.threadCpuUsage(start)
    if (user + system >= milliseconds * 1000) return
  }
}

/** Sleeps without the CPU, as a thread does that waits for its core. */
function stall(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
}

test('a turn that works too long is seen, wherever in the turn it is looked for', async () => {
  turns = watchTurns()
  await nextTurn()
  turns.reset()
  work(150)
  expect(turns.longest()).toBeGreaterThanOrEqual(150)
  await nextTurn()
  await nextTurn()
  expect(turns.longest()).toBeGreaterThanOrEqual(150)
})

test('work in many turns is not one long turn', async () => {
  turns = watchTurns()
  await nextTurn()
  turns.reset()
  for (let i = 0; i < 30; i++) {
    work(10)
    await nextTurn()
  }
  expect(turns.longest()).toBeLessThan(100)
})

test('a machine that is busy with something else is not the product’s fault', async () => {
  turns = watchTurns()
  await nextTurn()
  turns.reset()
  stall(300)
  await nextTurn()
  expect(turns.longest()).toBeLessThan(100)
})

test('the test’s own work is not counted, what it waits for is', async () => {
  turns = watchTurns()
  await nextTurn()
  turns.reset()
  turns.aside(() => work(150))
  await nextTurn()
  expect(turns.longest()).toBeLessThan(100)
})

test('every turn is told', async () => {
  const turnsSeen: number[] = []
  turns = watchTurns((milliseconds) => turnsSeen.push(milliseconds))
  await nextTurn()
  work(120)
  await nextTurn()
  await nextTurn()
  expect(Math.max(...turnsSeen)).toBeGreaterThanOrEqual(120)
})
