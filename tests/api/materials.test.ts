import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Context } from '#platform/context/context.ts'
import { type ErrorCode, ProductError } from '#platform/errors.ts'
import { url } from '#platform/routing/url.ts'
import type { MaterialDetail } from '#platform/rules/contract/material.ts'
import { downloadUrl } from '#shop/selling/materials/server/files/download.ts'
import { deleteFiles } from '#shop/selling/materials/server/files/files.ts'
import { makePreviews } from '#shop/selling/materials/server/previews/previews.ts'
import { member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { type Answer, type Client, createClient, multipart, type UploadPart } from '../support/http-client.ts'
import { pdf, pdfWithFile, pdfWithLaunch, pdfWithScript } from '../support/sheets.ts'

let app: TestApp
let seller: Person
let other: Person
let sheet: Buffer

beforeAll(async () => {
  app = await openTestApp()
  seller = await member(app, 'seller', { isSeller: true })
  other = await member(app, 'other', { isSeller: true })
  sheet = await pdf(14)
})
afterAll(() => app.close())

interface Outcome {
  materialId: number
  status: string
  problems: Record<string, string>
}

const fields: Record<string, string> = {
  title: 'Bruchrechnung Klasse 6 – Brüche kürzen',
  description: 'Übungen mit Lösungen.\n\n- kürzen\n- erweitern',
  subjects: 'de-mathematics',
  grades: '6',
  schoolTypes: 'sek1-gym',
  materialType: 'worksheet',
  isOwnWork: '1',
  aiUse: 'none',
  language: 'de',
  keywords: 'Brüche, kürzen',
  price: '2,50',
}

function file(fileName: string, body: Buffer, mediaType = 'application/pdf'): UploadPart {
  return { name: 'files', value: { fileName, mediaType, body } }
}

function parts(values: Record<string, string>): UploadPart[] {
  return Object.entries(values).map(([name, value]) => ({ name, value }))
}

async function post(client: Client, path: string, all: UploadPart[]): Promise<Answer> {
  if (!client.cookies.has('csrf')) await client.get('/api/v1/csrf')
  const { body, contentType } = multipart(all)
  return client.send({
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
}

const upload = (client: Client, all: UploadPart[]) => post(client, '/api/v1/materials?world=de', all)

async function published(person: Person, changes: Record<string, string> = {}): Promise<number> {
  const answer = await upload(person.client, [
    ...parts({ ...fields, ...changes, action: 'publish' }),
    file('brueche.pdf', sheet),
  ])
  expect(answer.json<{ data?: Outcome } & Outcome>()).toMatchObject({ status: 'published', problems: {} })
  return answer.json<Outcome>().materialId
}

async function counts() {
  const count = async (table: 'material' | 'material_file') =>
    Number(
      (
        await app.deps.db
          .selectFrom(table)
          .select((eb) => eb.fn.countAll().as('n'))
          .executeTakeFirstOrThrow()
      ).n,
    )
  return { materials: await count('material'), files: await count('material_file') }
}

async function storedFiles(): Promise<number> {
  const entries = await readdir(join(app.deps.env.dataDir, 'files'), {
    recursive: true,
    withFileTypes: true,
  })
  return entries.filter((entry) => entry.isFile()).length
}

function codeOf(answer: Answer): ErrorCode {
  return answer.json<{ error: { code: ErrorCode } }>().error.code
}

describe('uploading', () => {
  test('a real PDF is published, found, drawn and given back byte by byte', async () => {
    const materialId = await published(seller)
    const detail = (await seller.client.get(`/api/v1/materials/${materialId}`)).json<MaterialDetail>()
    expect(detail).toMatchObject({
      status: 'published',
      price: 250,
      pageCount: 14,
      isNew: true,
      previews: [],
    })
    expect(detail.subjects[0]?.name).toBe('Mathematik')
    const found = (await seller.client.get('/api/v1/search?query=bruchrechnung%20klasse%206')).json<{
      materials: { id: number }[]
    }>()
    expect(found.materials.map(({ id }) => id)).toContain(materialId)

    await makePreviews(app.deps, { world: 'de', materialId })
    const drawn = (await seller.client.get(`/api/v1/materials/${materialId}`)).json<MaterialDetail>()
    expect(drawn.previews).toHaveLength(14)
    expect(drawn.previews[0]?.height).toBeLessThanOrEqual(500)
    expect(drawn.previews.filter(({ isShown }) => isShown)).toHaveLength(5)
    const cover = await seller.client.send({
      path: drawn.cover?.src ?? '',
      headers: { Accept: 'image/webp' },
    })
    expect([cover.status, cover.headers['content-type']]).toEqual([200, 'image/webp'])

    const link = downloadUrl(seen(seller), { accountId: seller.id, fileId: drawn.materialFiles[0]?.id ?? 0 })
    const bytes = await seller.client.get(link)
    expect(createHash('sha256').update(bytes.body).digest()).toEqual(
      createHash('sha256').update(sheet).digest(),
    )
    expect(bytes.headers['content-disposition']).toContain('filename=brueche.pdf')
    expect(bytes.headers['cache-control']).toBe('private, no-store')
  })

  test('what is missing keeps a draft with everything that was given', async () => {
    const { title, description } = fields
    const answer = await upload(seller.client, [
      ...parts({ title: title ?? '', description: description ?? '', price: '0,20', action: 'publish' }),
      file('a.pdf', sheet),
    ])
    const { materialId, status, problems } = answer.json<Outcome>()
    expect({ status, problems }).toEqual({
      status: 'draft',
      problems: {
        price: 'invalid',
        subjects: 'required',
        grades: 'required',
        schoolTypes: 'required',
        materialType: 'required',
        isOwnWork: 'required',
        aiUse: 'required',
      },
    })
    expect((await seller.client.get(`/api/v1/materials/${materialId}`)).status).toBe(404)
    const row = await app.deps.db
      .selectFrom('material')
      .selectAll()
      .where('id', '=', materialId)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ title, description, status: 'draft', page_count: 14 })
    expect((await seller.client.api('POST', `/v1/materials/${materialId}/publish`)).status).toBe(422)
  })

  test('a draft nobody has named a price for is not free: it is published once its author says so', async () => {
    const { price: _price, ...others } = fields
    const answer = await upload(seller.client, [
      ...parts({ ...others, action: 'draft' }),
      file('a.pdf', sheet),
    ])
    const { materialId } = answer.json<Outcome>()
    const publish = () => seller.client.api('POST', `/v1/materials/${materialId}/publish`)
    const stored = () =>
      app.deps.db
        .selectFrom('material')
        .select(['price_cents', 'is_price_said'])
        .where('id', '=', materialId)
        .executeTakeFirstOrThrow()
    expect(await stored()).toEqual({ price_cents: 0, is_price_said: false })
    const refused = await publish()
    expect([refused.status, refused.json<{ error: { fields: object } }>().error.fields]).toEqual([
      422,
      { price: 'required' },
    ])
    // What else is typed names no price.
    const keep = (version: number, input: object) =>
      seller.client.api('POST', `/v1/materials/${materialId}/draft?world=de`, { version, ...input })
    const named = await keep(1, { steps: ['name'], title: 'Brüche kürzen und erweitern', description: 'x' })
    expect(named.status).toBe(200)
    expect((await publish()).status).toBe(422)
    const { version } = named.json<{ version: number }>()
    expect((await keep(version, { steps: ['price'], price: '0' })).status).toBe(200)
    expect(await stored()).toEqual({ price_cents: 0, is_price_said: true })
    expect((await publish()).status).toBe(200)
  })

  test.each([
    ['an empty file', 'leer.pdf', async () => Buffer.alloc(0), 'file_empty'],
    ['a text called PDF', 'falsch.pdf', async () => Buffer.from('kein PDF'), 'pdf_invalid'],
    ['a PDF with a script', 'skript.pdf', () => pdfWithScript(), 'pdf_active'],
    ['a PDF with a file inside', 'anhang.pdf', () => pdfWithFile(), 'pdf_active'],
    ['a PDF that starts a program', 'start.pdf', () => pdfWithLaunch(), 'pdf_active'],
    ['a locked PDF', 'geheim.pdf', () => pdf(1, { userPassword: 'geheim' }), 'pdf_encrypted'],
    ['a program', 'spiel.exe', async () => Buffer.from('MZ'), 'file_type_not_allowed'],
    ['a PDF called DOCX', 'text.docx', () => pdf(1), 'file_type_not_allowed'],
    [
      'an SVG called PNG',
      'bild.png',
      async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      'file_type_not_allowed',
    ],
  ] as const)('%s is refused and nothing is written', async (_what, name, make, code) => {
    const before = await counts()
    const stored = await storedFiles()
    const answer = await upload(seller.client, [...parts(fields), file(name, await make())])
    expect([answer.status, codeOf(answer)]).toEqual([422, code])
    expect(await counts()).toEqual(before)
    expect(await storedFiles()).toBe(stored)
  })

  test('a good PDF is kept when a file beside it is refused', async () => {
    const answer = await upload(seller.client, [
      ...parts(fields),
      file('gut.pdf', sheet),
      file('leer.docx', Buffer.alloc(0)),
    ])
    expect(answer.json<Outcome>().problems).toEqual({ files: 'file_empty' })
  })

  test('the same file is taken once, whatever its name, with its form or later', async () => {
    const first = await upload(seller.client, [
      ...parts(fields),
      file('eins.pdf', sheet),
      file('noch einmal.pdf', sheet),
    ])
    expect(first.json<Outcome & { refused: unknown }>()).toMatchObject({
      problems: { files: 'file_twice' },
      refused: [{ code: 'file_twice', entry: 'noch einmal.pdf' }],
    })
    const before = await storedFiles()
    const { materialId } = first.json<Outcome>()
    const filesOf = async () =>
      app.deps.db.selectFrom('material_file').select('id').where('material_id', '=', materialId).execute()
    expect(await filesOf()).toHaveLength(1)
    const edit = url('edit-material', { world: 'de', materialId })
    const again = await post(seller.client, `${edit}?intent=save-listing`, [
      ...parts(fields),
      file('drei.pdf', sheet),
    ])
    expect(again.status).toBe(422)
    expect(await filesOf()).toHaveLength(1)
    expect(await storedFiles()).toBe(before)
    const [old] = await filesOf()
    const replaced = await post(seller.client, `${edit}?intent=save-listing`, [
      ...parts({ ...fields, removeFiles: String(old?.id) }),
      file('ersatz.pdf', sheet),
    ])
    expect(replaced.status).toBe(303)
    expect(await filesOf()).toHaveLength(1)
  })

  test('strangers, broken bodies and other bodies', async () => {
    expect((await upload(createClient(app.base), [file('a.pdf', sheet)])).status).toBe(401)
    const headers = { 'Content-Type': 'multipart/form-data; boundary=x' }
    const broken = await seller.client.api('POST', '/v1/materials', 'no parts', headers)
    expect([broken.status, codeOf(broken)]).toEqual([400, 'malformed_request'])
    const json = await seller.client.api('POST', '/v1/materials', {})
    expect([json.status, codeOf(json)]).toEqual([415, 'unsupported_media_type'])
  })

  test('whose address is not confirmed uploads nothing, and sells nothing by it', async () => {
    const fresh = await member(app, 'not-confirmed')
    const account = app.deps.db.updateTable('account').where('id', '=', fresh.id)
    await account.set({ email_confirmed_at: null }).execute()
    const answer = await upload(fresh.client, [...parts(fields), file('a.pdf', sheet)])
    expect([answer.status, codeOf(answer)]).toEqual([403, 'email_not_confirmed'])
    await account.set({ email_confirmed_at: new Date() }).execute()
    expect((await upload(fresh.client, [...parts(fields), file('a.pdf', sheet)])).status).toBe(201)
  })

  test('a body that breaks off within a file leaves nothing behind', async () => {
    const before = await counts()
    const stored = await storedFiles()
    const { body, contentType } = multipart([...parts(fields), file('a.pdf', sheet)])
    const answer = await seller.client.send({
      method: 'POST',
      path: '/api/v1/materials?world=de',
      body: body.subarray(0, body.length - 500),
      headers: {
        'Content-Type': contentType,
        Origin: new URL(app.base).origin,
        'Sec-Fetch-Site': 'same-origin',
        'X-CSRF-Token': seller.client.cookies.get('csrf') ?? '',
      },
    })
    expect([answer.status, codeOf(answer)]).toEqual([400, 'malformed_request'])
    expect(await counts()).toEqual(before)
    expect(await storedFiles()).toEqual(stored)
  })

  test('a price is refused under the name it was sent by', async () => {
    const problemsOf = async (sent: Record<string, string>) =>
      (await upload(seller.client, [...parts({ ...fields, ...sent }), file('a.pdf', sheet)])).json<{
        problems: object
      }>().problems
    const { price: _price, ...others } = fields
    const cents = await upload(seller.client, [
      ...parts({ ...others, priceCents: '7' }),
      file('a.pdf', sheet),
    ])
    expect(cents.json()).toMatchObject({ problems: { priceCents: 'invalid' } })
    expect(await problemsOf({ price: '0,07' })).toMatchObject({ price: 'invalid' })
    expect(await problemsOf({ salePriceCents: '9900' })).toMatchObject({ salePriceCents: 'invalid' })
  })

  test('the first step tells the next one which files were not taken, each with its reason', async () => {
    const answer = await post(seller.client, `${url('step-upload', { world: 'de' })}?intent=begin-listing`, [
      ...[file('a.pdf', sheet), file('leer.pdf', Buffer.alloc(0)), file('Spiel.exe', Buffer.from('MZ'))],
    ])
    expect(answer.status).toBe(303)
    const { searchParams } = new URL(answer.headers.location ?? '', app.base)
    expect(searchParams.get('refused')).toBe('file_empty leer.pdf\nfile_type_not_allowed Spiel.exe')
    const program = await upload(seller.client, [
      ...parts(fields),
      file('a.pdf', sheet),
      file('leer.pdf', Buffer.alloc(0)),
    ])
    expect(program.json()).toMatchObject({ refused: [{ code: 'file_empty', entry: 'leer.pdf' }] })
  })

  test('the form without JavaScript: a draft leads to its edit page and says what is wrong', async () => {
    const path = `${url('upload', { world: 'de' })}?intent=upload-listing`
    const answer = await post(seller.client, path, [
      ...parts({ ...fields, price: 'viel' }),
      file('a.pdf', sheet),
    ])
    expect(answer.status).toBe(303)
    expect(answer.headers.location).toMatch(
      /^\/de\/konto\/verkauf\/bearbeiten\/\d+\?problems=price\.invalid$/,
    )
    const partly = await post(seller.client, path, [
      ...parts(fields),
      ...[file('a.pdf', sheet), file('leer.pdf', Buffer.alloc(0))],
    ])
    expect(partly.headers.location).toMatch(
      /\d+\?problems=files\.file_empty&refused=file_empty(\+|%20)leer\.pdf$/,
    )
    const refused = await post(seller.client, path, [...parts(fields), file('leer.pdf', Buffer.alloc(0))])
    expect(refused.status).toBe(422)
    const done = await post(seller.client, path, [
      ...parts({ ...fields, action: 'publish' }),
      file('a.pdf', sheet),
    ])
    // The list says what became of it.
    expect(done.status).toBe(303)
    const list = url('cabinet-sales', { world: 'de' })
    expect(done.headers.location).toMatch(new RegExp(`^${list}\\?published=\\d+#published$`))
  })
})

describe('changing', () => {
  test('nobody else can change, publish or delete it', async () => {
    const materialId = await published(seller)
    const path = `/v1/materials/${materialId}`
    const calls = [
      await other.client.api('PUT', path, { title: 'Gekapert' }),
      await other.client.api('POST', `${path}/publish`),
      await other.client.api('POST', `${path}/unpublish`),
      await other.client.api('DELETE', path),
    ]
    expect(calls.map(({ status }) => status)).toEqual([404, 404, 404, 404])
    const form = await other.client.submit(url('cabinet-sales', { world: 'de' }), {
      materialId: String(materialId),
      intent: 'delete-listing',
    })
    expect(form.status).toBe(404)
    const page = url('edit-material', { world: 'de', materialId })
    expect((await other.client.submit(page, { intent: 'delete-listing' })).status).toBe(404)
    const stored = await storedFiles()
    const edit = await post(other.client, `${page}?intent=save-listing`, [file('meins.pdf', sheet)])
    expect(edit.status).toBe(404)
    expect(await storedFiles()).toEqual(stored)
    const detail = (await seller.client.get(`/api${path}`)).json<MaterialDetail>()
    expect(detail.title).toBe(fields.title)
  })

  test('beside a sale stands the lowest price of the 30 days before it', async () => {
    const materialId = await published(seller, { price: '5,00' })
    const path = `/v1/materials/${materialId}`
    const change = async (fields: object) =>
      expect((await seller.client.api('PUT', path, fields)).status).toBe(200)
    const shown = async () => {
      const { price, finalPrice, priorPrice } = (
        await seller.client.get(`/api${path}`)
      ).json<MaterialDetail>()
      return [price, finalPrice, priorPrice]
    }
    const { db } = app.deps
    /** Everything noted so far happened so many days earlier. */
    const age = async (days: number) =>
      await db
        .updateTable('material_price_change')
        .set({ changed_at: sql<Date>`changed_at - make_interval(days => ${days})` })
        .where('material_id', '=', materialId)
        .execute()
    expect(await shown()).toEqual([500, 500, null])
    await age(40)
    await change({ priceCents: 400 })
    await age(12)
    // Raised a week before the offer, so that the offer looks better.
    await change({ priceCents: 800 })
    await age(7)
    await change({ title: 'Brüche kürzen, zweite Auflage' })
    await change({ salePriceCents: 300 })
    expect(await shown()).toEqual([400, 300, 400])
    await age(3)
    await change({ salePriceCents: 250 })
    expect(await shown()).toEqual([300, 250, 300])
    await change({ salePriceCents: null })
    expect(await shown()).toEqual([800, 800, null])
  })

  test('what is new stands in the list of versions; licences cost what the author says', async () => {
    const materialId = await published(seller)
    const path = `/v1/materials/${materialId}`
    const change = async (body: object) => (await seller.client.api('PUT', path, body)).status
    expect(await change({ versionNote: 'x'.repeat(501) })).toBe(422)
    expect(await change({ priceCents: 400, additionalPriceCents: 401 })).toBe(422)
    expect(await change({ priceCents: 400, schoolPriceCents: 399 })).toBe(422)
    expect(await change({ priceCents: 400, additionalPriceCents: 100, schoolPriceCents: 900 })).toBe(200)
    expect(await change({ versionNote: '  Mit Lösungen ' })).toBe(200)
    const detail = (await seller.client.get(`/api${path}`)).json<MaterialDetail>()
    expect(detail.versions).toMatchObject([{ note: 'Mit Lösungen', added: [], removed: [] }])
    expect(detail.licences.map(({ licence, finalPrice }) => [licence, finalPrice])).toEqual([
      ['single', 400],
      ['additional', 500],
      ['school', 900],
    ])
  })

  test('what was read in a file is claimed for that file only: its successor has to pass, too', async () => {
    const tagged = { tagged: true, lang: 'de-DE', pdfVersion: '1.7', info: { Title: 'Brüche' } } as const
    const uploaded = await upload(seller.client, [
      ...parts({ ...fields, action: 'publish' }),
      file('brueche.pdf', await pdf(1, tagged)),
    ])
    const { materialId } = uploaded.json<Outcome>()
    const detail = async () =>
      (await seller.client.get(`/api/v1/materials/${materialId}`)).json<MaterialDetail>()
    const replace = async (body: Buffer) => {
      const { materialFiles } = await detail()
      const path = `${url('edit-material', { world: 'de', materialId })}?intent=save-listing`
      const change = [{ name: 'removeFiles', value: String(materialFiles[0]?.id) }, file('neu.pdf', body)]
      expect((await post(seller.client, path, [...parts(fields), ...change])).status).toBe(303)
    }
    expect((await detail()).accessibility).toBe('checked')
    await replace(sheet)
    expect(await detail()).toMatchObject({ materialFiles: [{ name: 'neu.pdf' }], accessibility: null })
    await replace(await pdf(2, tagged))
    expect((await detail()).accessibility).toBe('checked')
  })

  test('a public material stays complete, and a change is seen at once', async () => {
    const materialId = await published(seller)
    const path = `/v1/materials/${materialId}`
    const incomplete = await seller.client.api('PUT', path, { grades: [] })
    expect(incomplete.status).toBe(422)
    expect(incomplete.json<{ error: { fields: object } }>().error.fields).toHaveProperty('grades')
    expect(
      (await seller.client.api('PUT', path, { title: 'Zauberquadrate', salePriceCents: 100 })).status,
    ).toBe(200)
    const detail = (await seller.client.get(`/api${path}`)).json<MaterialDetail>()
    expect(detail).toMatchObject({
      title: 'Zauberquadrate',
      slug: 'zauberquadrate',
      finalPrice: 100,
      // Sold for a moment only: nothing is known of 30 days, so nothing is called reduced.
      sale: false,
    })
    const found = (await seller.client.get('/api/v1/search?query=zauberquadrate')).json<{
      materials: unknown[]
    }>()
    expect(found.materials).toHaveLength(1)
  })

  test('unlisted is shown but not found, deleted is gone', async () => {
    const materialId = await published(seller, { title: 'Unauffindbare Wortwand' })
    const path = `/v1/materials/${materialId}`
    const hits = async () =>
      (await seller.client.get('/api/v1/search?query=unauffindbare')).json<{ materials: unknown[] }>()
        .materials.length
    expect(await hits()).toBe(1)
    expect((await seller.client.api('POST', `${path}/unpublish`)).status).toBe(200)
    expect([await hits(), (await seller.client.get(`/api${path}`)).status]).toEqual([0, 200])
    expect((await seller.client.api('DELETE', path)).status).toBe(200)
    expect([await hits(), (await seller.client.get(`/api${path}`)).status]).toEqual([0, 410])
    expect((await seller.client.api('DELETE', path)).status).toBe(404)
  })
})

describe('pages that are shown', () => {
  const drawn = async (materialId: number) => {
    await makePreviews(app.deps, { world: 'de', materialId })
    return (await seller.client.get(`/api/v1/materials/${materialId}`)).json<MaterialDetail>()
  }
  const sharp = async (path = '') => (await createClient(app.base).send({ path })).status
  const widest = (srcset = '') => srcset.split(', ').at(-1)?.split(' ')[0] ?? ''

  test('a page its author hides is blurred, and its sharp picture is gone', async () => {
    const materialId = await published(seller)
    const [, before] = (await drawn(materialId)).previews
    expect(before).toMatchObject({ page: 2, isShown: true, large: { width: 1240, height: 1754 } })
    const addresses = [before?.large?.src, before?.src, widest(before?.srcset)]
    for (const address of addresses) expect(await sharp(address)).toBe(200)

    const change = { previewPages: [4], solutionPages: [14] }
    expect((await seller.client.api('PUT', `/v1/materials/${materialId}`, change)).status).toBe(200)
    const { previews, hasSolutions } = await drawn(materialId)
    expect(previews.filter(({ isShown }) => isShown).map(({ page }) => page)).toEqual([1, 4])
    expect(previews[13]).toMatchObject({ page: 14, isShown: false, isSolution: true, large: null })
    expect(hasSolutions).toBe(true)
    const jobs = await sql<{ data: { keys: string[] } }>`
      select data from jobs.job where name = 'delete_files' and start_after <= now()`.execute(app.deps.db)
    for (const { data } of jobs.rows) await deleteFiles(app.deps, data)
    for (const address of addresses) expect(await sharp(address), address).toBe(404)
    // What is left of the page has no larger form, whoever asks.
    expect(await sharp(previews[1]?.src)).toBe(200)
    expect(await sharp(previews[1]?.src.replace('/preview/500/', '/zoom/1400/'))).toBe(404)
    const facets = (await seller.client.get('/api/v1/search?solutions=yes&pages=11-30')).json<{
      materials: { id: number }[]
    }>()
    expect(facets.materials.map(({ id }) => id)).toContain(materialId)
  })

  test('a busy machine leaves previews to be drawn later, and a file that cannot be drawn says so', async () => {
    const materialId = await published(seller)
    const state = async () =>
      await app.deps.db
        .selectFrom('material')
        .select('preview_state')
        .where('world', '=', 'de')
        .where('id', '=', materialId)
        .executeTakeFirstOrThrow()
    const render = vi.spyOn(app.deps.documents, 'render')
    render.mockRejectedValueOnce(new ProductError('busy', { retryAfterSeconds: 30 }))
    await expect(makePreviews(app.deps, { world: 'de', materialId })).rejects.toMatchObject({ code: 'busy' })
    expect(await state()).toEqual({ preview_state: 'pending' })
    render.mockRejectedValueOnce(new ProductError('pdf_invalid'))
    await makePreviews(app.deps, { world: 'de', materialId })
    expect(await state()).toEqual({ preview_state: 'failed' })
    render.mockRestore()
  })

  test('what was chosen while pages were drawn counts', async () => {
    const materialId = await published(seller)
    const drawing = makePreviews(app.deps, { world: 'de', materialId })
    await seller.client.api('PUT', `/v1/materials/${materialId}`, { previewPages: [1] })
    await drawing
    const { previews } = await drawn(materialId)
    expect(previews.filter(({ isShown }) => isShown).map(({ page }) => page)).toEqual([1])
  })

  test('the form takes pages as a printer does, and says what it does not understand', async () => {
    const good = await published(seller, { previewPages: '2-3, 5', solutionPages: '' })
    const row = await app.deps.db
      .selectFrom('material')
      .select(['preview_pages', 'solution_pages'])
      .where('id', '=', good)
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ preview_pages: [2, 3, 5], solution_pages: null })
    const bad = await upload(seller.client, [
      ...parts({ ...fields, previewPages: 'alle', action: 'publish' }),
      file('a.pdf', sheet),
    ])
    expect(bad.json<Outcome>()).toMatchObject({ status: 'draft', problems: { previewPages: 'invalid' } })
  })

  test('how long a class works with it is a whole number of minutes, or not said', async () => {
    const id = await published(seller, { lessonMinutes: ' 45 ' })
    const said = async () =>
      (await seller.client.get(`/api/v1/materials/${id}`)).json<MaterialDetail>().lessonMinutes
    expect(await said()).toBe(45)
    expect((await seller.client.api('PUT', `/v1/materials/${id}`, { lessonMinutes: null })).status).toBe(200)
    expect(await said()).toBeNull()
    for (const wrong of ['eine Stunde', '0', '4.5', '0x10', '999999']) {
      const bad = await upload(seller.client, [
        ...parts({ ...fields, lessonMinutes: wrong, action: 'publish' }),
        file('a.pdf', sheet),
      ])
      expect(bad.json<Outcome>(), wrong).toMatchObject({
        status: 'draft',
        problems: { lessonMinutes: 'invalid' },
      })
    }
  })
})

describe('earlier versions', () => {
  test('who has a material keeps the files it had, nobody else gets them', async () => {
    const materialId = await published(seller, { price: '0' })
    const first = await app.deps.db
      .selectFrom('material_file')
      .select('id')
      .where('material_id', '=', materialId)
      .executeTakeFirstOrThrow()
    expect((await other.client.api('POST', `/v1/materials/${materialId}/claim`)).status).toBe(200)
    const answer = await post(
      seller.client,
      `${url('edit-material', { world: 'de', materialId })}?intent=save-listing`,
      [
        ...parts({ ...fields, price: '0', removeFiles: String(first.id), action: 'save' }),
        file('neu.pdf', sheet),
      ],
    )
    expect(answer.status).toBe(303)
    const { materials } = (await other.client.get('/api/v1/bought-materials')).json<{
      materials: {
        material: { id: number }
        files: { name: string }[]
        formerFiles: { downloadUrl: string }[]
      }[]
    }>()
    const own = materials.find(({ material }) => material.id === materialId)
    expect(own?.files.map(({ name }) => name)).toEqual(['neu.pdf'])
    const old = own?.formerFiles[0]?.downloadUrl ?? ''
    expect((await other.client.get(old)).body).toEqual(sheet)
    const stranger = await member(app, 'stranger')
    const forged = downloadUrl(seen(stranger), { accountId: stranger.id, fileId: first.id })
    expect((await stranger.client.get(forged)).status).toBe(403)
  })
})

describe('download links', () => {
  let link: string
  let fileId: number

  beforeAll(async () => {
    const materialId = await published(seller)
    const row = await app.deps.db
      .selectFrom('material_file')
      .select('id')
      .where('material_id', '=', materialId)
      .executeTakeFirstOrThrow()
    fileId = row.id
    link = downloadUrl(seen(seller), { accountId: seller.id, fileId })
  })

  test('pain 10: D2 45: only the member it was made for, and only with a right to the file', async () => {
    expect((await seller.client.get(link)).status).toBe(200)
    expect((await other.client.get(link)).status).toBe(403)
    expect((await createClient(app.base).get(link)).status).toBe(401)
    const unowned = downloadUrl(seen(other), { accountId: other.id, fileId })
    expect((await other.client.get(unowned)).status).toBe(403)
  })

  test('D2 45: an edited link is unknown, an old one has expired', async () => {
    const [claim = '', signature = ''] = link.slice('/files/'.length).split('.')
    const foreign = Buffer.from(Buffer.from(claim, 'base64url').toString().replace(/\d+$/, '9999999999'))
    const edited = [
      `/files/${foreign.toString('base64url')}.${signature}`,
      `${link}A`,
      `/files/${claim}`,
      '/files/',
    ]
    for (const each of edited) expect((await seller.client.get(each)).status, each).toBe(404)
    const now = Date.now
    Date.now = () => now() - 16 * 60 * 1000
    const old = downloadUrl(seen(seller), { accountId: seller.id, fileId })
    Date.now = now
    const toEditing = await seller.client.get(old)
    expect([toEditing.status, toEditing.headers.location]).toEqual([
      303,
      expect.stringContaining('/de/konto/'),
    ])
  })

  test('an old link of a buyer leads to what they bought, with a word about it', async () => {
    const materialId = await published(seller, { price: '0' })
    const claimed = await other.client.api('POST', `/v1/materials/${materialId}/claim`)
    expect(claimed.status).toBe(200)
    const bought = await app.deps.db
      .selectFrom('material_file')
      .select('id')
      .where('material_id', '=', materialId)
      .executeTakeFirstOrThrow()
    const now = Date.now
    Date.now = () => now() - 16 * 60 * 1000
    const old = downloadUrl(seen(other), { accountId: other.id, fileId: bought.id })
    Date.now = now
    const place = `${url('bought-materials', { world: 'de' })}?expired=1&material=${materialId}`
    for (const client of [other.client, createClient(app.base)]) {
      const answer = await client.get(old)
      expect([answer.status, answer.headers.location]).toEqual([303, place])
    }
  })

  test('a part of the file', async () => {
    const part = await seller.client.send({ path: link, headers: { Range: 'bytes=10-19' } })
    expect([part.status, part.headers['content-range']]).toEqual([206, `bytes 10-19/${sheet.length}`])
    expect(part.body).toEqual(sheet.subarray(10, 20))
    const beyond = await seller.client.send({ path: link, headers: { Range: `bytes=${sheet.length}-` } })
    expect(beyond.status).toBe(416)
  })
})

function seen(_person: Person): Pick<Context, 'env' | 'world'> {
  return { env: app.deps.env, world: 'de' }
}
