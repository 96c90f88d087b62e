import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { translator } from '#i18n/translate.ts'
import { currentFacts, shareImagePath } from '#server/features/seo/share-image.ts'
import { strangerContext } from '#server/front/request.ts'
import { member, openTestHouse, type Person, type TestHouse } from '../support/house.ts'
import { multipart, send } from '../support/http-client.ts'
import { pdf } from '../support/sheets.ts'

/*
 * A disk without a byte of room: a tiny file system where the tests may mount one, else folders nobody may write to.
 * The database lives elsewhere.
 */

const folder = mkdtempSync(join(tmpdir(), 'full-'))
const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder]).status === 0
const folders = ['files', 'cache/images', 'cache/og'].map((name) => join(folder, name))
let house: TestHouse
let seller: Person
let cover: string

beforeAll(async () => {
  house = await openTestHouse({ environment: { DATA_DIR: folder } })
  seller = await member(house, 'seller', { isSeller: true })
  const picture = sharp({ create: { width: 300, height: 400, channels: 3, background: '#0a6' } })
  await house.deps.storage.put('preview/1/1/cover.webp', await picture.webp().toBuffer())
  cover = house.deps.images.image('card', 'preview/1/1/cover.webp', { width: 300, height: 400 }).src
  fill()
})
afterAll(async () => {
  if (!isMounted) for (const path of folders) chmodSync(path, 0o755)
  if (isMounted) rmSync(join(folder, 'filler'))
  await house.close()
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
  const { text } = await send(house.base, { path: '/metrics' })
  return Number(new RegExp(`^${name}(?:\\{.*\\})? (\\d+)$`, 'm').exec(text)?.[1] ?? Number.NaN)
}

test('pictures are made and sent, only not kept', async () => {
  for (const accept of ['image/webp', '*/*']) {
    const answer = await send(house.base, { path: cover, headers: { Accept: accept } })
    expect(answer.status).toBe(200)
    expect((await sharp(answer.body).metadata()).width).toBe(240)
  }
  expect(await metric('aularium_disk_cache_not_kept_total')).toBeGreaterThan(0)
  expect(filesIn(join(folder, 'cache'))).toEqual([])
})

test('share images are drawn and sent, only not kept', async () => {
  const address = { world: 'de', kind: 'home', id: 0 } as const
  const facts = await currentFacts(strangerContext(house.deps, 'de'), address)
  if (!facts) throw new Error('no facts')
  const path = shareImagePath(house.deps, address, facts)
  for (let n = 0; n < 2; n++) {
    const answer = await send(house.base, { path })
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'image/png'])
  }
})

test('pages are made and shown, health is good', async () => {
  expect((await send(house.base, { path: '/de' })).status).toBe(200)
  expect((await send(house.base, { path: '/health/ready' })).status).toBe(200)
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
      Origin: new URL(house.base).origin,
      'Sec-Fetch-Site': 'same-origin',
      'X-CSRF-Token': client.cookies.get('csrf') ?? '',
    },
  })
  expect(answer.status).toBe(507)
  expect(answer.json<{ error: { code: string } }>().error.code).toBe('storage_full')
  const { n } = await house.deps.db
    .selectFrom('material')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  expect(n).toBe(0)
  const drafts = join(folder, 'files/.tmp')
  expect(filesIn(drafts)).toEqual([])
})

test('every world has words for it', () => {
  const texts = (['de', 'es', 'fr', 'gr', 'it', 'en'] as const).map((world) =>
    translator(world)('errors:storage_full'),
  )
  expect(new Set(texts).size).toBe(6)
  expect(texts.every((text) => text.length > 40)).toBe(true)
})
