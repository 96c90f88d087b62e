import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadEpisode } from '#loaders/editorial.ts'
import { strangerContext } from '#platform/context/context.ts'
import { podcastFeed } from '#shop/catalogue/seo/server/podcast-feed.ts'
import { articleFrontmatter } from '#shop/content/editorial/rules/contract.ts'
import { cut, fieldsOf } from '#shop/content/editorial/server/service.ts'
import type { Downloads } from '#shop/content/podcast/rules/contract.ts'
import { cleanSounds, measureSound } from '#shop/content/podcast/server/sounds.ts'
import { member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { multipart, send } from '../support/http-client.ts'

/** Recordings of episodes: sent by editors, measured, given out in parts, counted. */

let app: TestApp
let editor: Person
const key = 'cover-lesson'

beforeAll(async () => {
  app = await openTestApp()
  editor = await member(app, 'editor', { role: 'editor' })
})
afterAll(() => app.close())

const mp3 = readFileSync('public/podcast/de/cover-lesson.mp3')
const m4a = readFileSync('tests/fixtures/sound.m4a')
/** A tone on one side, 16 bits. */
function wave(seconds: number, rate = 8000): Buffer {
  const samples = Math.round(seconds * rate)
  const bytes = Buffer.alloc(44 + 2 * samples)
  bytes.write('RIFF', 0)
  bytes.writeUInt32LE(36 + 2 * samples, 4)
  bytes.write('WAVEfmt ', 8)
  bytes.writeUInt32LE(16, 16)
  bytes.writeUInt16LE(1, 20)
  bytes.writeUInt16LE(1, 22)
  bytes.writeUInt32LE(rate, 24)
  bytes.writeUInt32LE(2 * rate, 28)
  bytes.writeUInt16LE(2, 32)
  bytes.writeUInt16LE(16, 34)
  bytes.write('data', 36)
  bytes.writeUInt32LE(2 * samples, 40)
  for (let at = 0; at < samples; at++)
    bytes.writeInt16LE(Math.round(3276.7 * Math.sin((2 * Math.PI * 997 * at) / rate)), 44 + 2 * at)
  return bytes
}
const vtt =
  'WEBVTT\n\n00:00.000 --> 00:04.000\n<v Mira>Guten Morgen.\n\n00:09.500 --> 00:12.000\n<i>An der Tür</i> stehen.\n'

async function upload(
  name: 'sound' | 'transcript',
  [fileName, body]: readonly [string, Buffer | string],
  of = key,
) {
  const value = { fileName, mediaType: 'application/octet-stream', body: Buffer.from(body) }
  const { body: sent, contentType } = multipart([
    { name: 'key', value: of },
    { name, value },
  ])
  return await editor.client.api('POST', `/v1/text-${name}s?world=de`, sent, { 'Content-Type': contentType })
}
const draftFields = async () => {
  const { source } = (await editor.client.get(`/api/v1/texts/source?world=de&kind=podcast&key=${key}`)).json<{
    source: string
  }>()
  return { source, fields: fieldsOf(source) }
}
const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  send(app.base, { path, headers, method })

test('a recording is named in the draft, measured, and heard in parts once it is public', async () => {
  const sent = await upload('sound', ['folge.wav', wave(3)])
  expect(sent.status, sent.text).toBe(201)
  expect((await upload('transcript', ['folge.txt', vtt])).status).toBe(201)
  const { source, fields } = await draftFields()
  // By its bytes: WebVTT, whatever its name says.
  expect(fields).toMatchObject({
    audio: expect.stringMatching(/^\/sounds\/[0-9a-f]{2}\/[0-9a-f-]{36}\.wav$/),
    transcript: expect.stringMatching(/\.vtt$/),
    audioSeconds: '3',
    audioBytes: String(wave(3).length),
  })
  expect(articleFrontmatter.safeParse(fields).success).toBe(true)
  const stored = await app.deps.db
    .selectFrom('podcast_sound')
    .selectAll()
    .where('seconds', '=', 3)
    .executeTakeFirstOrThrow()
  await measureSound(app.deps, { key: stored.storage_key })
  const measured = await app.deps.db
    .selectFrom('podcast_sound')
    .select('loudness')
    .where('storage_key', '=', stored.storage_key)
    .executeTakeFirstOrThrow()
  // A tone of a tenth on one side: -20 dBFS peak.
  expect(Math.abs((measured.loudness ?? 0) + 23)).toBeLessThan(0.3)

  const {
    id: _id,
    updated: _updated,
    audio: _a,
    audioBytes: _b,
    audioSeconds: _s,
    transcript: _t,
    ...words
  } = fields
  const version = (
    await app.deps.db
      .selectFrom('text_edition')
      .select('version')
      .where('key', '=', key)
      .executeTakeFirstOrThrow()
  ).version
  const published = await editor.client.api('PUT', '/v1/texts/published?world=de', {
    ...{ kind: 'podcast', key, version },
    words: { ...words, body: cut(source).body, chapters: '0:00 Anfang | 0:02 Ende' },
  })
  expect(published.status, published.text).toBe(200)
  const id = Number(fields.id)
  await expect.poll(() => app.deps.articles.byId('podcast', 'de', id)?.audio).toBe(fields.audio)
  const page = await loadEpisode(strangerContext(app.deps, 'de'), { id: String(id), slug: fields.slug ?? '' })
  if (!('player' in page)) throw new Error('moved')
  expect(page.player).toMatchObject({
    src: `/de/podcast/listen/${id}.wav`,
    chapters: [
      { startSeconds: 0, title: 'Anfang' },
      { startSeconds: 2, title: 'Ende' },
    ],
    cues: [
      { startSeconds: 0, text: 'Mira: Guten Morgen.' },
      { startSeconds: 9, text: 'An der Tür stehen.' },
    ],
  })
  const feed = [...(podcastFeed(app.deps, 'de').parts as readonly string[])].join('')
  expect(feed).toContain(`/de/podcast/listen/${id}.wav" length="${fields.audioBytes}" type="audio/wav"/>`)
  expect(feed).toContain(`${fields.transcript}" type="text/vtt"/>`)

  const whole = await get(fields.audio ?? '')
  expect([whole.status, whole.headers['content-type'], whole.headers['accept-ranges']]).toEqual([
    200,
    'audio/wav',
    'bytes',
  ])
  const part = await get(fields.audio ?? '', { range: 'bytes=100-199' })
  expect([part.status, part.headers['content-range']]).toEqual([206, `bytes 100-199/${fields.audioBytes}`])
  expect((await get(fields.transcript ?? '')).headers['content-type']).toBe('text/vtt; charset=utf-8')
  for (const path of ['/sounds/../secret', '/sounds/aa/nothing.mp3', `${fields.audio}x`, '/sounds/'])
    expect([path, (await get(path)).status]).toEqual([path, 404])
})

test('an MP3 is as loud as other meters say; what says who made an M4A is gone', async () => {
  expect((await upload('sound', ['folge.mp3', mp3])).status).toBe(201)
  const row = await app.deps.db
    .selectFrom('podcast_sound')
    .selectAll()
    .where('seconds', '=', 67)
    .executeTakeFirstOrThrow()
  await measureSound(app.deps, { key: row.storage_key })
  const { loudness } = await app.deps.db
    .selectFrom('podcast_sound')
    .select('loudness')
    .where('storage_key', '=', row.storage_key)
    .executeTakeFirstOrThrow()
  // ffmpeg's ebur128 says -18.7.
  expect(Math.abs((loudness ?? 0) + 18.7)).toBeLessThan(0.2)
  expect(m4a.includes('Geheimer Titel')).toBe(true)
  expect((await upload('sound', ['folge.bin', m4a])).status).toBe(201)
  const { fields } = await draftFields()
  expect(fields.audio).toMatch(/\.m4a$/)
  const stored = await get(fields.audio ?? '')
  expect([stored.headers['content-type'], stored.text.includes('Geheimer Titel')]).toEqual([
    'audio/mp4',
    false,
  ])
})

test('what is no sound is refused in words, and nothing of it is kept', async () => {
  const before = await draftFields()
  const code = (answer: { json: <T>() => T }) => answer.json<{ error: { code: string } }>().error.code
  for (const [name, file, refusal] of [
    ['sound', ['a.mp3', ''], 'file_empty'],
    ['sound', ['a.mp3', 'nur Worte, die kein Ton sind'], 'file_type_not_allowed'],
    ['sound', ['a.mp3', readFileSync('public/icon-512.png')], 'file_type_not_allowed'],
    ['sound', ['a.wav', wave(0)], 'sound_empty'],
    ['sound', ['a.wav', wave(0.2)], 'sound_empty'],
    ['sound', ['a.wav', wave(2).subarray(0, 20)], 'file_type_not_allowed'],
    ['transcript', ['a.vtt', 'WEBVTT\n\nohne Zeiten'], 'file_type_not_allowed'],
    ['transcript', ['a.txt', 'a\0b'], 'file_type_not_allowed'],
    ['transcript', ['a.txt', 'x'.repeat(1024 * 1024 + 1)], 'file_too_large'],
  ] as const) {
    const answer = await upload(name, file)
    expect([file[0], answer.status >= 400, code(answer)]).toEqual([file[0], true, refusal])
  }
  expect((await upload('sound', ['a.wav', wave(2)], 'nothing-of-the-kind')).status).toBe(404)
  expect(await draftFields()).toEqual(before)
  const reader = await member(app, 'reader')
  const { body, contentType } = multipart([{ name: 'key', value: key }])
  expect(
    (await reader.client.api('POST', '/v1/text-sounds?world=de', body, { 'Content-Type': contentType }))
      .status,
  ).toBe(403)
})

test('a download is counted once a day and listener, without a cookie; ranges and robots are not', async () => {
  const shipped = app.deps.articles.list('podcast', 'de').find(({ audio }) => audio?.startsWith('/podcast/'))
  const id = shipped?.id ?? 0
  const listen = (agent: string, more: Record<string, string> = {}, method = 'GET') =>
    get(`/de/podcast/listen/${id}.mp3`, { 'user-agent': agent, ...more }, method)
  const app1 = 'AntennaPod/3.5.0'
  const first = await listen(app1)
  expect([first.status, first.headers['set-cookie']]).toEqual([302, undefined])
  expect(first.headers.location).toMatch(/^\/podcast\/de\//)
  await listen(app1)
  await listen(app1, { range: 'bytes=0-' })
  await listen('Overcast/3.0 (+http://overcast.fm/; iOS podcast app)', { range: 'bytes=0-' })
  await listen('Mozilla/5.0 (X11) Firefox/140', { range: 'bytes=5000-' })
  await listen('Googlebot/2.1')
  await listen('')
  await listen('Podverse/4', {}, 'HEAD')
  const counted = async () =>
    (await editor.client.get(`/api/v1/text-downloads?world=de&episodeId=${id}`)).json<Downloads>()
  expect((await counted()).total).toBe(2)
  // The next day they are unknown.
  await sql`update podcast_listener set day = day - 3`.execute(app.deps.db)
  await cleanSounds(app.deps)
  const { rows } = await sql`select from podcast_listener`.execute(app.deps.db)
  expect(rows).toHaveLength(0)
  expect((await counted()).days).toHaveLength(1)
  for (const path of [
    '/de/podcast/listen/999999.mp3',
    '/xx/podcast/listen/1.mp3',
    '/de/podcast/listen/1.exe',
  ])
    expect([path, (await get(path)).status]).toEqual([path, 404])
})

test('recordings no text names are gone after a day', async () => {
  const { fields } = await draftFields()
  await sql`update podcast_sound set created_at = now() - interval '2 days'`.execute(app.deps.db)
  await cleanSounds(app.deps)
  const left = await app.deps.db.selectFrom('podcast_sound').select('storage_key').execute()
  const published = app.deps.articles.list('podcast', 'de').find((each) => each.key === key)
  const named = [fields.audio, fields.transcript, published?.audio, published?.transcript]
  for (const { storage_key } of left)
    expect(named.some((address) => address?.endsWith(storage_key.slice('podcast/'.length)))).toBe(true)
  expect(left.length).toBeGreaterThanOrEqual(3)
})
