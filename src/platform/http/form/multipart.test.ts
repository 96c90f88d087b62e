import { PassThrough, type Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { readBody } from '../access/body.ts'
import { type FilePart, readMultipart } from './multipart.ts'

const type = 'multipart/form-data; boundary=b'
const headers = { 'content-type': type }
const fileHead = '--b\r\nContent-Disposition: form-data; name="files"; filename="a.pdf"\r\n\r\n'
const limits = { files: 1, fileBytes: 1000, idle: { ms: 60, minBytes: 4 } }

async function take({ bytes }: FilePart): Promise<undefined> {
  for await (const _ of bytes as Readable);
}

afterEach(() => vi.useRealTimers())

/** A clock that only the test moves on: a slow machine is no slow sender. */
async function afterMs(milliseconds: number): Promise<void> {
  await nextTurn()
  vi.advanceTimersByTime(milliseconds)
  await nextTurn()
}

test('an upload may take as long as it likes while it goes on', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const body = new PassThrough()
  const reading = readMultipart({ body, headers }, limits, take)
  body.write(fileHead)
  for (let n = 0; n < 20; n += 1) {
    body.write('xxxx')
    await afterMs(limits.idle.ms)
  }
  body.end('\r\n--b--\r\n')
  await expect(reading).resolves.toMatchObject({ isStopped: false })
})

test.each(['', 'x'])(
  'one that stands still, or nearly (%j a time), is ended; its stream is not',
  async (drop) => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const body = new PassThrough()
    const reading = readMultipart({ body, headers }, limits, take)
    reading.catch(() => undefined)
    body.write(fileHead)
    await afterMs(limits.idle.ms)
    body.write(drop)
    await afterMs(limits.idle.ms)
    await expect(reading).rejects.toMatchObject({ code: 'request_timeout' })
    expect(body.destroyed).toBe(false)
  },
)

test('a small body has one time for all of it', async () => {
  const body = new PassThrough()
  const reading = readBody(body, 1000, 60)
  const dripping = setInterval(() => body.write('x'), 10)
  await expect(reading).rejects.toMatchObject({ code: 'request_timeout' })
  clearInterval(dripping)
  expect(body.destroyed).toBe(false)
})

test('bytes in all are limited, whatever they are', async () => {
  const body = new PassThrough()
  const reading = readMultipart({ body, headers }, limits, take)
  body.write(Buffer.alloc(2_000_000, '\r\nnothing of ours'))
  await expect(reading).rejects.toMatchObject({ code: 'too_large' })
})

test('names that mean something to JavaScript, and none at all', async () => {
  const field = (name: string) => `--b\r\nContent-Disposition: form-data${name}\r\n\r\n1\r\n`
  const form = (name: string) => {
    const body = new PassThrough()
    body.end(`${field(name)}--b--\r\n`)
    return readMultipart({ body, headers }, limits, take)
  }
  const { values } = await form('; name="__proto__"')
  expect(Object.entries(values)).toEqual([['__proto__', '1']])
  await expect(form('')).rejects.toMatchObject({ code: 'malformed_request' })
  await expect(form(`; name="${'x'.repeat(200)}"`)).rejects.toMatchObject({ code: 'malformed_request' })
})

test('who takes the file may say stop, and what was typed before it is there', async () => {
  const body = new PassThrough()
  body.write(`--b\r\nContent-Disposition: form-data; name="title"\r\n\r\nBrüche\r\n${fileHead}xxx`)
  const form = await readMultipart({ body, headers }, limits, async () => 'stop')
  expect(form).toMatchObject({ isStopped: true, values: { title: 'Brüche' } })
})
