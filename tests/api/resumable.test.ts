import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { type DetailedError, Upload, type UploadOptions } from 'tus-js-client'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { maxAuthorBytes, maxOpenUploads, maxResumableBytes } from '#platform/limits.ts'
import { url } from '#platform/routing/url.ts'
import { listFiles } from '#shop/selling/materials/server/files/file-queries.ts'
import { deleteUnusedUploads } from '#shop/selling/materials/server/uploads/uploads.ts'
import { member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { docx, eicar } from '../support/files.ts'
import { multipart } from '../support/http-client.ts'
import { pdf } from '../support/sheets.ts'

/** Files in pieces, as a client of others sends them (tus 1.0.0), and what becomes of them. */

let app: TestApp
let seller: Person
let other: Person
let sheet: Buffer

beforeAll(async () => {
  app = await openTestApp()
  seller = await member(app, 'seller', { isSeller: true })
  other = await member(app, 'other', { isSeller: true })
  sheet = await pdf(2)
  await Promise.all([seller, other].map(({ client }) => client.get('/api/v1/csrf')))
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.deps.db.deleteFrom('upload').execute()
})

function headersOf({ client }: Person): Record<string, string> {
  return {
    Cookie: [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    Origin: new URL(app.base).origin,
    'Sec-Fetch-Site': 'same-origin',
    'X-CSRF-Token': client.cookies.get('csrf') ?? '',
  }
}

/** Sends a file as tus-js-client does; answers its id, or the error. */
function send(
  person: Person,
  name: string,
  bytes: Buffer,
  options: Partial<UploadOptions> = {},
): Promise<string | DetailedError> {
  return new Promise((resolve) => {
    const upload: Upload = new Upload(bytes, {
      endpoint: `${app.base}/uploads?world=de`,
      metadata: { filename: name },
      headers: headersOf(person),
      retryDelays: null,
      onError: (error) => resolve(error as DetailedError),
      onSuccess: () => resolve(idOf(upload.url)),
      ...options,
    })
    upload.start()
  })
}

function idOf(address: string | null): string {
  return new URL(address ?? '').pathname.split('/').at(-1) ?? ''
}

function codeOf(error: string | DetailedError): unknown {
  if (typeof error === 'string') return error
  const body = error.originalResponse?.getBody() ?? ''
  return body.startsWith('{')
    ? JSON.parse(body).error.code
    : (error.originalResponse?.getStatus() ?? error.message)
}

async function form(person: Person, values: [string, string][]) {
  const { body, contentType } = multipart(values.map(([name, value]) => ({ name, value })))
  return person.client.send({
    method: 'POST',
    path: '/api/v1/materials?world=de',
    body,
    headers: { ...headersOf(person), 'Content-Type': contentType, 'Content-Length': String(body.length) },
  })
}

function raw(
  person: Person,
  method: string,
  id: string,
  headers: Record<string, string> = {},
  body?: Buffer,
) {
  return person.client.send({
    method,
    path: `/uploads${id && `/${id}`}?world=de`,
    headers: { ...headersOf(person), 'Tus-Resumable': '1.0.0', ...headers },
    ...(body && { body }),
  })
}

const piece = (offset: number, bytes: Buffer) => ({
  'Content-Type': 'application/offset+octet-stream',
  'Upload-Offset': String(offset),
  'Content-Length': String(bytes.length),
})

async function files(): Promise<string[]> {
  const all = await readdir(join(app.deps.env.dataDir, 'files'), { recursive: true, withFileTypes: true })
  return all.filter((entry) => entry.isFile()).map(({ name }) => name)
}

test('a file in pieces becomes part of a material, once', async () => {
  const id = await send(seller, 'brueche.pdf', sheet, { chunkSize: 1000 })
  expect(id).toMatch(/^[0-9a-f-]{36}$/)
  const first = await form(seller, [
    ['title', 'Brüche'],
    ['uploads', String(id)],
  ])
  expect(first.status, first.text).toBe(201)
  const { materialId } = first.json<{ materialId: number }>()
  const rows = await app.deps.db
    .selectFrom('material_file')
    .selectAll()
    .where('material_id', '=', materialId)
    .execute()
  expect(rows).toMatchObject([{ name: 'brueche.pdf', page_count: 2, media_type: 'application/pdf' }])
  expect(await app.deps.storage.readBuffer(rows[0]?.storage_key ?? '')).toEqual(sheet)
  expect(
    (
      await form(seller, [
        ['title', 'Noch einmal'],
        ['uploads', String(id)],
      ])
    ).status,
  ).toBe(422)
  expect((await raw(seller, 'HEAD', String(id))).status).toBe(404)
})

test('files stand in the order of the form, whichever came first', async () => {
  const late = await send(seller, 'zuerst.pdf', sheet)
  const early = await send(seller, 'danach.pdf', await pdf(3))
  const answer = await form(seller, [
    ['title', 'In Reihe'],
    ['uploads', String(early)],
    ['uploads', String(late)],
  ])
  const { materialId } = answer.json<{ materialId: number }>()
  const rows = await listFiles(app.deps.db, { world: 'de', materialId })
  expect(rows.map(({ name }) => name)).toEqual(['danach.pdf', 'zuerst.pdf'])
})

test('a line that is cut anywhere is taken up where it broke', async () => {
  const bytes = docx(['Wortarten', randomBytes(40_000).toString('base64')])
  for (const percent of [0, 1, 25, 50, 75, 99]) {
    const stop = Math.floor((bytes.length * percent) / 100)
    let address: string | null = null
    await new Promise<void>((resolve) => {
      const broken: Upload = new Upload(bytes, {
        endpoint: `${app.base}/uploads?world=de`,
        metadata: { filename: 'wortarten.docx' },
        headers: headersOf(seller),
        chunkSize: Math.max(1, stop),
        retryDelays: null,
        onError: () => resolve(),
        onUploadUrlAvailable() {
          address = broken.url
          if (stop === 0) void broken.abort().then(() => resolve())
        },
        onChunkComplete: () => void broken.abort().then(() => resolve()),
      })
      broken.start()
    })
    const head = await raw(seller, 'HEAD', idOf(address))
    expect(head.status).toBe(200)
    const id = await send(seller, 'wortarten.docx', bytes, { uploadUrl: address })
    expect(codeOf(id), `cut at ${percent} %`).toBe(idOf(address))
  }
})

test('a piece that breaks off within keeps what came', async () => {
  const made = await raw(seller, 'POST', '', {
    'Upload-Length': String(sheet.length),
    'Upload-Metadata': metadata('a.pdf'),
  })
  const id = idOf(`${app.base}${made.headers.location}`)
  const part = { at: 0, most: sheet.length }
  await app.deps.storage.append(
    `upload/${id.slice(0, 2)}/${id}`,
    Readable.from([sheet.subarray(0, 700)]),
    part,
  )
  const head = await raw(seller, 'HEAD', id)
  expect([head.headers['upload-offset'], head.headers['upload-length']]).toEqual([
    '700',
    String(sheet.length),
  ])
  expect((await raw(seller, 'PATCH', id, piece(0, sheet), sheet)).status).toBe(409)
  // A line that stands still is given up as soon as its upload is taken up on another one.
  const stalled = request(`${app.base}/uploads/${id}?world=de`, {
    method: 'PATCH',
    headers: { ...headersOf(seller), 'Tus-Resumable': '1.0.0', ...piece(700, sheet.subarray(700)) },
  })
  const ended = once(stalled, 'error')
  stalled.write(sheet.subarray(700, 1000))
  const isHeld = () => app.deps.db.selectFrom('upload').select('held_until').executeTakeFirstOrThrow()
  await expect.poll(async () => (await isHeld()).held_until).not.toBeNull()
  const again = await raw(seller, 'HEAD', id)
  await ended
  const offset = Number(again.headers['upload-offset'])
  expect([700, 1000]).toContain(offset)
  const rest = sheet.subarray(offset)
  expect((await raw(seller, 'PATCH', id, piece(offset, rest), rest)).status).toBe(204)
})

const metadata = (name: string) => `filename ${Buffer.from(name).toString('base64')}`

test('D2 71: an upload is its member’s alone, and never longer than was said', async () => {
  const made = await raw(seller, 'POST', '', { 'Upload-Length': '100', 'Upload-Metadata': metadata('a.pdf') })
  expect([made.status, made.headers.location]).toEqual([201, expect.stringContaining('/uploads/')])
  const id = idOf(`${app.base}${made.headers.location}`)
  const bytes = Buffer.alloc(50)
  for (const answer of [
    await raw(other, 'HEAD', id),
    await raw(other, 'PATCH', id, piece(0, bytes), bytes),
    await raw(other, 'DELETE', id),
  ])
    expect(answer.status).toBe(404)
  expect((await raw(seller, 'PATCH', id, piece(60, bytes), bytes)).status).toBe(409)
  const long = Buffer.alloc(101)
  expect((await raw(seller, 'PATCH', id, piece(0, long), long)).status).toBeGreaterThanOrEqual(400)
  // Nor when its length is not said before.
  const { 'Content-Length': _, ...chunked } = piece(0, long)
  const longer = await raw(seller, 'PATCH', id, { ...chunked, 'Transfer-Encoding': 'chunked' }, long)
  expect(longer.json<{ error: { code: string } }>().error.code).toBe('file_too_large')
  const stranger = await app.deps.db.selectFrom('upload').select('id').execute()
  expect(stranger).toHaveLength(1)
  expect((await raw(seller, 'DELETE', id)).status).toBe(204)
  expect((await raw(seller, 'HEAD', id)).status).toBe(404)
  const forged = await app.deps.db.selectFrom('upload').select('id').execute()
  expect(forged).toEqual([])
})

test('D2 71: strangers, other sites and other methods are refused', async () => {
  const head = { 'Tus-Resumable': '1.0.0', 'Upload-Length': '5', 'Upload-Metadata': metadata('a.pdf') }
  const call = (headers: Record<string, string>) =>
    fetch(`${app.base}/uploads?world=de`, { method: 'POST', headers: { ...head, ...headers } })
  expect((await call({ Origin: app.base })).status).toBe(401)
  expect(
    (await call({ ...headersOf(seller), Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }))
      .status,
  ).toBe(403)
  expect((await call({ ...headersOf(seller), 'X-CSRF-Token': 'wrong' })).status).toBe(403)
  expect((await raw(seller, 'GET', '')).status).toBe(405)
  expect((await raw(seller, 'HEAD', '../../etc/passwd')).status).toBe(404)
  expect((await raw(seller, 'HEAD', '-'.repeat(36))).status).toBe(404)
})

test('whose address is not confirmed sends no piece', async () => {
  const fresh = await member(app, 'not-confirmed')
  const account = app.deps.db.updateTable('account').where('id', '=', fresh.id)
  await account.set({ email_confirmed_at: null }).execute()
  await fresh.client.get('/api/v1/csrf')
  const head = { 'Upload-Length': '5', 'Upload-Metadata': metadata('a.pdf') }
  const refused = await raw(fresh, 'POST', '', head)
  expect(refused.json<{ error: { code: string } }>().error.code).toBe('email_not_confirmed')
})

test('what cannot be kept is refused before its first byte, in words', async () => {
  const ask = async (name: string, length: number | string) => {
    const answer = await raw(seller, 'POST', '', {
      'Upload-Length': String(length),
      'Upload-Metadata': metadata(name),
    })
    return answer.text.startsWith('{') ? answer.json<{ error: { code: string } }>().error.code : answer.status
  }
  expect(await ask('a.exe', 100)).toBe('file_type_not_allowed')
  expect(await ask('a.svg', 100)).toBe('file_type_not_allowed')
  expect(await ask('a.pdf', 0)).toBe('file_empty')
  expect(await ask('a.pdf', 300 * 1024 * 1024)).toBe('file_too_large')
  expect(await ask('a.mp4', maxResumableBytes + 1)).toBe(413)
  expect(await ask('a.pdf', '1e9')).toBe(400)
  expect(await ask('a.pdf', -1)).toBe(400)
  await app.deps.db
    .insertInto('upload')
    .values({
      ...{
        id: crypto.randomUUID(),
        world: 'de',
        account_id: seller.id,
        name: 'a.mp4',
        storage_key: 'upload/aa/x',
      },
      size_bytes: maxAuthorBytes - 50,
    })
    .execute()
  expect(await ask('a.pdf', 100)).toBe('storage_quota')
  expect(await app.deps.db.selectFrom('upload').select('id').execute()).toHaveLength(1)
})

test('D2 71: a thousand that are never finished are not begun', async () => {
  const answers = await Promise.all(
    Array.from({ length: maxOpenUploads + 10 }, () =>
      raw(seller, 'POST', '', { 'Upload-Length': '1000', 'Upload-Metadata': metadata('a.pdf') }),
    ),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(maxOpenUploads)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(10)
  expect(codeOf(await send(other, 'b.pdf', sheet))).toMatch(/^[0-9a-f-]{36}$/)
})

test('what is refused is gone, the others are unharmed', async () => {
  const before = (await files()).length
  const [bad, good, virus] = await Promise.all([
    send(seller, 'text.docx', sheet),
    send(seller, 'gut.pdf', sheet),
    send(
      seller,
      'virus.mp3',
      Buffer.concat([Buffer.from('ID3\x04\0\0\0\0\0\0', 'latin1'), Buffer.alloc(500, 0), eicar()]),
    ),
  ])
  expect(codeOf(bad as DetailedError)).toBe('file_type_not_allowed')
  expect(codeOf(virus as DetailedError)).toBe('file_infected')
  expect(codeOf(good as string)).toMatch(/^[0-9a-f-]{36}$/)
  expect((await files()).length).toBe(before + 1)
  expect(await app.deps.db.selectFrom('upload').select('name').execute()).toEqual([{ name: 'gut.pdf' }])
})

test('D2 71: what nobody finished or used is cleaned up after a day', async () => {
  const id = String(await send(seller, 'a.pdf', sheet))
  await raw(seller, 'POST', '', { 'Upload-Length': '1000', 'Upload-Metadata': metadata('b.pdf') })
  await deleteUnusedUploads(app.deps)
  expect(await app.deps.db.selectFrom('upload').select('id').execute()).toHaveLength(2)
  const before = (await files()).length
  await sql`update upload set created_at = now() - interval '25 hours',
    ready_at = ready_at - interval '25 hours'`.execute(app.deps.db)
  await deleteUnusedUploads(app.deps)
  expect(await app.deps.db.selectFrom('upload').select('id').execute()).toEqual([])
  expect((await files()).length).toBe(before - 1)
  expect((await raw(seller, 'HEAD', id)).status).toBe(404)
})

test('a form with a mistake leaves what came before it', async () => {
  const id = String(await send(seller, 'a.pdf', sheet))
  const page = `${url('upload', { world: 'de' })}?intent=upload-listing`
  const { body, contentType } = multipart([
    { name: 'title', value: 'Brüche' },
    { name: 'price', value: 'viel' },
    { name: 'uploads', value: id },
    {
      name: 'files',
      value: { fileName: 'x.exe', mediaType: 'application/x-msdownload', body: Buffer.from('MZ') },
    },
  ])
  const answer = await seller.client.send({
    method: 'POST',
    path: page,
    body,
    headers: { ...headersOf(seller), 'Content-Type': contentType, 'Content-Length': String(body.length) },
  })
  expect(answer.status).toBe(303)
  const rows = await app.deps.db.selectFrom('upload').select('id').execute()
  expect(rows).toEqual([])
})
