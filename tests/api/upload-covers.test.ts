import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLibreOffice } from '#platform/gateways/office/libreoffice.ts'
import { url } from '#platform/routing/url.ts'
import type { MaterialDetail } from '#platform/rules/contract/material.ts'
import { allFilesUrl } from '#shop/selling/materials/server/files/download.ts'
import { lookAtPages } from '#shop/selling/materials/server/previews/look-jobs.ts'
import { makePreviews } from '#shop/selling/materials/server/previews/previews.ts'
import type { StoredMaterial } from '#shop/selling/materials/server/queries.ts'
import { member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { docx, type Parts } from '../support/files.ts'
import { multipart } from '../support/http-client.ts'
import { pdf, scannedPdf } from '../support/sheets.ts'

/** What others see of files that are no PDF, and who is told when two authors have the same. */

let app: TestApp
let seller: Person
let other: Person

beforeAll(async () => {
  app = await openTestApp()
  seller = await member(app, 'seller', { isSeller: true })
  other = await member(app, 'other', { isSeller: true })
  await Promise.all([seller, other].map(({ client }) => client.get('/api/v1/csrf')))
})
afterAll(() => app.close())

const fields = {
  title: 'Wortarten bestimmen',
  description: 'Übungen',
  subjects: 'de-mathematics',
  grades: '6',
  schoolTypes: 'sek1-gym',
  materialType: 'worksheet',
  isOwnWork: '1',
  aiUse: 'none',
  price: '2,50',
  action: 'publish',
}

async function publish({ client }: Person, fileName: string, body: Buffer): Promise<number> {
  const form = multipart([
    ...Object.entries(fields).map(([name, value]) => ({ name, value })),
    { name: 'files', value: { fileName, mediaType: 'application/octet-stream', body } },
  ])
  const answer = await client.send({
    method: 'POST',
    path: '/api/v1/materials?world=de',
    body: form.body,
    headers: {
      'Content-Type': form.contentType,
      'Content-Length': String(form.body.length),
      Origin: new URL(app.base).origin,
      'Sec-Fetch-Site': 'same-origin',
      'X-CSRF-Token': client.cookies.get('csrf') ?? '',
    },
  })
  expect(answer.json()).toMatchObject({ status: 'published', problems: {} })
  return answer.json<{ materialId: number }>().materialId
}

async function drawn(materialId: number): Promise<StoredMaterial & { pages: number }> {
  await makePreviews(app.deps, { world: 'de', materialId })
  const { db } = app.deps
  const row = await db
    .selectFrom('material')
    .selectAll()
    .where('id', '=', materialId)
    .executeTakeFirstOrThrow()
  const pages = await db
    .selectFrom('material_preview')
    .select('position')
    .where('material_id', '=', materialId)
    .execute()
  return { ...row, pages: pages.length }
}

const words = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => `Wort${from + at}`).join(' ')
const reviews = () => app.deps.db.selectFrom('listing_review').selectAll().orderBy('material_id').execute()
const text = (from: number, more: Parts = {}, author = 'A') => docx([words(from, 300)], more, author)

test('a Word file has a cover and the beginning of its text, a picture itself, a recording a cover', async () => {
  const picture = sharp({ create: { width: 300, height: 200, channels: 3, background: '#0a6' } })
    .png()
    .toBuffer()
  const made = [
    await drawn(await publish(seller, 'wortarten.docx', text(0))),
    await drawn(await publish(seller, 'bild.png', await picture)),
    await drawn(
      await publish(seller, 'ton.mp3', Buffer.concat([Buffer.from('fffb9064', 'hex'), Buffer.alloc(2000)])),
    ),
  ]
  expect(made.map(({ preview_state, pages }) => [preview_state, pages])).toEqual([
    ['ready', 1],
    ['ready', 1],
    ['ready', 0],
  ])
  for (const { cover_key } of made) {
    const { width = 0, height = 0 } = await sharp(
      await app.deps.storage.readBuffer(cover_key ?? ''),
    ).metadata()
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(200)
  }
})

test('where LibreOffice is installed its pages are shown; when it fails there is the cover', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'soffice-'))
  await writeFile(join(folder, 'three.pdf'), await pdf(3))
  const program = async (name: string, lines: string) => {
    const path = join(folder, name)
    await writeFile(path, `#!/bin/sh\n${lines}\n`)
    await chmod(path, 0o755)
    return createLibreOffice(path)
  }
  // Its last three words: --outdir, the folder, the source.
  const good = await program(
    'good',
    `while [ $# -gt 2 ]; do shift; done; cp ${folder}/three.pdf "$1/source.pdf"`,
  )
  const bad = await program('bad', 'exit 1')
  const id = await publish(seller, 'folien.docx', text(5000))
  const deps = { ...app.deps, officeConverter: good }
  await makePreviews(deps, { world: 'de', materialId: id })
  const pages = () =>
    app.deps.db.selectFrom('material_preview').select('position').where('material_id', '=', id).execute()
  expect(await pages()).toHaveLength(3)
  await app.deps.db.updateTable('material').set({ preview_state: 'pending' }).where('id', '=', id).execute()
  await makePreviews({ ...deps, officeConverter: bad }, { world: 'de', materialId: id })
  expect(await pages()).toHaveLength(1)
  await rm(folder, { recursive: true })
})

test('the same file, and nearly the same text, of another author is somebody’s to look at', async () => {
  await publish(seller, 'meins.docx', text(10_000, {}, 'Petra'))
  expect(await reviews()).toEqual([])
  const same = await publish(other, 'kopie.docx', text(10_000, {}, 'Paul'))
  const changed = docx([words(10_000, 280), 'und etwas ganz anderes am Ende'], { 'word/media/a.png': 'x' })
  const alike = await publish(other, 'umgebaut.docx', changed)
  await publish(other, 'eigenes.docx', text(20_000))
  expect(await reviews()).toMatchObject([
    {
      material_id: same,
      state: 'proposed',
      reasons: [{ kind: 'same_file', fileName: 'kopie.docx', percent: 100 }],
    },
    { material_id: alike, state: 'proposed', reasons: [{ kind: 'same_text', fileName: 'umgebaut.docx' }] },
  ])
})

test('what an author has twice is nobody’s business', async () => {
  const before = (await reviews()).length
  const sheet = await pdf(4)
  await publish(seller, 'a.pdf', sheet)
  await publish(seller, 'b.pdf', sheet)
  expect(await reviews()).toHaveLength(before)
})

test('what an author says of the pages is read where they are shown, and goes with the file', async () => {
  const id = await publish(seller, 'a.pdf', await pdf(3))
  await makePreviews(app.deps, { world: 'de', materialId: id })
  const detail = async () =>
    (await seller.client.get(`/api/v1/materials/${id}?world=de`)).json<MaterialDetail>()
  const say = (change: object) => seller.client.api('PUT', `/v1/materials/${id}`, change)
  const altOf = ({ previews }: MaterialDetail) => previews.map(({ alt }) => alt)
  expect(altOf(await detail())).toEqual([null, null, null])
  const words = 'Neun Kästchen "zum Ausmalen" & <eine> Zahl'
  expect((await say({ pageAlts: [`  ${words}\n`, '', ' '] })).status).toBe(200)
  const said = await detail()
  expect([altOf(said), said.coverAlt]).toEqual([[words, null, null], words])
  for (const wrong of [['x'.repeat(251)], Array(21).fill('x'), [7], 'x'])
    expect((await say({ pageAlts: wrong })).status).toBe(422)
  expect((await say({ title: 'Neuer Name' })).status).toBe(200)
  expect((await detail()).coverAlt).toBe(words)

  const replace = async (body: Buffer) => {
    const [now] = (await detail()).materialFiles
    const form = multipart([
      ...Object.entries(fields).map(([name, value]) => ({ name, value })),
      { name: 'removeFiles', value: String(now?.id) },
      { name: 'files', value: { fileName: 'b.pdf', mediaType: 'application/pdf', body } },
    ])
    const path = `${url('edit-material', { world: 'de', materialId: id })}?intent=save-listing`
    const answer = await seller.client.send({
      ...{ method: 'POST', path, body: form.body },
      headers: {
        ...{ 'Content-Type': form.contentType, 'Content-Length': String(form.body.length) },
        ...{ Origin: new URL(app.base).origin, 'Sec-Fetch-Site': 'same-origin' },
      },
    })
    expect(answer.status, answer.text).toBe(303)
    return await detail()
  }
  // A mended file of as many pages keeps them; another one begins anew.
  expect((await replace(await pdf(3))).coverAlt).toBe(words)
  const scanned = await replace(await scannedPdf())
  expect([scanned.coverAlt, scanned.materialFiles[0]?.hasText]).toEqual([null, false])
})

test('programmes of schools are those of the world; they are shown, and their names found', async () => {
  const id = await publish(seller, 'a.pdf', await pdf(1))
  const say = (curricula: unknown) => seller.client.api('PUT', `/v1/materials/${id}`, { curricula })
  const unknown = await say(['by-lehrplanplus', 'nc-ks1'])
  expect([unknown.status, unknown.text.includes('curricula')]).toEqual([422, true])
  expect((await say(['by-lehrplanplus', 'by-lehrplanplus'])).status).toBe(200)
  const detail = await seller.client.get(`/api/v1/materials/${id}?world=de`)
  expect(detail.json<MaterialDetail>().curricula).toEqual([
    { id: 'by-lehrplanplus', framework: 'Bayern', name: 'LehrplanPLUS' },
  ])
  const found = async (query: string) => {
    const { text } = await seller.client.get(`/api/v1/search?world=de&${query}`)
    return (JSON.parse(text) as { materials: { id: number }[] }).materials.map((each) => each.id)
  }
  expect(await found('query=LehrplanPLUS')).toEqual([id])
  expect([await found('curriculum=by-lehrplanplus'), await found('curriculum=he-kc')]).toEqual([[id], []])
  expect((await say([])).status).toBe(200)
  expect(await found('curriculum=by-lehrplanplus')).toEqual([])
})

test('all files of a material come as one archive, for whoever may have them', async () => {
  const id = await publish(seller, 'a.docx', text(30_000))
  const { db } = app.deps
  const { id: second } = await db
    .selectFrom('material_file')
    .select('material_id as id')
    .where('material_id', '=', await publish(seller, 'a.docx', text(40_000)))
    .executeTakeFirstOrThrow()
  // Two files of one name.
  await db
    .updateTable('material_file')
    .set({ material_id: id, position: 1 })
    .where('material_id', '=', second)
    .execute()
  const files = await db
    .selectFrom('material_file')
    .selectAll()
    .where('material_id', '=', id)
    .orderBy('position')
    .execute()
  const views = files.map(({ name, size_bytes }) => ({ name, sizeBytes: size_bytes }))
  const link = (accountId: number) =>
    allFilesUrl({ ...app.deps, world: 'de' }, { accountId, materialId: id, files: views }) ?? ''
  const answer = await seller.client.get(link(seller.id))
  expect(answer.headers).toMatchObject({
    'content-type': 'application/zip',
    'content-length': String(answer.body.length),
    'content-disposition': expect.stringMatching(/^attachment; filename="?wortarten-bestimmen\.zip/),
  })
  const unzipped = unzipSync(answer.body)
  expect(Object.keys(unzipped)).toEqual(['a.docx', 'a (2).docx'])
  expect(Buffer.from(unzipped['a.docx'] ?? [])).toEqual(
    await app.deps.storage.readBuffer(files[0]?.storage_key ?? ''),
  )
  expect((await other.client.get(link(seller.id))).status).toBe(403)
  expect((await other.client.get(link(other.id))).status).toBe(403)
  expect(
    allFilesUrl({ ...app.deps, world: 'de' }, { accountId: 1, materialId: id, files: views.slice(0, 1) }),
  ).toBeNull()
})

/** A worksheet of tasks; `seed` makes another one. */
async function tasks(seed: number): Promise<Buffer> {
  return await pdf(2, {}, (document, page) => {
    for (let line = 0; line < 24; line += 1) {
      const mixed = Math.imul(seed * 1000 + page * 100 + line, 0x9e3779b1) >>> 0
      const text = Array.from({ length: 3 + (mixed % 9) }, (_, at) => `Wort${(mixed >>> at) % 997}`).join(' ')
      document.fontSize(11).text(text, 60 + (mixed % 40), 110 + line * 28, { lineBreak: false })
      if (mixed % 5 === 0)
        document
          .rect(330, 100 + line * 28, 150, 40)
          .fillAndStroke('#bcd', '#000')
          .fill('#000')
    }
  })
}

/** Sums in three columns: from afar they all look the same. */
async function sums(seed: number): Promise<Buffer> {
  return await pdf(1, {}, (document) => {
    for (let at = 0; at < 45; at += 1) {
      const [one, other] = [11 + ((at * seed) % 83), 11 + ((at * 7 + seed) % 87)]
      const place = [60 + (at % 3) * 170, 110 + Math.floor(at / 3) * 44] as const
      document.fontSize(14).text(`${one} + ${other} = ____`, ...place, { lineBreak: false })
    }
  })
}

test('pages that look like another author’s are for the desk, whatever file they came in', async () => {
  const { db, documents } = app.deps
  const looked = async (by: Person, name: string, body: Buffer) => {
    const materialId = await publish(by, name, body)
    await makePreviews(app.deps, { world: 'de', materialId })
    await lookAtPages(app.deps, { world: 'de', materialId })
    await lookAtPages(app.deps, { world: 'de', materialId })
    return materialId
  }
  const crowd = 60
  const sheet = await tasks(1)
  const original = await looked(seller, 'original.pdf', sheet)
  // What anybody can make of it: a picture of the second page, smaller, cropped and saved badly.
  const folder = await mkdtemp(join(tmpdir(), 'looks-'))
  await writeFile(join(folder, 'sheet.pdf'), sheet)
  const wanted = { choice: { shown: [1, 2], solutions: [] }, most: 2 }
  const { previews } = await documents.render(join(folder, 'sheet.pdf'), {
    ...{ owner: 'test', cover: false, previews: wanted },
  })
  await rm(folder, { recursive: true })
  const { data = Buffer.alloc(0), width = 0, height = 0 } = previews[1] ?? {}
  const cut = { left: 40, top: 40, width: width - 70, height: height - 90 }
  const picture = await sharp(data).extract(cut).resize(700).jpeg({ quality: 45 }).toBuffer()
  const different = await looked(other, 'anders.pdf', await tasks(2))
  // Who has many pages of this look does not hide behind them.
  await sql`insert into page_look (world, file_id, page, look, detail, words, bands)
    select own.world, own.file_id, 100 + each, seen.look, seen.detail, seen.words, seen.bands
    from generate_series(1, ${crowd}::integer) each, page_look own, page_look seen
    where own.page = 1 and seen.page = 2
      and own.file_id = (select id from material_file where material_id = ${different})
      and seen.file_id = (select id from material_file where material_id = ${original})`.execute(db)
  // Written again, it stands behind them.
  await sql`update page_look set page = page where page < 100`.execute(db)
  const copy = await looked(other, 'abfotografiert.jpg', picture)
  const empty = await looked(other, 'leer.pdf', await pdf(2))
  // Of one pattern, with other numbers.
  const drill = await looked(seller, 'plus.pdf', await sums(5))
  const otherDrill = await looked(other, 'mehr-plus.pdf', await sums(11))
  const found = await reviews()
  expect(
    found.filter(({ material_id: id }) => [original, different, empty, drill, otherDrill].includes(id)),
  ).toEqual([])
  expect(found.find(({ material_id }) => material_id === copy)).toMatchObject({
    reasons: [{ kind: 'same_page', fileName: 'abfotografiert.jpg', materialId: original, pages: '1' }],
  })
  const pages = await db.selectFrom('page_look').select('file_id').execute()
  expect(pages).toHaveLength(2 + 1 + 2 + 1 + 1 + crowd)
})

test('authors hear on which pages words look pale, as soon as these were looked at', async () => {
  const body = await pdf(3, {}, (document, page) => {
    document.fillColor(page === 2 ? '#aaa' : '#000').text('Rechne die Aufgaben und schreibe die Antwort auf.')
  })
  const materialId = await publish(seller, 'blass.pdf', body)
  await makePreviews(app.deps, { world: 'de', materialId })
  const file = () =>
    app.deps.db
      .selectFrom('material_file')
      .select('pale_pages')
      .where('material_id', '=', materialId)
      .executeTakeFirstOrThrow()
  expect(await file()).toEqual({ pale_pages: null })
  await lookAtPages(app.deps, { world: 'de', materialId })
  expect(await file()).toEqual({ pale_pages: [2] })
})
