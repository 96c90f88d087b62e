import { afterAll, beforeAll, expect, test } from 'vitest'
import { url } from '#platform/routing/url.ts'
import type { MaterialDetail } from '#platform/rules/contract/material.ts'
import { member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { type Answer, multipart, type UploadPart } from '../support/http-client.ts'
import { pdf } from '../support/sheets.ts'

let app: TestApp
let seller: Person
let sheet: Buffer

/** The head of an MP4 and something behind it: enough to be told apart, and to ask for parts of. */
const head = Buffer.from('0000001866747970' + '6d703432' + '00000000' + '6d703432' + '69736f6d', 'hex')
const video = Buffer.concat([head, Buffer.alloc(5000, 'Video')])

beforeAll(async () => {
  app = await openTestApp()
  seller = await member(app, 'seller', { isSeller: true })
  sheet = await pdf(1)
})
afterAll(() => app.close())

function upload(path: string, fields: Record<string, string>, files: UploadPart[]): Promise<Answer> {
  const all = [...Object.entries(fields).map(([name, value]) => ({ name, value })), ...files]
  const { body, contentType } = multipart(all)
  return seller.client.send({
    method: 'POST',
    path,
    body,
    headers: {
      'Content-Type': contentType,
      'Content-Length': String(body.length),
      Origin: new URL(app.base).origin,
      'Sec-Fetch-Site': 'same-origin',
      'X-CSRF-Token': seller.client.cookies.get('csrf') ?? '',
    },
  })
}

const fields = {
  title: 'Bruchrechnung mit Video',
  description: 'Übungen mit Lösungen.',
  subjects: 'de-mathematics',
  grades: '6',
  schoolTypes: 'sek1-gym',
  materialType: 'worksheet',
  isOwnWork: '1',
  aiUse: 'none',
  language: 'de',
  price: '2,50',
}
const part = (name: string, fileName: string, body: Buffer): UploadPart => ({
  name,
  value: { fileName, mediaType: 'application/octet-stream', body },
})

async function publish(
  files: UploadPart[],
): Promise<{ materialId: number; problems: Record<string, string> }> {
  if (!seller.client.cookies.has('csrf')) await seller.client.get('/api/v1/csrf')
  const all = [part('files', 'blatt.pdf', sheet), ...files]
  const answer = await upload('/api/v1/materials?world=de', { ...fields, action: 'publish' }, all)
  return answer.json<{ materialId: number; problems: Record<string, string> }>()
}

async function detailOf(materialId: number): Promise<MaterialDetail> {
  return (await seller.client.get(`/api/v1/materials/${materialId}`)).json<MaterialDetail>()
}

test('a video is shown to everybody, in parts as players ask, and is no file of the material', async () => {
  const { materialId, problems } = await publish([part('video', 'zeigen.mp4', video)])
  expect(problems).toEqual({})
  const detail = await detailOf(materialId)
  expect(detail.materialFiles.map(({ name }) => name)).toEqual(['blatt.pdf'])
  expect(detail.video).toMatchObject({ mediaType: 'video/mp4' })
  const path = detail.video?.src ?? ''
  const whole = await seller.client.get(path)
  expect([whole.status, whole.headers['content-type'], whole.headers['accept-ranges']]).toEqual([
    200,
    'video/mp4',
    'bytes',
  ])
  expect(whole.body.equals(video)).toBe(true)
  const some = await seller.client.send({ path, headers: { Range: 'bytes=10-19' } })
  expect([some.status, some.headers['content-range'], some.body.length]).toEqual([
    206,
    `bytes 10-19/${video.length}`,
    10,
  ])
  expect((await seller.client.send({ path, headers: { Range: 'bytes=999999-' } })).status).toBe(416)
  const asked = await seller.client.send({ method: 'HEAD', path })
  expect([asked.status, asked.headers['content-length']]).toEqual([200, String(video.length)])
})

test('a video loses what says who made it', async () => {
  const box = (kind: string, body: Buffer) => {
    const size = Buffer.alloc(4)
    size.writeUInt32BE(8 + body.length)
    return Buffer.concat([size, Buffer.from(kind), body])
  }
  const tagged = Buffer.concat([
    head,
    box('moov', box('udta', Buffer.from('Petra Muster'))),
    video.subarray(24),
  ])
  const { materialId } = await publish([part('video', 'zeigen.mp4', tagged)])
  const { body } = await seller.client.get((await detailOf(materialId)).video?.src ?? '')
  expect([body.length, body.includes('Petra')]).toEqual([tagged.length, false])
})

test('what is no video is refused by name, the rest of the form is kept', async () => {
  const draft = await publish([part('video', 'zeigen.mp4', Buffer.from('kein Video'))])
  expect(draft).toMatchObject({ status: 'draft', problems: { video: 'file_type_not_allowed' } })
  const { materialId } = await publish([])
  const edit = `${url('edit-material', { world: 'de', materialId })}?intent=save-listing`
  const answer = await upload(edit, { ...fields, title: 'Anders', action: 'save' }, [
    part('video', 'spiel.exe', Buffer.from('MZ')),
  ])
  expect(answer.headers.location).toContain('video')
  expect(await detailOf(materialId)).toMatchObject({ title: 'Anders', video: null })
})

test('an author replaces a video and takes it away', async () => {
  const { materialId } = await publish([part('video', 'eins.mp4', video)])
  const edit = `${url('edit-material', { world: 'de', materialId })}?intent=save-listing`
  const first = (await detailOf(materialId)).video?.src
  await upload(edit, { ...fields, action: 'save' }, [part('video', 'zwei.mp4', video)])
  const second = (await detailOf(materialId)).video?.src
  expect(second).toMatch(/^\/videos\/[0-9a-f]{2}\/[0-9a-f-]{36}\.mp4$/)
  expect(second).not.toBe(first)
  await upload(edit, { ...fields, action: 'save' }, [])
  expect((await detailOf(materialId)).video?.src).toBe(second)
  await upload(edit, { ...fields, removeVideo: '1', action: 'save' }, [])
  expect((await detailOf(materialId)).video).toBeNull()
})

test.each([
  '/videos/',
  '/videos/00/nothing.mp4',
  '/videos/00/00000000-0000-4000-8000-000000000000.mp4',
  '/videos/../material/00/00000000-0000-4000-8000-000000000000.pdf',
  '/videos/%2e%2e/secret.mp4',
])('%s is nothing', async (path) => {
  expect((await seller.client.get(path)).status).toBe(404)
})
