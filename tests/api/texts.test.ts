import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TextLine } from '#shop/content/editorial/rules/contract.ts'
import { publishDueTexts } from '#shop/content/editorial/server/editions/editing.ts'
import { cut, fieldsOf } from '#shop/content/editorial/server/service.ts'
import { member, openTestApp, type Person, type TestApp } from '../support/app.ts'

/** Texts of a release, and what editors write over and beside them. */

let app: TestApp
let editor: Person
let colleague: Person

beforeAll(async () => {
  app = await openTestApp()
  editor = await member(app, 'editor', { role: 'editor' })
  colleague = await member(app, 'colleague', { role: 'editor' })
})
afterAll(() => app.close())

const ticket = { kind: 'magazine', key: 'exit-ticket' } as const
const shippedFile = (world: string, { kind, key }: { kind: string; key: string }) =>
  readFileSync(`src/shop/content/editorial/texts/${kind}/${world}/${key}.md`, 'utf8')

interface Name {
  kind: string
  key: string
}

const lineOf = async (person: Person, { kind, key }: Name, world = 'de') => {
  const { texts } = (await person.client.get(`/api/v1/texts?world=${world}&kind=${kind}&query=${key}`)).json<{
    texts: TextLine[]
  }>()
  return texts.find((text) => text.kind === kind && text.key === key)
}
const sourceOf = async (person: Person, { kind, key }: Name) =>
  (await person.client.get(`/api/v1/texts/source?kind=${kind}&key=${key}`)).json<{ source: string }>().source
const versionOf = async ({ kind, key }: Name, world = 'de') => {
  const row = await app.deps.db
    .selectFrom('text_edition')
    .select('version')
    .where('world', '=', world)
    .where('key', '=', key)
    .where(sql<boolean>`kind = ${kind}`)
    .executeTakeFirst()
  return row?.version ?? 1
}
/** What an editor's form holds of a source. */
function wordsIn(source: string, other: Record<string, string> = {}) {
  const { id: _id, updated: _updated, roles: _roles, ...fields } = fieldsOf(source)
  return { ...fields, body: cut(source).body, ...other }
}
const send = (person: Person, way: 'draft' | 'published', name: Name, other: Record<string, unknown>) =>
  person.client.api(way === 'draft' ? 'POST' : 'PUT', `/v1/texts/${way}`, { ...name, ...other })
const change = (person: Person, name: Name, what: string) =>
  person.client.api('PUT', '/v1/texts/state', { ...name, change: what })

const inPublic = () => app.deps.articles.byId('magazine', 'de', 1)

test('a draft changes nothing in public; published it counts in every process, with its day', async () => {
  const source = shippedFile('de', ticket)
  expect((await lineOf(editor, ticket))?.state).toBe('shipped')
  expect(await sourceOf(editor, ticket)).toBe(source)
  const words = wordsIn(source, { title: 'Drei Fragen, bevor es klingelt' })
  const draft = await send(editor, 'draft', ticket, { version: 1, words })
  expect(draft.status, draft.text).toBe(200)
  expect((await lineOf(editor, ticket))?.state).toBe('draft')
  expect(inPublic()?.title).toBe('Drei Fragen am Stundenende')

  const { version } = draft.json<{ version: number }>()
  const published = await send(editor, 'published', ticket, { version, words })
  expect(published.status, published.text).toBe(200)
  await expect.poll(() => inPublic()?.title, { timeout: 2000 }).toBe('Drei Fragen, bevor es klingelt')
  expect(inPublic()?.updated.toISOString().slice(0, 10)).toBe(new Date().toISOString().slice(0, 10))
  expect(await lineOf(editor, ticket)).toMatchObject({ state: 'published', editor: 'editor' })
  // Other worlds and texts are as they were.
  expect(app.deps.articles.byId('magazine', 'fr', 1)?.title).toBe(fieldsOf(shippedFile('fr', ticket)).title)
})

test('two who write at once: the second hears of it, and loses nothing', async () => {
  const name = { kind: 'help', key: 'pay' }
  const words = wordsIn(shippedFile('de', name), { title: 'So bezahlst du' })
  expect((await send(editor, 'draft', name, { version: 1, words })).status).toBe(200)
  const late = await send(colleague, 'draft', name, { version: 1, words: { ...words, title: 'Bezahlen' } })
  expect(late.status).toBe(409)
  const version = await versionOf(name)
  expect(
    (await send(colleague, 'draft', name, { version, words: { ...words, title: 'Bezahlen' } })).status,
  ).toBe(200)
  expect(fieldsOf(await sourceOf(editor, name)).title).toBe('Bezahlen')
})

test('what is wrong is in the way, by its field', async () => {
  const name = { kind: 'magazine', key: 'three-levels' }
  const source = shippedFile('de', name)
  const refused = async (other: Record<string, string>) => {
    const answer = await send(editor, 'published', name, {
      version: await versionOf(name),
      words: wordsIn(source, other),
    })
    expect(answer.status, answer.text).toBe(422)
    return answer.json<{ error: { fields: Record<string, string> } }>().error.fields
  }
  expect(await refused({ description: 'Zu kurz' })).toEqual({ description: 'invalid' })
  expect(await refused({ slug: 'die-ersten-fuenf-minuten' })).toEqual({ slug: 'taken' })
  expect(await refused({ body: '[Worte](route:nowhere)' })).toEqual({ body: 'invalid' })
  expect(await refused({ body: '[Worte](javascript:alert(1))' })).toEqual({ body: 'invalid' })
  expect(await refused({ body: '[Worte](article:help/999)' })).toEqual({ body: 'invalid' })
  expect(await refused({ slug: 'Große Worte' })).toEqual({ slug: 'invalid' })
})

test('anchors of a release that others point at cannot be lost, and a page stays', async () => {
  const name = { kind: 'info', key: 'terms' }
  const source = shippedFile('de', name)
  const body = cut(source).body.replace(/ \{ #terms-of-use \}/, '')
  const words = { title: fieldsOf(source).title, body }
  expect((await send(editor, 'published', name, { version: 1, words })).status).toBe(422)
  expect((await change(editor, name, 'withdraw')).status).toBe(409)
})

test('a text is taken away, brought back, and as it was shipped again', async () => {
  const name = { kind: 'magazine', key: 'first-five-minutes' }
  const there = () => app.deps.articles.bySlug('magazine', 'de', fieldsOf(shippedFile('de', name)).slug ?? '')
  const id = Number(fieldsOf(shippedFile('de', name)).id)
  const linking = { kind: 'help', key: 'licence' }
  const linked = wordsIn(shippedFile('de', linking), { body: `[Worte](article:magazine/${id})\n` })
  expect((await send(editor, 'published', linking, { version: 1, words: linked })).status).toBe(200)
  const html = () => app.deps.articles.html('help', 'de', 'licence')
  await expect.poll(html).toContain(`/magazin/${id}/`)
  expect((await change(editor, name, 'withdraw')).status).toBe(200)
  await expect.poll(there).toBeUndefined()
  // A page that links to it is still read.
  expect(html()).toContain('<a href="/de">Worte</a>')
  expect(app.deps.articles.isWithdrawn('magazine', 'de', { id })).toBe(true)
  expect((await change(editor, name, 'withdraw')).status).toBe(409)
  expect((await change(editor, name, 'bring-back')).status).toBe(200)
  await expect.poll(() => there()?.id).toBe(id)
  const words = wordsIn(shippedFile('de', name), { slug: 'die-ersten-fuenf' })
  await send(editor, 'published', name, { version: await versionOf(name), words })
  await expect.poll(() => app.deps.articles.bySlug('magazine', 'de', 'die-ersten-fuenf')?.id).toBe(id)
  const old = fieldsOf(shippedFile('de', name)).slug ?? ''
  expect(app.deps.articles.byFormerSlug('magazine', 'de', old)?.id).toBe(id)
  expect((await change(editor, name, 'to-shipped')).status).toBe(200)
  await expect.poll(() => there()?.id).toBe(id)
  expect((await lineOf(editor, name))?.state).toBe('shipped')
})

test('a schedule is kept by the clock of the world, over the change to summer time', async () => {
  const name = { kind: 'magazine', key: 'three-levels' }
  const words = wordsIn(shippedFile('de', name), { title: 'Drei Niveaus, ein Thema' })
  const plan = async (publishAt: string) =>
    editor.client.api('PUT', '/v1/texts/schedule', {
      ...name,
      version: await versionOf(name),
      words,
      publishAt,
    })
  expect((await plan('2020-01-01T08:00')).status).toBe(422)
  expect((await plan('2027-03-28T08:30')).status).toBe(200)
  expect((await lineOf(editor, name))?.publishAt).toBe('2027-03-28T06:30:00.000Z')
  expect((await plan('2027-03-27T08:30')).status).toBe(200)
  expect((await lineOf(editor, name))?.publishAt).toBe('2027-03-27T07:30:00.000Z')
  await publishDueTexts(app.deps)
  expect((await lineOf(editor, name))?.state).toBe('scheduled')
  await sql`update text_edition set publish_at = now() - interval '1 second' where key = 'three-levels'`.execute(
    app.deps.db,
  )
  await Promise.all([publishDueTexts(app.deps), publishDueTexts(app.deps)])
  const title = () => app.deps.articles.source({ ...ticket, key: name.key, world: 'de' })
  await expect.poll(() => fieldsOf(title() ?? '').title).toBe('Drei Niveaus, ein Thema')
  expect((await lineOf(editor, name))?.state).toBe('published')
})

test('an editor writes in the own world, an admin in all, others nowhere', async () => {
  const greek = (person: Person) =>
    person.client.api('PUT', '/v1/texts/state?world=gr', { ...ticket, change: 'withdraw' })
  expect((await greek(editor)).status).toBe(403)
  expect((await editor.client.get('/api/v1/texts?world=gr')).status).toBe(403)
  const admin = await member(app, 'admin', { role: 'admin' })
  expect((await greek(admin)).status).toBe(200)
  const plain = await member(app, 'plain', {})
  expect((await plain.client.get('/api/v1/texts')).status).toBe(403)
})

test('a file that was given out is the same again when it comes back, to the byte', async () => {
  const name = { kind: 'charity', key: 'give-material' }
  const file = shippedFile('de', name).replace(
    '---\n\n',
    '---\n\nEin Satz davor. Und „Zeichen“: 3 < 4 & mehr.\n\n',
  )
  expect((await editor.client.api('PUT', '/v1/texts/source', { ...name, source: file })).status).toBe(200)
  expect(await sourceOf(editor, name)).toBe(file)
  expect((await editor.client.api('PUT', '/v1/texts/source', { ...name, source: 'nur Worte' })).status).toBe(
    422,
  )
  expect(
    (await editor.client.api('PUT', '/v1/texts/source', { ...name, source: '---\n: [\n---\n' })).status,
  ).toBe(422)
})

test('a new text begins as a draft, and elsewhere with its words', async () => {
  const begun = await editor.client.api('POST', '/v1/texts', {
    kind: 'magazine',
    title: 'Elternabend ohne Angst',
  })
  expect(begun.json()).toEqual({ kind: 'magazine', key: 'elternabend-ohne-angst' })
  const again = await editor.client.api('POST', '/v1/texts', {
    kind: 'magazine',
    title: 'Elternabend ohne Angst',
  })
  expect(again.status).toBe(409)
  const name = begun.json<Name>()
  expect(await lineOf(editor, name)).toMatchObject({ state: 'draft', worlds: [] })
  const source = await sourceOf(editor, name)
  const words = wordsIn(source, {
    description: ' Fünf Dinge, die einen Elternabend\r\n  kurz und freundlich machen. ',
    body: '## Vorher\n\nEin Plan, der auf eine Karte passt.\n',
  })
  const answer = await send(editor, 'published', name, { version: await versionOf(name), words })
  expect(answer.status, answer.text).toBe(200)
  const id = Number(fieldsOf(source).id)
  await expect.poll(() => app.deps.articles.byId('magazine', 'de', id)?.slug).toBe('elternabend-ohne-angst')
  expect(app.deps.articles.byId('magazine', 'de', id)?.description).toMatch(/^Fünf \S.*Elternabend kurz/)
  const sitemap = async () => (await editor.client.get('/sitemaps/de/articles-1.xml')).text
  await expect.poll(sitemap).toContain('elternabend-ohne-angst')
  const italian = await member(app, 'italian', { role: 'editor', world: 'it' })
  expect(await lineOf(italian, name, 'it')).toMatchObject({ state: 'missing', worlds: ['de'] })
  const there = await italian.client.api('POST', '/v1/texts?world=it', name)
  expect(there.status, there.text).toBe(200)
  expect(await lineOf(italian, name, 'it')).toMatchObject({ state: 'draft' })
})

test('hostile words are text, and nothing breaks a public page', async () => {
  const name = { kind: 'help', key: 'register' }
  const source = shippedFile('de', name)
  for (const body of [
    '<script>alert(1)</script>',
    '[x](javascript:alert(1))',
    '{{company.secret}}',
    '\u0000',
    'a'.repeat(250_000),
  ]) {
    const words = wordsIn(source, { body })
    const answer = await send(editor, 'published', name, { version: await versionOf(name), words })
    expect([200, 422], body.slice(0, 30)).toContain(answer.status)
    await expect
      .poll(() => app.deps.articles.source({ ...ticket, kind: 'help', key: 'register', world: 'de' }))
      .toBeDefined()
    const html = app.deps.articles.html('help', 'de', 'register')
    expect(html).not.toMatch(/<script|href="javascript/i)
  }
})
