import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { url } from '#platform/routing/url.ts'
import type { FeedPage } from '#platform/rules/contract/author.ts'
import { mailPriceDrops } from '#shop/buying/favorites/server/price-drops.ts'
import { mailFollowDigest } from '#shop/community/follow/server/digest.ts'
import { materialRow, member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { createClient } from '../support/http-client.ts'
import { priceSince } from '../support/prices.ts'
import { sold } from '../support/till.ts'

/** What a collector hears of later: followed authors, lower prices, and the lists they show to others. */

let app: TestApp
let anna: Person
let bert: Person

beforeAll(async () => {
  app = await openTestApp()
  anna = await member(app, 'anna', { isSeller: true })
  bert = await member(app, 'bert', { isSeller: true })
})
afterAll(() => app.close())

const subject = (subjectId: number, subjectType = 'author') => ({ subjectId, subjectType, world: 'de' })

async function follow(person: Person, author: Person): Promise<void> {
  const answer = await person.client.api('POST', '/v3/subscriptions/subscribe', subject(author.id))
  expect(answer.status).toBe(200)
}

async function mailsTo(email: string, template: string) {
  return await app.deps.db
    .selectFrom('mail')
    .selectAll()
    .where('recipient', '=', email)
    .where('template', '=', template)
    .orderBy('id')
    .execute()
}

async function totalFollowers(author: Person): Promise<number> {
  const { total_followers: total } = await app.deps.db
    .selectFrom('author_profile')
    .select('total_followers')
    .where('account_id', '=', author.id)
    .executeTakeFirstOrThrow()
  return total
}

describe('followed authors', () => {
  test('their news are one feed, the newest first, page by page; drafts and other people’s are not in it', async () => {
    const reader = await member(app, 'reader')
    const { db } = app.deps
    const quiet = await member(app, 'quiet', { isSeller: true })
    await materialRow(app, { authorId: quiet.id, title: 'Ungelesenes' })
    await materialRow(app, { authorId: anna.id, title: 'Entwurf', status: 'draft' })
    const ids: number[] = []
    for (let index = 0; index < 30; index += 1)
      ids.push(await materialRow(app, { authorId: anna.id, title: `Blatt ${index}` }))
    // All of one moment: their ids decide.
    await sql`update material set published_at = now() - interval '1 hour' where id = any(${ids}::bigint[])`.execute(
      db,
    )
    await db
      .insertInto('post')
      .values({
        world: 'de',
        author_id: anna.id,
        title: 'Neuer Beitrag',
        status: 'published',
        published_at: new Date(),
      })
      .execute()
    await follow(reader, anna)
    const page = async (cursor: string | null = null) => {
      const query = cursor === null ? '' : `&cursor=${cursor}`
      return (await reader.client.api('GET', `/v1/feed?world=de${query}`)).json<FeedPage>()
    }
    const first = await page()
    expect(first.items[0]).toMatchObject({ kind: 'post', title: 'Neuer Beitrag', author: { name: 'anna' } })
    expect(first.items).toHaveLength(24)
    const second = await page(first.nextCursor)
    expect(second.nextCursor).toBeNull()
    const seen = [...first.items, ...second.items].filter(({ kind }) => kind === 'material')
    expect(seen.map(({ id }) => id)).toEqual(ids.toReversed())
    expect((await reader.client.api('GET', '/v1/feed?world=de&cursor=nonsense')).status).toBe(422)
    expect((await createClient(app.base).api('GET', '/v1/feed?world=de')).status).toBe(401)
  })

  test('once a week one mail to who follows, in the language of their home, with a way to leave each of them', async () => {
    const reader = await member(app, 'digest-reader', { world: 'es' })
    const left = await member(app, 'digest-left')
    await materialRow(app, { authorId: bert.id, title: 'Igel im Herbst' })
    for (const person of [reader, left]) for (const author of [anna, bert]) await follow(person, author)
    await left.client.submit(url('mail-settings', { world: 'de' }), {
      ...{ intent: 'set-mails', partition: 'following', isOn: '0' },
    })
    await mailFollowDigest(app.deps)
    await mailFollowDigest(app.deps)
    expect(await mailsTo(left.email, 'follow-digest')).toEqual([])
    expect(await mailsTo(anna.email, 'follow-digest')).toEqual([])
    const [mail, ...more] = await mailsTo(reader.email, 'follow-digest')
    expect(more).toEqual([])
    expect(mail?.text).toContain('Igel im Herbst')
    expect([mail?.world, mail?.partition]).toEqual(['es', 'following'])
    expect(mail?.unsubscribe_url).toContain('/es/')

    const link = new RegExp(`/de/[\\w/-]+/author-${bert.id}/[\\w.-]+`).exec(mail?.text ?? '')?.[0] ?? ''
    const [partition = '', token = ''] = link.split('/').slice(-2)
    const before = await totalFollowers(bert)
    const stranger = createClient(app.base)
    // Looking at the page changes nothing: mail programs open links ahead of their readers.
    await stranger.get(link)
    expect(await totalFollowers(bert)).toBe(before)
    const leave = () => stranger.api('POST', `/v1/subscriptions/${partition}/${token}?world=de`)
    const answers = await Promise.all([leave(), leave(), leave()])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(answers[0]?.json()).toEqual({ partition: `author-${bert.id}`, isOn: false })
    expect(await totalFollowers(bert)).toBe(before - 1)
    const again = await stranger.submit(link, { intent: 'take-mails-again' })
    expect([again.status, await totalFollowers(bert)]).toEqual([303, before])
    // A link is for one author and one reader.
    const other = `/v1/subscriptions/author-${anna.id}/${token}?world=de`
    expect((await stranger.api('POST', other)).status).toBe(410)
    expect((await stranger.api('POST', `/v1/subscriptions/author-x/${token}?world=de`)).status).toBe(404)
    expect(await totalFollowers(bert)).toBe(before)
  })
})

describe('remembered materials', () => {
  const price = async (id: number, cents: number) => {
    await priceSince(app, id, { daysAgo: 0, price: cents })
  }

  test('that become cheaper are notified once; dearer, owned and own ones are not', async () => {
    const fan = await member(app, 'fan')
    const down = await materialRow(app, { authorId: anna.id, title: 'Billiger', price: 500 })
    const up = await materialRow(app, { authorId: anna.id, title: 'Teurer', price: 500 })
    const { materialIds } = await sold(app, { sellers: [anna], prices: [500], buyer: fan })
    const [owned = 0] = materialIds
    for (const id of [down, up, owned])
      await fan.client.api('POST', '/v3/subscriptions/subscribe', subject(id, 'material'))
    for (const id of [down, up, owned]) await priceSince(app, id, { daysAgo: 60 })
    await mailPriceDrops(app.deps)
    expect(await mailsTo(fan.email, 'price-drop')).toEqual([])
    await price(down, 350)
    await price(owned, 100)
    await price(up, 900)
    await mailPriceDrops(app.deps)
    await mailPriceDrops(app.deps)
    const [mail, ...more] = await mailsTo(fan.email, 'price-drop')
    expect(more).toEqual([])
    expect(mail?.text).toContain('Billiger')
    expect(mail?.text).toMatch(/3,50/)
    expect(mail?.text).not.toMatch(/Teurer|Material 1/)
    // What became dearer is known with that price, but it cost less in the 30 days before: no news. (A mail a day.)
    await app.deps.db.deleteFrom('mail').where('recipient', '=', fan.email).execute()
    await price(up, 700)
    await mailPriceDrops(app.deps)
    expect(await mailsTo(fan.email, 'price-drop')).toEqual([])
    await price(up, 400)
    await mailPriceDrops(app.deps)
    expect((await mailsTo(fan.email, 'price-drop'))[0]?.text).toContain('Teurer')
  })

  test('are shown to others by an address that can be taken back, and to nobody else', async () => {
    const sharer = await member(app, 'sharer')
    const id = await materialRow(app, { authorId: anna.id, title: 'Gezeigtes' })
    await sharer.client.api('POST', '/v3/subscriptions/subscribe', subject(id, 'material'))
    const share = async () =>
      (await sharer.client.api('PUT', '/v1/favorites/share?world=de')).json<{ url: string }>().url
    const [one, other] = await Promise.all([share(), share()])
    expect(one).toBe(other)
    const page = url('favorites', { world: 'de' })
    const stopped = await sharer.client.submit(page, { intent: 'unshare-favorites' })
    expect([stopped.status, stopped.headers.location]).toEqual([303, `${page}#share`])
    expect(await share()).not.toBe(one)
    expect((await createClient(app.base).api('PUT', '/v1/favorites/share?world=de')).status).toBe(401)
  })
})

describe('a school’s list', () => {
  async function inSchool(name: string, schoolId: number, isVerified = true): Promise<Person> {
    const person = await member(app, name)
    const place = { account_id: person.id, world: 'de', school_id: schoolId, is_verified: isVerified }
    await app.deps.db.insertInto('school_account').values(place).execute()
    return person
  }

  async function school(name: string): Promise<number> {
    const { db } = app.deps
    const row = await db
      .insertInto('school')
      .values({ world: 'de', name })
      .returning('id')
      .executeTakeFirstOrThrow()
    return Number(row.id)
  }

  const query = async (person: Person, body: object = {}) =>
    await person.client.api('POST', '/v3/elastic-indexer/wishlist/school/query?world=de', body)

  test('D2 50: is one list of all its verified members, apart from their own ones and from other schools', async () => {
    const id = await school('Igelschule')
    const [carla, dora] = [await inSchool('carla', id), await inSchool('dora', id)]
    const unproven = await inSchool('unproven', id, false)
    const foreign = await inSchool('foreign', await school('Fuchsschule'))
    const material = await materialRow(app, { authorId: anna.id, title: 'Für alle', price: 0 })
    const add = (person: Person) =>
      person.client.api('POST', '/v3/subscriptions/subscribe/school', subject(material, 'material'))
    expect((await add(carla)).json()).toEqual({ _total: 1 })
    expect((await add(dora)).json()).toEqual({ _total: 1 })
    expect((await query(dora)).json()).toEqual({ items: [{ id: material }], _total: 1 })
    const graph = '{ wishlist(filter: { free: true }, limit: 20) { _total items { id title } } }'
    expect((await query(dora, { query: graph })).json()).toEqual({
      ...{ items: [{ id: material, title: 'Für alle' }], _total: 1 },
    })
    expect((await query(foreign)).json()).toEqual({ items: [], _total: 0 })
    const own = await dora.client.api('POST', '/v3/elastic-indexer/wishlist/query?world=de', {})
    expect(own.json()).toEqual({ items: [], _total: 0 })
    for (const person of [unproven, anna]) {
      expect((await query(person)).status).toBe(403)
      expect((await add(person)).status).toBe(403)
    }
    expect((await query(dora, { query: '{ wishlist(limit: 201) { _total } }' })).status).toBe(422)
    const remove = (person: Person) =>
      person.client.api('POST', '/v3/subscriptions/unsubscribe/school', subject(material, 'material'))
    // Whose wish it is takes it back.
    expect((await remove(dora)).status).toBe(403)
    expect((await remove(carla)).json()).toEqual({ _total: 0 })
    expect((await query(carla)).json()).toEqual({ items: [], _total: 0 })
  })
})
