import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { translator } from '#platform/i18n/translate.ts'
import { maxAuthorBytes, maxUploadsPerDay } from '#platform/limits.ts'
import { url } from '#platform/routing/url.ts'
import { liveWorlds } from '#platform/routing/worlds.ts'
import { member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { multipart } from '../support/http-client.ts'
import { pdf } from '../support/sheets.ts'

/** Nobody fills the disk alone: bytes in all and uploads of a day. */

let app: TestApp
let seller: Person
let other: Person
let sheet: Buffer

beforeAll(async () => {
  app = await openTestApp()
  seller = await member(app, 'seller', { isSeller: true })
  other = await member(app, 'other', { isSeller: true })
  sheet = await pdf(1)
  await Promise.all([seller, other].map(({ client }) => client.get('/api/v1/csrf')))
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.deps.db.deleteFrom('author_upload').execute()
  await app.deps.db.updateTable('material').set({ video_bytes: 0 }).execute()
})

async function upload({ client }: Person, path = '/api/v1/materials?world=de') {
  const { body, contentType } = multipart([
    { name: 'title', value: 'Brüche kürzen' },
    { name: 'files', value: { fileName: 'a.pdf', mediaType: 'application/pdf', body: sheet } },
  ])
  const answer = await client.send({
    method: 'POST',
    path,
    body,
    headers: {
      'Content-Type': contentType,
      'Content-Length': String(body.length),
      Origin: new URL(app.base).origin,
      'Sec-Fetch-Site': 'same-origin',
      'X-CSRF-Token': client.cookies.get('csrf') ?? '',
    },
  })
  const code = /^\{/.test(answer.text) ? answer.json<{ error?: { code: string } }>().error?.code : undefined
  return { status: answer.status, code }
}

async function haveUploaded(uploads: number, day = new Date().toISOString().slice(0, 10)): Promise<void> {
  await app.deps.db.insertInto('author_upload').values({ account_id: seller.id, day, uploads }).execute()
}

async function materials(): Promise<number> {
  const { n } = await app.deps.db
    .selectFrom('material')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('author_id', '=', seller.id)
    .executeTakeFirstOrThrow()
  return Number(n)
}

test('D2 74: uploads of a day, also when they come at once; others and tomorrow are free', async () => {
  await haveUploaded(maxUploadsPerDay - 2)
  const before = await materials()
  const answers = await Promise.all(Array.from({ length: 6 }, () => upload(seller)))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(2)
  expect(answers.filter(({ code }) => code === 'upload_quota')).toHaveLength(4)
  expect(await materials()).toBe(before + 2)
  expect(await upload(seller)).toEqual({ status: 429, code: 'upload_quota' })
  expect((await upload(seller, `${url('upload', { world: 'de' })}?intent=upload-listing`)).status).toBe(429)
  expect((await upload(other)).status).toBe(201)
  await app.deps.db.updateTable('author_upload').set({ day: '2026-01-01' }).execute()
  expect((await upload(seller)).status).toBe(201)
})

test('D2 74: bytes in all, also when they come at once', async () => {
  expect((await upload(seller)).status).toBe(201)
  const { id, stored } = await app.deps.db
    .selectFrom('material')
    .innerJoin('material_file as file', 'file.material_id', 'material.id')
    .where('author_id', '=', seller.id)
    .select((eb) => [eb.fn.max('material.id').as('id'), eb.fn.sum<number>('file.size_bytes').as('stored')])
    .executeTakeFirstOrThrow()
  const room = 2 * sheet.length + 10
  await app.deps.db
    .updateTable('material')
    .set({ video_bytes: maxAuthorBytes - Number(stored) - room })
    .where('id', '=', id)
    .execute()
  const answers = await Promise.all(Array.from({ length: 5 }, () => upload(seller)))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(2)
  expect(answers.filter(({ code, status }) => code === 'storage_quota' && status === 422)).toHaveLength(3)
  expect((await upload(other)).status).toBe(201)
})

test('every world has words for it', () => {
  for (const code of ['upload_quota', 'storage_quota', 'pdf_active', 'request_timeout'] as const) {
    const texts = liveWorlds().map(({ world }) => translator(world)(`errors:${code}`))
    expect(new Set(texts).size).toBe(6)
  }
})
