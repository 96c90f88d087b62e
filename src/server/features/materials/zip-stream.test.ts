import { Readable } from 'node:stream'
import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { differentNames, zipLength, zipStream } from './zip-stream.ts'

const part = (name: string, bytes: Buffer) => ({
  name,
  sizeBytes: bytes.length,
  open: async () => Readable.from([bytes.subarray(0, 3), bytes.subarray(3)]),
})

test('others read what is written, and it is as long as was said', async () => {
  const parts = [
    part('Blätter/Übung 1.pdf', Buffer.from('eins und zwei')),
    part('b.txt', Buffer.from('drei')),
  ]
  const pieces: Buffer[] = []
  for await (const piece of zipStream(parts)) pieces.push(piece)
  const bytes = Buffer.concat(pieces)
  expect(bytes.length).toBe(zipLength(parts))
  const files = Object.entries(unzipSync(bytes)).map(([name, file]) => [name, Buffer.from(file).toString()])
  expect(files).toEqual([
    ['Blätter/Übung 1.pdf', 'eins und zwei'],
    ['b.txt', 'drei'],
  ])
})

test('no two files have one name', () => {
  expect(differentNames(['a.pdf', 'A.pdf', 'a.pdf', 'b'])).toEqual(['a.pdf', 'A (2).pdf', 'a (3).pdf', 'b'])
})
