import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Context, strangerContext } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { transaction } from '#platform/db/transaction.ts'
import { ProductError } from '#platform/errors.ts'
import { announceTags } from '#platform/events/tags.ts'
import { localizedPath, url } from '#platform/routing/url.ts'
import { termLandings } from '#shop/catalogue/hubs/server/service.ts'
import { deleteSynonym, setSynonym } from '#shop/catalogue/synonyms/server/service.ts'
import { setWordsState } from '#shop/community/feedback/server/service.ts'
import { decideAnnouncement } from '#shop/selling/announcements/server/service.ts'
import { makePreviews } from '#shop/selling/materials/server/service.ts'
import { materialRow, member, type Person, type TestApp } from '../support/app.ts'
import { openEmptyBuiltApp } from '../support/built-app.ts'
import { multipart, send } from '../support/http-client.ts'
import { pdf } from '../support/sheets.ts'

/*
 * What sellers do drops the pages that show it and no others: the product's own pages with the tags their loaders give.
 * 42 public ones: 24 materials, 10 authors and what one of them did, the home page, a landing and 5 searches.
 */

let app: TestApp
let sellers: Person[] = []
const drafts: number[] = []
const listed: { id: number; slug: string; seller: Person }[] = []
let landing = ''
let isAway = false

const words = ['Brüche', 'Lesen', 'Wald', 'Rom', 'Noten']
const page = {
  material: ({ id, slug }: { id: number; slug: string }) => url('material', { world: 'de', id, slug }),
  author: ({ id, slug }: { id: number; slug: string }) => url('author', { world: 'de', id, slug }),
  search: (word: string) => `${localizedPath('search', 'de', {})}?${new URLSearchParams({ query: word })}`,
}
const home = url('home', { world: 'de' })
const slugOf = (seller: Person) => `seller-${sellers.indexOf(seller)}`
const authorPage = (seller: Person) => page.author({ id: seller.id, slug: slugOf(seller) })
const activityPage = (seller: Person) =>
  localizedPath('author-activity', 'de', { id: seller.id, slug: slugOf(seller) })
const pages = () => [
  home,
  landing,
  ...listed.map(page.material),
  ...sellers.slice(0, 10).map(authorPage),
  activityPage(sellers[4] as Person),
  ...words.map(page.search),
]

beforeAll(async () => {
  app = await openEmptyBuiltApp({
    beforePage: () => {
      if (isAway) throw new ProductError('unavailable')
    },
  })
  sellers = await Promise.all(
    Array.from({ length: 16 }, (_, n) => member(app, `seller-${n}`, { isSeller: true })),
  )
  for (const seller of sellers) drafts.push(await draftOf(seller))
  for (let n = 0; n < 24; n += 1) listed.push(await published(n))
  const found = await termLandings(strangerContext(app.deps, 'de'), [
    { kind: 'subject', id: 'de-mathematics' },
  ])
  landing = [...found.values()][0] ?? ''
}, 600_000)
afterAll(() => app.close())

/** A draft nothing is missing of. */
async function draftOf(seller: Person, title = 'Ein Entwurf'): Promise<number> {
  const id = await materialRow(app, { authorId: seller.id, status: 'draft', title })
  const { db } = app.deps
  await db
    .updateTable('material')
    .set({
      ...{ description: 'Übungen', material_type: 'worksheet', subjects: ['de-mathematics'] },
      ...{ grades: ['5'], school_types: ['sek1-gym'], preview_state: 'ready' },
    })
    .where('id', '=', id)
    .execute()
  await db
    .insertInto('material_file')
    .values({
      ...{ world: 'de', material_id: id, type: 'material_file', storage_key: `x/${id}.pdf`, name: 'a.pdf' },
      ...{ media_type: 'application/pdf', size_bytes: 3, sha256: Buffer.alloc(32) },
    })
    .execute()
  return id
}

const read = (path: string) => send(app.base, { path })
const readAll = () => Promise.all(pages().map(read))
/** The pages on which a reader finds this. */
const showing = async (what: RegExp) => {
  const bodies = await Promise.all(pages().map(async (path) => ({ path, ...(await read(path)) })))
  return bodies.filter(({ text }) => what.test(text)).map(({ path }) => path)
}
const materialLink = ({ id }: { id: number }) => new RegExp(`/material/${id}/`)
/** Which of the pages would have to be made again. */
const dropped = () => pages().filter((path) => app.deps.pageCache.known(path)?.isServable !== true)
/** Of which not even an old copy is left. */
const gone = () => pages().filter((path) => app.deps.pageCache.known(path) === undefined)
const call = async ({ client }: Person, method: string, path: string, body?: unknown) => {
  const answer = await client.api(method, `/v1/materials/${path}?world=de`, body)
  expect(answer.status, answer.text).toBeLessThan(300)
}
/**
 * The change is heard by its own notice, too; what it drops is dropped twice. Notices come in the order of their commits: when
 * one of ours is heard, all before it were.
 */
const settled = async () => {
  const { db, pageCache } = app.deps
  const [key, tag] = [`heard ${++notices}`, `heard:${notices}`]
  await pageCache.fetch(key, async () => ({
    ...{ status: 200, headers: {}, body: Buffer.from(key), tags: [tag] },
    cache: { maxAge: 600, swr: 0 },
  }))
  await transaction(db, (tx) => announceTags(tx, { tags: [tag], gone: [] }))
  while (pageCache.known(key)?.isServable) await pause(5)
}
let notices = 0

/** Numbers that look random and are the same each time. */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

test('16 sellers save drafts and one publishes, second after second: 95 of 100 readers find the page ready', async () => {
  await readAll()
  const all = pages()
  const random = numbers(7)
  const ends: number[] = []
  for (const rank of all.keys()) ends.push((ends.at(-1) ?? 0) + 1 / (rank + 1))
  const next = () => {
    const at = random() * (ends.at(-1) ?? 0)
    return all[ends.findIndex((end) => end >= at)] ?? home
  }
  const rounds = 12
  const readsPerRound = 100
  const before = app.rendered.length
  for (let round = 0; round < rounds; round += 1) {
    const seller = sellers[round] as Person
    await Promise.all([
      ...sellers.map((each, n) =>
        n === round
          ? call(each, 'POST', `${drafts[n]}/publish`)
          : call(each, 'PUT', String(drafts[n]), { title: `Runde ${round} von ${seller.id}` }),
      ),
      (async () => {
        for (let n = 0; n < readsPerRound; n += 1) expect((await read(next())).status).toBe(200)
      })(),
    ])
    // The next round saves a draft of theirs again.
    drafts[round] = await draftOf(seller)
  }
  const hitRate = 1 - (app.rendered.length - before) / (rounds * readsPerRound)
  console.info(`hit rate of public pages: ${(hitRate * 100).toFixed(1)} %`)
  expect(hitRate).toBeGreaterThanOrEqual(0.95)
}, 120_000)

describe('what is dropped', () => {
  const ready = async () => {
    await settled()
    await readAll()
    expect(dropped()).toEqual([])
  }

  test('by a draft that is saved, uploaded or drawn: nothing', async () => {
    await ready()
    const [seller] = sellers as [Person]
    await call(seller, 'PUT', String(drafts[0]), { title: 'Nur ein Entwurf', priceCents: 300 })
    const { body, contentType } = multipart([
      { name: 'title', value: 'Noch ein Entwurf' },
      { name: 'files', value: { fileName: 'a.pdf', mediaType: 'application/pdf', body: await pdf(1) } },
    ])
    const answer = await seller.client.send({
      method: 'POST',
      path: '/api/v1/materials?world=de',
      headers: {
        ...{ Origin: app.base, 'Sec-Fetch-Site': 'same-origin', 'Content-Type': contentType },
        'X-CSRF-Token': seller.client.cookies.get('csrf') ?? '',
      },
      body,
    })
    expect(answer.status).toBe(201)
    const { materialId } = answer.json<{ materialId: number }>()
    await makePreviews(app.deps, { world: 'de', materialId })
    await call(seller, 'DELETE', String(materialId))
    await settled()
    expect(dropped()).toEqual([])
  })

  test('by a publication: what lists the author’s materials, and its landings; the home page is a minute old', async () => {
    await ready()
    const [seller] = sellers as [Person]
    await call(seller, 'POST', `${drafts[0]}/publish`)
    expect(dropped()).toEqual([landing, authorPage(seller)])
    await settled()
    expect(dropped()).toEqual([landing, authorPage(seller)])
    expect(gone()).toEqual([])
  })

  test('by a new price: what shows the material; by a new title also what says that it was published', async () => {
    await ready()
    const changed = listed[20] as (typeof listed)[number]
    const shown = await showing(materialLink(changed))
    const withPrice = shown.filter((path) => path !== activityPage(changed.seller))
    expect(shown).toEqual(
      expect.arrayContaining([page.material(changed), authorPage(changed.seller), home, landing]),
    )
    expect(withPrice).toHaveLength(shown.length - 1)
    expect(shown.length).toBeLessThan(pages().length)
    await call(changed.seller, 'PUT', String(changed.id), { priceCents: 400 })
    expect(dropped()).toEqual(withPrice)
    // The row's slug was none of its title; now it is.
    changed.slug = await slugOfMaterial(changed.id)
    await ready()
    const listing = await showing(materialLink(changed))
    expect(listing).toHaveLength(shown.length)
    await call(changed.seller, 'PUT', String(changed.id), { title: 'Ein ganz anderer Titel' })
    expect(dropped()).toEqual(listing)
    changed.slug = await slugOfMaterial(changed.id)
  })

  test('by a new name: what shows the name', async () => {
    await ready()
    const seller = sellers[8] as Person
    const shown = await showing(/seller-8(?!\d)/)
    expect(shown).toContain(authorPage(seller))
    expect(shown.length).toBeLessThan(pages().length)
    const rename = (name: string) =>
      seller.client.api('POST', '/v1/user/details?world=de', { public_name: name })
    await rename('Anders')
    expect(dropped()).toEqual(shown)
    // Their address goes with their name.
    await rename('seller-8')
  })

  test('by a “helpful”, an announcement, a pin: the page it is on, and no page with a card', async () => {
    await ready()
    const about = listed[4] as (typeof listed)[number]
    const { seller } = about
    const reader = sellers[15] as Person
    const { id: reviewId } = await reviewed(about, reader)
    const done = async (person: Person, method: string, path: string, body?: unknown) => {
      const answer = await person.client.api(method, `/v1/${path}?world=de`, body)
      expect(answer.status, answer.text).toBeLessThan(300)
      return answer
    }
    await done(sellers[14] as Person, 'PUT', `reviews/${reviewId}/helpful`)
    expect(dropped()).toEqual([page.material(about)])
    await ready()
    await done(seller, 'PUT', `reviews/${reviewId}/reply`, { text: 'Danke für das Lob!' })
    expect(dropped()).toEqual([page.material(about)])
    await ready()
    const said = await done(seller, 'POST', 'announcements', { text: 'Bald gibt es mehr über die Römer.' })
    expect(dropped()).toEqual([authorPage(seller)])
    await ready()
    await done(seller, 'PUT', 'user/pins', { materialIds: [about.id] })
    expect(dropped()).toEqual([authorPage(seller), activityPage(seller)])
    await ready()
    await done(seller, 'DELETE', `announcements/${said.json<{ id: number }>().id}`)
    expect(gone()).toEqual([authorPage(seller)])
    expect(dropped()).toEqual([authorPage(seller)])
  })

  test('by a review that goes: its words with every copy, its stars from the cards', async () => {
    await ready()
    const about = listed[4] as (typeof listed)[number]
    const { id } = await reviewed(about, sellers[13] as Person)
    const shown = await showing(materialLink(about))
    const block = (state: 'shown' | 'blocked') =>
      transaction(app.deps.db, (tx) =>
        setWordsState(strangerContext(app.deps, 'de'), tx, { kind: 'review', id, state }),
      )
    await block('blocked')
    expect(gone()).toEqual([page.material(about), activityPage(about.seller)])
    expect(dropped()).toEqual(shown)
    await ready()
    await block('shown')
    expect(gone()).toEqual([])
    expect(dropped()).toEqual(shown)
  })

  test('by a decision that only says what reports had done: stars, while its words are gone already', async () => {
    await ready()
    const about = listed[5] as (typeof listed)[number]
    const { id } = await reviewed(about, sellers[12] as Person)
    const shown = await showing(materialLink(about))
    const decide = (state: 'held' | 'blocked') =>
      transaction(app.deps.db, (tx) =>
        setWordsState(strangerContext(app.deps, 'de'), tx, { kind: 'review', id, state }),
      )
    await decide('held')
    expect(gone()).toEqual([page.material(about)])
    await ready()
    expect(await decide('blocked')).toBe('held')
    expect(gone()).toEqual([])
    expect(dropped()).toEqual(shown.filter((path) => path !== activityPage(about.seller)))
  })

  test('by what nobody sees: nothing', async () => {
    await ready()
    const about = listed[6] as (typeof listed)[number]
    const asker = sellers[11] as Person
    const { db } = app.deps
    const decide = <T>(run: (context: Context, tx: Db) => Promise<T>) =>
      transaction(db, (tx) => run(strangerContext(app.deps, 'de'), tx))
    // A question without an answer, held and then blocked.
    const asked = await asker.client.api('POST', `/v1/materials/${about.id}/questions?world=de`, {
      text: 'Für welche Klasse ist das?',
    })
    const { id } = asked.json<{ id: number }>()
    for (const state of ['held', 'blocked', 'shown'] as const)
      await decide((context, tx) => setWordsState(context, tx, { kind: 'question', id, state }))
    // A reply that was never given, taken back.
    const review = await reviewed(about, sellers[10] as Person)
    await about.seller.client.api('DELETE', `/v1/reviews/${review.id}/reply?world=de`)
    // Words from before last month, shown again by a decision.
    const old = await db
      .insertInto('author_announcement')
      .values({
        ...{ world: 'de', author_id: (sellers[4] as Person).id, text: 'Aus dem Sommer.', state: 'blocked' },
        created_at: new Date(Date.now() - 60 * 86_400_000),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await decide((context, tx) => decideAnnouncement(context, tx, { id: Number(old.id), state: 'shown' }))
    await settled()
    expect(dropped()).toEqual([])
  })

  test('by a synonym: searches with its words, whose old copies serve an outage, and no others', async () => {
    await ready()
    const world = strangerContext(app.deps, 'de')
    const both = `${page.search('Wald')}+Noten`
    const others = [page.search('Waldrand'), page.search('Noten')]
    for (const path of [both, ...others]) expect((await read(path)).status).toBe(200)
    const isReady = (path: string) => app.deps.pageCache.known(path)?.isServable === true
    const found = async (title: string) => (await read(page.search('Wald'))).text.includes(title)
    const [roman] = listed.filter((_, n) => words[n % words.length] === 'Rom')
    expect(await found('Rom Nummer')).toBe(false)
    await setSynonym(world, { term: 'WALD', synonyms: ['Rom'] })
    expect(dropped()).toEqual([page.search('Wald')])
    expect(gone()).toEqual([])
    expect(isReady(both)).toBe(false)
    expect(others.map(isReady)).toEqual([true, true])
    expect(roman).toBeDefined()
    expect(await found('Rom Nummer')).toBe(true)
    await ready()
    // A term of several words stands in the searches that have its rarest one.
    await setSynonym(world, { term: 'im Wald', synonyms: ['Forst'] })
    expect(dropped()).toEqual([page.search('Wald')])
    await ready()
    await expect(deleteSynonym(world, 'Urwald')).rejects.toMatchObject({ code: 'not_found' })
    expect(dropped()).toEqual([])
    await deleteSynonym(world, 'wald')
    expect(dropped()).toEqual([page.search('Wald')])
    expect(await found('Rom Nummer')).toBe(false)
    await deleteSynonym(world, 'im wald')
  })

  test('old copies serve an outage, but not of what was withdrawn', async () => {
    await ready()
    const { seller, ...withdrawn } = listed[1] as (typeof listed)[number]
    const gone = page.material(withdrawn)
    const shown = await showing(materialLink(withdrawn))
    await call(sellers[4] as Person, 'POST', `${drafts[4]}/publish`)
    await call(seller, 'POST', `${withdrawn.id}/unpublish`)
    await settled()
    for (const path of shown) expect(app.deps.pageCache.known(path), path).toBeUndefined()
    isAway = true
    expect((await read(authorPage(sellers[4] as Person))).status).toBe(200)
    expect((await read(gone)).status).toBe(503)
    isAway = false
  })
})

/** A review of a material, as its buyer would have written it. */
async function reviewed({ id }: { id: number }, reader: Person): Promise<{ id: number }> {
  return await app.deps.db
    .insertInto('review')
    .values({ world: 'de', material_id: id, account_id: reader.id, rating: 4, text: 'Gut', language: 'de' })
    .returning('id')
    .executeTakeFirstOrThrow()
}

/** The `n`th material: published by its seller, as sellers do. */
async function published(n: number): Promise<(typeof listed)[number]> {
  const seller = sellers[n % 16] as Person
  const id = await draftOf(seller, `${words[n % words.length]} Nummer ${n}`)
  await call(seller, 'POST', `${id}/publish`)
  return { id, slug: await slugOfMaterial(id), seller }
}

async function slugOfMaterial(id: number): Promise<string> {
  const { db } = app.deps
  const row = await db.selectFrom('material').select('slug').where('id', '=', id).executeTakeFirstOrThrow()
  return row.slug
}
