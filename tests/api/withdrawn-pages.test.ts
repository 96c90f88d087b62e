import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Context, strangerContext } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { transaction } from '#platform/db/transaction.ts'
import { localizedPath, url } from '#platform/routing/url.ts'
import { hubsForSearch, termLandings } from '#shop/catalogue/hubs/server/service.ts'
import { setWordsState } from '#shop/community/feedback/server/service.ts'
import { eraseAccounts } from '#shop/people/privacy/server/erasing.ts'
import { blockPost } from '#shop/selling/posts/server/service.ts'
import { materialRow, member, type Person, type TestApp } from '../support/app.ts'
import { openEmptyBuiltApp } from '../support/built-app.ts'
import { send } from '../support/http-client.ts'

/*
 * What is no longer to be shown is on no page from that moment on, and on no old copy an outage would bring out. The pages
 * are the product's own, read by everybody before and after.
 */

let app: TestApp
let seller: Person
let material: number
let post: number

const slug = 'brueche-addieren'
const materialPage = () => url('material', { world: 'de', id: material, slug })
const postPage = () => url('post', { world: 'de', id: post })

beforeAll(async () => {
  app = await openEmptyBuiltApp()
  seller = await member(app, 'seller', { isSeller: true })
  material = await listed('Brüche addieren')
  post = await posted('Stationen am Freitag')
}, 600_000)
afterAll(() => app.close())

/** A free material everybody can have, found by search. */
async function listed(
  title: string,
  about: { keywords?: string[]; subjects?: string[] } = {},
): Promise<number> {
  const materialId = await materialRow(app, { authorId: seller.id, price: 0, title })
  const { keywords = [], subjects = [] } = about
  await app.deps.db.updateTable('material').set({ keywords, subjects }).where('id', '=', materialId).execute()
  await app.deps.search.index(app.deps.db, {
    ...{ world: 'de', materialId, authorId: seller.id, authorName: 'seller', title, description: '' },
    ...{ keywords: [], termNames: [], termIds: [], priceCents: 0, ratingAverage: 0, popularity: 0 },
    publishedAt: new Date(),
  })
  return materialId
}

async function call({ client }: Person, method: string, path: string, body?: unknown) {
  const answer = await client.api(method, `/v1/${path}?world=de`, body)
  expect(answer.status, `${path}: ${answer.text}`).toBeLessThan(300)
  return answer
}

async function posted(title: string, author = seller): Promise<number> {
  const source = Array.from({ length: 160 }, (_, n) => `Wort${n}`).join(' ')
  const { id } = (await call(author, 'POST', 'posts', { title, source })).json<{ id: number }>()
  await call(author, 'PUT', `posts/${id}/published`)
  return id
}

const read = (path: string) => send(app.base, { path })
const isStored = (path: string) => app.deps.pageCache.known(path) !== undefined

/** Everybody has read these pages, and this stands on each of them. */
async function standsOn(what: string, paths: readonly string[]): Promise<void> {
  // Changes of before are heard by their own notices, too: what they drop is dropped twice.
  await pause(150)
  for (const path of paths) {
    expect((await read(path)).text, path).toContain(what)
    expect(isStored(path), path).toBe(true)
  }
}

/** No copy is left, and who asks now does not read it. */
async function isGoneFrom(what: string, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    expect(isStored(path), path).toBe(false)
    expect((await read(path)).text, path).not.toContain(what)
  }
}

/** A member has the material, reviews it and asks; says what they think below the post. */
async function talkative(name: string, rating: number) {
  const person = await member(app, name)
  expect((await person.client.submit(materialPage(), { intent: 'claim-free-material' })).status).toBe(303)
  await call(person, 'PUT', `materials/${material}/review`, { rating, text: `Lob von ${name}` })
  const asked = await call(person, 'POST', `materials/${material}/questions`, { text: `Frage von ${name}?` })
  const { id: questionId } = asked.json<{ id: number }>()
  await call(seller, 'PUT', `questions/${questionId}/answer`, { text: 'Ja, das geht.' })
  const comment = await call(person, 'POST', `posts/${post}/comments`, {
    ...{ text: `Wort von ${name}`, parentId: null },
  })
  const review = await app.deps.db
    .selectFrom('review')
    .select('id')
    .where('account_id', '=', person.id)
    .executeTakeFirstOrThrow()
  return { person, questionId, commentId: comment.json<{ id: number }>().id, reviewId: review.id }
}

async function erase({ id }: Person): Promise<void> {
  const { db } = app.deps
  await sql`update account set disabled_at = now(), erase_at = now() - interval '1 second' where id = ${id}`.execute(
    db,
  )
  await eraseAccounts(app.deps)
}

describe('an erased account', () => {
  test('takes its words from every page, and is counted nowhere any more', async () => {
    const { db } = app.deps
    const stays = await talkative('Bleibt', 5)
    const goes = await talkative('Quittenmus', 1)
    await call(goes.person, 'PUT', `reviews/${stays.reviewId}/helpful`)
    await call(goes.person, 'PUT', `comments/${stays.commentId}/like`)
    await call(goes.person, 'PUT', `posts/${post}/like`)
    await call(goes.person, 'POST', `questions/${stays.questionId}/comments`, {
      ...{ text: 'Quittenmus weiß es auch', parentId: null },
    })
    const detail = `/api/v1/materials/${material}?world=de`
    const pages = [materialPage(), `${materialPage()}?reviews=helpful`, postPage()]
    await standsOn('Quittenmus', pages)
    expect((await read(detail)).text).toContain('Quittenmus')
    expect(await rating()).toEqual({ sum: 6, count: 2, stars: [1, 0, 0, 0, 1], average: 3 })

    await erase(goes.person)

    await isGoneFrom('Quittenmus', pages)
    expect((await read(detail)).text).not.toContain('Quittenmus')
    expect(await rating()).toEqual({ sum: 5, count: 1, stars: [0, 0, 0, 0, 1], average: 5 })
    const counts = await db
      .selectFrom('post')
      .select(['comment_count', 'like_count'])
      .where('id', '=', post)
      .executeTakeFirst()
    expect(counts).toEqual({ comment_count: 1, like_count: 0 })
    const review = await db.selectFrom('review').select(['account_id', 'helpful_count']).execute()
    expect(review).toEqual([{ account_id: stays.person.id, helpful_count: 0 }])
    const comment = await db
      .selectFrom('comment')
      .select('like_count')
      .where('id', '=', stays.commentId)
      .executeTakeFirst()
    expect(comment).toEqual({ like_count: 0 })
    expect((await read(materialPage())).text).toContain('Lob von Bleibt')
  })

  test('leaves a material without stars when they were its only ones, whatever was hidden before', async () => {
    const other = material
    material = await listed('Längen messen')
    const hidden = await talkative('Verborgen', 2)
    await app.deps.db.updateTable('review').set({ state: 'held' }).where('id', '=', hidden.reviewId).execute()
    await erase(hidden.person)
    expect(await rating()).toEqual({ sum: 0, count: 0, stars: [0, 0, 0, 0, 0], average: 0 })
    material = other
  })

  async function rating() {
    const row = await app.deps.db
      .selectFrom('material')
      .innerJoin('material_search', 'material_search.material_id', 'material.id')
      .select(['rating_sum', 'rating_count', 'star_counts', 'rating_avg'])
      .where('material.id', '=', material)
      .executeTakeFirstOrThrow()
    return {
      ...{ sum: row.rating_sum, count: row.rating_count, stars: row.star_counts },
      average: row.rating_avg,
    }
  }
})

test('a new name stands above everything its owner wrote', async () => {
  const { person } = await talkative('Vorher', 4)
  const pages = [materialPage(), postPage()]
  await standsOn('Vorher', pages)
  await call(person, 'POST', 'user/details', { public_name: 'Nachher' })
  for (const path of pages) {
    const { text } = await read(path)
    // The words are the person's own, and stay.
    expect(text).toContain('Nachher')
    expect(text.replaceAll(/(Lob|Frage|Wort) von Vorher/g, '')).not.toContain('Vorher')
    expect((await send(app.base, { path })).headers['cache-tag']).not.toContain('by:')
  }
})

describe('what an author did lately', () => {
  const activity = () => localizedPath('author-activity', 'de', { id: seller.id, slug: 'seller' })
  const decide = (run: (tx: Db, context: Context) => Promise<unknown>) =>
    transaction(app.deps.db, (tx) => run(tx, strangerContext(app.deps, 'de')))

  test('does not name a post that was withdrawn', async () => {
    const postId = await posted('Nur bis Montag')
    await standsOn('Nur bis Montag', [activity(), url('post', { world: 'de', id: postId })])
    await decide((tx, context) => blockPost(context, tx, postId))
    await isGoneFrom('Nur bis Montag', [activity(), url('post', { world: 'de', id: postId })])
  })

  test('does not quote a reply that was taken back, nor one below a review that was blocked', async () => {
    const { reviewId: id } = await talkative('Anlass', 3)
    const reply = () => call(seller, 'PUT', `reviews/${id}/reply`, { text: 'Das war unbedacht.' })
    const pages = [materialPage(), activity()]
    await reply()
    app.deps.pageCache.expireAll()
    await standsOn('unbedacht', pages)
    await call(seller, 'DELETE', `reviews/${id}/reply`)
    await isGoneFrom('unbedacht', pages)
    await reply()
    app.deps.pageCache.expireAll()
    await standsOn('unbedacht', pages)
    await decide((tx, context) => setWordsState(context, tx, { kind: 'review', id, state: 'blocked' }))
    await isGoneFrom('unbedacht', pages)
  })

  test('does not name a material that was taken away', async () => {
    const id = await listed('Nicht mehr da')
    app.deps.pageCache.expireAll()
    await standsOn('Nicht mehr da', [activity()])
    await call(seller, 'DELETE', `materials/${id}`)
    await isGoneFrom('Nicht mehr da', [activity()])
  })
})

test('a closed account: its pages and posts are gone, and lists do not name it', async () => {
  const closing = await member(app, 'schliesst', { isSeller: true })
  await materialRow(app, { authorId: closing.id })
  await app.deps.db
    .updateTable('author_profile')
    .set({ total_materials: 1 })
    .where('account_id', '=', closing.id)
    .execute()
  const head = url('author', { world: 'de', id: closing.id, slug: 'schliesst' })
  expect((await seller.client.submit(head, { intent: 'follow-author' })).status).toBe(303)
  const mine = await posted('Das letzte Wort', closing)
  const address = { id: closing.id, slug: 'schliesst' }
  const own = [
    head,
    ...(['author-activity', 'author-blog', 'author-following'] as const).map((route) =>
      localizedPath(route, 'de', address),
    ),
    url('post', { world: 'de', id: mine }),
  ]
  const lists = [
    url('home', { world: 'de' }),
    localizedPath('author-following', 'de', { id: seller.id, slug: 'seller' }),
  ]
  await standsOn('schliesst', [...own, ...lists])
  const page = url('delete-account', { world: 'de' })
  const answer = await closing.client.submit(page, { intent: 'close-account', isSure: '1' })
  expect(answer.status).toBe(303)
  await isGoneFrom('Das letzte Wort', own)
  for (const path of own) expect((await read(path)).status, path).toBe(404)
  await isGoneFrom('schliesst', lists)
})

test('an erased account is no follower any more, on the pages of all whom it followed', async () => {
  const { db } = app.deps
  const followed = await Promise.all(
    Array.from({ length: 3 }, (_, n) => member(app, `gefolgt-${n}`, { isSeller: true })),
  )
  const pages = followed.map(({ id }, n) => url('author', { world: 'de', id, slug: `gefolgt-${n}` }))
  const [stays, goes] = [await member(app, 'folgt-weiter'), await member(app, 'folgt-nicht-mehr')]
  for (const { client } of [stays, goes])
    for (const page of pages)
      expect((await client.submit(page, { intent: 'follow-author' })).status).toBe(303)
  await standsOn('2 Personen folgen', pages)
  await erase(goes)
  for (const page of pages) {
    expect((await read(page)).text).toContain('1 Person folgt')
    expect((await read(page)).text).not.toContain('2 Personen folgen')
  }
  const rows = await db.selectFrom('author_follow').select('owner').distinct().execute()
  expect(rows.map(({ owner }) => owner)).not.toContain(`a:${goes.id}`)
  // Nothing of that is a reason to show an old page less while the database is away.
  expect(pages.every(isStored)).toBe(true)
})

test('who followed hundreds in several worlds is erased with one statement for all of them', async () => {
  const { db } = app.deps
  const goes = await member(app, 'folgt-allen')
  await sql`
    with opened as (
      insert into account (world, email, public_name, slug, is_seller)
      select case n % 2 when 0 then 'de' else 'es' end, 'viele-' || n || '@aularium.example', 'viele-' || n, 'viele-' || n, true
      from generate_series(1, 250) as n returning id, world, public_name, slug
    ), profiles as (
      insert into author_profile (account_id, world, public_name, slug)
      select id, world, public_name, slug from opened returning account_id, world
    )
    select count(*) from profiles`.execute(db)
  await sql`
    insert into author_follow (world, owner, author_id)
    select world, ${`a:${goes.id}`}, account_id from author_profile where public_name like 'viele-%'`.execute(
    db,
  )
  const expired: string[] = []
  const { pageCache } = app.deps
  const expire = pageCache.expire
  pageCache.expire = (tags) => {
    expired.push(...tags)
    expire(tags)
  }
  await erase(goes)
  pageCache.expire = expire
  const counts = await db
    .selectFrom('author_profile')
    .select(['account_id', 'total_followers'])
    .where('public_name', 'like', 'viele-%')
    .execute()
  expect(counts).toHaveLength(250)
  expect(counts.every((row) => row.total_followers === 0)).toBe(true)
  expect(expired).toEqual(expect.arrayContaining(counts.map((row) => `followers:${row.account_id}`)))
})

describe('a landing', () => {
  const context = () => strangerContext(app.deps, 'de')
  const landing = async (word: string) => (await hubsForSearch(context(), word, [])).exact?.url ?? ''

  /** Materials of a topic nobody else has. */
  async function onTopic(word: string, subjects: string[] = []): Promise<number[]> {
    const ids: number[] = []
    for (let n = 0; n < 3; n += 1) ids.push(await listed(`${word} ${n}`, { keywords: [word], subjects }))
    return ids
  }

  test('that has too little left is linked nowhere any more, and one with nothing left is gone', async () => {
    const [first, ...others] = await onTopic('Quittengelee')
    const page = await landing('Quittengelee')
    expect(page).not.toBe('')
    const search = `${localizedPath('search', 'de', {})}?query=Quittengelee`
    const pages = [url('home', { world: 'de' }), search]
    app.deps.pageCache.expireAll()
    await standsOn(page, pages)
    await standsOn('Quittengelee', [page])
    await call(seller, 'DELETE', `materials/${first}`)
    for (const path of pages) expect((await read(path)).text, path).not.toContain(page)
    await standsOn('Quittengelee', [page])
    for (const id of others) await call(seller, 'DELETE', `materials/${id}`)
    expect(isStored(page)).toBe(false)
    expect((await read(page)).status).toBe(404)
  })

  test('of a subject that has too little left is in no menu from the next page on', async () => {
    const ids = await onTopic('Mispelkunde', ['de-music'])
    app.deps.cache.clear()
    const subject = { kind: 'subject', id: 'de-music' }
    const page = (await termLandings(context(), [subject])).get('subject de-music') ?? ''
    expect(page).not.toBe('')
    await standsOn(page, [url('imprint', { world: 'de' })])
    await call(seller, 'DELETE', `materials/${ids[0]}`)
    await pause(150)
    expect((await read(url('team', { world: 'de' }))).text).not.toContain(page)
    expect((await termLandings(context(), [subject])).size).toBe(0)
  })
})
