import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Db } from '#platform/db/pool.ts'
import { ProductError } from '#platform/errors.ts'
import { createPostgresSearch } from '#platform/gateways/search/postgres.ts'
import type { SearchDocument, SearchEngine, SearchRequest } from '#platform/gateways/search/search-engine.ts'
import { createCostly } from '#platform/gateways/search/words/costly.ts'
import type { FacetKind, Sort } from '#platform/rules/contract/search.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'
import { type TestDatabase, testDatabase } from '../support/database.ts'

let database: TestDatabase
let engine: SearchEngine
const terms = new Map<string, { termId: number; name: string }>()

beforeAll(async () => {
  database = await testDatabase()
  engine = createPostgresSearch(database)
  const rows = await database.db
    .selectFrom('taxonomy_term')
    .select(['world', 'kind', 'id', 'term_id', 'name'])
    .execute()
  for (const row of rows)
    terms.set(`${row.world}/${row.kind}/${row.id}`, { termId: row.term_id, name: row.name })
  for (const document of catalogue) await add(document)
})
afterAll(() => database.drop())

interface Sample {
  id: number
  world?: LiveWorldCode
  title: string
  description?: string
  keywords?: string[]
  author?: [number, string]
  terms?: [FacetKind, string][]
  price?: number
  popularity?: number
  rating?: number
  publishedAt?: string
}

const mathsSix: [FacetKind, string][] = [
  ['subject', 'de-mathematics'],
  ['class_grade', '6'],
  ['material_type', 'worksheet'],
  ['school_type', 'sek1-gym'],
]

const catalogue: Sample[] = [
  {
    id: 1,
    title: 'Brüche kürzen und erweitern',
    keywords: ['Bruchrechnung'],
    terms: mathsSix,
    price: 300,
    popularity: 500,
  },
  { id: 2, title: 'Bruchrechnungsaufgaben mit Lösungen', terms: mathsSix, price: 0, popularity: 9000 },
  {
    id: 3,
    title: 'Bruchrechnung: Lernspiel',
    terms: [
      ['subject', 'de-mathematics'],
      ['class_grade', '7'],
      ['material_type', 'game'],
    ],
    price: 250,
    popularity: 100,
  },
  {
    id: 4,
    title: 'Wasserkreislauf',
    description: 'Klasse 4, mit einer Prise Bruchrechnung am Rand',
    terms: [
      ['subject', 'de-general-studies'],
      ['class_grade', '4'],
      ['material_type', 'poster'],
      ['school_type', 'grundschule'],
    ],
    price: 120,
    author: [8, 'Sabine Grünwald'],
  },
  {
    id: 5,
    title: 'Igel im Herbst für die 3. und 4. Klasse',
    terms: [
      ['subject', 'de-general-studies'],
      ['class_grade', '3'],
      ['material_type', 'worksheet'],
      ['school_type', 'grundschule'],
    ],
    price: 199,
    rating: 4.5,
  },
  { id: 20, world: 'gr', title: 'Κλάσματα: ασκήσεις με λύσεις', terms: [['subject', 'gr-mathematics']] },
  { id: 21, world: 'fr', title: 'Évaluation : la Révolution française', terms: [] },
  { id: 22, world: 'es', title: 'Cómo enseñar el año en Primaria', terms: [] },
  {
    id: 23,
    world: 'en',
    title: 'Fractions revision',
    terms: [
      ['subject', 'en-mathematics'],
      ['class_grade', 'year-6'],
    ],
  },
]

function toDocument(sample: Sample): SearchDocument {
  const world = sample.world ?? 'de'
  const own = (sample.terms ?? []).flatMap(([kind, id]) => terms.get(`${world}/${kind}/${id}`) ?? [])
  return {
    world,
    materialId: sample.id,
    authorId: sample.author?.[0] ?? 7,
    authorName: sample.author?.[1] ?? 'Jonas Weber',
    title: sample.title,
    description: sample.description ?? '',
    keywords: sample.keywords ?? [],
    termNames: own.map((term) => term.name),
    termIds: own.map((term) => term.termId),
    priceCents: sample.price ?? 100,
    ratingAverage: sample.rating ?? 0,
    popularity: sample.popularity ?? 1000,
    publishedAt: new Date(sample.publishedAt ?? '2026-01-01'),
  }
}

async function add(sample: Sample): Promise<void> {
  await database.db.transaction().execute((tx) => engine.index(tx, toDocument(sample)))
}

function find(query: string, more: Partial<SearchRequest> = {}) {
  return engine.search({
    ...{ world: 'de', query, selected: {}, sort: 'relevance', limit: 24, withFacets: true },
    ...more,
  })
}

async function ids(query: string, more: Partial<SearchRequest> = {}): Promise<number[]> {
  return (await find(query, more)).materialIds
}

describe('words', () => {
  test('finds without umlauts and in lower case, grade from the taxonomy alone, title before compound', async () => {
    expect(await ids('bruchrechnung klasse 6')).toEqual(expect.arrayContaining([1, 2]))
    expect(await ids('bruchrechnung klasse 6')).not.toContain(3)
    expect(await ids('bruche')).toContain(1)
    expect((await ids('Bruchrechnung'))[0]).toBe(3)
    expect(await ids('BRUCHRECHNUNG')).toEqual(await ids('bruchrechnung'))
  })

  test('a word is found at the beginning of a compound', async () => {
    expect(await ids('wasser')).toContain(4)
  })

  test('finds an author, and words without meaning do not count', async () => {
    expect(await ids('sabine grunwald')).toEqual([4])
    expect(await ids('Igel für die Klasse')).toEqual([5])
  })

  test.each([
    ['gr', 'κλασματα ασκησεις', 20],
    ['gr', 'ΚΛΆΣΜΑΤΑ με λύσεις', 20],
    ['fr', 'evaluation revolution', 21],
    ['es', 'ensenar ano primaria', 22],
    ['en', 'fractions year 6', 23],
  ] as const)('%s: %s', async (world, query, id) => {
    expect(await ids(query, { world })).toEqual([id])
  })

  test('never shows another world', async () => {
    expect(await ids('fractions', { world: 'de' })).not.toContain(23)
    expect((await find('', { world: 'it' })).total).toBe(0)
  })
})

describe('typing errors', () => {
  test.each([
    ['bruchrechnug', 'bruchrechnung'],
    ['wasserkreislauff', 'wasserkreislauf'],
    ['bruchrechnung xqzwvk', 'bruchrechnung'],
  ])('%s means %s', async (typed, meant) => {
    const hits = await find(typed)
    expect(hits.correctedQuery).toBe(meant)
    expect(hits.materialIds.length).toBeGreaterThan(0)
  })

  test('words that never occur together: what is left out is said', async () => {
    const hits = await find('igel wasserkreislauf')
    expect(hits).toMatchObject({ total: 1, correctedQuery: 'igel', leftOut: ['wasserkreislauf'] })
  })

  test('a guess is given up before a typed word, and never stands alone beside lost ones', async () => {
    expect(await find('bruchrechnung igl')).toMatchObject({
      correctedQuery: 'bruchrechnung',
      leftOut: ['igl'],
    })
    expect(await find('xqzwvk igl yyyqx')).toMatchObject({ total: 0, materialIds: [] })
  })

  test('a misspelt name finds the author, another word is no name', async () => {
    expect(await ids('sabine grunwlad')).toEqual([4])
    expect(await ids('Grünwalde')).toEqual([])
  })

  test('of many unknown words the first eight are corrected, the others stay as they are typed', async () => {
    const nonsense = (count: number) =>
      Array.from({ length: count }, (_, at) => `xqzwvk${'abcdefghi'[at]}`).join(' ')
    expect((await find(`${nonsense(7)} Bruchrechnug`)).lookedUp).toContain('bruchrechnung')
    expect((await find(`${nonsense(8)} Bruchrechnug`)).lookedUp).not.toContain('bruchrechnung')
  })

  test('a correction that takes too long is left out', async () => {
    const slow = (tx: Db) => sql`select pg_sleep(4)`.execute(tx).then(() => 'corrected')
    const start = performance.now()
    expect(await createCostly().correct(database.db, slow, 'as typed')).toBe('as typed')
    expect(performance.now() - start).toBeLessThan(3500)
  })

  test.each(['1×1', '1 x 1', '1 × 1', '1x1', '1·1', '1 X 1'])(
    '%s is one word, whatever sign stands between',
    async (query) => {
      expect((await find(query)).materialIds).toEqual((await find('1x1')).materialIds)
    },
  )

  test('nothing is corrected where only the facets are too narrow, nor where nothing is similar', async () => {
    const narrow = await find('wasserkreislauf', { selected: { class_grade: ['6'] } })
    expect(narrow).toMatchObject({ total: 0, correctedQuery: null })
    expect(await find('xqzwvk')).toMatchObject({ total: 0, correctedQuery: null })
  })
})

describe('grades and "free" in the words', () => {
  test('are filters, and are given up before the topic', async () => {
    const hits = await find('Bruchrechnung sechste Klasse')
    expect(hits.materialIds.sort()).toEqual([1, 2])
    expect(hits.understood).toMatchObject([{ kind: 'class_grade', ids: ['6'], words: ['sechste', 'Klasse'] }])
    expect(await find('Wasserkreislauf Klasse 9')).toMatchObject({
      materialIds: [4],
      understood: [],
      leftOut: ['Klasse 9'],
    })
    expect(await ids('kostenlose Bruchrechnung')).toEqual([2])
  })

  test('what is chosen by hand counts more', async () => {
    expect(await ids('Bruchrechnung Klasse 6', { selected: { class_grade: ['7'] } })).toEqual([3])
  })

  test('exactly as typed they are words', async () => {
    expect((await find('Wasserkreislauf Klasse 9', { exact: true })).total).toBe(0)
  })
})

describe('long text', () => {
  test('is ranked by how many of its words a material has', async () => {
    const text = `Liebe Kollegen, wir hatten gestern den Wasserkreislauf, und nun suche ich etwas mit dem Igel im Herbst,
      weil die Kinder im Garten einen Igel gesehen haben und wissen wollen, was er im Winter macht. `
    const hits = await find(text.repeat(3))
    expect(hits.materialIds[0]).toBe(5)
    expect(hits.isPartial).toBe(true)
  })
})

describe('Greek in Latin letters', () => {
  test.each(['klasmata', 'KLASMATA', 'askiseis klasmata', 'klasmatwn'])('%s', async (query) => {
    expect(await ids(query, { world: 'gr' })).toEqual([20])
  })
})

describe('similar materials', () => {
  test('share the words that say most, whoever made them; an unknown one has none', async () => {
    expect((await engine.similar('de', 1, 2)).length).toBeGreaterThan(0)
    expect(await engine.similar('de', 1, 1)).not.toContain(1)
    expect(await engine.similar('de', 999_999, 5)).toEqual([])
  })

  test('one word for the same age says more than two for quite another', async () => {
    const maths = (grade: string): Sample['terms'] => [
      ['subject', 'de-mathematics'],
      ['class_grade', grade],
    ]
    await add({ id: 40, title: 'Rechenmauern und Zahlenketten', terms: maths('1') })
    await add({ id: 41, title: 'Rechenmauern und Zahlenketten für Profis', terms: maths('9') })
    await add({ id: 42, title: 'Rechenmauern zum Start', terms: maths('1') })
    expect(await engine.similar('de', 40, 2)).toEqual([42, 41])
    // Found once: what goes is left out at once, what comes joins after a day or when the words change.
    await vi.waitFor(async () => {
      const { rows } = await sql`select from material_similar where material_id = 40`.execute(database.db)
      expect(rows).toHaveLength(1)
    })
    await engine.remove(database.db, 'de', 42)
    expect(await engine.similar('de', 40, 1)).toEqual([41])
    await add({ id: 42, title: 'Rechenmauern zum Start', terms: maths('1') })
    await add({ id: 43, title: 'Rechenmauern und Zahlenketten', terms: maths('1') })
    expect(await engine.similar('de', 40, 1)).toEqual([42])
    await sql`update material_similar set found_at = now() - interval '2 days'`.execute(database.db)
    await vi.waitFor(async () => expect((await engine.similar('de', 40, 1))[0]).toBe(43))
    await add({ id: 40, title: 'Wasserkreislauf', terms: maths('1') })
    expect(await engine.similar('de', 40, 1)).not.toContain(43)
    for (const id of [40, 41, 42, 43]) await engine.remove(database.db, 'de', id)
  })
})

describe('meaning', () => {
  beforeAll(async () => {
    await add({ id: 30, title: 'Getreidearbeitsblätter für die Grundschule' })
    await add({ id: 31, title: 'Vom Korn zum Brot: Getreide', terms: [['material_type', 'worksheet']] })
    await add({ id: 32, title: 'Steuern und Abgaben: neue Quellen' })
    await add({ id: 33, world: 'gr', title: 'Εξισώσεις πρώτου βαθμού' })
    await add({
      id: 34,
      world: 'fr',
      title: 'Les volcans',
      terms: [
        ['class_grade', '5e'],
        ['material_type', 'worksheet'],
      ],
    })
    await add({ id: 35, world: 'fr', title: 'Les volcans', description: 'Après la 5e.' })
  })
  afterAll(async () => {
    for (const id of [30, 31, 32]) await engine.remove(database.db, 'de', id)
    await engine.remove(database.db, 'gr', 33)
    for (const id of [34, 35]) await engine.remove(database.db, 'fr', id)
  })

  test('compounds are found by either part, together or apart', async () => {
    expect((await ids('Arbeitsblatt Getreide')).sort()).toEqual([30, 31])
    expect(await ids('Getreidearbeitsblatt')).toEqual(expect.arrayContaining([30]))
    expect(await ids('Kornarbeitsblatt')).toEqual([31])
    expect((await find('Kornarbeitsblatt')).correctedQuery).toBeNull()
    expect(await ids('kreislauf')).toEqual([4])
  })

  test('umlauts as two letters, both ways, and words that only look so', async () => {
    expect(await ids('Brueche kuerzen')).toEqual([1])
    expect((await find('Brueche')).correctedQuery).toBeNull()
    expect(await ids('Steuern neue Quellen')).toEqual([32])
  })

  test('Greek typing errors, other letters of the same sound', async () => {
    expect(await find('εξισόσεις', { world: 'gr' })).toMatchObject({
      materialIds: [33],
      correctedQuery: 'εξισώσεις',
    })
  })

  test('synonyms are known at once, of one word and of several', async () => {
    expect(await ids('Zerlegung in Teile')).toEqual([])
    await database.db
      .insertInto('search_synonym')
      .values([
        { world: 'de', term: 'zerlegung in teile', synonyms: ['Bruchrechnung'] },
        { world: 'de', term: 'stacheltier', synonyms: ['Igel Herbst', 'Wasserkreislauf'] },
      ])
      .execute()
    expect((await find('Zerlegung in Teile')).total).toBe(3)
    expect((await ids('Stacheltier')).sort()).toEqual([4, 5])
    expect((await find('1x1 &')).correctedQuery).toBeNull()
  })

  test('"AB" is a worksheet, "ab" is not', async () => {
    expect(await ids('AB Getreide')).toEqual(await ids('Arbeitsblatt Getreide'))
    expect(await ids('ab Wasserkreislauf')).toEqual([4])
  })

  test('a grade is known by its short name, and its materials come first', async () => {
    expect(await ids('volcans 5e', { world: 'fr' })).toEqual([34, 35])
    expect(await ids('volcans 5ème', { world: 'fr' })).toContain(34)
  })

  test('exactly as typed: nothing is corrected, nothing left out', async () => {
    expect(await find('bruchrechnug', { exact: true })).toMatchObject({ total: 0, correctedQuery: null })
    expect(await find('igel wasserkreislauf', { exact: true })).toMatchObject({ total: 0 })
    expect((await find('bruchrechnung', { exact: true })).total).toBeGreaterThan(0)
  })
})

describe('facets', () => {
  const count = async (kind: FacetKind, id: string, more: Partial<SearchRequest> = {}, query = '') => {
    const facet = (await find(query, more)).facets.find((each) => each.kind === kind)
    return facet?.counts.find((each) => each.id === id)?.count
  }

  test('counts are exact, and what is not there counts 0', async () => {
    expect(await count('subject', 'de-mathematics')).toBe(3)
    expect(await count('class_grade', '6')).toBe(2)
    expect(await count('class_grade', '9')).toBe(0)
    expect(await count('material_type', 'worksheet', {}, 'bruchrechnung')).toBe(2)
  })

  test('a selection does not hide its siblings, but counts for the other kinds', async () => {
    const more = { selected: { subject: ['de-mathematics'] } }
    expect(await count('subject', 'de-general-studies', more)).toBe(2)
    expect(await count('class_grade', '4', more)).toBe(0)
    expect((await find('', more)).total).toBe(3)
    const two = { selected: { subject: ['de-mathematics'], class_grade: ['6'] } }
    expect(await count('class_grade', '7', two)).toBe(1)
    expect(await count('subject', 'de-mathematics', two)).toBe(2)
    expect(await count('material_type', 'game', two)).toBe(0)
  })

  test('what a count promises is what choosing it gives', async () => {
    const all = await find('')
    for (const { kind, counts } of all.facets) {
      for (const { id, count: promised } of counts) {
        if (promised) expect((await find('', { selected: { [kind]: [id] } })).total).toBe(promised)
      }
    }
  })

  test('a group of schools holds its schools', async () => {
    expect((await ids('', { selected: { school_type: ['ground'] } })).sort()).toEqual([4, 5])
    expect((await find('', { selected: { school_type: ['alle'] } })).total).toBe(4)
  })

  test('or within a kind, unknown ids find nothing, price and author', async () => {
    expect((await find('', { selected: { class_grade: ['6', '7'] } })).total).toBe(3)
    expect((await find('', { selected: { subject: ['es-mathematics'] } })).total).toBe(0)
    expect(await ids('', { price: { maxCents: 0 } })).toEqual([2])
    expect((await ids('', { price: { minCents: 200, maxCents: 300 } })).sort()).toEqual([1, 3])
    expect(await ids('', { authorId: 8 })).toEqual([4])
  })
})

describe('orders and pages', () => {
  const sorts: Sort[] = ['relevance', 'newest', 'bestselling', 'rating', 'price_up', 'price_down']

  test.each(sorts)('%s: cursors and numbers walk through everything once', async (sort) => {
    const whole = await ids('', { sort })
    const walked: number[] = []
    let cursor: string | undefined
    do {
      const hits = await find('', { sort, limit: 2, cursor })
      expect(hits.total).toBe(5)
      walked.push(...hits.materialIds)
      cursor = hits.nextCursor ?? undefined
    } while (cursor)
    expect(walked).toEqual(whole)
    expect(await ids('', { sort, limit: 2, page: 2 })).toEqual(whole.slice(2, 4))
  })

  test('a ranked list is walked by cursor, too', async () => {
    const whole = await ids('bruchrechnung')
    const first = await find('bruchrechnung', { limit: 1 })
    const second = await find('bruchrechnung', { limit: 1, cursor: first.nextCursor ?? '' })
    expect([...first.materialIds, ...second.materialIds]).toEqual(whole.slice(0, 2))
  })

  test.each(['x', '[]', 'é', 'a'.repeat(600), 'WyJwb3B1bGFyIiwiYSIsMV0', 'WyJwb3B1bGFyIiwxZTMwOCwxXQ'])(
    'a cursor that is none is refused: %s',
    async (cursor) => {
      await expect(find('', { cursor })).rejects.toThrow(ProductError)
    },
  )
})

describe('any input', () => {
  test.each([
    ['NUL', 'bruch\0rechnung'],
    ['half a character', 'bruch \ud800 rechnung'],
    ['operators', 'a & | ! <-> :* \' \\ " (( or -b:A*'],
    ['quotes', "'; drop table material; --"],
    ['100 kB', 'bruchrechnung '.repeat(7000)],
    ['one long word', 'x'.repeat(100_000)],
    ['emoji', '🦔 🦔'],
    ['marks', 'e\u0301\u0301\u0301 %_\\'],
    ['only small words', 'für die und'],
    ['percent', '100% _ %'],
  ])('%s never fails', async (_name, query) => {
    for (const world of ['de', 'gr', 'fr'] as const) {
      await expect(find(query, { world })).resolves.toBeDefined()
      await expect(engine.suggestWords(world, query, 8)).resolves.toBeDefined()
    }
  })
})

describe('index', () => {
  test('an edit replaces words and facets, a removal leaves nothing behind', async () => {
    await add({ id: 50, title: 'Zauberwürfel Anleitung', terms: [['subject', 'de-art']] })
    expect(await ids('zauberwürfel')).toEqual([50])
    expect(await engine.suggestWords('de', 'zaub', 8)).toEqual(['zauberwürfel'])
    await add({ id: 50, title: 'Kaleidoskop Anleitung', terms: [['subject', 'de-music']] })
    expect((await find('zauberwürfel')).materialIds).not.toContain(50)
    expect(await engine.suggestWords('de', 'zauberw', 8)).not.toContain('zauberwürfel')
    expect(await ids('', { selected: { subject: ['de-music'] } })).toEqual([50])
    await engine.remove(database.db, 'de', 50)
    expect((await find('kaleidoskop')).materialIds).not.toContain(50)
    const left = await database.db
      .selectFrom('search_word')
      .select('word')
      .where('word', '=', 'kaleidoskop')
      .execute()
    expect(left).toEqual([])
  })

  test('a rolled back publication is not found', async () => {
    const failed = database.db.transaction().execute(async (tx) => {
      await engine.index(tx, toDocument({ id: 60, title: 'Geisterblatt' }))
      throw new Error('after all not')
    })
    await expect(failed).rejects.toThrow('after all not')
    expect((await find('geisterblatt')).materialIds).not.toContain(60)
  })

  test('many at once do not wait for each other crosswise', async () => {
    const titles = ['Alpha Beta Gamma', 'Gamma Beta Alpha', 'Beta Alpha Gamma', 'Gamma Alpha Beta']
    await Promise.all(titles.map((title, index) => add({ id: 70 + index, title, world: 'it' })))
    expect((await find('alpha', { world: 'it' })).total).toBe(4)
  })
})

describe('suggestions', () => {
  test('complete the last word, keep the others, forgive an error', async () => {
    expect(await engine.suggestWords('de', 'bruchr', 8)).toEqual(['bruchrechnung', 'bruchrechnungsaufgaben'])
    expect(await engine.suggestWords('de', 'klasse Brü', 1)).toEqual(['klasse brüche'])
    expect(await engine.suggestWords('de', 'waserkreis', 8)).toContain('wasserkreislauf')
    expect(await engine.suggestWords('de', '  ', 8)).toEqual([])
    expect(await engine.suggestWords('de', 'b', 8)).toContain('bruchrechnung')
    expect(await engine.suggestWords('gr', 'klas', 8)).toContain('κλάσματα')
  })

  test('never two words that no material has together', async () => {
    expect(await engine.suggestWords('de', 'igel her', 8)).toEqual(['igel herbst'])
    expect(await engine.suggestWords('de', 'igel bru', 8)).toEqual([])
  })
})

describe('broad sets', () => {
  test('are estimated from the sample, walk by popularity, and their counts are honest', async () => {
    await database.db.transaction().execute(async (tx) => {
      for (let id = 1000; id < 1040; id += 1)
        await engine.index(tx, toDocument({ id, world: 'it', title: 'Frazioni facili' }))
    })
    // 20,000 more like the 40, without the words' counters: only the mass matters here.
    // Landings do not matter here either.
    await sql`alter table material_search disable trigger material_search_hubs_in`.execute(database.db)
    await database.db.transaction().execute(async (tx) => {
      // A busy machine takes longer for so many rows than any statement of the product may.
      await sql`set local statement_timeout = 0`.execute(tx)
      await sql`
        insert into material_search (world, material_id, author_id, document, facets, price_cents, popularity, published_at)
        select 'it', 2000 + n, 7, document, facets, 100 + n % 500, n % 777, published_at + n * interval '1 minute'
        from material_search, generate_series(1, 20000) as n where world = 'it' and material_id = 1000
      `.execute(tx)
    })
    await sql`alter table material_search enable trigger material_search_hubs_in`.execute(database.db)
    const fresh = createPostgresSearch(database)
    const request: SearchRequest = {
      world: 'it',
      query: 'frazioni',
      selected: {},
      sort: 'relevance',
      limit: 24,
      withFacets: true,
    }
    const first = await fresh.search(request)
    expect(first.totalIsEstimate).toBe(true)
    expect(first.total).toBeGreaterThan(15_000)
    expect(first.total).toBeLessThan(25_000)
    const counts = first.facets.flatMap((facet) =>
      facet.counts.map(({ id, count }) => ({ id, kind: facet.kind, count })),
    )
    // All have a price and none is interactive; nothing else is known of them.
    expect(counts.filter(({ count }) => count !== null).map(({ kind, id }) => `${kind} ${id}`)).toEqual([
      'price 1-200',
      'price 201-500',
      'price 501-1000',
      'interactive no',
    ])
    const second = await fresh.search({ ...request, cursor: first.nextCursor ?? '' })
    const numbered = await fresh.search({ ...request, page: 2 })
    expect(second.materialIds).toEqual(numbered.materialIds)
    expect(new Set([...first.materialIds, ...second.materialIds]).size).toBe(48)
    for (const sort of ['newest', 'price_up', 'price_down', 'rating'] as const) {
      expect((await fresh.search({ ...request, sort, query: '' })).materialIds).toHaveLength(24)
    }
    // Some 2,000: counted when somebody reads the number, walked to when nobody does.
    const few = { ...request, withFacets: false, limit: 4, price: { minCents: 100, maxCents: 150 } }
    for (const sort of ['bestselling', 'newest', 'price_down'] as const) {
      const counted = await fresh.search({ ...few, sort })
      const uncounted = await fresh.search({ ...few, sort, isUncounted: true })
      expect(counted.totalIsEstimate).toBe(false)
      // The cheapest stand last among the dearest first: too far to walk, so they are collected.
      expect(uncounted.totalIsEstimate, sort).toBe(sort !== 'price_down')
      expect([uncounted.materialIds, uncounted.nextCursor]).toEqual([counted.materialIds, counted.nextCursor])
    }
  })
})
