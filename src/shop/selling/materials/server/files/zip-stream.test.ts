import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { crc32, inflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import yauzl from 'yauzl'
import { differentNames, zipLength, zipStream } from './zip-stream.ts'

const part = (name: string, bytes: Buffer) => ({
  name,
  sizeBytes: bytes.length,
  open: async () => Readable.from([bytes.subarray(0, 3), bytes.subarray(3)]),
})

async function written(parts: Parameters<typeof zipStream>[0]): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of zipStream(parts)) pieces.push(piece)
  return Buffer.concat(pieces)
}

test('others read what is written, and it is as long as was said', async () => {
  const parts = [
    part('Blätter/Übung 1.pdf', Buffer.from('eins und zwei')),
    part('b.txt', Buffer.from('drei')),
    part('leer.txt', Buffer.alloc(0)),
  ]
  const bytes = await written(parts)
  expect(bytes.length).toBe(zipLength(parts))
  const files = Object.entries(unzipSync(bytes)).map(([name, file]) => [name, Buffer.from(file).toString()])
  expect(files).toEqual([
    ['Blätter/Übung 1.pdf', 'eins und zwei'],
    ['b.txt', 'drei'],
    ['leer.txt', ''],
  ])
})

/** As Java's ZipInputStream and funzip read: from the first byte on, without the directory at the end. */
function readAsStream(bytes: Buffer): Buffer[] {
  const files: Buffer[] = []
  for (let at = 0; bytes.readUInt32LE(at) === 0x04034b50; ) {
    const [flags, method] = [bytes.readUInt16LE(at + 6), bytes.readUInt16LE(at + 8)]
    // Only deflated entries may have their checksum behind them.
    expect([flags & 8, method]).toEqual([8, 8])
    const start = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28)
    const { buffer: body, engine } = inflateRawSync(bytes.subarray(start), { info: true }) as unknown as {
      buffer: Buffer
      engine: { bytesWritten: number }
    }
    const end = start + engine.bytesWritten
    expect([bytes.readUInt32LE(end), bytes.readUInt32LE(end + 4)]).toEqual([0x08074b50, crc32(body)])
    expect([bytes.readUInt32LE(end + 8), bytes.readUInt32LE(end + 12)]).toEqual([end - start, body.length])
    files.push(body)
    at = end + 16
  }
  return files
}

test('a program that reads it from the front finds every file, of whatever length', async () => {
  const bodies = [0, 1, 65_534, 65_535, 65_536, 131_070, 200_000].map((length) => Buffer.alloc(length, 'x'))
  const bytes = await written(bodies.map((body, at) => part(`${at}.pdf`, body)))
  expect(bytes.length).toBe(
    zipLength(bodies.map((body, at) => ({ name: `${at}.pdf`, sizeBytes: body.length }))),
  )
  expect(readAsStream(bytes).map((body) => body.length)).toEqual(bodies.map(({ length }) => length))
})

test('a file of another length than it was said to have ends the archive', async () => {
  for (const sizeBytes of [2, 4]) {
    const parts = [{ name: 'a', sizeBytes, open: async () => Readable.from([Buffer.from('abc')]) }]
    await expect(written(parts)).rejects.toThrow('than it was')
  }
})

test('a program that compares checksums reads every file, whatever its name', async () => {
  const file = fc.record({
    name: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 80 }),
    body: fc.uint8Array({ maxLength: 200 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(file, { maxLength: 5 }), async (files) => {
      const parts = files.map(({ name, body }) => part(name, Buffer.from(body)))
      const bytes = await written(parts)
      expect(bytes.length).toBe(zipLength(parts))
      const read: [string, Buffer][] = []
      const zip = await yauzl.fromBufferPromise(bytes, { decodeStrings: false })
      for await (const entry of zip.eachEntry()) {
        const body = await buffer(await zip.openReadStreamPromise(entry))
        expect(crc32(body)).toBe(entry.crc32)
        read.push([(entry.fileName as unknown as Buffer).toString(), body])
      }
      expect(read).toEqual(parts.map(({ name }, at) => [name, Buffer.from(files[at]?.body ?? [])]))
    }),
  )
})

test('a file is opened when its turn comes, and an error of one ends the archive', async () => {
  const opened: string[] = []
  const bad = (name: string, isLost: boolean) => ({
    name,
    sizeBytes: 1,
    open: async () => {
      opened.push(name)
      if (isLost) throw new Error('lost')
      return Readable.from([Buffer.from('x')])
    },
  })
  const archive = zipStream([bad('a', false), bad('b', true), bad('c', false)])
  await archive.next()
  expect(opened).toEqual(['a'])
  await expect(buffer(archive)).rejects.toThrow('lost')
  expect(opened).toEqual(['a', 'b'])
})

test('no two files have one name', () => {
  expect(differentNames(['a.pdf', 'A.pdf', 'a.pdf', 'b'])).toEqual(['a.pdf', 'A (2).pdf', 'a (3).pdf', 'b'])
})
