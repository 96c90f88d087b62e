import { readFileSync } from 'node:fs'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { strangerContext } from '#platform/context/context.ts'
import type { TextArchiveReport } from '#shop/content/editorial/rules/contract.ts'
import { exportTexts } from '#shop/content/editorial/server/archive/archive.ts'
import { cut, fieldsOf, textInWorlds, textsOverWorlds } from '#shop/content/editorial/server/service.ts'
import { member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { multipart } from '../support/http-client.ts'

/** All texts of a world as an archive, and one text in all worlds. */

let app: TestApp
let editor: Person
let colleague: Person
let admin: Person

beforeAll(async () => {
  app = await openTestApp()
  editor = await member(app, 'editor', { role: 'editor' })
  colleague = await member(app, 'colleague', { role: 'editor' })
  admin = await member(app, 'admin', { role: 'admin' })
})
afterAll(() => app.close())

const contextOf = (person: Person, world: 'de' | 'fr' = 'de') => ({
  ...strangerContext(app.deps, world),
  visitor: {
    ...strangerContext(app.deps, world).visitor,
    kind: 'member' as const,
    accountId: person.id,
    role: person === admin ? ('admin' as const) : ('editor' as const),
    homeWorld: 'de' as const,
  } as never,
})
const shippedFile = (path: string) => readFileSync(`src/shop/content/editorial/texts/${path}`, 'utf8')
const download = async (person: Person = editor) => Buffer.from(await exportTexts(contextOf(person)))
const post = async (person: Person, bytes: Buffer | Uint8Array) => {
  const value = { fileName: 'texts.zip', mediaType: 'application/zip', body: Buffer.from(bytes) }
  const { body, contentType } = multipart([{ name: 'archive', value }])
  return await person.client.api('POST', '/v1/texts/archive', body, { 'Content-Type': contentType })
}
const compared = async (person: Person, bytes: Buffer | Uint8Array) => {
  const answer = await post(person, bytes)
  expect(answer.status, answer.text).toBe(200)
  return answer.json<TextArchiveReport>()
}
const lineOf = ({ lines }: TextArchiveReport, key: string) => lines.find((line) => line.key === key)
const take = (person: Person, bytes: Uint8Array, taken: string[]) =>
  person.client.api('PUT', '/v1/texts/archive', {
    archive: Buffer.from(bytes).toString('base64url'),
    taken,
  })

describe('an archive of all texts', () => {
  test('holds every text of the world as its file, to the byte, and is the same twice', async () => {
    const answer = await editor.client.get('/api/v1/texts/archive')
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/zip'])
    const bytes = await download()
    expect(await download()).toEqual(bytes)
    const files = unzipSync(bytes)
    for (const path of [
      'magazine/de/exit-ticket.md',
      'info/de/terms.md',
      'navigation/de/footer.md',
      'faq/de/who-sells.md',
    ])
      expect(strFromU8(files[path] ?? new Uint8Array())).toBe(shippedFile(path))
    expect(Object.keys(files).every((path) => path.split('/')[1] === 'de')).toBe(true)
    const { lines, others } = await compared(editor, bytes)
    expect(lines.length).toBe(Object.keys(files).length)
    expect(new Set(lines.map(({ change }) => change))).toEqual(new Set(['same']))
    expect(others).toEqual([])
  })

  test('says what it would change, and takes what was chosen as drafts', async () => {
    const path = 'magazine/de/three-levels.md'
    const changed = shippedFile(path).replace(/title: .*/, 'title: "Drei Stufen: ein Thema"')
    const fresh = shippedFile(path)
      .replace(/^id: .*/m, 'id: 4711')
      .replace(/^slug: .*/m, 'slug: ganz-neu')
    const bytes = zipSync({
      [`texte-2026/${path}`]: strToU8(changed),
      'magazine/de/ganz-neu.md': strToU8(fresh),
      'magazine/de/exit-ticket.md': strToU8(shippedFile('magazine/de/exit-ticket.md')),
      'magazine/de/ohne-titel.md': strToU8('nur Worte'),
      'magazine/fr/exit-ticket.md': strToU8(shippedFile('magazine/fr/exit-ticket.md')),
      'readme.txt': strToU8('Hallo'),
    })
    const report = await compared(editor, bytes)
    expect(lineOf(report, 'three-levels')).toMatchObject({
      change: 'changed',
      title: 'Drei Stufen: ein Thema',
      version: 1,
    })
    expect(lineOf(report, 'ganz-neu')).toMatchObject({ change: 'new' })
    expect(lineOf(report, 'exit-ticket')).toMatchObject({ change: 'same' })
    expect(lineOf(report, 'ohne-titel')).toMatchObject({ change: 'unreadable' })
    expect(report.others).toEqual(['magazine/fr/exit-ticket.md', 'readme.txt'])
    // Nothing is stored by looking.
    expect((await compared(editor, await download())).lines.some(({ change }) => change !== 'same')).toBe(
      false,
    )
    const chosen = [
      'magazine/three-levels 1',
      'magazine/ganz-neu 1',
      'magazine/ohne-titel 1',
      'magazine/nirgends 1',
    ]
    const taken = await take(editor, bytes, chosen)
    expect(taken.status, taken.text).toBe(200)
    expect(taken.json()).toEqual({ taken: 2, left: ['magazine/ohne-titel', 'magazine/nirgends'] })
    const source = await editor.client.get('/api/v1/texts/source?kind=magazine&key=three-levels')
    expect(source.json()).toEqual({ source: changed })
    expect(app.deps.articles.byId('magazine', 'de', 4711)).toBeUndefined()
    expect(strFromU8(unzipSync(await download())[path] ?? new Uint8Array())).toBe(changed)
  })

  test('leaves what somebody has written in since it was compared', async () => {
    const path = 'magazine/de/group-work.md'
    const bytes = zipSync({ [path]: strToU8(shippedFile(path).replace(/title: .*/, 'title: Gruppen')) })
    const before = lineOf(await compared(editor, bytes), 'group-work')?.version ?? 0
    const words = {
      ...fieldsOf(shippedFile(path)),
      body: cut(shippedFile(path)).body,
      title: 'Von der Kollegin',
    }
    const { id: _id, updated: _updated, ...typed } = words as Record<string, string>
    const name = { kind: 'magazine', key: 'group-work' }
    const saved = await colleague.client.api('POST', '/v1/texts/draft', { ...name, version: 1, words: typed })
    expect(saved.status, saved.text).toBe(200)
    expect(lineOf(await compared(editor, bytes), 'group-work')).toMatchObject({ hasDraft: true })
    const taken = await take(editor, bytes, [`magazine/group-work ${before}`])
    expect(taken.json()).toEqual({ taken: 0, left: ['magazine/group-work'] })
  })

  test('that is none, or means harm, is refused in words', async () => {
    const code = async (bytes: Uint8Array) => {
      const answer = await post(editor, bytes)
      expect([answer.status >= 400, answer.status < 500], answer.text).toEqual([true, true])
      return answer.json<{ error: { code: string } }>().error.code
    }
    const text = strToU8('---\ntitle: Worte\n---\n')
    expect(await code(Buffer.from('kein Archiv'))).toBe('file_broken')
    expect(await code(Buffer.alloc(0))).toMatch(/file_broken|invalid_input/)
    expect(await code(zipSync({ '../../etc/magazine/de/a.md': text }))).toBe('zip_names')
    expect(await code(zipSync({ '/magazine/de/a.md': text }))).toBe('zip_names')
    expect(await code(zipSync({ 'magazine/de/a\u202e.md': text }))).toBe('zip_names')
    expect(await code(zipSync({ 'magazine/de/a.md': new Uint8Array(40 * 1024 * 1024) }))).toBe('zip_bomb')
    const many = Object.fromEntries(
      Array.from({ length: 5001 }, (_, n) => [`magazine/de/a${n}.md`, new Uint8Array()]),
    )
    expect(await code(zipSync(many))).toBe('zip_bomb')
    expect(await code(new Uint8Array(3 * 1024 * 1024))).toMatch(/too_large|invalid_input/)
    const cutOff = zipSync({ 'magazine/de/a.md': text }).slice(0, -30)
    expect(await code(cutOff)).toBe('file_broken')
    const taken = await take(editor, strToU8('nichts'), ['magazine/a 1'])
    expect([taken.status >= 400, taken.status < 500]).toEqual([true, true])
  })

  test('is of a world one may write in', async () => {
    expect((await editor.client.get('/api/v1/texts/archive?world=fr')).status).toBe(403)
    const plain = await member(app, 'plain', {})
    expect((await plain.client.get('/api/v1/texts/archive')).status).toBe(403)
    expect((await post(plain, zipSync({ 'a.md': strToU8('a') }))).status).toBe(403)
  })
})

describe('one text in all worlds', () => {
  const name = { kind: 'magazine', key: 'vocabulary' } as const

  test('shows where it is missing and older, and the words of two worlds', async () => {
    const withdrawn = await admin.client.api('PUT', '/v1/texts/state?world=fr', {
      ...name,
      change: 'withdraw',
    })
    expect(withdrawn.status).toBe(200)
    const source = shippedFile('magazine/de/vocabulary.md')
    const { id: _id, updated: _updated, ...fields } = fieldsOf(source)
    const words = { ...fields, title: 'Vokabeln, die bleiben', body: cut(source).body }
    const published = await editor.client.api('PUT', '/v1/texts/published', { ...name, version: 1, words })
    expect(published.status, published.text).toBe(200)
    await expect.poll(() => app.deps.articles.title({ ...name, world: 'de' })).toBe('Vokabeln, die bleiben')
    const sides = { left: undefined, right: 'it' as const }
    const { worlds, sides: shown } = await textInWorlds(contextOf(editor), name, sides)
    const of = (world: string) => worlds.find((each) => each.world === world)
    expect(of('de')).toMatchObject({ isOriginal: true, isOlder: false, isWritable: true, state: 'published' })
    expect(of('it')).toMatchObject({ isOriginal: false, isOlder: true, isWritable: false, state: 'shipped' })
    expect(of('fr')).toMatchObject({ title: undefined, state: 'withdrawn' })
    expect([shown.left, shown.right]).toEqual(['de', 'it'])
    expect(shown.rows[0]).toEqual({
      left: 'Vokabeln, die bleiben',
      right: fieldsOf(shippedFile('magazine/it/vocabulary.md')).title,
    })
    await expect(
      textInWorlds(contextOf(editor), { kind: 'magazine', key: 'nirgends' }, sides),
    ).rejects.toMatchObject({ code: 'not_found' })
  })

  test('begins in a world with the words of a chosen one', async () => {
    const begun = await editor.client.api('POST', '/v1/texts', { kind: 'magazine', title: 'Nur auf Deutsch' })
    const { key } = begun.json<{ key: string }>()
    const none = await admin.client.api('POST', '/v1/texts?world=it', { kind: 'magazine', key, from: 'gr' })
    expect(none.status).toBe(404)
    const copied = { kind: 'help', key: 'pay', from: 'es' }
    const text = await admin.client.api('POST', '/v1/texts?world=it', copied)
    expect(text.status, text.text).toBe(200)
    const source = await admin.client.get('/api/v1/texts/source?world=it&kind=help&key=pay')
    expect(source.json()).toEqual({ source: shippedFile('help/es/pay.md') })
  })

  test('stands in the list over all worlds, which finds what is missing or older somewhere', async () => {
    const keysOf = async (wish: object) =>
      (await textsOverWorlds(contextOf(admin), wish)).texts.map(({ key }) => key)
    expect(await keysOf({ filter: 'older' })).toEqual(['vocabulary'])
    expect(await keysOf({ filter: 'withdrawn', kind: 'magazine' })).toEqual(['vocabulary'])
    expect(await keysOf({ filter: 'missing' })).toContain('nur-auf-deutsch')
    expect(await keysOf({ kind: 'navigation' })).toEqual(['footer'])
  })
})

test('two who wrote at once choose value by value, not the words alone', async () => {
  const name = { kind: 'help', key: 'register' }
  const source = shippedFile('help/de/register.md')
  const { id: _id, updated: _updated, roles: _roles, ...fields } = fieldsOf(source)
  const words = { ...fields, body: cut(source).body }
  const theirs = {
    ...words,
    title: 'Ein Konto anlegen und bestätigen',
    description: `${fields.description} Mehr.`,
  }
  expect(
    (await colleague.client.api('POST', '/v1/texts/draft', { ...name, version: 1, words: theirs })).status,
  ).toBe(200)
  const merged = await editor.client.api('POST', '/v1/texts/merged', {
    ...name,
    body: `${words.body}\nVon mir.\n`,
    taken: [],
    takenFields: ['title'],
  })
  expect(merged.status, merged.text).toBe(200)
  expect(merged.json()).toMatchObject({ fields: { title: theirs.title }, version: 2 })
  expect(merged.json<{ body: string }>().body).toContain('Von mir.')
})
