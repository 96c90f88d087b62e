import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadLegalVersions } from '#loaders/editorial.ts'
import { strangerContext } from '#platform/context/context.ts'
import { publishDueTexts } from '#shop/content/editorial/server/editions/editing.ts'
import { cut, fieldsOf } from '#shop/content/editorial/server/service.ts'
import { member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { createClient } from '../support/http-client.ts'

/** Legal documents: versions that count from a day on, announced before, compared, accepted again. */

let app: TestApp
let editor: Person

beforeAll(async () => {
  app = await openTestApp()
  editor = await member(app, 'editor', { role: 'editor', world: 'fr' })
})
afterAll(() => app.close())

const versionsOf = (query: string, document = 'terms') =>
  loadLegalVersions(strangerContext(app.deps, 'fr'), { document }, new URLSearchParams(query))
const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const terms = { kind: 'info', key: 'terms' } as const
const sourceOf = (key: string) => app.deps.articles.source({ kind: 'info', key, world: 'fr' }) ?? ''

async function publish(key: string, changed: { validFrom?: string; body?: string }) {
  const row = await app.deps.db
    .selectFrom('text_edition')
    .select('version')
    .where('world', '=', 'fr')
    .where('key', '=', key)
    .executeTakeFirst()
  const source = sourceOf(key)
  const { title, validFrom } = fieldsOf(source)
  const words = { title, validFrom, body: cut(source).body, ...changed }
  const version = row?.version ?? 1
  return await editor.client.api('PUT', '/v1/texts/published?world=fr', {
    ...{ kind: 'info', key, version, words },
  })
}
const state = (what: string) =>
  editor.client.api('PUT', '/v1/texts/state?world=fr', { ...terms, change: what })
const isAccepted = async ({ client }: Person) =>
  (await client.api('GET', '/v1/agb')).json<{ isAgbAccepted: boolean }>().isAgbAccepted
const refusedFields = (answer: { json: <T>() => T }) =>
  answer.json<{ error: { fields?: Record<string, string> } }>().error.fields

test('a new version is announced, counts on its day in its world alone, and is accepted again', async () => {
  const [here, there] = [await member(app, 'terms-here'), await member(app, 'terms-there', { world: 'fr' })]
  const first = app.deps.termsVersion('fr')
  const body = `${cut(sourceOf('terms')).body}\nUne phrase nouvelle.\n`
  // Fourteen days of notice: not tomorrow, not in the past, not without a day.
  for (const validFrom of [dayIn(1), '2020-01-01', dayIn(800)])
    expect(refusedFields(await publish('terms', { validFrom, body }))).toEqual({ validFrom: 'invalid' })
  for (const validFrom of ['31.12.2026', '2027-02-31'])
    expect(refusedFields(await publish('terms', { validFrom, body }))).toEqual({ validFrom: 'invalid' })
  const next = dayIn(20)
  expect((await publish('terms', { validFrom: next, body })).status).toBe(200)
  await expect.poll(() => app.deps.articles.announced('fr', 'terms')?.page.validFrom).toBe(next)

  expect(app.deps.termsVersion('fr')).toBe(first)
  const { compared, versions } = await versionsOf(`from=${first}&to=${next}`)
  expect(compared?.lines.filter(({ kind }) => kind !== 'same')).toEqual([
    { kind: 'new', text: 'Une phrase nouvelle.' },
  ])
  expect(versions.map(({ validFrom, state: each }) => [validFrom, each])).toEqual([
    [next, 'announced'],
    [first, 'in-force'],
  ])

  // What members were told of stays as they read it, until it is taken back.
  for (const answer of [await publish('terms', { validFrom: next, body: 'Autre' }), await state('discard')])
    expect([answer.status, answer.json<{ error: { code: string } }>().error.code]).toEqual([
      409,
      'text_announced',
    ])
  expect((await state('unschedule')).status).toBe(200)
  await expect.poll(() => app.deps.articles.announced('fr', 'terms')).toBeUndefined()
  expect((await publish('terms', { validFrom: next, body })).status).toBe(200)

  await sql`update text_edition set publish_at = now() where key = 'terms' and world = 'fr'`.execute(
    app.deps.db,
  )
  await publishDueTexts(app.deps)
  await expect.poll(() => app.deps.termsVersion('fr')).toBe(next)
  expect([await isAccepted(here), await isAccepted(there)]).toEqual([true, false])
  const refused = await there.client.api('GET', '/v3/oauth2/validate')
  expect(refused.json<{ error: { code: string } }>().error.code).toBe('terms_not_accepted')
  expect((await here.client.api('GET', '/v3/oauth2/validate')).status).toBe(200)
  // Accepted on a page of another world, too, they are those of the own one, and kept as such.
  await there.client.api('POST', '/v1/agb?world=de', {})
  expect(await isAccepted(there)).toBe(true)
  // Editors are members, too.
  expect((await publish('terms', {})).status).toBe(403)
  await editor.client.api('POST', '/v1/agb', {})
  const own = (await there.client.api('GET', '/v1/agb?world=fr')).json<{
    version: string
    history: unknown[]
  }>()
  expect(own.version).toBe(next)
  expect(own.history[0]).toMatchObject({ version: next, world: 'fr', channel: 'api' })
  // The version they had accepted before can still be read.
  const before = await versionsOf(`to=${first}`)
  expect(before.shown?.html).not.toContain('Une phrase nouvelle.')
  expect(before.shown?.html).toContain('id="terms-of-task-completing"')
})

test('a correction of the version in force asks nobody again', async () => {
  const reader = await member(app, 'corrected', { world: 'fr' })
  const day = app.deps.termsVersion('fr')
  const body = `${cut(sourceOf('terms')).body}\nUne faute de moins.\n`
  expect((await publish('terms', { body })).status).toBe(200)
  await expect.poll(() => sourceOf('terms')).toContain('Une faute de moins.')
  expect([app.deps.termsVersion('fr'), await isAccepted(reader)]).toEqual([day, true])
})

test('anchors others point at cannot be lost, and the text of the release does not come back under a later day', async () => {
  const { body } = cut(sourceOf('terms'))
  for (const anchor of [
    'data_protection',
    'terms-of-use',
    'terms-of-task-completing',
    'withdrawal-provisions',
  ]) {
    const lost = await publish('terms', { body: body.replace(`{ #${anchor} }`, '') })
    expect([anchor, lost.status]).toEqual([anchor, 422])
  }
  expect((await state('to-shipped')).status).toBe(409)
})

test('what needs no notice counts at once; its day and the minute of a schedule are not both asked', async () => {
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Paris' }).format(new Date())
  const body = `${cut(sourceOf('imprint')).body}\nNouvelle adresse.\n`
  expect((await publish('imprint', { validFrom: today, body })).status).toBe(200)
  await expect.poll(() => app.deps.articles.validFrom('fr', 'imprint')).toBe(today)
  const answer = await editor.client.api('PUT', '/v1/texts/schedule?world=fr', {
    ...{ kind: 'info', key: 'privacy', version: 1, publishAt: `${dayIn(30)}T08:00` },
    words: { ...fieldsOf(sourceOf('privacy')), body: cut(sourceOf('privacy')).body, updated: undefined },
  })
  expect(refusedFields(answer)).toEqual({ publishAt: 'invalid' })
})

test('versions are found by whatever is asked for', async () => {
  for (const query of [
    '',
    'from=x&to=y',
    'to=\0',
    `from=${'9'.repeat(500)}`,
    'from=2020-01-01&to=2020-01-01',
  ])
    expect([query, (await versionsOf(query)).compared]).toEqual([query, undefined])
  for (const document of ['faq', 'nothing', '\0', '__proto__'])
    await expect(versionsOf('', document)).rejects.toMatchObject({ code: 'not_found' })
})

test('links of worlds that are not live lead to the documents of their language, else to the English ones', async () => {
  const stranger = createClient(app.base)
  const led = async (path: string) => (await stranger.get(path)).headers.location
  expect([await led('/at/terms'), await led('/ch/data-processing')]).toEqual([
    '/de/agb',
    '/de/auftragsverarbeitung',
  ])
  expect([await led('/bg/terms'), await led('/kr/privacy')]).toEqual(['/en/terms', '/en/privacy'])
  expect((await stranger.get('/bg/faq')).status).toBe(404)
})
