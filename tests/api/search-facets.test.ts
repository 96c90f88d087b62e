import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SearchDocument } from '#platform/gateways/search/search-engine.ts'
import { type SearchResult, searchInputSchema, searchKinds } from '#platform/rules/contract/search.ts'
import { curriculumTerms } from '#platform/rules/curricula/curricula.ts'
import { attributes, contentLanguages, fileFormat, fileFormats } from '#platform/rules/search-attributes.ts'
import { suggest } from '#shop/catalogue/catalogue/server/search/suggestions.ts'
import { searchPage } from '#shop/catalogue/catalogue/server/service.ts'
import { materialRow, member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { nastyTexts } from '../support/arbitrary.ts'
import { createClient } from '../support/http-client.ts'

let app: TestApp
let seller: Person

beforeAll(async () => {
  app = await openTestApp()
  seller = await member(app, 'seller', { isSeller: true })
  for (const each of shelf) await put(each)
})
afterAll(() => app.close())

type Placed = Partial<SearchDocument> & { title: string }

function programmes(...ids: string[]): number[] {
  return curriculumTerms('de').flatMap(({ id, termId }) => (ids.includes(id) ? [termId] : []))
}

const shelf: Placed[] = [
  {
    title: 'Brüche kürzen',
    priceCents: 0,
    language: 'de',
    formats: ['pdf'],
    ratingAverage: 4.5,
    pageCount: 2,
    termIds: programmes('by-lehrplanplus', 'nw-sek1'),
  },
  {
    title: 'Brüche erweitern',
    priceCents: 150,
    language: 'de',
    formats: ['pdf', 'docx'],
    pageCount: 31,
    hasSolutions: true,
    ratingAverage: 3.95,
    termIds: programmes('by-lehrplanplus'),
  },
  { title: 'Brüche addieren', priceCents: 300, language: 'en', formats: ['pdf'], ratingAverage: 3.2 },
  { title: 'Brüche als Spiel', priceCents: 1200, language: 'none', formats: ['pptx'], isInteractive: true },
  { title: 'Rechnen', description: 'Nur am Rand: Brüche', priceCents: 300, keywords: ['Mathe'] },
]
const ids: number[] = []

async function put(document: Placed): Promise<void> {
  const materialId = await materialRow(app, { authorId: seller.id, title: document.title })
  ids.push(materialId)
  await app.deps.search.index(app.deps.db, {
    ...{ world: 'de', materialId, authorId: seller.id, authorName: 'Jonas Weber', description: '' },
    ...{ keywords: [], termNames: [], termIds: [], priceCents: 100, ratingAverage: 0, popularity: 1 },
    ...{ publishedAt: new Date() },
    ...document,
  })
}

async function search(query: string): Promise<SearchResult> {
  const answer = await createClient(app.base).get(`/api/v1/search?world=de&${query}`)
  expect(answer.status, answer.text).toBe(200)
  return answer.json<SearchResult>()
}

function titles({ materials }: SearchResult): string[] {
  return materials.map(({ title }) => title).sort()
}

function countsOf({ facets }: SearchResult, kind: string): Record<string, number | null> {
  const values = facets.find((facet) => facet.kind === kind)?.values ?? []
  return Object.fromEntries(values.filter(({ count }) => count !== 0).map(({ id, count }) => [id, count]))
}

describe('attributes of a material as facets', () => {
  test('numbers are the same in the database and in the code, for anything a row can be', async () => {
    const row = fc.record({
      price: fc.integer({ min: 0, max: 2000 }),
      rating: fc.integer({ min: 0, max: 50 }).map((tenth) => tenth / 10),
      language: fc.constantFrom(...contentLanguages, '', 'xyz'),
      formats: fc.uniqueArray(fc.constantFrom(...fileFormats, 'exe')),
      interactive: fc.boolean(),
      pages: fc.integer({ min: 0, max: 50 }),
      solutions: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(row, async ({ price, rating, language, formats, interactive, pages, solutions }) => {
        const { rows } = await sql<{ terms: number[] }>`
          select search_attributes(${price}::integer, ${rating}::real, ${language}, ${formats}::text[], ${interactive},
            ${pages}::integer, ${solutions}) as terms`.execute(app.deps.db)
        const has: Record<string, (id: string) => boolean> = {
          price: (id) =>
            price > 0 && price >= Number(id.split('-')[0]) && price <= Number(id.split('-')[1] || 1e9),
          free: () => price === 0,
          rating: (id) => rating >= Number(id),
          language: (id) => id === language,
          format: (id) => formats.some((format) => format === id),
          interactive: (id) => (id === 'yes') === interactive,
          pages: (id) =>
            pages > 0 && pages >= Number(id.split('-')[0]) && pages <= Number(id.split('-')[1] || 1e9),
          solutions: () => solutions,
        }
        const wanted = attributes.filter(({ kind, id }) => has[kind]?.(id)).map(({ termId }) => termId)
        expect(rows[0]?.terms.toSorted()).toEqual(wanted.toSorted())
      }),
      { numRuns: 150 },
    )
  })

  test('each narrows, and a choice does not hide its siblings', async () => {
    const all = await search('query=brueche')
    expect(all.total).toBe(5)
    expect(countsOf(all, 'language')).toEqual({ de: 2, en: 1, none: 1 })
    expect(countsOf(all, 'format')).toEqual({ pdf: 3, docx: 1, pptx: 1 })
    // 3.95 is shown as 4.0.
    expect(countsOf(all, 'rating')).toEqual({ 4: 2, 3: 3 })
    expect(countsOf(all, 'interactive')).toEqual({ yes: 1, no: 4 })
    expect(countsOf(all, 'price')).toEqual({ '1-200': 1, '201-500': 2, '1001-': 1 })
    expect(countsOf(all, 'free')).toEqual({ 1: 1 })
    expect(countsOf(all, 'pages')).toEqual({ '1-3': 1, '31-': 1 })
    expect(countsOf(all, 'solutions')).toEqual({ yes: 1 })
    expect(countsOf(all, 'curriculum')).toEqual({ 'by-lehrplanplus': 2, 'nw-sek1': 1 })
    const western = await search('query=brueche&curriculum=nw-sek1&curriculum=sn-lehrplan')
    expect(titles(western)).toEqual(['Brüche kürzen'])
    expect(western.facets.find(({ kind }) => kind === 'curriculum')?.values).toMatchObject([
      { id: 'nw-sek1', name: 'Nordrhein-Westfalen: Kernlehrplan Sekundarstufe I', count: 1, selected: true },
      { id: 'sn-lehrplan', count: 0, selected: true },
      { id: 'by-lehrplanplus', count: 2, selected: false },
    ])
    expect((await search('curriculum=lomloe-eso')).total).toBe(0)
    expect(titles(await search('query=brueche&pages=31-&solutions=yes'))).toEqual(['Brüche erweitern'])
    const english = await search('query=brueche&language=en')
    expect(titles(english)).toEqual(['Brüche addieren'])
    expect(countsOf(english, 'language')).toEqual({ en: 1, de: 2, none: 1 })
    expect(countsOf(english, 'format')).toEqual({ pdf: 1 })
    expect(titles(await search('query=brueche&language=en&language=none'))).toEqual([
      'Brüche addieren',
      'Brüche als Spiel',
    ])
    expect((await search('rating=4')).total).toBe(2)
    expect((await search('format=docx&rating=4&interactive=no')).total).toBe(1)
    expect(titles(await search('free=1'))).toEqual(['Brüche kürzen'])
    expect(titles(await search('price=free'))).toEqual(['Brüche kürzen'])
    expect(titles(await search('price=1-200&price=1001-'))).toEqual(['Brüche als Spiel', 'Brüche erweitern'])
    expect((await search('price=140-310')).total).toBe(3)
    expect((await search('language=tlh')).total).toBe(0)
  })

  test('free and a band of prices are either-or, and each still counts the other', async () => {
    const either = await search('query=brueche&free=1&price=1-200')
    expect(titles(either)).toEqual(['Brüche erweitern', 'Brüche kürzen'])
    expect(countsOf(either, 'price')).toEqual({ '1-200': 1, '201-500': 2, '1001-': 1 })
    expect(countsOf(either, 'free')).toEqual({ 1: 1 })
    expect(countsOf(await search('query=brueche&price=1-200'), 'free')).toEqual({ 1: 1 })
    expect(titles(await search('query=brueche&price=free&price=1001-'))).toEqual([
      'Brüche als Spiel',
      'Brüche kürzen',
    ])
    expect(titles(await search('free=1&price=1-200&format=docx'))).toEqual(['Brüche erweitern'])
  })

  test("a range of one's own and free are either-or, too, ticked or typed", async () => {
    expect(titles(await search('query=brueche&free=1&price=100-200'))).toEqual([
      'Brüche erweitern',
      'Brüche kürzen',
    ])
    const typed = ['query=brueche+kostenlos&price=100-200', 'query=kostenlos+brueche&price=1-200']
    for (const query of typed) {
      expect(titles(await search(query)), query).toEqual(['Brüche erweitern', 'Brüche kürzen'])
    }
    expect(titles(await search('query=brueche+kostenlos'))).toEqual(['Brüche kürzen'])
  })

  test('what a count promises is what choosing it gives', async () => {
    const all = await search('query=brueche')
    for (const { kind, values } of all.facets) {
      for (const { id, count } of values) {
        expect((await search(`query=brueche&${kind}=${encodeURIComponent(id)}`)).total, `${kind} ${id}`).toBe(
          count,
        )
      }
    }
  })

  test('follow a change of price and rating, and the taxonomy stays', async () => {
    const [id = 0] = ids
    await app.deps.db
      .updateTable('material_search')
      .set({ price_cents: 250, rating_avg: 2 })
      .where('material_id', '=', id)
      .execute()
    expect((await search('free=1')).total).toBe(0)
    expect((await search('rating=4')).total).toBe(1)
    await app.deps.db
      .updateTable('material_search')
      .set({ price_cents: 0, rating_avg: 4.5 })
      .where('material_id', '=', id)
      .execute()
    expect((await search('free=1')).total).toBe(1)
  })

  test('formats by the ending of a name', () => {
    expect(['a.PDF', 'b.docx', 'c.jpeg', 'd.mp3', 'e', 'f.exe', 'image', '.image'].map(fileFormat)).toEqual([
      ...['pdf', 'docx', 'image', 'audio'],
      ...[undefined, undefined, undefined, undefined],
    ])
  })
})

describe('why a result is where it is', () => {
  test('by the words, true to where they stand', async () => {
    const { order, reasons, materials } = await search('query=brueche%20kuerzen')
    expect(order).toBe('ranked')
    expect(materials[0]?.title).toBe('Brüche kürzen')
    expect(reasons).toContainEqual({ materialId: ids[0], words: 'phrase', isRightGrade: false })
    const all = await search('query=brueche')
    const placeOf = new Map(all.reasons.map(({ materialId, words }) => [materialId, words]))
    expect(placeOf.get(ids[1] ?? 0)).toBe('title')
    expect(placeOf.get(ids[4] ?? 0)).toBe('text')
    expect(all.materials.at(-1)?.id).toBe(ids[4])
    expect((await search('query=mathe')).reasons[0]?.words).toBe('keywords')
    expect((await search('query=weber')).reasons[0]?.words).toBe('text')
  })

  test('any other order is its own reason', async () => {
    for (const [query, order] of [
      ['query=brueche&sort=newest', 'newest'],
      ['query=brueche&sort=bestselling', 'popular'],
      ['', 'popular'],
      ['sort=price_up', 'price_up'],
    ] as const) {
      const found = await search(query)
      expect([found.order, found.reasons]).toEqual([order, []])
    }
  })
})

describe('hostile input', () => {
  const client = () => createClient(app.base)

  test.each(nastyTexts.map((text, index) => [text.slice(0, 1000), index] as const))(
    '%j is a search or a refusal, never a failure',
    async (text, index) => {
      const value = encodeURIComponent(text.toWellFormed())
      const fields = [...searchKinds, 'sort', 'page', 'cursor', 'exact']
      for (const name of ['query', fields[index % fields.length]]) {
        const answer = await client().get(`/api/v1/search?world=de&${name}=${value}`)
        expect([200, 414, 422], `${name}: ${answer.text.slice(0, 200)}`).toContain(answer.status)
      }
      const answer = await client().get(`/api/v1/search/suggest?world=de&query=${value}`)
      expect([200, 414, 422]).toContain(answer.status)
    },
  )

  test.each([
    'page=0',
    'page=-1',
    'page=41',
    'page=1e9',
    'page=1.5',
    'price=5',
    'price=--',
    'sort=evil',
    'cursor=x',
  ])('%s is refused with the field', async (query) => {
    const answer = await client().get(`/api/v1/search?world=de&${query}`)
    expect(answer.status).toBe(422)
    expect(answer.text).toContain(query.split('=')[0])
  })

  test('any text in any field is parsed to a bounded search', async () => {
    const { deps } = app
    const context = { ...deps, world: 'de', visitor: { kind: 'anonymous' } } as unknown as Parameters<
      typeof searchPage
    >[0]
    const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 60 }), fc.constantFrom(...nastyTexts))
    await fc.assert(
      fc.asyncProperty(text, fc.array(text, { maxLength: 4 }), async (query, list) => {
        const parsed = searchInputSchema.safeParse({ query, language: list, subject: list })
        if (!parsed.success) return
        const page = await searchPage(context, parsed.data)
        expect(page.materials.length).toBeLessThanOrEqual(24)
        expect((await suggest(context, query)).length).toBeLessThanOrEqual(8)
      }),
      { numRuns: 30 },
    )
  })
})
