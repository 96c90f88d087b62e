import { createHash, randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { abandonedUploadHours } from '#platform/limits.ts'
import { createFolderStorage } from './folder.ts'

let dir: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'storage-'))
})
afterAll(() => rm(dir, { recursive: true, force: true }))

test('keeps bytes, size and digest of a stream and of a buffer', async () => {
  const storage = createFolderStorage(dir)
  const bytes = Buffer.from('Bruchrechnung '.repeat(10_000))
  const sha256 = createHash('sha256').update(bytes).digest()
  expect(await storage.put('material/1/a.pdf', Readable.from([bytes]))).toEqual({
    key: 'material/1/a.pdf',
    sizeBytes: bytes.length,
    sha256,
  })
  expect((await storage.put('material/1/b.pdf', bytes)).sha256).toEqual(sha256)
  expect(await storage.readBuffer('material/1/a.pdf')).toEqual(bytes)
  expect(await buffer(await storage.read('material/1/a.pdf', { start: 3, end: 9 }))).toEqual(
    bytes.subarray(3, 10),
  )
  expect(await storage.size('material/1/a.pdf')).toBe(bytes.length)
})

test('a stream that breaks leaves neither a file nor a draft', async () => {
  const storage = createFolderStorage(dir)
  async function* broken() {
    yield Buffer.from('half')
    throw new Error('connection lost')
  }
  await expect(storage.put('material/2/a.pdf', Readable.from(broken()))).rejects.toThrow('connection lost')
  expect(await storage.size('material/2/a.pdf')).toBeUndefined()
  expect(await readdir(join(dir, '.tmp'))).toEqual([])
})

test('chunks of any size are appended as they came, and those before a break are kept', async () => {
  const storage = createFolderStorage(dir)
  const whole = randomBytes(300_000)
  const sizes = fc.array(fc.oneof(fc.integer({ min: 1, max: 3000 }), fc.integer({ min: 1, max: 150_000 })), {
    maxLength: 40,
  })
  let count = 0
  await fc.assert(
    fc.asyncProperty(sizes, fc.boolean(), async (lengths, isCut) => {
      count += 1
      const key = `upload/${count}`
      let from = 0
      const chunks = lengths.flatMap((length) => {
        const chunk = Buffer.from(whole.subarray(from, from + length))
        from += chunk.length
        return chunk.length > 0 ? [chunk] : []
      })
      async function* sent() {
        yield* chunks
        if (isCut) throw new Error('connection lost')
      }
      const body = Readable.from(sent(), { objectMode: false })
      const made = storage.append(key, body, { at: 0, most: whole.length })
      if (isCut) await expect(made).rejects.toThrow('connection lost')
      else expect(await made).toBe(from)
      const rest = Readable.from([Buffer.from(whole.subarray(from))], { objectMode: false })
      expect(await storage.append(key, rest, { at: from, most: whole.length - from })).toBe(whole.length)
      expect(Buffer.compare(await storage.readBuffer(key), whole)).toBe(0)
    }),
    { numRuns: 30 },
  )
})

test('more than was said is refused, elsewhere than at the end as well; the body is still the caller’s', async () => {
  const storage = createFolderStorage(dir)
  const body = Readable.from([Buffer.alloc(80), Buffer.alloc(80), Buffer.alloc(80)])
  const refused = storage.append('upload/long', body, { at: 0, most: 100 })
  await expect(refused).rejects.toMatchObject({ code: 'file_too_large' })
  expect([await storage.size('upload/long'), body.destroyed]).toEqual([80, false])
  const elsewhere = storage.append('upload/long', Readable.from([]), { at: 81, most: 19 })
  await expect(elsewhere).rejects.toMatchObject({ code: 'conflict' })
})

test('what a killed process left half written is removed, what still grows is not', async () => {
  const storage = createFolderStorage(dir)
  const [left, growing] = [join(dir, '.tmp', 'left'), join(dir, '.tmp', 'growing')]
  await mkdir(join(dir, '.tmp'), { recursive: true })
  for (const path of [left, growing]) await writeFile(path, 'half')
  const longAgo = new Date(Date.now() - (abandonedUploadHours + 1) * 3_600_000)
  await utimes(left, longAgo, longAgo)
  await storage.put('incoming/picture', Buffer.from('sent'))
  await utimes(join(dir, 'incoming', 'picture'), longAgo, longAgo)
  await storage.put('incoming/another', Buffer.from('just sent'))
  expect(await storage.clean()).toBe(2)
  expect(await readdir(join(dir, 'incoming'))).toEqual(['another'])
  expect(await readdir(join(dir, '.tmp'))).toEqual(['growing'])
  await rm(growing)
  expect(await createFolderStorage(join(dir, 'nothing-yet')).clean()).toBe(0)
})

test('an unknown key is not_found, a deleted one too', async () => {
  const storage = createFolderStorage(dir)
  await expect(storage.read('nothing/here.pdf')).rejects.toMatchObject({ code: 'not_found' })
  await expect(storage.localPath('nothing/here.pdf')).rejects.toMatchObject({ code: 'not_found' })
  await storage.put('gone.txt', Buffer.from('x'))
  await storage.delete('gone.txt')
  await storage.delete('gone.txt')
  expect(await storage.size('gone.txt')).toBeUndefined()
})

test.each(['../secret', '/etc/passwd', 'a//b', 'a/../b', '.tmp/x', 'A/b', 'a\\b', '', 'a/', 'a\0b', 'a/.b'])(
  'refuses the key %j',
  async (key) => {
    const storage = createFolderStorage(dir)
    await expect(storage.put(key, Buffer.from('x'))).rejects.toMatchObject({ code: 'not_found' })
    await expect(storage.readBuffer(key)).rejects.toMatchObject({ code: 'not_found' })
  },
)
