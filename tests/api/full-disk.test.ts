import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { strangerContext } from '#platform/context/context.ts'
import { translator } from '#platform/i18n/translate.ts'
import { url } from '#platform/routing/url.ts'
import { currentFacts, shareImagePath } from '#shop/catalogue/seo/server/share-image.ts'
import { member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { multipart, send } from '../support/http-client.ts'
import { rawConnection } from '../support/raw-socket.ts'
import { pdf } from '../support/sheets.ts'

/*
 * A disk without a byte of room: a tiny file system where the tests may mount one, else folders nobody may write to.
 * The database lives elsewhere.
 */

const folder = mkdtempSync(join(tmpdir(), 'full-'))
const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder]).status === 0
const folders = ['files', 'cache/images', 'cache/og'].map((name) => join(folder, name))
let app: TestApp
let seller: Person
let cover: string

beforeAll(async () => {
  app = await openTestApp({ environment: { DATA_DIR: folder } })
  seller = await member(app, 'seller', { isSeller: true })
  const picture = sharp({ create: { width: 300, height: 400, channels: 3, background: '#0a6' } })
  await app.deps.storage.put('preview/1/1/cover.webp', await picture.webp().toBuffer())
  cover = app.deps.images.image('card', 'preview/1/1/cover.webp', { width: 300, height: 400 }).src
  fill()
})
afterAll(async () => {
  if (!isMounted) for (const path of folders) chmodSync(path, 0o755)
  if (isMounted) rmSync(join(folder, 'filler'))
  await app.close()
  if (isMounted) spawnSync('umount', [folder])
  rmSync(folder, { recursive: true, force: true })
})

function fill(): void {
  if (!isMounted) {
    for (const path of folders) {
      mkdirSync(path, { recursive: true })
      chmodSync(path, 0o555)
    }
    return
  }
  for (const size of [65_536, 4096, 1]) {
    for (;;) {
      try {
        writeFileSync(join(folder, 'filler'), Buffer.alloc(size), { flag: 'a' })
      } catch {
        break
      }
    }
  }
}

function filesIn(path: string): string[] {
  if (!existsSync(path)) return []
  const entries = readdirSync(path, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}

async function metric(name: string): Promise<number> {
  const { text } = await send(app.base, { path: '/metrics' })
  return Number(new RegExp(`^${name}(?:\\{.*\\})? (\\d+)$`, 'm').exec(text)?.[1] ?? Number.NaN)
}

test('pictures are made and sent, only not cached', async () => {
  for (const accept of ['image/webp', '*/*']) {
    const answer = await send(app.base, { path: cover, headers: { Accept: accept } })
    expect(answer.status).toBe(200)
    expect((await sharp(answer.body).metadata()).width).toBe(240)
  }
  expect(await metric('aularium_disk_cache_not_kept_total')).toBeGreaterThan(0)
  expect(filesIn(join(folder, 'cache'))).toEqual([])
})

test('share images are drawn and sent, only not cached', async () => {
  const address = { world: 'de', kind: 'home', id: 0 } as const
  const facts = await currentFacts(strangerContext(app.deps, 'de'), address)
  if (!facts) throw new Error('no facts')
  const path = shareImagePath(app.deps, address, facts)
  for (let n = 0; n < 2; n++) {
    const answer = await send(app.base, { path })
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'image/png'])
  }
})

test('pages are made and shown, health is good', async () => {
  expect((await send(app.base, { path: '/de' })).status).toBe(200)
  expect((await send(app.base, { path: '/health/ready' })).status).toBe(200)
})

test('an upload is told so, in words, and leaves nothing half done', async () => {
  const { client } = seller
  await client.get('/api/v1/csrf')
  const { body, contentType } = multipart([
    { name: 'title', value: 'Brüche kürzen' },
    { name: 'files', value: { fileName: 'a.pdf', mediaType: 'application/pdf', body: await pdf(40) } },
  ])
  const answer = await client.send({
    method: 'POST',
    path: '/api/v1/materials?world=de',
    body,
    headers: {
      'Content-Type': contentType,
      'Content-Length': String(body.length),
      Origin: new URL(app.base).origin,
      'Sec-Fetch-Site': 'same-origin',
      'X-CSRF-Token': client.cookies.get('csrf') ?? '',
    },
  })
  expect(answer.status).toBe(507)
  expect(answer.json<{ error: { code: string } }>().error.code).toBe('storage_full')
  const { n } = await app.deps.db
    .selectFrom('material')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  expect(n).toBe(0)
  const drafts = join(folder, 'files/.tmp')
  expect(filesIn(drafts)).toEqual([])
})

test.each([
  ['at once, however much is still to come', 3_000_000],
  ['also when it is here', 300_000],
])('a large upload is told so %s', async (_, bytes) => {
  const { client } = seller
  await client.get('/api/v1/csrf')
  for (const [path, name] of [
    ['/api/v1/materials?world=de', 'files'],
    ['/api/v3/user-details/avatar', 'file'],
    [`${url('upload', { world: 'de' })}?intent=upload-listing`, 'files'],
  ] as const) {
    const file = { fileName: 'a.pdf', mediaType: 'application/pdf', body: Buffer.alloc(bytes, 'x') }
    const { body, contentType } = multipart([
      { name: 'title', value: 'Brüche kürzen' },
      { name, value: file },
    ])
    const headers = {
      Host: new URL(app.base).host,
      Cookie: [...client.cookies].map(([cookie, value]) => `${cookie}=${value}`).join('; '),
      'Content-Type': contentType,
      // The rest never comes: nobody waits for it.
      'Content-Length': String(body.length + (bytes > 1_000_000 ? 100_000_000 : 0)),
      Origin: new URL(app.base).origin,
      'Sec-Fetch-Site': 'same-origin',
      'X-CSRF-Token': client.cookies.get('csrf') ?? '',
    }
    const connection = rawConnection(app.base)
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    connection.send(`POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n`)
    connection.send(body)
    const [answer] = await connection.answers(1, 3000)
    expect([path, answer?.status]).toEqual([path, 507])
    if (bytes > 1_000_000) expect(await connection.ends(5000)).toBe(true)
    connection.close()
    expect(filesIn(join(folder, 'files/.tmp'))).toEqual([])
  }
})

test('every world has words for it', () => {
  const texts = (['de', 'es', 'fr', 'gr', 'it', 'en'] as const).map((world) =>
    translator(world)('errors:storage_full'),
  )
  expect(new Set(texts).size).toBe(6)
  expect(texts.every((text) => text.length > 40)).toBe(true)
})
