import { Agent } from 'node:http'
import { connect } from 'node:net'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../support/app.ts'
import { type Answer, send } from '../support/http-client.ts'

/* A process that is told to end while people read: nothing that came is cut. */

const patience = { keepAliveMs: 600, answerMs: 5_000 }
let app: TestApp

beforeEach(async () => {
  app = await openTestApp({
    async renderPage(path) {
      await pause(path === '/it' ? 1_000 : 20)
      return new Response(`<!doctype html><title>${path}</title>`, {
        headers: { 'Content-Type': 'text/html' },
      })
    },
  })
})
afterEach(() => app.close())

interface Reader {
  agent: Agent
  answers: Answer[]
  /** Errors of requests that were cut. */
  cut: string[]
}

/** Reads on a kept connection until nobody listens any more. */
async function readUntilRefused({ agent, answers, cut }: Reader): Promise<void> {
  for (let turn = 0; ; turn += 1) {
    try {
      const path = turn % 2 ? '/health/ready' : '/api/v1/materials/1?world=de'
      answers.push(await send(app.base, { path }, agent))
    } catch (error) {
      const { code = '', message } = error as NodeJS.ErrnoException
      if (code === 'ECONNREFUSED') return
      cut.push(`${code} ${message}`)
    }
  }
}

test('under load every request is answered, the last answer of each connection ends it, and the end comes soon', async () => {
  const readers: Reader[] = Array.from({ length: 40 }, () => ({
    agent: new Agent({ keepAlive: true, maxSockets: 1 }),
    answers: [],
    cut: [],
  }))
  const reading = readers.map(readUntilRefused)
  while (readers.some(({ answers }) => answers.length < 5)) await pause(10)
  expect(readers.every(({ answers }) => answers.at(-1)?.headers.connection === 'keep-alive')).toBe(true)
  const started = performance.now()
  await app.drain(patience)
  expect(performance.now() - started).toBeLessThan(patience.keepAliveMs + 3_000)
  await Promise.all(reading)
  expect(readers.flatMap(({ cut }) => cut)).toEqual([])
  expect(readers.every(({ answers }) => answers.at(-1)?.headers.connection === 'close')).toBe(true)
  for (const { agent } of readers) agent.destroy()
}, 20_000)

test('an answer under way is finished, a connection that was kept alive may ask once more, a silent one does not hold the end up', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  await send(app.base, { path: '/api/v1/materials/1?world=de' }, agent)
  const { hostname, port } = new URL(app.base)
  const silent = connect(Number(port), hostname)
  silent.on('error', () => undefined)
  const answered = send(app.base, { path: '/it' })
  await pause(100)
  const started = performance.now()
  const drained = app.drain(patience)
  await pause(300)
  const once = await send(app.base, { path: '/health/ready' }, agent)
  expect([once.status, once.headers.connection]).toEqual([503, 'close'])
  const slow = await answered
  expect([slow.status, slow.headers.connection]).toEqual([200, 'close'])
  expect(performance.now() - started).toBeGreaterThan(patience.keepAliveMs)
  await drained
  expect(performance.now() - started).toBeLessThan(patience.keepAliveMs + 2_500)
  agent.destroy()
}, 20_000)

/** So many turns of the loop that are too long for a door to close at their end. */
async function longTurns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) {
    const until = performance.now() + 1
    while (performance.now() < until);
    await nextTurn()
  }
}

test('a busy process closes its door late, and who asks or comes meanwhile is answered after it', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  await send(app.base, { path: '/health/ready' }, agent)
  const drained = app.drain(patience)
  let early = 0
  let isShut = false
  const ask = async (by?: Agent) => {
    const answer = await send(app.base, { path: '/health/ready' }, by)
    if (!isShut) early += 1
    return answer
  }
  const asked = [ask(agent), ask(), ask()]
  await longTurns(40)
  isShut = true
  const answers = await Promise.all(asked)
  expect(early).toBe(0)
  expect(answers.map(({ status, headers }) => [status, headers.connection])).toEqual(
    Array.from({ length: 3 }, () => [503, 'close']),
  )
  await drained
  await expect(send(app.base, { path: '/health/ready' })).rejects.toThrow('ECONNREFUSED')
  agent.destroy()
}, 20_000)

/** Connects so often, asks on each connection, says when all of them stand, and at last what became of them. */
const crowd = `
  const { connect } = require('node:net')
  const { parentPort, workerData: { port, host, count, stand } } = require('node:worker_threads')
  let connected = 0
  let over = 0
  const ends = []
  for (let each = 0; each < count; each += 1) {
    const socket = connect(port, host)
    let text = ''
    const done = (end) => {
      ends[each] ??= end
      over += 1
      if (over === count) parentPort.postMessage(ends)
    }
    socket.once('connect', () => {
      socket.write('GET /health/ready HTTP/1.1\\r\\nHost: ' + host + ':' + port + '\\r\\n\\r\\n')
      connected += 1
      if (connected < count) return
      Atomics.store(stand, 0, 1)
      Atomics.notify(stand, 0)
    })
    socket.on('data', (chunk) => { text += chunk })
    socket.on('error', (error) => { ends[each] = error.code })
    socket.once('close', () => done(text.slice(9, 12)))
  }`

test('who stands at the door when it closes is let in, however many there are', async () => {
  const { hostname: host, port } = new URL(app.base)
  const stand = new Int32Array(new SharedArrayBuffer(4))
  const count = 200
  const worker = new Worker(crowd, { eval: true, workerData: { port: Number(port), host, count, stand } })
  const ended = new Promise<string[]>((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
  })
  // Nothing is taken in meanwhile: this is the process that was not given the machine for a while.
  expect(Atomics.wait(stand, 0, 0, 15_000)).toBe('ok')
  await app.drain(patience)
  const ends = Map.groupBy(await ended, (end) => end)
  expect([...ends].map(([end, same]) => [end, same.length])).toEqual([['503', count]])
  await worker.terminate()
}, 30_000)
