import { afterAll, beforeAll, expect, test } from 'vitest'
import { url } from '#platform/routing/url.ts'
import type { BulkResult } from '#shop/selling/materials/rules/bulk-contract.ts'
import { materialRow, member, openTestApp, type Person, type TestApp } from '../support/app.ts'

/** Who says which materials are electronic publications, and by which rule. */

let app: TestApp
let author: Person
let sheet: number
let film: number

beforeAll(async () => {
  app = await openTestApp()
  author = await member(app, 'author', { isSeller: true })
  sheet = await withFile('Blatt.pdf', 'application/pdf')
  film = await withFile('Film.mp4', 'video/mp4')
})
afterAll(() => app.close())

async function withFile(name: string, media_type: string): Promise<number> {
  const id = await materialRow(app, { authorId: author.id, title: name })
  await app.deps.db
    .insertInto('material_file')
    .values({
      ...{ world: 'de', material_id: id, type: 'material_file', name, media_type },
      ...{ storage_key: `material-file/${id}`, size_bytes: 1, sha256: Buffer.alloc(32), position: 0 },
    })
    .execute()
  return id
}

async function publications(): Promise<number[]> {
  const rows = await app.deps.db.selectFrom('publication_material').select('material_id').execute()
  return rows.map((row) => row.material_id)
}

async function classify({ client }: Person, id: number, isPublication = true) {
  return await client.api('PUT', `/v1/materials/${id}/tax-class?world=de`, { isPublication })
}

test('authors say it of their own, as far as the rule for files goes', async () => {
  expect((await classify(author, sheet)).status).toBe(200)
  const refused = await classify(author, film)
  expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('isPublication')])
  expect(await publications()).toEqual([sheet])
  expect((await classify(author, film, false)).status).toBe(200)
  expect((await classify(author, sheet, false)).status).toBe(200)
  expect(await publications()).toEqual([])
})

test('of somebody else’s there is nothing to say, except for finance', async () => {
  const other = await member(app, 'other', { isSeller: true })
  expect((await classify(other, sheet)).status).toBe(404)
  const buyer = await member(app, 'buyer')
  expect((await classify(buyer, sheet)).status).toBe(403)
  const finance = await member(app, 'finance', { role: 'finance' })
  expect((await classify(finance, film)).status).toBe(200)
  expect(await publications()).toEqual([film])
  await classify(finance, film, false)
})

test('many at once: those whose files are none are skipped and named', async () => {
  const answer = await author.client.api('POST', '/v3/sales/bulk-tax-class?world=de', {
    ids: [sheet, film],
    isPublication: true,
  })
  const { done, skipped } = answer.json<BulkResult>()
  expect([done.map(({ id }) => id), skipped.map(({ id }) => id)]).toEqual([[sheet], [film]])
  expect(await publications()).toEqual([sheet])
})

test('by the form of the edit page', async () => {
  const page = url('edit-material', { world: 'de', materialId: sheet })
  const sent = await author.client.submit(page, { intent: 'set-tax-class', taxClass: 'standard' })
  expect([sent.status, sent.headers.location]).toEqual([303, `${page}#tax-saved`])
  expect(await publications()).toEqual([])
})
