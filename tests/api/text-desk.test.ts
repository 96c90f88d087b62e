import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TextLine, TextPicture } from '#shop/content/editorial/rules/contract.ts'
import { cleanTextPictures } from '#shop/content/editorial/server/pictures/pictures.ts'
import { cut, fieldsOf } from '#shop/content/editorial/server/service.ts'
import { member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { multipart } from '../support/http-client.ts'

/** What editors do with a text together: look at it, remark, merge; and its pictures. */

let app: TestApp
let editor: Person
let colleague: Person

beforeAll(async () => {
  app = await openTestApp()
  editor = await member(app, 'editor', { role: 'editor' })
  colleague = await member(app, 'colleague', { role: 'editor' })
})
afterAll(() => app.close())

interface Name {
  kind: string
  key: string
}
const source = ({ kind, key }: Name) =>
  readFileSync(`src/shop/content/editorial/texts/${kind}/de/${key}.md`, 'utf8')
function wordsIn(text: string, other: Record<string, string> = {}) {
  const { id: _id, updated: _updated, roles: _roles, ...fields } = fieldsOf(text)
  return { ...fields, body: cut(text).body, ...other }
}
const lineOf = async ({ kind, key }: Name, state = '') => {
  const address = `/api/v1/texts?kind=${kind}&query=${key}${state}`
  const { texts } = (await editor.client.get(address)).json<{ texts: TextLine[] }>()
  return texts.find((text) => text.key === key)
}
const put = (person: Person, path: string, body: object) =>
  person.client.api('PUT', `/v1/texts/${path}`, body)
async function draft(person: Person, name: Name, version: number, other: Record<string, string>) {
  const words = wordsIn(source(name), other)
  const answer = await person.client.api('POST', '/v1/texts/draft', { ...name, version, words })
  expect(answer.status, answer.text).toBe(200)
  return answer.json<{ version: number }>().version
}

test('who asked to have a text looked at does not approve it, somebody else does', async () => {
  const name = { kind: 'magazine', key: 'exit-ticket' }
  expect((await put(editor, 'state', { ...name, change: 'ask-review' })).status).toBe(409)
  await draft(editor, name, 1, { title: 'Drei Fragen zum Schluss' })
  const asked = await put(editor, 'state', { ...name, change: 'ask-review' })
  expect(asked.status, asked.text).toBe(200)
  const { version } = asked.json<{ version: number }>()
  expect((await lineOf(name))?.state).toBe('in-review')
  const own = await put(editor, 'approved', { ...name, version })
  expect(own.status).toBe(403)
  expect(own.text).toContain('second_person_needed')
  expect((await put(colleague, 'approved', { ...name, version: version - 1 })).status).toBe(409)
  expect((await put(colleague, 'approved', { ...name, version })).status).toBe(200)
  await expect.poll(() => app.deps.articles.byId('magazine', 'de', 1)?.title).toBe('Drei Fragen zum Schluss')
  expect((await lineOf(name))?.state).toBe('published')
  expect((await put(colleague, 'approved', { ...name, version: version + 1 })).status).toBe(409)
})

test('two who approve at once publish once', async () => {
  const name = { kind: 'help', key: 'fees' }
  await draft(editor, name, 1, { title: 'Was es kostet, neu' })
  const { version } = (await put(editor, 'state', { ...name, change: 'ask-review' })).json<{
    version: number
  }>()
  const third = await member(app, 'third', { role: 'editor' })
  const answers = await Promise.all(
    [colleague, third].map((each) => put(each, 'approved', { ...name, version })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const { rows } = await sql<{ count: string }>`select count(*) from text_version where key = 'fees'`.execute(
    app.deps.db,
  )
  expect(Number(rows[0]?.count)).toBe(1)
})

test('what is not public can be put into the archive and comes back', async () => {
  const name = { kind: 'charity', key: 'give-material' }
  expect((await put(editor, 'state', { ...name, change: 'archive' })).status).toBe(409)
  expect((await put(editor, 'state', { ...name, change: 'withdraw' })).status).toBe(200)
  await expect.poll(() => app.deps.articles.source({ ...name, kind: 'charity', world: 'de' })).toBeUndefined()
  expect((await put(editor, 'state', { ...name, change: 'archive' })).status).toBe(200)
  expect(await lineOf(name)).toBeUndefined()
  expect((await lineOf(name, '&state=archived'))?.state).toBe('archived')
  expect((await put(editor, 'state', { ...name, change: 'unarchive' })).status).toBe(200)
  expect((await lineOf(name))?.state).toBe('withdrawn')
})

test('remarks on a paragraph are answered and done with; who is gone leaves a remark without a name', async () => {
  const name = { kind: 'help', key: 'upload' }
  const say = (person: Person, body: object) =>
    person.client.api('POST', '/v1/texts/comments', { ...name, ...body })
  const first = await say(editor, { quote: 'Ein Absatz', body: 'Stimmt das noch?' })
  expect(first.status, first.text).toBe(201)
  const { id } = first.json<{ id: number }>()
  expect((await say(colleague, { threadId: id, body: 'Ja.' })).status).toBe(201)
  expect((await say(colleague, { threadId: id + 1, body: 'Auf eine Antwort' })).status).toBe(404)
  expect((await say(colleague, { quote: '', body: ' ' })).status).toBe(422)
  expect((await say(colleague, { body: 'x'.repeat(2001) })).status).toBe(422)
  const done = await put(editor, 'comments/resolved', { ...name, threadId: id })
  expect(done.status, done.text).toBe(200)
  const elsewhere = await put(editor, 'comments/resolved', { kind: 'help', key: 'pay', threadId: id })
  expect(elsewhere.status).toBe(404)
  const stored = await sql<{ body: string; done: boolean; thread: number | null }>`
    select body, resolved_at is not null as done, thread_id as thread from text_comment order by id`.execute(
    app.deps.db,
  )
  expect(stored.rows).toEqual([
    { body: 'Stimmt das noch?', done: true, thread: null },
    { body: 'Ja.', done: false, thread: id },
  ])
})

test('a link shows a draft to anybody for a week, and to no search engine', async () => {
  const name = { kind: 'magazine', key: 'three-levels' }
  await draft(editor, name, 1, { title: 'Noch nicht für alle' })
  const { path } = (await editor.client.api('POST', '/v1/texts/preview-link', name)).json<{ path: string }>()
  expect(path).toMatch(/^\/de\/textentwurf\/\w+\.\w+\.[\w-]{43}$/)
  const nowhere = await editor.client.api('POST', '/v1/texts/preview-link', {
    kind: 'help',
    key: 'nothing-there',
  })
  expect(nowhere.status).toBe(404)
  const { sharedDraft } = await import('#shop/content/editorial/server/service.ts')
  const { strangerContext } = await import('#platform/context/context.ts')
  const token = path.split('/').at(-1) ?? ''
  const stranger = strangerContext(app.deps, 'de')
  expect(await sharedDraft(stranger, token)).toMatchObject({ title: 'Noch nicht für alle' })
  await expect(sharedDraft(strangerContext(app.deps, 'fr'), token)).rejects.toThrow('link_expired')
  await expect(
    sharedDraft(stranger, `${token.slice(0, -1)}${token.endsWith('a') ? 'b' : 'a'}`),
  ).rejects.toThrow('link_expired')
})

test('two who wrote at once: chosen places of the one come into the words of the other', async () => {
  const name = { kind: 'help', key: 'find' }
  const body = '## Eins\n\nAlt.\n\n## Zwei\n\nAuch alt.\n'
  await draft(editor, name, 1, { body: body.replace('Alt.', 'Von der einen.') })
  const merged = await colleague.client.api('POST', '/v1/texts/merged', {
    ...name,
    body: body.replace('Auch alt.', 'Von der anderen.'),
    taken: [0],
  })
  expect(merged.json<{ body: string }>().body).toBe(
    '## Eins\n\nVon der einen.\n\n## Zwei\n\nVon der anderen.\n',
  )
})

const picture = async () =>
  await sharp({ create: { width: 900, height: 900, channels: 3, background: '#2a6' } })
    .withExif({ IFD0: { Copyright: 'Geheim' } })
    .jpeg()
    .toBuffer()

async function send(person: Person, fields: Record<string, string>, file?: Buffer) {
  const parts = Object.entries(fields).map(([name, value]) => ({ name, value }))
  const value = { fileName: 'a.jpg', mediaType: 'image/jpeg', body: file ?? (await picture()) }
  const { body, contentType } = multipart([...parts, { name: 'file', value }])
  return await person.client.api('POST', '/v1/text-pictures?world=de', body, { 'Content-Type': contentType })
}

test('a picture is cut, kept without its metadata, shown with its credit, and cleaned away when no text names it', async () => {
  const sent = await send(editor, { alt: 'Ein grünes Feld', credit: 'Foto: M. Muster, CC BY', shape: 'wide' })
  expect(sent.status, sent.text).toBe(201)
  const { id, width, height } = sent.json<TextPicture>()
  expect(width / height).toBeCloseTo(1.5, 1)
  const row = await app.deps.db
    .selectFrom('text_picture')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { path, cleanup } = await app.deps.storage.localPath(row.image_key)
  expect(readFileSync(path).includes('Geheim')).toBe(false)
  await cleanup()
  await expect.poll(() => app.deps.articles.picture(id)).toBeDefined()

  const name = { kind: 'help', key: 'favorites' }
  const body = `Davor.\n\n![Ein Feld "im Frühling"](picture:${id} "Foto: M. Muster")\n\nDanach ![drin](picture:${id}) im Satz.\n`
  const publish = (version: number, text: string) =>
    put(editor, 'published', { ...name, version, words: wordsIn(source(name), { body: text }) })
  const unknown = await publish(1, '![Feld](picture:999999)\n')
  expect(unknown.status).toBe(422)
  expect((await publish(1, body)).status).toBe(200)
  const html = () => app.deps.articles.html('help', 'de', 'favorites')
  await expect.poll(html).toContain('<figcaption>Foto: M. Muster</figcaption>')
  expect(html()).toMatch(
    /<figure><img src="\/images\/[^"]+" srcset="[^"]+" [^>]*alt="Ein Feld &quot;im Frühling&quot;"/,
  )
  expect(html()).not.toContain('picture:')

  const other = (await send(editor, { alt: 'Nirgends gezeigt' })).json<TextPicture>()
  await sql`update text_picture set created_at = now() - interval '2 days'`.execute(app.deps.db)
  await cleanTextPictures(app.deps)
  const { rows } = await sql<{ id: number }>`select id from text_picture`.execute(app.deps.db)
  expect(rows.map((each) => Number(each.id))).toEqual([id])
  expect(other.id).not.toBe(id)
})

test('what is no picture, has no words or comes from no editor is refused', async () => {
  const script = await send(editor, { alt: 'Ein Bild' }, Buffer.from('<script>alert(1)</script>'))
  expect(script.status).toBe(422)
  expect(script.text).toContain('image_invalid')
  const svg = await send(
    editor,
    { alt: 'Ein Bild' },
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  )
  expect(svg.status).toBe(422)
  expect((await send(editor, { alt: '' })).json<{ error: { fields: object } }>().error.fields).toHaveProperty(
    'alt',
  )
  const plain = await member(app, 'plain', {})
  expect((await send(plain, { alt: 'Ein Bild' })).status).toBe(403)
})
