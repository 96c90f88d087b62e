import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Notification } from '#shop/community/notifications/rules/contract.ts'
import type { SchoolFiles } from '#shop/money/orders/rules/contract.ts'
import type { Wish } from '#shop/schools/school-wishes/rules/contract.ts'
import { materialRow, member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { orderOf, pay } from '../support/till.ts'

/* What the colleagues of a school want it to buy, and what they have of it once it is bought. */

interface CartView {
  items: { cart: { cartItems: { licence: string }[] } }
}

let app: TestApp
let author: Person
let serial = 0

beforeAll(async () => {
  app = await openTestApp()
  author = await member(app, 'wish-author', { isSeller: true })
})
afterAll(() => app.close())

async function newSchool(): Promise<number> {
  serial += 1
  const { id } = await app.deps.db
    .insertInto('school')
    .values({ world: 'de', name: `Wunschschule ${serial}`, state: 'verified' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return Number(id)
}

async function colleague(schoolId: number, role: 'member' | 'master' = 'member', isVerified = true) {
  serial += 1
  const person = await member(app, `wisher-${serial}`)
  await app.deps.db
    .insertInto('school_account')
    .values({ account_id: person.id, world: 'de', school_id: schoolId, role, is_verified: isVerified })
    .execute()
  return person
}

const forSale = (price = 500) =>
  materialRow(app, { authorId: author.id, title: `Wunschmaterial ${serial}`, price })
async function fileOf(materialId: number): Promise<void> {
  const text = Buffer.from('Merkmale von Wünschen')
  const { key } = await app.deps.storage.put(`material/${materialId}.txt`, Readable.from([text]))
  await app.deps.db
    .insertInto('material_file')
    .values({
      ...{ world: 'de', material_id: materialId, type: 'material_file', storage_key: key, name: 'blatt.txt' },
      ...{
        media_type: 'text/plain',
        size_bytes: text.length,
        sha256: createHash('sha256').update(text).digest(),
      },
    })
    .execute()
}
const add = (person: Person, subjectId: number, words: object = {}) =>
  person.client.api('POST', '/v3/subscriptions/subscribe/school', {
    ...{ subjectId, subjectType: 'material', world: 'de' },
    ...words,
  })
const takeBack = (person: Person, subjectId: number) =>
  person.client.api('POST', '/v3/subscriptions/unsubscribe/school', {
    ...{ subjectId, subjectType: 'material', world: 'de' },
  })
const list = async (person: Person, query = '') =>
  (await person.client.api('GET', `/v1/school/wishes?world=de${query}`)).json<{
    wishes: Wish[]
    subjects: string[]
  }>()
const vote = (person: Person, id: number, isFor: boolean) =>
  person.client.api('PUT', `/v1/school/wishes/${id}/vote?world=de`, { isFor })
const approve = (person: Person, id: number, licence = 'school') =>
  person.client.api('PUT', `/v1/school/wishes/${id}/approved?world=de`, { licence })
const decline = (person: Person, id: number, reason = 'Haben wir schon.') =>
  person.client.api('PUT', `/v1/school/wishes/${id}/declined?world=de`, { reason })
const notices = async (person: Person) =>
  (await person.client.api('GET', '/v1/notifications?world=de'))
    .json<{ notifications: Notification[] }>()
    .notifications.filter(({ kind }) => kind === 'school-wish')

describe('wishing', () => {
  test('one row a material, with the words of the first and a vote of each', async () => {
    const school = await newSchool()
    const [ada, ben] = [await colleague(school), await colleague(school)]
    const material = await forSale()
    expect((await add(ada, material, { note: 'Für die 5b', priority: 1 })).json()).toEqual({ _total: 1 })
    expect((await add(ben, material, { note: 'Ich auch', priority: 3 })).json()).toEqual({ _total: 1 })
    const { wishes } = await list(ben)
    expect(wishes).toMatchObject([
      { materialId: material, note: 'Für die 5b', priority: 1, votes: 2, hasVoted: true, state: 'wished' },
    ])
    expect(wishes[0]).toMatchObject({ price: 500, schoolPrice: 2000, mayRemove: false })
  })

  test('a vote is given and taken back, once, and only for what stands there', async () => {
    const school = await newSchool()
    const [ada, ben] = [await colleague(school), await colleague(school)]
    const material = await forSale()
    await add(ada, material)
    for (const isFor of [true, true]) expect((await vote(ben, material, isFor)).status).toBe(200)
    expect((await list(ada)).wishes[0]?.votes).toBe(2)
    await vote(ben, material, false)
    expect((await list(ada)).wishes[0]?.votes).toBe(1)
    expect((await vote(ben, await forSale(), true)).status).toBe(404)
    const elsewhere = await colleague(await newSchool())
    expect((await vote(elsewhere, material, true)).status).toBe(404)
  })

  test('who wished takes it back, a colleague does not, who looks after the school does', async () => {
    const school = await newSchool()
    const [ada, ben, master] = [
      await colleague(school),
      await colleague(school),
      await colleague(school, 'master'),
    ]
    const [own, other] = [await forSale(), await forSale()]
    await add(ada, own)
    await add(ada, other)
    expect((await takeBack(ben, own)).status).toBe(403)
    expect((await takeBack(ada, own)).json()).toEqual({ _total: 1 })
    expect((await takeBack(master, other)).json()).toEqual({ _total: 0 })
    expect((await list(ada)).wishes).toEqual([])
    expect((await takeBack(ada, own)).json()).toEqual({ _total: 0 })
  })

  test('who leaves votes no more, and their wish stays', async () => {
    const school = await newSchool()
    const [ada, ben] = [await colleague(school), await colleague(school)]
    const material = await forSale()
    await add(ada, material)
    await vote(ben, material, true)
    await ada.client.api('DELETE', '/v1/school/place?world=de')
    expect((await list(ben)).wishes).toMatchObject([{ materialId: material, votes: 1 }])
    expect((await ada.client.api('GET', '/v1/school/wishes?world=de')).status).toBe(403)
  })

  test('hidden, unknown and foreign materials are not on it; a school of another world has no list here', async () => {
    const school = await newSchool()
    const ada = await colleague(school)
    const hidden = await materialRow(app, {
      authorId: author.id,
      title: 'Versteckt',
      price: 1,
      status: 'draft',
    })
    for (const id of [hidden, 999_999]) expect((await add(ada, id)).status).toBe(404)
    const french = await materialRow(app, { authorId: author.id, title: 'Ailleurs', price: 1, world: 'fr' })
    const elsewhere = await ada.client.api('POST', '/v3/subscriptions/subscribe/school?world=fr', {
      ...{ subjectId: french, subjectType: 'material', world: 'fr' },
    })
    expect(elsewhere.status).toBe(404)
  })
})

describe('deciding', () => {
  test('a wish that is approved lies in one cart, also when two approve it at once', async () => {
    const school = await newSchool()
    const [ada, one, two] = [
      await colleague(school),
      await colleague(school, 'master'),
      await colleague(school, 'master'),
    ]
    const material = await forSale()
    await add(ada, material)
    const answers = await Promise.all([approve(one, material), approve(two, material)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const carts = await Promise.all(
      [one, two].map(async ({ client }) =>
        (await client.api('GET', '/v1/cart/view?world=de')).json<CartView>(),
      ),
    )
    const licences = carts.flatMap(({ items }) => items.cart.cartItems.map(({ licence }) => licence))
    expect(licences).toEqual(['school'])
    expect((await list(ada)).wishes).toMatchObject([
      { state: 'approved', licence: 'school', mayRemove: false },
    ])
    expect(await notices(ada)).toMatchObject([{ url: `/de/konto/schul-merkliste#wish-${material}` }])
  })

  test('what cannot be bought stays a wish', async () => {
    const school = await newSchool()
    const [ada, master] = [await colleague(school), await colleague(school, 'master')]
    const free = await forSale(0)
    await add(ada, free)
    expect((await approve(master, free, 'school')).status).toBe(422)
    expect((await list(ada)).wishes).toMatchObject([{ state: 'wished' }])
  })

  test('a no has a reason, is told, and can be taken back', async () => {
    const school = await newSchool()
    const [ada, master] = [await colleague(school), await colleague(school, 'master')]
    const material = await forSale()
    await add(ada, material)
    expect((await decline(master, material, '  ')).status).toBe(422)
    expect((await decline(master, material)).status).toBe(200)
    expect((await decline(master, material)).status).toBe(409)
    expect((await list(ada)).wishes).toMatchObject([{ state: 'declined', reason: 'Haben wir schon.' }])
    expect(await notices(ada)).toHaveLength(1)
    const again = await master.client.api('DELETE', `/v1/school/wishes/${material}/declined?world=de`)
    expect(again.status).toBe(200)
    expect((await list(ada)).wishes).toMatchObject([{ state: 'wished', reason: '' }])
  })

  test('members decide nothing', async () => {
    const school = await newSchool()
    const ada = await colleague(school)
    const material = await forSale()
    await add(ada, material)
    expect((await approve(ada, material)).status).toBe(403)
    expect((await decline(ada, material)).status).toBe(403)
  })

  test('what was bought for the school is marked so', async () => {
    const school = await newSchool()
    const master = await colleague(school, 'master')
    const material = await forSale()
    await add(master, material)
    await approve(master, material)
    const sale = await orderOf(app, {
      ...{ sellers: [author], prices: [], buyer: master, body: { expectedTotal: 2000 } },
    })
    await pay(app, { ...sale, total: 2000 })
    expect((await list(master)).wishes).toMatchObject([{ state: 'ordered', licence: 'school' }])
  })
})

describe('what was bought for the school', () => {
  test('gives its files to verified colleagues, as long as they belong to it', async () => {
    const school = await newSchool()
    const [master, ada, waiting] = [
      await colleague(school, 'master'),
      await colleague(school),
      await colleague(school, 'member', false),
    ]
    const stranger = await member(app, 'files-stranger')
    const material = await forSale()
    await fileOf(material)
    await master.client.api('POST', '/v1/cart/items?world=de', { materialId: material, licence: 'school' })
    const take = (person: Person) =>
      person.client.api('PUT', `/v1/school/licences/${material}/files?world=de`, {})
    expect((await take(ada)).status).toBe(404)
    const sale = await orderOf(app, {
      ...{ sellers: [author], prices: [], buyer: master, body: { expectedTotal: 2000 } },
    })
    await pay(app, { ...sale, total: 2000 })
    const taken = await take(ada)
    const { files } = taken.json<SchoolFiles>()
    expect(files).toHaveLength(1)
    expect([(await take(waiting)).status, (await take(stranger)).status]).toEqual([403, 403])
    const address = files[0]?.downloadUrl ?? ''
    expect((await ada.client.get(address)).status).toBe(200)
    for (const person of [waiting, stranger]) expect((await person.client.get(address)).status).toBe(403)
    await ada.client.api('DELETE', '/v1/school/place?world=de')
    expect((await ada.client.get(address)).status).toBe(403)
    // What was taken cannot be given back by who bought it.
    const held = await app.deps.db
      .selectFrom('entitlement')
      .select('downloaded_at')
      .where('material_id', '=', material)
      .executeTakeFirstOrThrow()
    expect(held.downloaded_at).not.toBeNull()
  })
})

describe('the list', () => {
  test('is sorted, filtered and saved as a table', async () => {
    const school = await newSchool()
    const [ada, ben] = [await colleague(school), await colleague(school)]
    const [cheap, expensive] = [await forSale(100), await forSale(900)]
    await add(ada, cheap, { note: '=1+1' })
    await add(ada, expensive)
    await vote(ben, expensive, true)
    const idsBy = async (query: string) => (await list(ada, query)).wishes.map(({ materialId }) => materialId)
    expect(await idsBy('')).toEqual([expensive, cheap])
    expect(await idsBy('&sort=price')).toEqual([cheap, expensive])
    expect(await idsBy('&state=declined')).toEqual([])
    const file = await ada.client.get('/api/v1/school/wishes/file?world=de')
    expect(file.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(file.text).toContain(`"'=1+1"`)
    expect(file.text.split('\r\n')).toHaveLength(4)
  })

  test('forms take the address of a page or a number', async () => {
    const school = await newSchool()
    const ada = await colleague(school)
    const material = await forSale()
    const page = '/de/konto/schul-merkliste'
    const form = { intent: 'wish-for-school', note: '', priority: '2' }
    const typed = `https://aularium.example/de/material/${material}/irgendwas?a=1`
    expect((await ada.client.submit(page, { ...form, material: typed })).headers.location).toBe(
      `${page}#wished`,
    )
    expect((await ada.client.submit(page, { ...form, material: 'Mathe' })).status).toBe(422)
    expect((await ada.client.submit(page, { ...form, material: '99999999' })).status).toBe(422)
    expect((await list(ada)).wishes).toHaveLength(1)
  })
})
