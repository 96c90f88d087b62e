import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cleanFiles } from '#shop/selling/materials/server/files/cleaning.ts'
import { keepFormerFiles, listFiles } from '#shop/selling/materials/server/files/file-queries.ts'
import { stampFiles } from '#shop/selling/materials/server/files/stamping.ts'
import { member, openTestApp, type TestApp } from '../support/app.ts'
import { docx } from '../support/files.ts'
import { pdf } from '../support/sheets.ts'
import { sold } from '../support/till.ts'

/** Files that an older version stored with the name of who made them. */

let app: TestApp

beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

const maker = 'Petra Beispiel'

test('files of an older version are cleaned again, once, a few at a time, and buyers get the cleaned ones', async () => {
  const { db, storage } = app.deps
  const author = await member(app, 'author', { isSeller: true })
  const sale = await sold(app, { sellers: [author], prices: [390] })
  const [materialId = 0] = sale.materialIds
  const word = docx(['Hallo'], {}, maker)
  const bytes = [
    await pdf(1, { info: { Author: maker } }),
    word,
    docx(['Früher'], {}, maker),
    Buffer.from('PK nothing'),
  ]
  const names = ['blatt.pdf', 'blatt.docx', 'frueher.docx', 'kaputt.docx']
  const keys: string[] = []
  for (const [position, body] of bytes.entries()) {
    const { key, sizeBytes, sha256 } = await storage.put(`material/aa/${position}-${names[position]}`, body)
    keys.push(key)
    const kind = position === 0 ? 'application/pdf' : 'application/msword'
    await sql`insert into material_file (world, material_id, type, storage_key, name, media_type, size_bytes, sha256, position)
      values ('de', ${materialId}, ${position === 0 ? 'material_file' : 'sources'}, ${key}, ${names[position]}, ${kind},
        ${sizeBytes}, ${sha256}, ${position})`.execute(db)
  }
  const place = { world: 'de', materialId }
  const former = (await listFiles(db, place)).filter(({ name }) => name === 'frueher.docx')
  await db.deleteFrom('material_file').where('name', '=', 'frueher.docx').execute()
  expect(await keepFormerFiles(db, place, former)).toBe(true)
  const wish = {
    world: 'de' as const,
    accountId: sale.buyer.id,
    number: '2026-000001',
    materialIds: [materialId],
  }
  await stampFiles(app.deps, wish)
  const copy = await db.selectFrom('stamped_file').selectAll().executeTakeFirstOrThrow()

  const waiting = async () => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from (
      select cleaned_by from material_file union all select cleaned_by from material_former_file
      union all select cleaned_by from stamped_file) file where cleaned_by = 0`.execute(db)
    return rows[0]?.count
  }
  expect(await waiting()).toBe(5)
  await cleanFiles(app.deps, 2)
  expect(await waiting()).toBe(3)
  // Two processes at once, and one more run.
  await Promise.all([cleanFiles(app.deps), cleanFiles(app.deps)])
  expect(await waiting()).toBe(0)
  const rows = async () =>
    (
      await sql<{ storage_key: string; sha256: Buffer; size: number }>`
        select storage_key, sha256, size_bytes::int as size from material_file where name <> 'kaputt.docx'
        union all select storage_key, sha256, size_bytes::int from material_former_file
        union all select storage_key, sha256, size_bytes::int from stamped_file order by 1`.execute(db)
    ).rows
  const cleaned = await rows()
  for (const row of cleaned) {
    expect(keys).not.toContain(row.storage_key)
    const stored = await storage.readBuffer(row.storage_key)
    expect(stored.length).toBe(row.size)
  }
  await cleanFiles(app.deps)
  expect(await rows()).toEqual(cleaned)
  const remaining = await db
    .selectFrom('material_file')
    .selectAll()
    .where('name', '=', 'kaputt.docx')
    .executeTakeFirstOrThrow()
  expect(remaining.storage_key).toBe(keys[3])

  await sql`update stamped_file set made_at = now() - interval '1 minute'`.execute(db)
  const answer = await sale.buyer.client.api('GET', '/v1/bought-materials?world=de')
  const { materials } = answer.json<{ materials: { files: { name: string; downloadUrl: string }[] }[] }>()
  const given = new Map<string, Buffer>()
  for (const { name, downloadUrl } of materials[0]?.files ?? [])
    given.set(name, (await sale.buyer.client.send({ path: downloadUrl })).body)
  const stamped = await db.selectFrom('stamped_file').select('storage_key').executeTakeFirstOrThrow()
  expect(given.get('blatt.pdf')).toEqual(await storage.readBuffer(stamped.storage_key ?? ''))
  expect(given.get('blatt.pdf')?.includes(maker)).toBe(false)
  const clean = await db
    .selectFrom('material_file')
    .select('storage_key')
    .where('name', '=', 'blatt.docx')
    .executeTakeFirstOrThrow()
  expect(given.get('blatt.docx')).toEqual(await storage.readBuffer(clean.storage_key))
  expect(given.get('blatt.docx')).not.toEqual(word)
  const { rows: jobs } = await sql<{ keys: string[] }>`
    select data->'keys' as keys from jobs.job where name = 'delete_files'`.execute(db)
  expect(jobs.flatMap((job) => job.keys).toSorted()).toEqual(
    [...keys.slice(0, 3), copy.storage_key].toSorted(),
  )
})
