import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadHub } from '#loaders/landing.ts'
import { strangerContext } from '#platform/context/context.ts'
import { transaction } from '#platform/db/transaction.ts'
import { translator } from '#platform/i18n/translate.ts'
import { matchAddress } from '#platform/routing/match.ts'
import { seo } from '#platform/routing/seo.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'
import { hubStatus } from '#shop/catalogue/hubs/rules/hub-status.ts'
import { countHubChanges } from '#shop/catalogue/hubs/server/hub-changes.ts'
import { hubRow, hubsByKeys } from '#shop/catalogue/hubs/server/queries.ts'
import { hubsForSearch, hubsOfMaterial, termLandings } from '#shop/catalogue/hubs/server/service.ts'
import type { HubKind, HubRow } from '#shop/catalogue/hubs/server/types.ts'
import { hubTitle } from '#shop/catalogue/hubs/ui/hub-texts.ts'
import {
  deleteMaterial,
  publishMaterial,
  publishOwn,
  unpublishMaterial,
  updateMaterial,
  writeDraft,
} from '#shop/selling/materials/server/service.ts'
import { member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { send } from '../support/http-client.ts'

let app: TestApp
let seller: Person
const authors: Partial<Record<LiveWorldCode, Person>> = {}

beforeAll(async () => {
  app = await openTestApp()
  seller = await member(app, 'seller', { isSeller: true })
  authors.de = seller
})
afterAll(() => app.close())

interface Wish {
  world?: LiveWorldCode
  keywords?: string[]
  subject?: string
  grades?: string[]
  schoolTypes?: string[]
  price?: number
  publish?: boolean
}

async function add(wish: Wish = {}): Promise<number> {
  const { world = 'de', keywords = [], subject = 'de-mathematics', price = 300, publish = true } = wish
  const author = authors[world] ?? (await member(app, `seller-${world}`, { isSeller: true, world }))
  authors[world] = author
  const { db } = app.deps
  const id = await writeDraft(db, {
    world,
    authorId: author.id,
    fields: {
      title: 'Übungen zum Thema',
      description: 'Mit Lösungen.',
      subjects: [subject],
      grades: wish.grades ?? ['3'],
      schoolTypes: wish.schoolTypes ?? ['grundschule'],
      learningYears: [],
      materialType: 'worksheet',
      language: 'de',
      keywords,
      price,
      salePrice: null,
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
  const own = { world, materialId: id, authorId: author.id }
  if (publish) await transaction(db, (tx) => publishOwn(strangerContext(app.deps, world), tx, own))
  return id
}

const context = (world: LiveWorldCode = 'de') => strangerContext(app.deps, world)

/** The seller's own context: what only owners may do. */
function own() {
  const visitor = {
    kind: 'member',
    accountId: seller.id,
    sessionHash: Buffer.alloc(32),
    publicName: 'seller',
    slug: 'seller',
    email: seller.email,
    homeWorld: 'de',
    isSeller: true,
    role: 'member',
    emailConfirmed: true,
    agbAccepted: true,
    imageKey: null,
    anonymousId: undefined,
  } as const
  return { ...context(), visitor }
}

async function hubOf(kind: HubKind, key: string, world = 'de'): Promise<HubRow> {
  const [row] = await hubsByKeys(app.deps.db, kind, [{ world, key }])
  if (!row) throw new Error(`no hub ${kind} ${key}`)
  return row
}

const none = new URLSearchParams()

async function load(
  kind: HubKind,
  id: number,
  params: Record<string, string> = {},
  query = none,
  world?: LiveWorldCode,
) {
  return loadHub(context(world), kind, { id: String(id), ...params }, query)
}

/** The page at its current address, whatever that is. */
async function open(kind: HubKind, id: number, query = '', world: LiveWorldCode = 'de') {
  const first = await load(kind, id, {}, none, world)
  const address = matchAddress('moved' in first ? first.moved : first.url)
  if (address.kind !== 'page') throw new Error('the address of a landing is no page')
  const page = await loadHub(context(world), kind, address.params, new URLSearchParams(query))
  if ('moved' in page) throw new Error(`moved twice: ${page.moved}`)
  return page
}

async function notices(work: () => Promise<unknown>): Promise<string[]> {
  const client = await app.deps.pool.connect()
  const heard: string[] = []
  const hear = ({ payload }: { payload?: string | undefined }) => heard.push(...(payload ?? '').split(','))
  try {
    await client.query('listen cache_tags')
    client.on('notification', hear)
    await work()
    await client.query('select 1')
    await new Promise((resolve) => setTimeout(resolve, 50))
    await client.query('unlisten cache_tags')
  } finally {
    client.off('notification', hear)
    client.release()
  }
  return heard
}

describe('how many public materials there are decides what a landing is', () => {
  test.each([
    [0, 'missing'],
    [1, 'noindex'],
    [2, 'noindex'],
    [3, 'index'],
  ] as const)('%i: %s', async (count, status) => {
    const keyword = `Schwelle ${count}`
    const ids: number[] = []
    for (let i = 0; i < Math.max(count, 1); i++) ids.push(await add({ keywords: [keyword] }))
    const hub = await hubOf('keyword', keyword.toLowerCase())
    if (count === 0) await unpublishMaterial(own(), ids[0] ?? 0)
    expect(hubStatus(count)).toBe(status)
    if (status === 'missing') {
      await expect(load('keyword', hub.id)).rejects.toMatchObject({ code: 'not_found' })
      return
    }
    const page = await open('keyword', hub.id)
    expect(page).toMatchObject({ count, noindex: status === 'noindex', name: `Schwelle ${count}` })
    const { robots } = seo('keyword-landing', {
      world: 'de',
      siteUrl: 'http://x',
      params: page.params,
      noindex: page.noindex,
    })
    expect(robots.startsWith(status === 'index' ? 'index,follow' : 'noindex,follow')).toBe(true)
  })

  test('any order of publishing, hiding and pricing keeps counts and bounds as a recount would have them', async () => {
    const ids: number[] = []
    for (let i = 0; i < 4; i++)
      ids.push(await add({ keywords: ['Zufall'], publish: false, subject: 'de-music' }))
    const step = fc.record({
      which: fc.nat(3),
      what: fc.constantFrom('publish' as const, 'hide' as const, 'price' as const),
      price: fc.constantFrom(0, 100, 250, 990),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
        for (const { which, what, price } of steps) {
          const id = ids[which] ?? 0
          if (what === 'publish') await publishMaterial(own(), id)
          else if (what === 'hide') await unpublishMaterial(own(), id)
          else await updateMaterial(own(), id, { input: { price } })
        }
        const wrong = await sql<{ id: number }>`
          select hub.id from hub left join (
            select hub_id, count(*) as n, count(*) filter (where s.price_cents = 0) as free,
              min(s.price_cents) as low, max(s.price_cents) as high
            from hub_material join material_search s using (world, material_id)
            group by hub_id) c on c.hub_id = hub.id
          where (hub.material_count, hub.free_count, hub.min_price_cents, hub.max_price_cents)
            is distinct from (coalesce(c.n, 0), coalesce(c.free, 0), c.low, c.high)
        `.execute(app.deps.db)
        expect(wrong.rows).toEqual([])
      }),
      { numRuns: 12 },
    )
  })

  test('a statement over many materials leaves what a rebuild would make', async () => {
    const state = () =>
      sql`
        select hub.id, material_count, free_count, min_price_cents, max_price_cents,
          array(select (material_id, popularity, price_cents)::text from hub_material
            where hub_id = hub.id order by material_id) as materials
        from hub order by id
      `.execute(app.deps.db)
    for (const change of [
      'update material_search set price_cents = price_cents + 110',
      'update material_search set price_cents = 0, popularity = popularity + 7 where material_id % 2 = 0',
      'update material_search set price_cents = greatest(0, price_cents - 110)',
    ]) {
      await sql.raw(change).execute(app.deps.db)
      const expected = await state()
      await sql`select rebuild_hubs(world) from (select distinct world from material_search) each`.execute(
        app.deps.db,
      )
      expect((await state()).rows).toEqual(expected.rows)
    }
  })
})

describe('what belongs together', () => {
  test('keywords whatever their case and accents, lessons, schools; never a grade the school does not have', async () => {
    const id = await add({
      keywords: ['Brüche', 'Mathematik', 'kürzen', 'vierter'],
      grades: ['4', '5'],
      schoolTypes: ['grundschule', 'sek1-mittel'],
    })
    await add({ keywords: ['BRUCHE'], grades: ['4'] })
    const { rows } = await sql<{ key: string }>`
      select key from hub join hub_material on hub_id = hub.id where material_id = ${id}
    `.execute(app.deps.db)
    const keys = rows.map(({ key }) => key)
    expect(keys).toEqual(expect.arrayContaining(['bruche', 'kurzen', 'vierter', 'de-mathematics/4/bruche']))
    // The subject's own name is neither topic nor lesson, and a fourth keyword is no lesson.
    expect(keys).not.toContain('mathematik')
    expect(keys).not.toContain('de-mathematics/4/mathematik')
    expect(keys).not.toContain('de-mathematics/4/vierter')
    expect(keys).toEqual(
      expect.arrayContaining(['grundschule/de-mathematics/4', 'sek1-mittel/de-mathematics/5']),
    )
    expect(keys).not.toContain('grundschule/de-mathematics/5')
    expect((await hubOf('keyword', 'bruche')).material_count).toBe(2)
  })

  test('names, addresses, trail, sliders, related landings and facts', async () => {
    for (let i = 0; i < 3; i++) {
      await add({ keywords: ['Brüche'], grades: ['4'] })
      await add({
        keywords: ['Brüche', 'Kürzen'],
        grades: ['4', '5'],
        schoolTypes: ['grundschule', 'sek1-mittel'],
      })
      await add({ keywords: ['Farben'], grades: ['4'], subject: 'de-art' })
    }
    await add({ keywords: ['Brüche'], grades: ['6'], schoolTypes: ['sek1-mittel'] })
    await add({ keywords: ['Prozente'], grades: ['5'], schoolTypes: ['sek1-mittel'] })
    const page = await open('school', (await hubOf('school', 'grundschule/de-mathematics/4')).id)
    expect(page.name).toBe('Mathematik, 4. Klasse, Grundschule')
    expect(page.url).toBe(`/de/schulmaterialen/grundschule/${page.id}/mathematik-klasse-4`)
    expect(page.trail.map(({ name }) => name)).toEqual(['Grundschule', 'Mathematik', '4. Klasse'])
    expect(page.grades.find(({ isCurrent }) => isCurrent)?.name).toBe('4. Klasse')
    expect(page.schoolTypes.map(({ name }) => name)).toContain('Grundschule')
    expect(page.topics.map(({ name }) => name)).toEqual(expect.arrayContaining(['Brüche', 'Kürzen']))
    expect(page.facts).toMatchObject({ fileTypes: ['PDF'], authors: 1, isPart: false })
    expect(page.facts.grades).toContain('4. Klasse')
    const lesson = await open('lesson', (await hubOf('lesson', 'de-mathematics/4/bruche')).id)
    expect(lesson.name).toBe('Brüche – Mathematik, 4. Klasse')
    expect(lesson.url).toContain('/de/unterrichtsstunden/')
    for (const link of [...page.topics, ...page.lessons, ...page.grades, ...page.subjects, ...lesson.schools])
      expect(matchAddress(link.url).kind).toBe('page')
  })

  test('a search knows its topic, whatever the accents', async () => {
    const { exact, near } = await hubsForSearch(context(), 'BRÜCHE', [])
    expect(exact?.name).toBe('Brüche')
    // Nothing was found: the fullest of the world, but for the one that is offered already.
    expect(near.map(({ name }) => name)).toContain('Kürzen')
    expect(near.map(({ name }) => name)).not.toContain('Brüche')
    expect((await hubsForSearch(context(), 'mathematik', [])).exact?.name).toBe('Mathematik')
    for (const odd of ['', '\ud800', '%_*', "'; drop table hub", 'x'.repeat(500)])
      expect((await hubsForSearch(context(), odd.toWellFormed(), [])).exact).toBeUndefined()
  })

  test('a topic of one result alone is none of the search', async () => {
    const [one, other] = [
      await add({ keywords: ['Kürzen'] }),
      await add({ keywords: ['Farben'], subject: 'de-art' }),
    ]
    const near = async (ids: number[]) =>
      (await hubsForSearch(context(), 'xq', ids)).near.map(({ name }) => name)
    expect(await near([one])).toContain('Kürzen')
    expect(await near([one, other])).toEqual([])
  })
})

describe('one landing for one set of materials', () => {
  const listed = async (ids: readonly number[]) => {
    const { rows } = await sql<{ kind: string; key: string }>`
      select kind, key from hub_listed where id in (
        select hub_id from hub_material where material_id = any (${ids})) order by kind, key
    `.execute(app.deps.db)
    return rows.map(({ kind, key }) => `${kind} ${key}`)
  }
  const wish = { subject: 'de-philosophy', schoolTypes: ['sek2'], grades: ['12'], keywords: ['Fuge'] }
  const ids: number[] = []

  test('the subject speaks for school, grade, topic and lesson; they are shown, but neither indexed nor linked', async () => {
    for (let i = 0; i < 3; i++) ids.push(await add(wish))
    expect(await listed(ids)).toEqual(['school alle/de-philosophy/'])
    const topic = await open('keyword', (await hubOf('keyword', 'fuge')).id)
    expect([topic.count, topic.noindex]).toEqual([3, true])
    expect((await hubsOfMaterial(context(), ids[0] ?? 0)).map(({ name }) => name)).toEqual(['Philosophie'])
    expect((await hubsForSearch(context(), 'fuge', ids)).exact).toBeUndefined()
    const subject = await open('school', (await hubOf('school', 'alle/de-philosophy/')).id)
    expect(subject.noindex).toBe(false)
    expect([...subject.topics, ...subject.lessons].map(({ name }) => name)).not.toContain('Fuge')
    expect([...topic.schools.map(({ url }) => url)]).toContain(subject.url)
  })

  test('links for a grade, a school and a subject go to the landing with their materials, or nowhere', async () => {
    await add({ subject: 'de-russian', schoolTypes: ['erwachsene'], grades: ['studium'] })
    const landings = await termLandings(context(), [
      { kind: 'subject', id: 'de-philosophy' },
      { kind: 'school_type', id: 'sek2' },
      { kind: 'school_type', id: 'erwachsene' },
      { kind: 'subject', id: 'de-russian' },
      { kind: 'material_type', id: 'worksheet' },
      { kind: 'subject', id: 'no such' },
    ])
    expect([...landings.keys()].sort()).toEqual(['school_type sek2', 'subject de-philosophy'])
  })

  test('a further material tells them apart again, and the pages of all of them hear of it', async () => {
    const topic = await hubOf('keyword', 'fuge')
    const heard = await notices(() => add({ ...wish, keywords: ['Kanon'] }))
    expect(heard).toContain(`hub:${topic.id}`)
    expect(await listed(ids)).toContain('keyword fuge')
    expect((await open('keyword', topic.id)).noindex).toBe(false)
  })

  test('no two indexed landings of any world show the same materials, whatever was published and withdrawn', async () => {
    const { rows } = await sql<{ keys: string[] }>`
      select array_agg(key) as keys from (
        select hub_listed.key, hub_listed.world, array_agg(material_id order by material_id) as held
        from hub_listed join hub_material on hub_id = hub_listed.id group by hub_listed.world, hub_listed.id, hub_listed.key
      ) sets group by world, held having count(*) > 1
    `.execute(app.deps.db)
    expect(rows).toEqual([])
    const wrong = await sql`
      select key from hub left join (
        select hub_id, bit_xor(hashint8extended(material_id, 0)) as mark from hub_material group by hub_id) stored
        on hub_id = hub.id where set_mark <> coalesce(mark, 0)
    `.execute(app.deps.db)
    expect(wrong.rows).toEqual([])
  })

  test('a topic that only names a subject leads to the landing of the subject', async () => {
    const { id } = await app.deps.db
      .insertInto('hub')
      .values({ world: 'de', kind: 'keyword', key: 'philosophie', topic: 'Philosophie' })
      .onConflict((each) => each.columns(['world', 'kind', 'key']).doUpdateSet({ topic: 'Philosophie' }))
      .returning('id')
      .executeTakeFirstOrThrow()
    const { url: subject } = await open('school', (await hubOf('school', 'alle/de-philosophy/')).id)
    expect(await load('keyword', id, { slug: 'philosophie' })).toEqual({ moved: subject })
  })

  test('titles say every part of the name, the short grade first where there is no room', async () => {
    const t = translator('de')
    const at = async (key: string) => hubTitle(await open('school', (await hubOf('school', key)).id), t)
    expect(await at('alle/de-philosophy/')).toBe('Philosophie: Unterrichtsmaterial | Aularium')
    expect(await at('sek2/de-philosophy/12')).toBe('Philosophie, 12. Klasse, Sekundarstufe II | Aularium')
    for (let i = 0; i < 3; i++)
      await add({ world: 'it', subject: 'it-mathematics', schoolTypes: ['sek2'], grades: ['secondaria-2-3'] })
    const italian = await hubOf('school', 'sek2/it-mathematics/secondaria-2-3', 'it')
    expect(hubTitle(await open('school', italian.id, '', 'it'), translator('it'))).toBe(
      'Matematica, 3ª II grado, Scuola secondaria di secondo grado',
    )
  })
})

describe('addresses', () => {
  test('wrong slug and school move once, the page is kept; wrong kind and unknown ids are not found', async () => {
    const hub = await hubOf('school', 'grundschule/de-mathematics/4')
    const right = `/de/schulmaterialen/grundschule/${hub.id}/mathematik-klasse-4`
    for (const params of [{}, { school: 'kita', slug: 'x' }, { school: 'grundschule' }] as Record<
      string,
      string
    >[])
      expect(await load('school', hub.id, params)).toEqual({ moved: right })
    expect(await load('school', hub.id, {}, new URLSearchParams('page=2'))).toEqual({
      moved: `${right}?page=2`,
    })
    await expect(load('keyword', hub.id)).rejects.toMatchObject({ code: 'not_found' })
    await expect(load('school', 9_999_999)).rejects.toMatchObject({ code: 'not_found' })
    await expect(load('school', 9_999_999_999_999_99)).rejects.toMatchObject({ code: 'not_found' })
  })

  test('the common misspelling and other worlds’ words lead there in one step', async () => {
    for (const path of ['/de/schulmaterialien/kita/7/kunst', '/de/materiali-scolastici/kita/7/kunst'])
      expect(matchAddress(path)).toMatchObject({
        kind: 'redirect',
        location: '/de/schulmaterialen/kita/7/kunst',
      })
    expect(matchAddress('/en/tema/7/fractions')).toMatchObject({ location: '/en/topic/7/fractions' })
  })

  test('pages: 24 each, the next ones with their own canonical, none after the last', async () => {
    for (let i = 0; i < 25; i++) await add({ keywords: ['Seiten'], subject: 'de-art' })
    const { id } = await hubOf('keyword', 'seiten')
    const first = await open('keyword', id)
    expect([first.materials.length, first.pageCount, first.count]).toEqual([24, 2, 25])
    const second = await open('keyword', id, 'page=2')
    expect(second.materials).toHaveLength(1)
    expect(first.materials.map((card) => card.id)).not.toContain(second.materials[0]?.id)
    await expect(open('keyword', id, 'page=3')).rejects.toMatchObject({ code: 'not_found' })
    await expect(open('keyword', id, 'page=999999')).rejects.toMatchObject({ code: 'not_found' })
    const head = seo('keyword-landing', {
      world: 'de',
      siteUrl: 'http://x',
      params: second.params,
      query: new URLSearchParams('page=2'),
    })
    expect(head.canonical).toBe(`http://x${second.url}?page=2`)
    const door = await send(app.base, { path: `${first.url}?page=1` })
    expect([door.status, door.headers.location]).toEqual([301, first.url])
  })
})

describe('worlds', () => {
  test('a landing of another world leads to its own; a type nobody uses there leads to its successor', async () => {
    for (let i = 0; i < 3; i++) {
      await add({ grades: ['7'], schoolTypes: ['sek1-gym'], subject: 'de-physics' })
      await add({
        world: 'gr',
        subject: 'gr-physics',
        grades: ['gymnasio-1'],
        schoolTypes: ['sek1-mittel'],
      })
    }
    const german = await hubOf('school', 'sek1-gym/de-physics/')
    const greek = await hubOf('school', 'sek1-mittel/gr-physics/', 'gr')
    expect(await load('school', german.id, { school: 'gymnasio', slug: 'x' }, none, 'gr')).toEqual({
      moved: `/de/schulmaterialen/sek1-gym/${german.id}/physik`,
    })
    expect(await load('school', german.id, { school: 'sek1-gym', slug: 'physik' }, none, 'gr')).toEqual({
      moved: `/gr/scholiko-yliko/gymnasio/${greek.id}/fysiki`,
    })
    expect(await load('school', greek.id, { school: 'sek1-gym' }, none, 'gr')).toEqual({
      moved: `/gr/scholiko-yliko/gymnasio/${greek.id}/fysiki`,
    })
  })

  test('hreflang only between indexed landings of the same subject; the set is the same from both sides', async () => {
    for (let i = 0; i < 3; i++) {
      await add({ subject: 'de-biology', schoolTypes: ['sek2'], grades: ['11'] })
      await add({
        world: 'it',
        subject: 'it-biology',
        schoolTypes: ['sek2'],
        grades: ['secondaria-2-3'],
      }).catch(() => undefined)
      await add({ world: 'es', subject: 'es-biology', schoolTypes: ['sek2'], grades: ['bachillerato-1'] })
    }
    // Elsewhere, too: a subject that is only taught in one school has one landing, that of the subject.
    await add({ subject: 'de-biology', grades: ['7'], schoolTypes: ['sek1-gym'] })
    await add({ world: 'es', subject: 'es-biology', grades: ['eso-1'], schoolTypes: ['sek1-mittel'] })
    await add({ subject: 'de-chemistry', grades: ['11'], schoolTypes: ['sek2'] })
    await add({ world: 'es', subject: 'es-mathematics', grades: ['bachillerato-1'], schoolTypes: ['sek2'] })
    await add({ world: 'fr', subject: 'fr-french', schoolTypes: ['sek2'], grades: ['2de'] }).catch(
      () => undefined,
    )
    const german = await open('school', (await hubOf('school', 'sek2/de-biology/')).id)
    const spanish = await open('school', (await hubOf('school', 'sek2/es-biology/', 'es')).id, '', 'es')
    expect(Object.keys(german.equivalents).sort()).toEqual(Object.keys(spanish.equivalents).sort())
    expect(Object.keys(german.equivalents)).toEqual(expect.arrayContaining(['de', 'es']))
    const heads = (
      [
        ['de', german],
        ['es', spanish],
      ] as const
    ).map(([world, page]) =>
      seo('school-landing', {
        world,
        siteUrl: 'http://x',
        params: page.params,
        alternateParams: page.equivalents,
        noindex: page.noindex,
      }),
    )
    expect(heads[0]?.alternates).toEqual(heads[1]?.alternates)
    expect(heads[0]?.alternates.map(({ href }) => href)).toContain(heads[0]?.canonical)
    // x-default: en is not among them, so de.
    expect(heads[0]?.alternates.at(-1)).toEqual({ hreflang: 'x-default', href: `http://x${german.url}` })
    const grade = await open('school', (await hubOf('school', 'sek2/de-biology/11')).id)
    expect(grade.equivalents).toEqual({})
  })
})

describe('what changes is seen', () => {
  test('publish, price, unpublish, delete and an editor’s text notify the landing; lastmod follows', async () => {
    const id = await add({ keywords: ['Nachricht'], publish: false, subject: 'de-latin' })
    const published = await notices(() => publishMaterial(own(), id))
    const hub = await hubOf('keyword', 'nachricht')
    expect(published).toContain(`hub:${hub.id}`)
    expect((await open('keyword', hub.id)).tags).toContain(`hub:${hub.id}`)
    const priced = await notices(() => updateMaterial(own(), id, { input: { price: 0 } }))
    expect(priced).toContain(`hub:${hub.id}`)
    const after = await hubOf('keyword', 'nachricht')
    expect(after).toMatchObject({ free_count: 1, min_price_cents: 0, max_price_cents: 0 })
    expect(after.changed_at.getTime()).toBeGreaterThan(hub.changed_at.getTime())
    const edit = () =>
      app.deps.db.updateTable('hub').set({ intro: 'Unser Text.' }).where('id', '=', hub.id).execute()
    expect(await notices(edit)).toContain(`hub:${hub.id}`)
    expect((await open('keyword', hub.id)).intro).toBe('Unser Text.')
    expect(await notices(() => unpublishMaterial(own(), id))).toContain(`!hub:${hub.id}`)
    await publishMaterial(own(), id)
    expect(await notices(() => deleteMaterial(own(), id))).toContain(`!hub:${hub.id}`)
    await expect(load('keyword', hub.id)).rejects.toMatchObject({ code: 'not_found' })
    // The editors' text waits for the day somebody publishes again.
    expect((await hubRow(app.deps.db, hub.id))?.intro).toBe('Unser Text.')
  })

  test('a landing that changes is made anew alone; what links to it when it has too little left, once', async () => {
    const ids: number[] = []
    for (let n = 0; n < 4; n += 1) ids.push(await add({ keywords: ['Quitte'] }))
    const { id: hub } = await hubOf('keyword', 'quitte')
    const heard: string[][] = []
    for (const id of ids) {
      const tags = await notices(() => unpublishMaterial(own(), id))
      heard.push(tags.filter((tag) => tag.endsWith(`:${hub}`) || tag === 'landings:de').sort())
    }
    const [four, three, two, one] = heard
    expect(four).toEqual([`hub:${hub}`])
    expect(three).toEqual([`hub-link:${hub}`, `hub:${hub}`, 'landings:de'].sort())
    expect(two).toEqual([`hub:${hub}`])
    expect(one).toEqual([`!hub:${hub}`])
  })

  test('several changes of one transaction tell each landing once; one that is rolled back tells nothing', async () => {
    const { db } = app.deps
    const wish = { keywords: ['Mispel'], publish: false }
    const ids = [await add(wish), await add(wish), await add(wish)]
    const publishAll = async (isRefused: boolean) =>
      await transaction(db, async (tx) => {
        for (const materialId of ids)
          await publishOwn(context(), tx, { world: 'de', materialId, authorId: seller.id })
        if (isRefused) throw new Error('refused')
      })
    expect(await notices(() => publishAll(true).catch(() => undefined))).toEqual([])
    // The connection may be the same: what the refused transaction counted is not left in it.
    expect(await notices(() => transaction(db, (tx) => countHubChanges(context(), {}, tx)))).toEqual([])
    const heard = await notices(() => publishAll(false))
    const { id } = await hubOf('keyword', 'mispel')
    // PostgreSQL tells what is said twice in one transaction once.
    expect(new Set(heard.filter((tag) => tag === `hub:${id}`)).size).toBe(1)
    expect(await hubRow(app.deps.db, id)).toMatchObject({ material_count: 3 })
  })

  test('what is counted without an event, as loading a catalogue does it, is told by nobody and breaks nothing', async () => {
    const id = await add({ keywords: ['Kornelkirsche'] })
    const { db, search } = app.deps
    expect(await notices(() => transaction(db, (tx) => search.remove(tx, 'de', id)))).toEqual([])
    await expect(hubOf('keyword', 'kornelkirsche')).rejects.toThrow('no hub')
  })

  test('a landing links to its equals in other worlds, and is not made anew by what is published there', async () => {
    const wish = { subject: 'de-music', schoolTypes: ['sek2'], grades: ['11'] }
    for (let n = 0; n < 3; n += 1) await add({ ...wish, keywords: [`Takt${n}`] })
    const page = await open('school', (await hubOf('school', 'sek2/de-music/')).id)
    const own = page.tags.filter((tag) => tag.startsWith('hub:'))
    expect(own).toEqual([`hub:${page.id}`])
    const links = [...page.subjects, ...page.schoolTypes, ...page.grades]
    expect(links.length).toBeGreaterThan(0)
    expect(page.tags).toEqual(expect.arrayContaining(links.map(({ id }) => `hub-link:${id}`)))
  })

  test('a sale only changes the order', async () => {
    const ids = [await add({ keywords: ['Rang'] }), await add({ keywords: ['Rang'] })]
    const { id } = await hubOf('keyword', 'rang')
    const before = await hubRow(app.deps.db, id)
    const heard = await notices(() =>
      app.deps.db
        .updateTable('material_search')
        .set({ popularity: 99_999 })
        .where('material_id', '=', ids[0] ?? 0)
        .execute(),
    )
    expect(heard).toEqual([])
    expect((await open('keyword', id)).materials[0]?.id).toBe(ids[0])
    expect((await hubRow(app.deps.db, id))?.changed_at).toEqual(before?.changed_at)
  })

  test('two publications of the same topics at once count both', async () => {
    const ids = await Promise.all(
      Array.from({ length: 6 }, () => add({ keywords: ['Zugleich', 'Auch'], publish: false })),
    )
    await Promise.all(ids.map((id) => publishMaterial(own(), id)))
    expect((await hubOf('keyword', 'zugleich')).material_count).toBe(6)
    await Promise.all(ids.map((id) => unpublishMaterial(own(), id)))
    expect(await hubsByKeys(app.deps.db, 'keyword', [{ world: 'de', key: 'auch' }])).toEqual([])
  })

  test('rebuilding a world gives what the trigger kept', async () => {
    const state = () =>
      sql`select kind, key, material_count, free_count, min_price_cents, max_price_cents from hub
        where world = 'de' order by kind, key`.execute(app.deps.db)
    const before = (await state()).rows
    await sql`select rebuild_hubs('de')`.execute(app.deps.db)
    expect((await state()).rows).toEqual(before)
  })
})

test('sitemaps list indexed landings only, at their addresses, with the time of their last change', async () => {
  const hub = await hubOf('keyword', 'schwelle 3')
  const thin = await hubOf('keyword', 'schwelle 2')
  const page = await open('keyword', hub.id)
  const site = app.deps.env.siteUrl
  const { text } = await send(app.base, { path: '/sitemaps/de/keywords-1.xml' })
  expect(text).toContain(`<loc>${site}${page.url}</loc><lastmod>${hub.changed_at.toISOString()}</lastmod>`)
  expect(text).not.toContain(`/${thin.id}/`)
  for (const kind of ['lessons', 'schools']) {
    const answer = await send(app.base, { path: `/sitemaps/de/${kind}-1.xml` })
    expect([kind, answer.status]).toEqual([kind, 200])
    const locs = [...answer.text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(
      ([, loc = '']) => new URL(loc).pathname,
    )
    expect(locs.every((path) => matchAddress(path).kind === 'page')).toBe(true)
  }
})

test('the share image of a landing is drawn from what it is about', async () => {
  const page = await open('keyword', (await hubOf('keyword', 'seiten')).id)
  expect(page.shareImage).toMatch(/^\/og\/de\/hub\/\d+-[\w-]{22}\.png$/)
  const stale = page.shareImage.replace(/-[\w-]{22}\./, `-${'a'.repeat(22)}.`)
  const answer = await send(app.base, { path: stale })
  expect([answer.status, answer.headers.location]).toEqual([302, page.shareImage])
  expect((await send(app.base, { path: stale.replace(/hub\/\d+/, 'hub/999999') })).status).toBe(404)
})
