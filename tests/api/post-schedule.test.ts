import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OwnPost, PostPicture } from '#shop/selling/posts/rules/contract.ts'
import { publishDue } from '#shop/selling/posts/server/editing/schedule.ts'
import { materialRow, member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { createClient, multipart } from '../support/http-client.ts'

/** Drafts that come out by themselves, what posts said before, and what they show beside their words. */

let app: TestApp
let author: Person

beforeAll(async () => {
  app = await openTestApp()
  author = await member(app, 'schedule-author', { isSeller: true })
})
afterAll(() => app.close())

async function draft(source = 'Ein Text, der lang genug zum Lesen ist.'): Promise<OwnPost> {
  const answer = await author.client.api('POST', '/v1/posts?world=de', { title: 'Stationenlernen', source })
  expect(answer.status, answer.text).toBe(201)
  return answer.json<OwnPost>()
}

function schedule(id: number, at: { day: string; hour: number }, person = author) {
  return person.client.api('PUT', `/v1/posts/${id}/schedule?world=de`, at)
}

/** In summer and in winter: the hour is that of the world's clock, not of Greenwich. */
function dayFromNow(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
}

const isPublic = async (id: number) =>
  (await createClient(app.base).get(`/api/v1/posts/${id}?world=de`)).status === 200

test('a draft comes out at its hour, once, however many workers look', async () => {
  const { id } = await draft()
  const day = dayFromNow(3)
  const answer = await schedule(id, { day, hour: 9 })
  expect(answer.status, answer.text).toBe(200)
  const { publishAt } = answer.json<OwnPost>()
  const there = new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'Europe/Berlin',
    dateStyle: 'short',
    timeStyle: 'short',
  })
  expect(there.format(new Date(publishAt ?? ''))).toBe(`${day} 09:00`)
  await publishDue(app.deps)
  expect(await isPublic(id)).toBe(false)
  await sql`update post set publish_at = now() - interval '1 minute' where id = ${id}`.execute(app.deps.db)
  await Promise.all([publishDue(app.deps), publishDue(app.deps), publishDue(app.deps)])
  expect(await isPublic(id)).toBe(true)
  const own = (await author.client.api('GET', `/v1/posts/${id}/source?world=de`)).json<OwnPost>()
  expect([own.status, own.publishAt]).toEqual(['published', null])
})

test('the date can be taken back; the past, far futures, empty and foreign posts are refused', async () => {
  const { id } = await draft()
  expect((await schedule(id, { day: dayFromNow(2), hour: 0 })).status).toBe(200)
  const stopped = await author.client.api('DELETE', `/v1/posts/${id}/schedule?world=de`)
  expect(stopped.json<OwnPost>().publishAt).toBeNull()
  for (const day of [dayFromNow(-1), dayFromNow(400), '2026-02-30', 'tomorrow'])
    expect((await schedule(id, { day, hour: 9 })).status, day).toBe(422)
  expect((await schedule(id, { day: dayFromNow(2), hour: 24 })).status).toBe(422)
  expect((await schedule((await draft('')).id, { day: dayFromNow(2), hour: 9 })).status).toBe(422)
  const other = await member(app, 'schedule-other', { isSeller: true })
  expect((await schedule(id, { day: dayFromNow(2), hour: 9 }, other)).status).toBe(404)
  expect((await other.client.api('GET', `/v1/posts/${id}/versions?world=de`)).status).toBe(404)
})

test('what a post said before is kept: the newest twenty', async () => {
  let { id, version } = await draft('Fassung 0, lang genug zum Lesen.')
  for (let nth = 1; nth <= 22; nth++) {
    const body = { title: 'Stationenlernen', source: `Fassung ${nth}, lang genug zum Lesen.`, version }
    const answer = await author.client.api('PUT', `/v1/posts/${id}?world=de`, body)
    expect(answer.status, answer.text).toBe(200)
    ;({ id, version } = answer.json<OwnPost>())
  }
  const answer = await author.client.api('GET', `/v1/posts/${id}/versions?world=de`)
  const { versions } = answer.json<{ versions: { source: string }[] }>()
  expect(versions).toHaveLength(20)
  expect([versions[0]?.source, versions.at(-1)?.source]).toEqual([
    'Fassung 21, lang genug zum Lesen.',
    'Fassung 2, lang genug zum Lesen.',
  ])
})

test('what is stored while somebody writes is one draft, and no version each time', async () => {
  const save = async (body: Record<string, unknown>) => {
    const answer = await author.client.api('POST', '/v1/posts/editor?world=de', {
      ...{ title: 'Nebenbei', isAutosave: true },
      ...body,
    })
    expect(answer.status, answer.text).toBe(200)
    return answer.json<OwnPost>()
  }
  const first = await save({ source: 'Erste Worte, lang genug.', key: 'an-empty-editor' })
  expect((await save({ source: 'Erste Worte, lang genug.', key: 'an-empty-editor' })).id).toBe(first.id)
  let { version } = first
  for (let nth = 0; nth < 4; nth++)
    ({ version } = await save({ postId: first.id, version, source: `Worte nach ${nth} Pausen.` }))
  const answer = await author.client.api('GET', `/v1/posts/${first.id}/versions?world=de`)
  expect(answer.json<{ versions: unknown[] }>().versions).toHaveLength(1)
  const late = {
    title: 'Nebenbei',
    source: 'Aus einem alten Fenster.',
    postId: first.id,
    version: first.version,
  }
  expect((await author.client.api('POST', '/v1/posts/editor?world=de', late)).status).toBe(409)
})

describe('pictures and materials in posts', () => {
  async function sendPicture(person: Person, body: Buffer, alt: string | undefined) {
    const { body: sent, contentType } = multipart([
      ...(alt === undefined ? [] : [{ name: 'alt', value: alt }]),
      { name: 'file', value: { fileName: '../../a.svg', mediaType: 'image/svg+xml', body } },
    ])
    return await person.client.api('POST', '/v1/post-pictures?world=de', sent, {
      'Content-Type': contentType,
    })
  }
  const photo = async (changes = {}) =>
    await sharp({ create: { width: 320, height: 200, channels: 3, background: '#0a6', ...changes } })
      .jpeg()
      .withExif({ IFD0: { Copyright: 'here' } })
      .toBuffer()

  test('a picture is made anew without its metadata, wants words, and is nobody else’s', async () => {
    const jpeg = await photo()
    const answer = await sendPicture(author, jpeg, '  Eine   Tafel mit "Brüchen" ')
    expect(answer.status, answer.text).toBe(201)
    const picture = answer.json<PostPicture>()
    expect(picture).toMatchObject({ alt: 'Eine Tafel mit "Brüchen"', width: 320, height: 200 })
    const { image_key } = await app.deps.db
      .selectFrom('post_picture')
      .select('image_key')
      .where('id', '=', picture.id)
      .executeTakeFirstOrThrow()
    const metadata = await sharp(await app.deps.storage.readBuffer(image_key)).metadata()
    expect([metadata.format, metadata.exif]).toEqual(['webp', undefined])
    for (const alt of [undefined, '', 'Tafel\u0000', ' \u200b ', 'ab', 'a'.repeat(301)])
      expect((await sendPicture(author, jpeg, alt)).status, String(alt)).toBe(422)
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')
    for (const body of [svg, jpeg.subarray(0, jpeg.length / 2), Buffer.from('GIF89a'), Buffer.alloc(0)])
      expect((await sendPicture(author, body, 'Eine Tafel')).status).toBe(422)

    const material = await materialRow(app, { authorId: author.id, title: 'Brüche & <Kürzen>' })
    const other = await member(app, 'picture-other', { isSeller: true })
    const foreign = await materialRow(app, { authorId: other.id, title: 'Fremdes Material' })
    const source = [
      'Ein Text, der lang genug zum Lesen ist.',
      `![](picture:${picture.id})`,
      `![Die "<b>Tafel</b>"](picture:${picture.id})`,
      `[Mein Material](material:${material})`,
      `[x](material:${foreign})`,
      '![x](picture:999999)',
      '![x](https://example.org/x.png)',
      '| a | <script>alert(1)</script> |\n| --- | --- |\n| [b](javascript:alert(1)) | c |',
    ].join('\n\n')
    const { id } = await draft(source)
    const published = await author.client.api('PUT', `/v1/posts/${id}/published?world=de`)
    expect(published.status, published.text).toBe(200)
    const read = async () =>
      (await createClient(app.base).get(`/api/v1/posts/${id}?world=de`)).json<{
        html: string
        excerpt: string
      }>()
    const { html, excerpt } = await read()
    expect(html.match(/<img [^>]*alt="Eine Tafel mit &quot;Brüchen&quot;"/g)).toHaveLength(1)
    expect(html).toContain('alt="Die &quot;&lt;b>Tafel&lt;/b>&quot;"')
    expect(html.match(/<aside class="post-material"/g)).toHaveLength(1)
    expect(html).toContain('Brüche &amp; &lt;Kürzen&gt;')
    expect(html).toContain('<td>[b](javascript:alert(1))</td>')
    expect(html).toContain('![x](https://example.org/x.png)')
    expect(html).not.toMatch(/<script|onload|Fremdes|999999/)
    expect(excerpt).not.toContain('Tafel mit')

    const path = `/v1/post-pictures/${picture.id}?world=de`
    expect((await other.client.api('DELETE', path)).status).toBe(404)
    const stolen = await other.client.api('POST', '/v1/posts/html?world=de', { source })
    expect(stolen.json<{ html: string }>().html).not.toContain('<img')
    expect((await author.client.api('DELETE', path)).status).toBe(200)
    expect((await read()).html).not.toContain('<figure')
  })
})
