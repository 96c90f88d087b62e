import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadUpload } from '#loaders/account.ts'
import { loadUnits } from '#loaders/exercises/units.ts'
import { type Context, strangerContext } from '#platform/context/context.ts'
import { url } from '#platform/routing/url.ts'
import { member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { type Answer, multipart, type UploadPart } from '../support/http-client.ts'

/* For what an exercise is: subjects, school types, grades and a language of its own, from the editor to the shop. */

let app: TestApp
let author: Person

beforeAll(async () => {
  app = await openTestApp()
  author = await member(app, 'subject-author', { isSeller: true })
})
afterAll(() => app.close())

interface About {
  subjects: string[]
  grades: string[]
  schoolTypes: string[]
  language: string
}
interface Unit {
  id: number
  revision: number
  version: number
  content: About & { title: string; description: string; pages: unknown[] }
}
interface Listed extends Omit<About, 'schoolTypes'> {
  id: number
  title: string
  school_types: string[]
}

const mathematics: About = {
  subjects: ['de-mathematics'],
  grades: ['5', '6'],
  schoolTypes: ['sek1-gym'],
  language: 'en',
}
const nothing: About = { subjects: [], grades: [], schoolTypes: [], language: '' }

function asMember({ id: accountId, email }: Person): Context {
  return {
    ...strangerContext(app.deps, 'de'),
    visitor: {
      ...{ kind: 'member', accountId, email, sessionHash: Buffer.alloc(32), publicName: 'x', slug: 'x' },
      ...{ homeWorld: 'de', isSeller: true, role: 'member', emailConfirmed: true, agbAccepted: true },
      ...{ imageKey: null, anonymousId: undefined },
    },
  }
}

const made = (answer: Answer) => {
  expect(answer.status, answer.text).toBe(201)
  return answer.json<{ id: number }>().id
}
const make = async (body: object, world = 'de') =>
  made(await author.client.api('POST', `/v3/units?world=${world}`, body))
const read = async (id: number, world = 'de') =>
  (await author.client.api('GET', `/v3/units/${id}?world=${world}`)).json<Unit>()
const aboutOf = ({ content: { subjects, grades, schoolTypes, language } }: Unit): About => ({
  ...{ subjects, grades, schoolTypes, language },
})
const put = async (id: number, about: object) => {
  const { revision, content } = await read(id)
  return await author.client.api('PUT', `/v3/units/${id}`, { revision, content: { ...content, ...about } })
}
const typed = async (id: number, about: object) => {
  const { revision, content } = await read(id)
  const { title, description, pages } = content
  return await author.client.api('POST', `/v3/units/${id}/typed`, {
    ...{ revision, title, description, pages: pages.map((page) => ({ ...(page as object), elements: [] })) },
    ...{ settings: {}, ...about },
  })
}
const list = async (query: string) => {
  const answer = await author.client.api('GET', `/v3/units?world=de&${query}`)
  expect(answer.status, answer.text).toBe(200)
  return answer.json<{ units: Listed[] }>().units
}
const titles = async (query: string) => (await list(query)).map(({ title }) => title)
const post = async (path: string, parts: readonly UploadPart[]) => {
  const { body, contentType } = multipart(parts)
  return await author.client.api('POST', `${path}?world=de`, body, { 'Content-Type': contentType })
}
const refused = (answer: Answer) => [
  answer.status,
  answer.json<{ error: { fields?: object } }>().error.fields,
]

describe('what is said of an exercise', () => {
  test('is saved with the draft, and by the editor; what the editor does not send stays', async () => {
    const id = await make({ title: 'Bruchrechnen' })
    expect(aboutOf(await read(id))).toEqual(nothing)
    expect((await put(id, mathematics)).status).toBe(200)
    expect(aboutOf(await read(id))).toEqual(mathematics)
    // An editor that was opened before there was anything to say.
    expect((await typed(id, {})).status).toBe(200)
    expect(aboutOf(await read(id))).toEqual(mathematics)
    const other = { subjects: ['de-physics', 'de-physics'], grades: [], schoolTypes: ['sek2'], language: '' }
    expect((await typed(id, other)).status).toBe(200)
    expect(aboutOf(await read(id))).toEqual({ ...other, subjects: ['de-physics'] })
  })

  test('is known in its world: other words, other worlds and groups are refused, and nothing is changed', async () => {
    const id = await make({ title: 'Fremd' })
    const invalid = (name: string) => [422, { [name]: 'invalid' }]
    const wrong = [
      ['subjects', 'fr-mathematics'],
      ['subjects', 'mathematics'],
      ['grades', 'year-7'],
      ['schoolTypes', 'secondary'],
    ] as const
    for (const [name, value] of wrong) {
      expect(refused(await put(id, { [name]: [value] })), value).toEqual(invalid(name))
      expect(refused(await typed(id, { [name]: [value] })), value).toEqual(invalid(name))
    }
    expect((await put(id, { language: 'tlh' })).status).toBe(422)
    expect((await put(id, { subjects: Array.from({ length: 21 }, () => 'x') })).status).toBe(422)
    expect(aboutOf(await read(id))).toEqual(nothing)
  })

  test('stays where nobody can choose it any more', async () => {
    const id = await make({ title: 'Früher' })
    expect((await put(id, { subjects: ['de-latin'] })).status).toBe(200)
    const { db, taxonomy } = app.deps
    const active = (is: boolean) =>
      sql`update taxonomy_term set active = ${is} where world = 'de' and id = 'de-latin'`.execute(db)
    await active(false)
    await taxonomy.reload()
    try {
      expect((await put(id, { title: 'Früher einmal' })).status).toBe(200)
      expect((await put(await make({ title: 'Heute' }), { subjects: ['de-latin'] })).status).toBe(422)
    } finally {
      await active(true)
      await taxonomy.reload()
    }
    expect((await read(id)).content.subjects).toEqual(['de-latin'])
  })

  test('is in the form without script, where nothing ticked is nothing said', async () => {
    const id = await make({ title: 'Ohne Skript' })
    const page = url('interactive-unit', { world: 'de', unitId: id })
    const head = async (fields: Record<string, string>, ticked: [string, string][] = []) =>
      author.client.submit(page, [
        ...Object.entries({
          ...{ intent: 'edit-unit', step: 'head', revision: String((await read(id)).revision) },
          ...{ title: 'Ohne Skript', attempts: '0', extraTime: '100', passPercent: '50' },
          ...{ 'modes.exam': 'on', ...fields },
        }),
        ...ticked,
      ])
    const saved = await head({ grades: '3', language: 'de' }, [
      ['subjects', 'de-art'],
      ['subjects', 'de-music'],
    ])
    expect(saved.status, saved.text.slice(0, 300)).toBe(303)
    expect(aboutOf(await read(id))).toEqual({
      ...{ subjects: ['de-art', 'de-music'], grades: ['3'], schoolTypes: [], language: 'de' },
    })
    expect((await head({ subjects: 'fr-art', language: 'de' })).status).toBe(422)
    // A form from before it asked for that.
    expect((await head({})).status).toBe(303)
    expect((await read(id)).content.subjects).toEqual(['de-art', 'de-music'])
    expect((await head({ language: 'de' })).status).toBe(303)
    expect((await read(id)).content.subjects).toEqual([])
  })

  test('is taken from a template and from what a file says of itself, in the words of the world', async () => {
    const begun = await read(await make({ title: 'Zahlen', template: 'mathematics' }))
    expect(begun.content).toMatchObject({ subjects: ['de-mathematics'], grades: ['7'] })
    const english = await read(await make({ title: 'Numbers', template: 'mathematics' }, 'en'), 'en')
    expect(english.content).toMatchObject({ subjects: ['en-mathematics'] })
    const gift = '$CATEGORY: $course$/top/Mathematik/5. klasse/Brüche\n\n::A:: 1/2 + 1/2 = {=1}\n'
    const file = { fileName: 'brueche.gift', mediaType: 'text/plain', body: Buffer.from(gift) }
    const imported = made(await post('/v3/units/import', [{ name: 'file', value: file }]))
    expect((await read(imported)).content).toMatchObject({ subjects: ['de-mathematics'], grades: ['5'] })
  })

  test('goes along with a copy and a pointer, and a pointer keeps what its version said', async () => {
    const id = await make({ title: 'Original', template: 'history' })
    const published = await author.client.api('POST', `/v3/units/${id}/publish?world=de`)
    expect(published.status, published.text).toBe(200)
    const about = aboutOf(await read(id))
    expect(about.subjects).toEqual(['de-history'])
    const copy = made(await author.client.api('POST', `/v3/units/${id}/copy`, { title: 'Kopie davon' }))
    made(await author.client.api('POST', `/v3/units/${id}/shadow`, {}))
    expect((await put(id, { subjects: ['de-politics'] })).status).toBe(200)
    expect(aboutOf(await read(copy))).toEqual(about)
    expect(await titles('subject=de-history')).toEqual(['Kopie davon'])
    const { shadows } = await loadUnits(
      asMember(author),
      new URLSearchParams({ subject: 'de-history' }),
      undefined,
    )
    expect(shadows.map(({ title, subjects }) => [title, subjects])).toEqual([['Original', ['de-history']]])
  })
})

describe('the list', () => {
  test('is narrowed by subject, grade, school type, state and words, by API and in the page', async () => {
    const person = author
    author = await member(app, 'subject-list', { isSeller: true })
    try {
      const first = await make({ title: 'Quadratische Gleichungen', template: 'reading' })
      await put(first, { ...mathematics, description: 'Mit Élan zum Scheitelpunkt' })
      await author.client.api('POST', `/v3/units/${first}/publish?world=de`)
      const second = await make({ title: 'Lineare Gleichungen' })
      await put(second, { ...mathematics, grades: ['8'], schoolTypes: ['sek1-mittel'] })
      await make({ title: 'Diktat' })
      const both = ['Lineare Gleichungen', 'Quadratische Gleichungen']
      expect((await titles('subject=de-mathematics')).sort()).toEqual(both)
      expect((await titles('query=GLEICHUNGEN')).sort()).toEqual(both)
      expect(await titles('query=elan%20quadratische')).toEqual(['Quadratische Gleichungen'])
      expect(await titles('grade=8')).toEqual(['Lineare Gleichungen'])
      expect(await titles('school_type=sek1-gym&subject=de-mathematics')).toEqual([
        'Quadratische Gleichungen',
      ])
      expect(await titles('state=published')).toEqual(['Quadratische Gleichungen'])
      expect((await titles('state=draft')).sort()).toEqual(['Diktat', 'Lineare Gleichungen'])
      expect(await titles('subject=fr-mathematics')).toEqual([])
      expect((await author.client.api('GET', '/v3/units?world=de&state=gone')).status).toBe(422)
      const [row] = await list('grade=8')
      expect(row).toMatchObject({
        subjects: ['de-mathematics'],
        school_types: ['sek1-mittel'],
        language: 'en',
      })

      const page = (query: Record<string, string>) =>
        loadUnits(asMember(author), new URLSearchParams(query), undefined)
      const { units, filter } = await page({ grade: '8' })
      expect(units.map(({ title, terms }) => [title, ...terms])).toEqual([
        ['Lineare Gleichungen', 'Mathematik', '8. Klasse'],
      ])
      expect(filter.subjects.map(({ id }) => id)).toEqual(['de-mathematics'])
      expect(filter.grades.map(({ id }) => id)).toEqual(['5', '6', '8'])
      const none = await page({ subject: 'de-latin', query: '"><b>' })
      expect([none.units, none.filter.isAsked, none.filter.subjects.length]).toEqual([[], true, 2])
    } finally {
      author = person
    }
  })

  test('of the bank has tasks of one subject', async () => {
    const person = author
    author = await member(app, 'subject-bank')
    try {
      await make({ title: 'A', template: 'history' })
      await make({ title: 'B', template: 'science' })
      const found = async (subject: string) => {
        const answer = await author.client.api('GET', `/v3/unit-elements?world=de&subject=${subject}`)
        const { elements } = answer.json<{ elements: { unitTitle: string }[] }>()
        return [...new Set(elements.map(({ unitTitle }) => unitTitle))].sort()
      }
      expect(await found('de-history')).toEqual(['A'])
      expect(await found('')).toEqual(['A', 'B'])
      expect(await found('de-latin')).toEqual([])
    } finally {
      author = person
    }
  })
})

test('what sells an exercise begins with what it is for, and may say something else', async () => {
  const id = await make({ title: 'Verkauf', template: 'science' })
  await author.client.api('POST', `/v3/units/${id}/publish?world=de`)
  const { units } = await loadUpload(asMember(author))
  const about = { subjects: ['de-physics'], grades: ['7', '8'] }
  expect(units.find((unit) => unit.id === id)?.about).toMatchObject(about)
  const upload = async (fields: { name: string; value: string }[]) => {
    const named = { title: 'Stoffe und Teilchen', interactiveId: String(id) }
    const all = Object.entries(named).map(([name, value]) => ({ name, value }))
    const answer = await post('/v1/materials', [...all, ...fields])
    expect(answer.status, answer.text).toBe(201)
    return await app.deps.db
      .selectFrom('material')
      .select(['subjects', 'grades', 'school_types'])
      .where('id', '=', answer.json<{ materialId: number }>().materialId)
      .executeTakeFirst()
  }
  const schools = ['sek1-mittel', 'sek1-gym']
  expect(await upload([])).toEqual({ subjects: ['de-physics'], grades: ['7', '8'], school_types: schools })
  expect(await upload([{ name: 'subjects', value: 'de-chemistry' }])).toEqual({
    ...{ subjects: ['de-chemistry'], grades: ['7', '8'], school_types: schools },
  })
})

test('the description of the API names it', async () => {
  const { paths } = (await author.client.get('/api/openapi.json')).json<{ paths: Record<string, object> }>()
  const described = JSON.stringify(paths['/v3/units'] ?? paths['/api/v3/units'])
  for (const name of ['subjects', 'grades', 'school_types', 'subject', 'state'])
    expect(described).toContain(`"${name}"`)
})
