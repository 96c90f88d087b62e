import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { send } from '../../../../tests/support/http-client.ts'
import { compressedSides, sideEndings } from './compressed-files.ts'
import { createStaticFiles } from './static-files.ts'

const script = Buffer.from('export const word = "Bruchrechnung"\n'.repeat(200))
let folder: string
let server: Server
let base: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'static-'))
  mkdirSync(join(folder, '_astro'))
  writeFileSync(join(folder, '_astro/a.T1.js'), script)
  for (const { encoding, bytes } of compressedSides(script))
    writeFileSync(join(folder, `_astro/a.T1.js${sideEndings[encoding]}`), bytes)
  writeFileSync(join(folder, 'site.webmanifest'), '{}')
  for (const name of ['p.png', 'gone.png']) writeFileSync(join(folder, name), 'png')
  const files = createStaticFiles(folder)
  server = createServer((request, response) => files(request, response, () => response.writeHead(404).end()))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true })
})

const get = (accept: string | undefined, path = '/_astro/a.T1.js', more: Record<string, string> = {}) =>
  send(base, { path, headers: { ...(accept === undefined ? {} : { 'Accept-Encoding': accept }), ...more } })

test.each([
  ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
  ['gzip, zstd', 'gzip', gunzipSync],
  ['br;q=0, zstd;q=0, gzip', 'gzip', gunzipSync],
  ['gzip;q=1.0, br; q=0.0', 'gzip', gunzipSync],
])('%s gets %s, with the type of what is inside', async (accept, encoding, open) => {
  const answer = await get(accept)
  expect(answer.headers).toMatchObject({
    'content-encoding': encoding,
    'content-type': 'text/javascript;charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'Accept-Encoding',
    'content-length': String(answer.body.length),
  })
  expect(open(answer.body)).toEqual(script)
})

test.each([undefined, 'identity', 'br;q=0', 'deflate', 'br;q=0, zstd'])(
  '%s gets the file as it is',
  async (accept) => {
    const answer = await get(accept)
    expect(answer.headers['content-encoding']).toBeUndefined()
    expect(answer.headers.vary).toBe('Accept-Encoding')
    expect(answer.body).toEqual(script)
  },
)

test('who has it is told so, per encoding; a query changes nothing', async () => {
  const { headers } = await get('br', '/_astro/a.T1.js?v=1')
  const again = await get('br', '/_astro/a.T1.js', { 'If-None-Match': headers.etag ?? '' })
  expect([again.status, again.headers.vary, again.body.length]).toEqual([304, 'Accept-Encoding', 0])
  expect((await get('gzip', '/_astro/a.T1.js', { 'If-None-Match': headers.etag ?? '' })).status).toBe(200)
})

test('no side file: as it is; pictures are left alone; nothing is nothing', async () => {
  expect((await get('br', '/site.webmanifest')).text).toBe('{}')
  expect((await get('br', '/p.png')).headers.vary).toBeUndefined()
  expect((await get('br', '/none.js')).status).toBe(404)
})

test('a file that went since the start ends its own answer and nothing else', async () => {
  rmSync(join(folder, 'gone.png'))
  await expect(get(undefined, '/gone.png')).rejects.toThrow()
  expect((await get(undefined, '/p.png')).status).toBe(200)
})
