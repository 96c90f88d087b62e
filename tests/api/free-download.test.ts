import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { strangerContext } from '#platform/context/context.ts'
import { linkToken } from '#platform/http/access/link-token.ts'
import { maxFreeDownloads } from '#platform/limits.ts'
import { url } from '#platform/routing/url.ts'
import { cleanFreeDownloads, freeMaterialPage } from '#shop/buying/free-downloads/server/service.ts'
import { materialRow, member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { createClient } from '../support/http-client.ts'

let app: TestApp
let seller: Person
let free: number
let file: number
let foreignFile: number
const email = 'frau.igel@schule.example'

beforeAll(async () => {
  app = await openTestApp()
  seller = await member(app, 'seller', { isSeller: true })
  free = await materialRow(app, { authorId: seller.id, price: 0, title: 'Igel im Herbst' })
  file = await withFile(free)
  foreignFile = await withFile(await materialRow(app, { authorId: seller.id, price: 390 }))
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.deps.db.deleteFrom('free_download').execute()
  await app.deps.db.deleteFrom('mail').execute()
})

const body = Buffer.from('%PDF-1.7 igel')

async function withFile(materialId: number): Promise<number> {
  const { db, storage } = app.deps
  const key = `test-${materialId}.pdf`
  await storage.put(key, body)
  const row = await db
    .insertInto('material_file')
    .values({
      ...{ world: 'de', material_id: materialId, type: 'material_file', storage_key: key, name: 'Igel.pdf' },
      ...{ media_type: 'application/pdf', size_bytes: body.length },
      sha256: createHash('sha256').update(body).digest(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

const page = (id: number) => url('material', { world: 'de', id, slug: 'brueche-addieren' })
const ask = (to = email, id = free) =>
  createClient(app.base).submit(page(id), { intent: 'send-free-material', email: to })
const mails = () =>
  app.deps.db.selectFrom('mail').select(['recipient', 'text', 'unsubscribe_url']).orderBy('id').execute()

async function link(): Promise<string> {
  expect((await ask()).status).toBe(303)
  const [mail] = await mails()
  return new URL(/https?:\S+\/gratis-material\/\S+/.exec(mail?.text ?? '')?.[0] ?? 'http://none/').pathname
}

const take = (path: string, fileId = file) =>
  createClient(app.base).submit(path, { intent: 'take-free-file', fileId: String(fileId) })

describe('a free material by mail', () => {
  test('goes to the mailbox that was typed, and gives the file without an account', async () => {
    expect((await ask()).headers.location).toBe(`${page(free)}#free-sent`)
    const [mail] = await mails()
    expect([mail?.recipient, mail?.unsubscribe_url]).toEqual([email, null])
    await app.deps.db.deleteFrom('free_download').execute()
    await app.deps.db.deleteFrom('mail').execute()
    const path = await link()
    const client = createClient(app.base)
    const taken = await client.submit(path, { intent: 'take-free-file', fileId: String(file) })
    expect(taken.status).toBe(303)
    const got = await createClient(app.base).get(taken.headers.location ?? '')
    expect([got.status, got.headers['content-type'], got.body]).toEqual([200, 'application/pdf', body])
    expect(got.headers['content-disposition']).toContain('attachment')
  })

  test('is one mail for two clicks, and no flood for one address', async () => {
    await Promise.all([ask(), ask()])
    await ask()
    expect(await mails()).toHaveLength(1)
    for (let n = 0; n < 12; n += 1) {
      const id = await materialRow(app, { authorId: seller.id, price: 0 })
      expect((await ask(email, id)).status).toBe(303)
    }
    expect((await mails()).length).toBe(10)
  })

  test('is refused for what costs, is gone or is no address, and nothing is sent', async () => {
    const paid = await materialRow(app, { authorId: seller.id, price: 390 })
    const gone = await materialRow(app, { authorId: seller.id, price: 0, status: 'deleted' })
    const draft = await materialRow(app, { authorId: seller.id, price: 0, status: 'draft' })
    expect((await ask(email, paid)).status).toBe(422)
    expect((await ask(email, gone)).status).toBe(410)
    expect((await ask(email, draft)).status).toBe(404)
    for (const typed of [
      '',
      'x',
      'a@b',
      'a@x.de\r\nBcc: b@x.de',
      'a@x.de, b@x.de',
      `${'a'.repeat(300)}@x.de`,
    ])
      expect([typed, (await ask(typed)).status]).toEqual([typed, 422])
    expect(await mails()).toEqual([])
  })
})

describe('its link', () => {
  test('gives so many downloads and no more, also when all come at once; looking is free', async () => {
    const path = await link()
    await createClient(app.base).get(path)
    const answers = await Promise.all(Array.from({ length: maxFreeDownloads + 3 }, () => take(path)))
    const states = answers.map(({ status }) => status).sort()
    expect(states.filter((status) => status === 303)).toHaveLength(maxFreeDownloads)
    expect(states.filter((status) => status === 410)).toHaveLength(3)
    const stranger = strangerContext(app.deps, 'de')
    expect((await freeMaterialPage(stranger, path.split('/').at(-1) ?? '')).left).toBe(0)
  })

  test('gives no other file, and nothing once the material is not public', async () => {
    const path = await link()
    expect((await take(path, foreignFile)).status).toBe(404)
    const odd = { intent: 'take-free-file', fileId: '1 or 1=1' }
    expect((await createClient(app.base).submit(path, odd)).status).toBe(422)
    const address = (await take(path)).headers.location ?? ''
    const set = (status: 'published' | 'blocked') =>
      app.deps.db.updateTable('material').set({ status }).where('id', '=', free).execute()
    await set('blocked')
    expect((await take(path)).status).toBe(410)
    expect((await createClient(app.base).get(address)).status).toBe(410)
    await set('published')
    const forged = address.replace(/.$/, address.endsWith('A') ? 'B' : 'A')
    expect((await createClient(app.base).get(forged)).status).toBe(404)
  })

  test('of a bundle gives what is in it', async () => {
    const bundle = await materialRow(app, { authorId: seller.id, price: 0 })
    await app.deps.db
      .insertInto('bundle_item')
      .values({ world: 'de', bundle_id: bundle, material_id: free, position: 0 })
      .execute()
    await ask(email, bundle)
    const [mail] = await mails()
    const { pathname } = new URL(/https?:\S+\/gratis-material\/\S+/.exec(mail?.text ?? '')?.[0] ?? '')
    const taken = await take(pathname)
    expect((await createClient(app.base).get(taken.headers.location ?? '')).body).toEqual(body)
    expect((await take(pathname, foreignFile)).status).toBe(404)
  })

  test('is over when forged, old, of another world or purpose, or forgotten', async () => {
    const path = await link()
    const token = path.split('/').at(-1) ?? ''
    const { env, db } = app.deps
    const { id } = await db.selectFrom('free_download').select('id').executeTakeFirstOrThrow()
    const of = (each: string) => url('free-download', { world: 'de', token: each })
    const wrong = [
      path.replace(/.$/, path.endsWith('A') ? 'B' : 'A'),
      url('free-download', { world: 'fr', token }),
      of(linkToken(env, { purpose: 'free-download', world: 'de', id, days: -1 })),
      of(linkToken(env, { purpose: 'rate', world: 'de', id, days: 1 })),
      of('x'),
    ]
    for (const each of wrong) expect([each, (await take(each)).status]).toEqual([each, 410])
    await db
      .updateTable('free_download')
      .set({ created_at: new Date(Date.now() - 9 * 86_400_000) })
      .execute()
    await cleanFreeDownloads(app.deps)
    expect((await take(path)).status).toBe(410)
  })
})
