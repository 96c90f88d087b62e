import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { localizedPath, url } from '#routing/url.ts'
import { type Context, strangerContext } from '#server/context.ts'
import type { Db } from '#server/db/pool.ts'
import { transaction } from '#server/db/transaction.ts'
import { setWordsState } from '#server/features/feedback/service.ts'
import { blockPost } from '#server/features/posts/service.ts'
import { eraseAccounts } from '#server/features/privacy/erasing.ts'
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
async function listed(title: string): Promise<number> {
  const materialId = await materialRow(app, { authorId: seller.id, price: 0, title })
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
