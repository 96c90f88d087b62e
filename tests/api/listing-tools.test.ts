import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Context } from '#platform/context/context.ts'
import { eventWorker } from '#platform/events/deliver.ts'
import { url } from '#platform/routing/url.ts'
import type { MaterialDetail } from '#platform/rules/contract/material.ts'
import type { NotificationPage } from '#shop/community/notifications/rules/contract.ts'
import { giveAdded } from '#shop/money/orders/server/checkout/claim.ts'
import { mailNewVersions } from '#shop/money/orders/server/library/version-news.ts'
import { takeBackEntitlements } from '#shop/money/orders/server/refund/refund-queries.ts'
import { bundleOrdersWith } from '#shop/money/orders/server/refund/takedown-queries.ts'
import { stampFiles } from '#shop/selling/materials/server/files/stamping.ts'
import { startSales } from '#shop/selling/materials/server/publishing/starting-sales.ts'
import { materialRow, member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { type Answer, multipart } from '../support/http-client.ts'
import { priceSince } from '../support/prices.ts'
import { pdf } from '../support/sheets.ts'
import { orderOf, pay } from '../support/till.ts'

/** What authors do with listings besides writing them: sales of some days, an order of files, bundles, copies, new versions. */

let app: TestApp
let author: Person
let other: Person
let id: number

beforeAll(async () => {
  app = await openTestApp()
  author = await member(app, 'author', { isSeller: true })
  other = await member(app, 'other', { isSeller: true })
  const values = {
    ...{ title: 'Igel im Herbst', description: 'Ein Suchbild.', subjects: 'de-mathematics', grades: '6' },
    ...{ schoolTypes: 'sek1-gym', materialType: 'worksheet', language: 'de', price: '4,00' },
    ...{ isOwnWork: '1', aiUse: 'none', action: 'publish' },
  }
  const files = await Promise.all(
    ['eins.pdf', 'zwei.pdf', 'drei.pdf'].map(async (fileName, at) => {
      return { name: 'files', value: { fileName, mediaType: 'application/pdf', body: await pdf(at + 1) } }
    }),
  )
  const form = multipart([...Object.entries(values).map(([name, value]) => ({ name, value })), ...files])
  const answer = await author.client.api('POST', '/v1/materials?world=de', form.body, {
    'Content-Type': form.contentType,
  })
  expect([answer.status, answer.text]).toEqual([201, expect.stringContaining('published')])
  id = answer.json<{ materialId: number }>().materialId
})
afterAll(() => app.close())

function change(input: object, by = author): Promise<Answer> {
  return by.client.api('PUT', `/v1/materials/${id}?world=de`, input)
}

async function detail(materialId = id): Promise<MaterialDetail> {
  return (await other.client.api('GET', `/v1/materials/${materialId}?world=de`)).json<MaterialDetail>()
}

test('a sale begins on its day and ends after its last one; nobody sees it before', async () => {
  await priceSince(app, id, { daysAgo: 60 })
  expect(
    (await change({ salePriceCents: 300, saleFrom: '2099-03-01', saleUntil: '2099-03-31' })).status,
  ).toBe(200)
  expect(await detail()).toMatchObject({ price: 400, finalPrice: 400, sale: false })
  await startSales(app.deps)
  expect((await detail()).finalPrice).toBe(400)
  const row = await app.deps.db
    .selectFrom('material')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(row.planned_sale_from?.toISOString()).toBe('2099-02-28T23:00:00.000Z')
  expect(row.planned_sale_until?.toISOString()).toBe('2099-03-31T22:00:00.000Z')
  await app.deps.db
    .updateTable('material')
    .set({ planned_sale_from: sql<Date>`now() - interval '1 minute'` })
    .where('id', '=', id)
    .execute()
  await Promise.all([startSales(app.deps), startSales(app.deps)])
  expect(await detail()).toMatchObject({ price: 400, finalPrice: 300, sale: true })
  // Another change of the listing keeps the sale.
  await change({ keywords: ['Igel'] })
  expect((await detail()).finalPrice).toBe(300)
  await change({ salePriceCents: null })
  expect((await detail()).sale).toBe(false)
})

test.each([
  [{ salePriceCents: 300, saleFrom: '2026-02-30' }, { saleFrom: 'invalid' }],
  [{ salePriceCents: 300, saleFrom: '2099-03-02', saleUntil: '2099-03-01' }, { saleUntil: 'invalid' }],
  [{ salePriceCents: 300, saleUntil: 'bald' }, { saleUntil: 'invalid' }],
  [{ salePriceCents: 400 }, { salePriceCents: 'invalid' }],
  // Whole cents have one name.
  [{ salePrice: 300 }, { salePrice: 'unknown' }],
])('the sale %j is refused', async (input, fields) => {
  const answer = await change(input)
  expect([answer.status, answer.json()]).toEqual([422, { error: expect.objectContaining({ fields }) }])
})

test('files stand in the order their author gives them, by ids or by numbers; ids of others change nothing', async () => {
  const names = async () => (await detail()).materialFiles.map(({ name }) => name)
  const ids = (await detail()).materialFiles.map((file) => file.id)
  expect(await names()).toEqual(['eins.pdf', 'zwei.pdf', 'drei.pdf'])
  await change({ fileOrder: [ids[2], 999_999, ids[2]] })
  expect(await names()).toEqual(['drei.pdf', 'eins.pdf', 'zwei.pdf'])
  expect((await change({ fileOrder: [ids[0]] }, other)).status).toBe(404)
})

test('a copy has words and prices, no files, and is a draft of its author', async () => {
  expect((await other.client.api('POST', `/v1/materials/${id}/copies?world=de`)).status).toBe(404)
  const answer = await author.client.api('POST', `/v1/materials/${id}/copies?world=de`)
  const { materialId } = answer.json<{ materialId: number }>()
  const row = await app.deps.db
    .selectFrom('material')
    .select(['status', 'title', 'price_cents', 'is_own_work'])
    .where('id', '=', materialId)
    .executeTakeFirstOrThrow()
  expect(row).toEqual({
    status: 'draft',
    title: 'Igel im Herbst (Kopie)',
    price_cents: 400,
    is_own_work: false,
  })
  const published = await author.client.api('POST', `/v1/materials/${materialId}/publish?world=de`)
  expect(published.json()).toMatchObject({ error: { fields: { files: 'required', isOwnWork: 'required' } } })
})

test('a draft is stored while it is typed, as far as it is valid; a second window is told', async () => {
  const made = await author.client.api('POST', `/v1/materials/${id}/copies?world=de`)
  const { materialId } = made.json<{ materialId: number }>()
  const row = async () =>
    await app.deps.db
      .selectFrom('material')
      .select(['version', 'title', 'description', 'price_cents', 'sale_price_cents', 'status'])
      .where('id', '=', materialId)
      .executeTakeFirstOrThrow()
  const { version } = await row()
  const keep = (input: object, by = author) =>
    by.client.api('POST', `/v1/materials/${materialId}/draft?world=de`, {
      steps: ['name'],
      version,
      ...input,
    })
  expect((await keep({ title: 'Fremd' }, other)).status).toBe(404)
  const typed = { title: 'Igel im Win', description: 'Noch nicht fer', price: 'zu teuer' }
  const first = await keep({ ...typed, steps: ['name', 'price'], salePrice: '1,00' })
  expect(first.json()).toMatchObject({ version: version + 1, problems: { price: 'invalid' } })
  expect(await row()).toMatchObject({ title: typed.title, description: typed.description, price_cents: 400 })
  // The same again is no change; a title that is no title yet stays what it was.
  const same = await keep({ ...typed, title: 'I', version: version + 1 })
  expect(same.json()).toMatchObject({ version: version + 1, problems: { title: 'too_short' } })
  expect((await keep({ title: 'Aus dem zweiten Fenster' })).status).toBe(409)
  const parallel = await Promise.all(
    ['Eins im Garten', 'Zwei im Garten', 'Drei im Garten'].map((title) =>
      keep({ title, description: typed.description, version: version + 1 }),
    ),
  )
  expect(parallel.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  // The form of a step, made before that, is refused as well.
  const page = url('step-name', { world: 'de', query: { material: materialId } })
  const sent = (seenVersion: number): [string, string][] => [
    ['intent', 'name-listing'],
    ['materialId', String(materialId)],
    ['step', 'name'],
    ['version', String(seenVersion)],
    ['title', 'Vom Formular'],
    ['description', ''],
  ]
  const refused = await author.client.submit(page, sent(version))
  expect(refused.status).toBe(409)
  expect((await author.client.submit(page, sent(version + 2))).status).toBe(303)
  expect((await row()).title).toBe('Vom Formular')
  for (const input of [{ steps: [] }, { steps: ['all'] }, { version: 'x' }, { subjects: 'x' }])
    expect((await keep(input)).status).toBe(422)
  // What is public is never changed by a pause.
  const published = await author.client.api('POST', `/v1/materials/${id}/draft?world=de`, {
    ...{ steps: ['name'], version: 1, title: 'Halb getip', description: '' },
  })
  expect(published.status).toBe(409)
})

test('own public materials become a bundle with a price of its own', async () => {
  const second = await materialRow(app, { authorId: author.id, price: 200 })
  const foreign = await materialRow(app, { authorId: other.id })
  const make = (ids: readonly number[]) => author.client.api('POST', '/v1/bundles?world=de', { ids })
  for (const ids of [[id], [id, id], [id, foreign], []]) expect((await make(ids)).status).toBe(422)
  const { materialId } = (await make([second, id])).json<{ materialId: number }>()
  const list = url('cabinet-sales', { world: 'de' })
  const ticked: [string, string][] = [id, second].map((each) => ['ids', String(each)])
  const made = await author.client.submit(list, [['intent', 'bulk-bundle'], ...ticked])
  expect([made.status, made.headers.location]).toEqual([303, expect.stringContaining('/')])
  const publish = () => author.client.api('POST', `/v1/materials/${materialId}/publish?world=de`)
  expect((await publish()).status).toBe(422)
  const path = `/v1/materials/${materialId}?world=de`
  const own = { isOwnWork: true, aiUse: 'none', priceCents: 450, subjects: ['de-mathematics'], grades: ['6'] }
  const saved = await author.client.api('PUT', path, {
    ...own,
    schoolTypes: ['sek1-gym'],
    materialType: 'worksheet',
  })
  expect([saved.status, saved.text]).toEqual([200, expect.anything()])
  expect((await publish()).status).toBe(200)
  const shown = await detail(materialId)
  expect([shown.price, shown.isBundle, shown.bundle.map((card) => card.id)]).toEqual([
    450,
    true,
    [second, id],
  ])
})

test('a bundle on sale grows and shrinks; its buyers have everything that was ever in it', async () => {
  const { db } = app.deps
  const rows = await Promise.all(
    [500, 300, 200, 100].map((price) => materialRow(app, { authorId: author.id, price })),
  )
  const [first = 0, second = 0, third = 0, fourth = 0] = rows
  const make = await author.client.api('POST', '/v1/bundles?world=de', { ids: [first, second] })
  const { materialId: bundleId } = make.json<{ materialId: number }>()
  await db
    .updateTable('material')
    .set({ status: 'published', published_at: sql<Date>`now()`, price_cents: 400 })
    .where('id', '=', bundleId)
    .execute()
  const buyer = await member(app, 'bundle-buyer')
  await buyer.client.api('POST', '/v1/cart/items?world=de', { materialId: bundleId })
  const order = await buyer.client.api('POST', '/v1/orders?world=de', {
    ...{ country: 'DE', consentImmediate: true, consentWaiver: true, expectedTotal: 400 },
  })
  const { redirectUrl } = order.json<{ redirectUrl: string }>()
  await pay(app, { providerReference: redirectUrl.split('/').at(-1) ?? '', total: 400 })
  const owned = async () => {
    const found = await db
      .selectFrom('entitlement')
      .select('material_id')
      .where('account_id', '=', buyer.id)
      .orderBy('material_id')
      .execute()
    return found.map(({ material_id }) => material_id)
  }
  expect(await owned()).toEqual([first, second, bundleId].sort((one, next) => one - next))
  const path = `/v1/bundles/${bundleId}/materials`
  const add = (ids: readonly number[], by = author) => by.client.api('POST', `${path}?world=de`, { ids })
  const foreign = await materialRow(app, { authorId: other.id })
  expect((await add([third], other)).status).toBe(404)
  for (const ids of [[foreign], [bundleId], []]) expect((await add(ids)).status).toBe(422)
  const list = url('cabinet-sales', { world: 'de' })
  const added = await author.client.submit(list, [
    ['intent', 'bulk-add-to-bundle'],
    ['bundleId', String(bundleId)],
    ['ids', String(third)],
    ['ids', String(first)],
  ])
  expect([added.status, added.headers.location]).toEqual([
    303,
    url('edit-material', { world: 'de', materialId: bundleId }),
  ])
  await Promise.all([add([fourth]), add([fourth])])
  const inside = async () => (await detail(bundleId)).bundle.map((card) => card.id)
  expect(await inside()).toEqual([first, second, third, fourth])
  for (const addedIds of [[third], [fourth], [third]])
    await giveAdded({ db, world: 'de' } as Context, { materialId: bundleId, addedIds })
  expect(await owned()).toHaveLength(5)
  const take = (...ids: number[]) =>
    author.client.api('POST', `/v1/bundles/${bundleId}/removals?world=de`, { ids })
  expect([(await take(first)).status, (await take(fourth)).status]).toEqual([200, 200])
  expect(await inside()).toEqual([second, third])
  // What is public holds two things at least.
  expect((await take(second)).json()).toMatchObject({ error: { fields: { parts: 'required' } } })
  expect(await owned()).toHaveLength(5)
  const versions = await db
    .selectFrom('material_version')
    .select(['added', 'removed'])
    .where('material_id', '=', bundleId)
    .execute()
  expect(versions.map(({ added: more, removed }) => [more.length, removed.length])).toEqual([
    [1, 0],
    [1, 0],
    [0, 1],
    [0, 1],
  ])
  // A takedown gives back what was paid for: the part of then, of the price of then; nothing for what came as a gift.
  const share = async (materialId: number) => {
    const page = { materialId, since: new Date(0), afterId: 0, limit: 10, reason: 'takedown' }
    return (await bundleOrdersWith(db, 'de', page)).map(({ cents }) => cents)
  }
  expect([await share(first), await share(second), await share(third)]).toEqual([[250], [150], []])
  // With the order all of it goes back.
  const { id: orderId } = await db
    .selectFrom('purchase_order')
    .select('id')
    .where('account_id', '=', buyer.id)
    .executeTakeFirstOrThrow()
  await db
    .updateTable('purchase_order')
    .set({ status: 'expired', paid_at: null, number: null })
    .where('id', '=', orderId)
    .execute()
  await takeBackEntitlements(db, 'de', { accountId: buyer.id, orderId, materialIds: [bundleId] })
  expect(await owned()).toEqual([])
})

test('who has a material is notified once of its changes, unless they left such mails', async () => {
  const sale = await orderOf(app, { sellers: [author], prices: [390] })
  await pay(app, sale)
  const [bought = 0] = sale.materialIds
  const { db } = app.deps
  await db
    .insertInto('material_version')
    .values({ world: 'de', material_id: bought, note: 'Fehler auf Seite 2 behoben.' })
    .execute()
  const mails = async () =>
    await db
      .selectFrom('mail')
      .select(['recipient', 'text', 'partition'])
      .where('template', '=', 'new-version')
      .execute()
  await mailNewVersions(app.deps)
  // Its author may still be at it.
  expect(await mails()).toEqual([])
  await db.updateTable('entitlement').set({ created_at: sql<Date>`now() - interval '1 day'` }).execute()
  await db
    .updateTable('material_version')
    .set({ created_at: sql<Date>`now() - interval '1 hour'` })
    .where('material_id', '=', bought)
    .execute()
  await mailNewVersions(app.deps)
  await mailNewVersions(app.deps)
  expect(await mails()).toEqual([
    {
      recipient: sale.buyer.email,
      partition: 'new-versions',
      text: expect.stringContaining('Fehler auf Seite 2'),
    },
  ])
  const notices = async () =>
    (await sale.buyer.client.api('GET', '/v1/notifications'))
      .json<NotificationPage>()
      .notifications.filter(({ kind }) => kind === 'new-version')
  const news = { text: expect.stringContaining('neue Fassung'), url: expect.stringContaining(`=${bought}`) }
  expect(await notices()).toMatchObject([news])
  // Who wants none here has none of the next one; the mail is a choice of its own.
  await sale.buyer.client.api('POST', '/v1/notifications/settings', { kind: 'new-version', isOn: false })
  await db
    .insertInto('material_version')
    .values({ world: 'de', material_id: bought, created_at: sql<Date>`now() - interval '1 hour'` })
    .execute()
  await mailNewVersions(app.deps)
  expect([(await notices()).length, (await mails()).length]).toEqual([1, 2])
})

test('a buyer gets PDFs with their name on each page once these are made; addresses given before stay what they were', async () => {
  const { db, documents, storage } = app.deps
  const sale = await orderOf(app, { sellers: [author], prices: [390] })
  const [bought = 0] = sale.materialIds
  const [file] = await db
    .selectFrom('material_file')
    .selectAll()
    .where('material_id', '=', id)
    .orderBy('id')
    .execute()
  if (file === undefined) throw new Error('no file')
  const { id: _id, ...rest } = file
  const broken = await storage.put('material/zz/broken.pdf', Buffer.from('%PDF-1.7 and no more'))
  const { key, sizeBytes, sha256 } = broken
  const files = [
    rest,
    { ...rest, name: 'kaputt.pdf', storage_key: key, size_bytes: sizeBytes, sha256, position: 9 },
  ]
  const rows = files.map((row) => ({ ...row, trace: null, trace_bands: null, material_id: bought }))
  await db.insertInto('material_file').values(rows).execute()
  await pay(app, sale)
  const links = async () => {
    const answer = await sale.buyer.client.api('GET', '/v1/bought-materials?world=de')
    const { materials } = answer.json<{ materials: { files: { name: string; downloadUrl: string }[] }[] }>()
    return materials[0]?.files.map(({ downloadUrl }) => downloadUrl) ?? []
  }
  const bytesOf = async (address = '') => (await sale.buyer.client.send({ path: address })).body
  const before = await links()
  expect(before).toHaveLength(2)
  const [original, odd] = [await bytesOf(before[0]), await bytesOf(before[1])]
  const { number } = await db
    .selectFrom('purchase_order')
    .select('number')
    .where('id', '=', sale.orderId)
    .executeTakeFirstOrThrow()
  const wish = { world: 'de' as const, accountId: sale.buyer.id, number: number ?? '', materialIds: [bought] }
  await stampFiles(app.deps, wish)
  await stampFiles(app.deps, wish)
  await db
    .updateTable('stamped_file')
    .set({ made_at: sql<Date>`now() - interval '1 minute'` })
    .where('account_id', '=', sale.buyer.id)
    .execute()
  const [stamped, same] = await Promise.all((await links()).map(bytesOf))
  expect([stamped?.equals(original), same?.equals(odd)]).toEqual([false, true])
  await db
    .updateTable('stamped_file')
    .set({ made_at: sql<Date>`now() + interval '1 minute'` })
    .where('account_id', '=', sale.buyer.id)
    .execute()
  expect((await bytesOf(before[0])).equals(original)).toBe(true)
  await db.updateTable('stamped_file').set({ made_at: sql<Date>`now() - interval '1 minute'` }).execute()
  await db.updateTable('material').set({ stamps_files: false }).where('id', '=', bought).execute()
  expect((await bytesOf((await links())[0])).equals(original)).toBe(true)
  await documents.stop()
})

test('what is like a material is found and stored behind its publication, not by its first visitor', async () => {
  const { db, listeners } = app.deps
  const listing = { materialId: id, authorId: author.id, world: 'de' }
  for (const event of ['listing.published', 'listing.changed']) {
    await db.deleteFrom('material_similar').where('material_id', '=', id).execute()
    const later = listeners.get(event)?.filter(({ when }) => when === 'later') ?? []
    for (const { name: listener } of later)
      await eventWorker.handle(app.deps, { listener, event, world: 'de', data: listing } as never)
    await vi.waitFor(async () => {
      const rows = await db.selectFrom('material_similar').where('material_id', '=', id).selectAll().execute()
      expect(rows).toHaveLength(1)
    })
  }
})
