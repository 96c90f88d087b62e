import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClamd } from './clamd.ts'

/** A clamd that finds whatever says VIRUS, and is as short as the real one: clamd(8), INSTREAM. */

let folder: string
let server: Server
let path: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clamd-'))
  path = join(folder, 'clamd.sock')
  server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(path, resolve))
})
afterAll(async () => {
  server.close()
  await rm(folder, { recursive: true })
})

function answer(socket: Socket): void {
  let bytes = Buffer.alloc(0)
  socket.on('data', (chunk: Buffer) => {
    bytes = Buffer.concat([bytes, chunk])
    const said = readStream(bytes)
    if (said !== undefined) socket.end(said.includes('VIRUS') ? 'stream: Test-Virus FOUND\0' : 'stream: OK\0')
  })
}

/** The file of a whole INSTREAM, piece by piece; undefined while it is not whole. */
function readStream(bytes: Buffer): Buffer | undefined {
  const command = 'zINSTREAM\0'
  if (bytes.toString('latin1', 0, command.length) !== command) return undefined
  const pieces: Buffer[] = []
  for (let at = command.length; at + 4 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    if (length === 0) return Buffer.concat(pieces)
    pieces.push(bytes.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return undefined
}

async function file(text: string): Promise<string> {
  const name = join(folder, 'file')
  await writeFile(name, text)
  return name
}

test('clean and infected files, also of many pieces', async () => {
  const clamd = createClamd({ path })
  expect(await clamd.scan(await file('harmless'))).toBeUndefined()
  expect(await clamd.scan(await file(`${'x'.repeat(300_000)}VIRUS`))).toBe('Test-Virus')
})

test('nobody there: the file is not taken for clean', async () => {
  await expect(createClamd({ path: join(folder, 'none') }).scan(await file('x'))).rejects.toMatchObject({
    code: 'unavailable',
  })
})
