import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { open, readdir, rm, stat } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { crc32 } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { rawArchive } from '../support/files.ts'
import { watchLoop } from '../support/loop-watch.ts'

const megabyte = 1024 * 1024
const path = join(tmpdir(), `large-${process.pid}.h5p`)
const mp4Head = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypisom\0\0\x02\0isomiso2')])

let app: TestApp
let author: Person

watchLoop()

beforeAll(async () => {
  app = await openTestApp()
  author = await member(app, 'large-author', { isSeller: true })
  await writePackage()
})
afterAll(async () => {
  await app.close()
  await rm(path, { force: true })
})

/** An interactive video of 48 MB and one of 11 MB, never whole in memory here either. */
async function writePackage(): Promise<void> {
  const video = (file: string) => ({
    library: 'H5P.InteractiveVideo 1.22',
    params: {
      interactiveVideo: { video: { files: [{ path: file }] }, assets: { interactions: [question] } },
    },
  })
  const question = {
    duration: { from: 1 },
    action: {
      library: 'H5P.MultiChoice 1.16',
      params: { question: 'Was?', answers: [{ text: 'dies', correct: true }, { text: 'das' }] },
    },
  }
  const content = { questions: [video('videos/a.mp4'), video('videos/b.mp4')] }
  const small = rawArchive([
    { name: 'h5p.json', body: Buffer.from('{"mainLibrary":"H5P.QuestionSet","title":"Filme"}') },
    { name: 'content/content.json', body: Buffer.from(JSON.stringify(content)) },
  ])
  const end = small.subarray(-22)
  const start = end.readUInt32LE(16)
  const file = await open(path, 'w')
  let at = start
  const heads = [small.subarray(start, -22)]
  await file.write(small.subarray(0, start))
  for (const [name, count] of [
    ['content/videos/a.mp4', 48],
    ['content/videos/b.mp4', 11],
  ] as const) {
    const chunk = randomBytes(megabyte)
    mp4Head.copy(chunk)
    let sum = 0
    for (let n = 0; n < count; n += 1) sum = crc32(chunk, sum)
    const [local, central] = [Buffer.alloc(30), Buffer.alloc(46)]
    local.writeUInt32LE(0x04034b50, 0)
    central.writeUInt32LE(0x02014b50, 0)
    central.writeUInt32LE(at, 42)
    for (const [head, from] of [
      [local, 14],
      [central, 16],
    ] as const) {
      head.writeUInt32LE(sum, from)
      head.writeUInt32LE(count * megabyte, from + 4)
      head.writeUInt32LE(count * megabyte, from + 8)
      head.writeUInt16LE(name.length, from + 12)
    }
    heads.push(central, Buffer.from(name))
    await file.write(Buffer.concat([local, Buffer.from(name)]))
    for (let n = 0; n < count; n += 1) await file.write(chunk)
    at += 30 + name.length + count * megabyte
  }
  const directory = Buffer.concat(heads)
  end.writeUInt16LE(4, 8)
  end.writeUInt16LE(4, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(at, 16)
  await file.write(Buffer.concat([directory, end]))
  await file.close()
}

const boundary = 'aularium-large'
const before = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="filme.h5p"\r\nContent-Type: application/octet-stream\r\n\r\n`
const after = `\r\n--${boundary}--\r\n`

/** Sends a file as it is read from the disk; `cutAt`: the connection breaks off there. */
async function send(source: AsyncIterable<Buffer>, length: number, cutAt = Number.POSITIVE_INFINITY) {
  if (!author.client.cookies.has('csrf')) await author.client.get('/api/v1/csrf')
  const { hostname, port } = new URL(app.base)
  const cookies = [...author.client.cookies]
  const outgoing = request({
    ...{ hostname, port, method: 'POST', path: '/api/v3/units/import?world=de' },
    headers: {
      Cookie: cookies.map(([name, value]) => `${name}=${value}`).join('; '),
      Origin: new URL(app.base).origin,
      'Sec-Fetch-Site': 'same-origin',
      'X-CSRF-Token': author.client.cookies.get('csrf') ?? '',
      'Content-Type': `multipart/form-data; boundary=${boundary}`,
      'Content-Length': before.length + length + after.length,
    },
  })
  const answered = new Promise<{ status: number; text: string }>((resolve, reject) => {
    outgoing.once('error', reject)
    outgoing.once('response', async (incoming) => {
      const chunks = await incoming.toArray()
      resolve({ status: incoming.statusCode ?? 0, text: Buffer.concat(chunks).toString() })
    })
  })
  // A cut connection is the answer's to tell.
  const ended = new AbortController()
  outgoing.on('close', () => ended.abort())
  outgoing.on('error', () => {})
  let sent = 0
  outgoing.write(before)
  for await (const chunk of source) {
    sent += chunk.length
    if (sent > cutAt) outgoing.destroy(new Error('cut'))
    if (outgoing.destroyed) break
    if (!outgoing.write(chunk)) await once(outgoing, 'drain', { signal: ended.signal }).catch(() => undefined)
  }
  outgoing.end(after)
  return await answered
}

/** Files that nobody has examined yet, and half-written ones. */
async function leftBehind(): Promise<string[]> {
  const folders = ['incoming', '.tmp'].map((name) => join(app.deps.env.dataDir, 'files', name))
  const names = await Promise.all(folders.map((folder) => readdir(folder).catch(() => [])))
  return names.flat()
}

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

/** What buffers really hold: how late their memory is given back is not this product's doing. */
function heldBytes(): number {
  // Buffers that were found free are given back beside the program; the next collection waits for that first.
  collectGarbage()
  collectGarbage()
  return process.memoryUsage().arrayBuffers
}

test('60 MB are read from the disk, never whole in memory, and leave nothing behind', async () => {
  const { size } = await stat(path)
  expect(size).toBeGreaterThan(58 * megabyte)
  const usual = heldBytes()
  let [sent, most] = [0, 0]
  async function* watched() {
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
      const isNearEnd = sent < 55 * megabyte && sent + chunk.length >= 55 * megabyte
      sent += chunk.length
      if (isNearEnd) most = heldBytes()
      yield chunk
    }
  }
  const { status, text } = await send(watched(), size)
  expect(status, text).toBe(201)
  const { report, id } = JSON.parse(text)
  expect(report).toEqual([
    { name: 'video_quiz', outcome: 'converted' },
    { name: 'video_quiz', outcome: 'converted' },
  ])
  const unit = await author.client.api('GET', `/v3/units/${id}`)
  const pages = JSON.stringify(unit.json<{ content: { pages: object } }>().content.pages)
  expect(pages.match(/unit\/[0-9a-f]{2}\/[0-9a-f]{64}\.mp4/g)).toHaveLength(2)
  expect(Math.round((most - usual) / megabyte), 'MB of buffers').toBeLessThanOrEqual(20)
  expect(await leftBehind()).toEqual([])
})

describe('nothing is left behind', () => {
  test('of what is larger than 64 MB', async () => {
    const chunk = Buffer.concat([Buffer.from('PK'), Buffer.alloc(megabyte)])
    const chunks = Readable.from(Array.from({ length: 65 }, () => chunk))
    const { status, text } = await send(chunks, 65 * chunk.length)
    expect([status, JSON.parse(text).error.code]).toEqual([413, 'too_large'])
    expect(await leftBehind()).toEqual([])
  })

  test('of what breaks off, and its sender may send again', async () => {
    const { size } = await stat(path)
    await expect(send(createReadStream(path), size, 20 * megabyte)).rejects.toThrow()
    await expect.poll(leftBehind, { timeout: 20_000 }).toEqual([])
    // Read to its end, and refused for what it is: these bytes are no package.
    const bytes = Buffer.from('::A:: 1 + 1 = 2 {T}')
    const sentAgain = async () => JSON.parse((await send(Readable.from([bytes]), bytes.length)).text).error
    await expect
      .poll(sentAgain, { timeout: 20_000 })
      .toMatchObject({ code: 'import_refused', refusal: 'not_a_package' })
  })
})
