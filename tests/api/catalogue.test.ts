import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { loadHome } from '#loaders/catalogue.ts'
import { type Context, strangerContext } from '#platform/context/context.ts'
import { transaction } from '#platform/db/transaction.ts'
import { synonymTag } from '#platform/events/page-tags.ts'
import type { MaterialDetail } from '#platform/rules/contract/material.ts'
import type { MegaMenu, SearchResult } from '#platform/rules/contract/search.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'
import { openDeps } from '#platform/start/app.ts'
import { suggest } from '#shop/catalogue/catalogue/server/search/suggestions.ts'
import {
  authorPage,
  cardsByIds,
  materialPage,
  readSearchInput,
  searchPage,
} from '#shop/catalogue/catalogue/server/service.ts'
import { publishOwn, writeDraft } from '#shop/selling/materials/server/service.ts'
import { member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { priceSince } from '../support/prices.ts'

let app: TestApp
let seller: Person
const ids: Record<string, number> = {}

beforeAll(async () => {
  app = await openTestApp()
  seller = await member(app, 'seller', { isSeller: true })
  ids.fractions = await add({ title: 'Brüche addieren', price: 250 })
  ids.similar = await add({ title: 'Brüche vergleichen', price: 0 })
  ids.offer = await add({
    title: 'Wortarten üben',
    price: 500,
    sale: 300,
    subject: 'de-native-language',
    grade: '3',
  })
  await priceSince(app, ids.offer, { daysAgo: 60, sale: null })
  await priceSince(app, ids.offer, { daysAgo: 1, sale: 300 })
  ids.draft = await add({ title: 'Noch nicht fertig', status: 'draft' })
  ids.unlisted = await add({ title: 'Nur mit Link', status: 'unlisted' })
  ids.blocked = await add({ title: 'Gesperrt', status: 'blocked' })
  ids.deleted = await add({ title: 'Weg', status: 'deleted' })
})
afterAll(() => app.close())

interface Wish {
  title: string
  price?: number
  sale?: number
  subject?: string
  grade?: string
  status?: 'published' | 'draft' | 'unlisted' | 'blocked' | 'deleted'
}

async function add({
  title,
  price = 390,
  sale,
  subject,
  grade = '6',
  status = 'published',
}: Wish): Promise<number> {
  const { db } = app.deps
  const id = await writeDraft(db, {
    world: 'de',
    authorId: seller.id,
    fields: {
      title,
      description: 'Übungsblatt mit Lösungen.',
      subjects: [subject ?? 'de-mathematics'],
      grades: [grade],
      schoolTypes: ['grundschule'],
      learningYears: [],
      materialType: 'worksheet',
      language: 'de',
      keywords: [],
      price,
      salePrice: sale ?? null,
      saleFrom: null,
      saleUntil: null,
      additionalPrice: null,
      schoolPrice: null,
      previewPages: null,
      solutionPages: null,
      lessonMinutes: null,
      stampsFiles: true,
      isOwnWork: true,
      imageSources: '',
      aiUse: 'none',
      interactiveId: null,
      mayCopyInteractive: true,
    },
    files: [
      {
        type: 'material_file',
        storageKey: `material/00/${randomUUID()}.pdf`,
        name: 'a.pdf',
        mediaType: 'application/pdf',
        sizeBytes: 10,
        sha256: Buffer.alloc(32),
        pageCount: 1,
        traits: null,
      },
    ],
  })
  if (status === 'published')
    await transaction(db, (tx) =>
      publishOwn(strangerContext(app.deps, 'de'), tx, { world: 'de', materialId: id, authorId: seller.id }),
    )
  else await db.updateTable('material').set({ status }).where('id', '=', id).execute()
  return id
}

function context(world: LiveWorldCode = 'de'): Context {
  const visitor = { kind: 'anonymous', anonymousId: undefined } as const
  return {
    ...app.deps,
    world,
    visitor,
    requestId: 'test',
    rateClient: { network: 'test' },
    cartToken: undefined,
  }
}

const id = (name: string) => ids[name] ?? 0

test('a material page has its author, what is similar and what else there is', async () => {
  const page = await materialPage(context(), id('fractions'))
  if (page === undefined || page === 'gone' || 'redirectWorld' in page) throw new Error('no page')
  expect(page.material).toMatchObject({
    title: 'Brüche addieren',
    grades: '6. Klasse',
    subject: 'Mathematik',
    materialType: 'Arbeitsblatt',
    isNew: true,
    rating: null,
  })
  expect(page.author).toMatchObject({ name: 'seller', totalMaterials: 3 })
  expect(page.similar.map((card) => card.id)).toEqual([id('similar')])
  expect(page.fromAuthor.map((card) => card.id)).toEqual([id('offer'), id('similar')])
  expect(page).toMatchObject({
    noindex: false,
    tags: expect.arrayContaining([`material:${id('fractions')}`]),
  })
})

test('what may be seen: drafts and blocked ones do not exist, unlisted are not indexed, deleted are gone', async () => {
  expect(await materialPage(context(), id('draft'))).toBeUndefined()
  expect(await materialPage(context(), id('blocked'))).toBeUndefined()
  expect(await materialPage(context(), 987_654)).toBeUndefined()
  expect(await materialPage(context(), id('unlisted'))).toMatchObject({ noindex: true })
  expect(await materialPage(context(), id('deleted'))).toBe('gone')
  expect(await materialPage(context('fr'), id('fractions'))).toMatchObject({
    redirectWorld: 'de',
    url: expect.stringMatching(/^\/de\/material\/\d+\//),
  })
  expect(await materialPage(context('fr'), id('draft'))).toBeUndefined()
})

test('the same rules by API', async () => {
  const status = async (name: string, world = 'de') =>
    (await seller.client.get(`/api/v1/materials/${id(name)}?world=${world}`)).status
  expect(
    await Promise.all(['fractions', 'unlisted', 'draft', 'blocked', 'deleted'].map((name) => status(name))),
  ).toEqual([200, 200, 404, 404, 410])
  expect(await status('fractions', 'es')).toBe(404)
  const detail = (await seller.client.get(`/api/v1/materials/${id('offer')}`)).json<MaterialDetail>()
  expect(detail).toMatchObject({ price: 500, finalPrice: 300, sale: true })
})

test('cards keep the order asked for and leave out what may not be seen', async () => {
  const asked = [id('offer'), id('draft'), id('fractions'), 987_654, id('deleted')]
  expect((await cardsByIds(context(), asked)).map((card) => card.id)).toEqual([id('offer'), id('fractions')])
  const all = await cardsByIds(context(), asked, { includeHidden: true })
  expect(all.map((card) => card.id)).toEqual([id('offer'), id('draft'), id('fractions'), id('deleted')])
  expect(await cardsByIds(context('es'), asked)).toEqual([])
})

test('search: names of facets, selected first, and a correct count', async () => {
  const answer = await seller.client.get('/api/v1/search?query=br%C3%BCche&subject=de-mathematics')
  const result = answer.json<SearchResult>()
  expect(result).toMatchObject({ total: 2, totalIsEstimate: false })
  const subjects = result.facets.find(({ kind }) => kind === 'subject')
  expect(subjects?.values[0]).toEqual({ id: 'de-mathematics', name: 'Mathematik', count: 2, selected: true })
})

test('home, suggestions, filters and the mega menu', async () => {
  const home = await loadHome(context())
  expect(home).toMatchObject({ totalMaterials: 3, totalAuthors: 1 })
  // Every material stands on one shelf.
  const shelved = [home.popular, home.newest, home.free, home.onSale].flat().map((card) => card.id)
  expect(shelved.toSorted()).toEqual([id('fractions'), id('similar'), id('offer')].toSorted())
  expect(home.authors.map(({ name }) => name)).toEqual(['seller'])
  // Two materials are no landing worth a visit, and nothing is linked that is none.
  expect(home.subjects).toEqual([])
  expect((await suggest(context(), 'mathe')).map(({ kind, text }) => [kind, text])).toContainEqual([
    'subject',
    'Mathematik',
  ])
  const typed = await suggest(context(), 'brü')
  expect(typed.filter(({ kind }) => kind === 'keyword').map(({ text }) => text)).toContain('brüche')
  expect(typed.filter(({ kind }) => kind === 'material').map(({ text }) => text)).toEqual(
    expect.arrayContaining(['Brüche addieren', 'Brüche vergleichen']),
  )
  const filters = (await seller.client.get('/api/v1/filters?world=gr')).json<{
    filters: { kind: string; values: { id: string; count: number }[] }[]
  }>()
  expect(filters.filters.every(({ values }) => values.length > 0)).toBe(true)
  const german = (await seller.client.get('/api/v1/filters?world=de')).json<typeof filters>()
  const subjects = german.filters.find(({ kind }) => kind === 'subject')?.values
  expect(subjects?.find((value) => value.id === 'de-mathematics')?.count).toBe(2)
  expect(subjects?.find((value) => value.id === 'de-music')?.count).toBe(0)
  const menu = (await seller.client.get('/api/v3/mega-menu/get-subjects')).json<MegaMenu>()
  const primary = menu.schools.find(({ type }) => type === 'grundschule')
  expect(primary?.grades.map((grade) => grade.id)).toContain('3')
  expect(primary?.subjects.find((subject) => subject.id === 'de-mathematics')?.materialsCount).toBe(2)
  expect(primary?.subjects.find((subject) => subject.id === 'de-mathematics')?.url).toBe(
    '/de/suchergebnisse?school_type=grundschule&subject=de-mathematics',
  )
  expect(primary).toMatchObject({ materialsCount: 3, url: expect.stringContaining('/grundschule/') })
})

test('authors are suggested by the beginning of any word of their name, whatever is typed', async () => {
  const name = (await authorPage(context(), seller.id)) as { author: { name: string } }
  const beginning = name.author.name.slice(0, 4)
  expect(await suggest(context(), beginning.toUpperCase())).toContainEqual(
    expect.objectContaining({ kind: 'author', text: name.author.name }),
  )
  const { name: full } = name.author
  const mistyped = `${full.slice(0, 4)}${full[3]}${full.slice(4)}`
  expect(await suggest(context(), mistyped)).toContainEqual(
    expect.objectContaining({ kind: 'author', text: full }),
  )
  for (const odd of ["'':* & !", '\ud800abc', 'abc\\', '%_*abc', 'a'.repeat(5000)])
    expect(Array.isArray(await suggest(context(), odd))).toBe(true)
})

test('an empty result shows what is popular, and exactly as typed means it', async () => {
  const find = async (query: string) =>
    (await seller.client.get(`/api/v1/search?world=de&${query}`)).json<SearchResult>()
  const corrected = await find('query=wortarden')
  expect(corrected.correctedQuery).toBe('wortarten')
  expect(corrected.rescue).toBeUndefined()
  const exact = await find('query=wortarden&exact=1')
  expect(exact).toMatchObject({ total: 0, correctedQuery: null })
  expect(exact.rescue?.length).toBeGreaterThan(0)
  const subject = await find('query=wortarden&exact=1&subject=de-native-language')
  expect(subject.rescue?.map(({ id }) => id)).toEqual([id('offer')])
})

test('the author page is read to its end by cursor, every material once', async () => {
  for (let number = 1; number <= 27; number += 1) await add({ title: `Blatt ${number} zum Rechnen` })
  const seen: number[] = []
  let cursor: string | undefined
  do {
    const page = await authorPage(context(), seller.id, cursor)
    if (page === undefined || page === 'gone' || 'redirectWorld' in page) throw new Error('no page')
    seen.push(...page.materials.map((card) => card.id))
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  expect(seen).toHaveLength(30)
  expect(new Set(seen).size).toBe(30)
  expect(await authorPage(context('it'), seller.id)).toMatchObject({ redirectWorld: 'de' })
  expect(await authorPage(context(), 987_654)).toBeUndefined()
  expect((await seller.client.get(`/api/v1/authors/${seller.id}?cursor=broken`)).status).toBe(422)
})

test('a material is not new any more after 14 days, an ended sale is over', async () => {
  await app.deps.db
    .updateTable('material')
    .set({
      created_at: sql<Date>`now() - interval '15 days'`,
      sale_until: sql<Date>`now() - interval '1 minute'`,
    })
    .where('id', '=', id('offer'))
    .execute()
  const [card] = await cardsByIds(context(), [id('offer')])
  expect(card).toMatchObject({ isNew: false, sale: false, finalPrice: 500 })
})

test('a page carries the tags of all it shows, and never a whole world', async () => {
  const home = await loadHome(context())
  const search = await searchPage(context(), readSearchInput(new URLSearchParams('query=brüche')))
  const page = await materialPage(context(), id('fractions'))
  const author = await authorPage(context(), seller.id)
  const cards = (found: readonly { id: number }[]) => found.map((card) => `card:${card.id}`)
  const byName = `author-name:${seller.id}`
  expect(home.tags).toEqual(
    expect.arrayContaining([...cards(home.popular), byName, `author:${seller.id}`, 'taxonomy']),
  )
  expect(search.tags).toEqual(
    expect.arrayContaining([...cards(search.materials), byName, synonymTag('de', 'brüche'), 'taxonomy']),
  )
  if (page === undefined || page === 'gone' || 'redirectWorld' in page) throw new Error('no page')
  const shown = [...page.similar, ...page.fromAuthor]
  const itself = [`material:${page.material.id}`, `author:${seller.id}`]
  expect(page.tags).toEqual(expect.arrayContaining([...itself, ...cards(shown), byName]))
  if (author === undefined || author === 'gone' || 'redirectWorld' in author) throw new Error('no author')
  expect(author.tags).toEqual(
    expect.arrayContaining([...cards(author.materials), `author-list:${seller.id}`]),
  )
  const all = [home, search, page, author].flatMap(({ tags }) => tags)
  expect(all.filter((tag) => /^(world|hub):/.test(tag))).toEqual([])
  // What is on a page only as a card does not drop it by what is said on its own.
  for (const { tags } of [home, search, author])
    expect(tags.filter((tag) => tag.startsWith('material:'))).toEqual([])
})

test('a newer release that starts beside this process renames a subject: its pages and its menu say so at once', async () => {
  const { db, pageCache, taxonomy } = app.deps
  const subject = () => taxonomy.term('de', 'subject', 'de-mathematics')
  // As a release before this one had it.
  const wasNamed = async () => {
    await db
      .updateTable('taxonomy_term')
      .set({ name: 'Rechnen' })
      .where('world', '=', 'de')
      .where('kind', '=', 'subject')
      .where('id', '=', 'de-mathematics')
      .execute()
    await taxonomy.reload()
  }
  await wasNamed()
  expect(subject()?.name).toBe('Rechnen')
  await pageCache.fetch('card', async () => ({
    ...{ status: 200, headers: {}, body: Buffer.from('Rechnen'), tags: ['taxonomy'] },
    cache: { maxAge: 600, swr: 0 },
  }))
  const newer = await openDeps(app.deps.env)
  await newer.close()
  await vi.waitFor(() => expect(subject()?.name).toBe('Mathematik'), { timeout: 5000 })
  expect(pageCache.known('card')?.isServable).toBe(false)
})
