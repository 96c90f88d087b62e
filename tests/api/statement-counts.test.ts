import { afterAll, beforeAll, expect, test } from 'vitest'
import * as account from '#loaders/account.ts'
import { loadHome } from '#loaders/catalogue.ts'
import { loadCharts } from '#loaders/charts.ts'
import { loadCart, loadPayment } from '#loaders/checkout.ts'
import { loadCredit, loadVouchers } from '#loaders/credit.ts'
import { foldersFor } from '#loaders/folders.ts'
import { loadMaterial } from '#loaders/material.ts'
import { loadPayouts } from '#loaders/payouts.ts'
import { loadSearch } from '#loaders/search.ts'
import { loadOffers, loadPopular } from '#loaders/storefront.ts'
import type { Context } from '#platform/context/context.ts'
import { transaction } from '#platform/db/transaction.ts'
import { indexMaterial } from '#shop/selling/materials/server/publishing/indexing.ts'
import { findMaterial } from '#shop/selling/materials/server/queries.ts'
import { materialRow, member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { statementsOf } from '../support/statements.ts'
import { sold } from '../support/till.ts'

/*
 * More data must not be more statements: a page asks for all it shows at once.
 */

let app: TestApp
/** Of the last page that was asked for. */
let context: Context
let author: Person

beforeAll(async () => {
  app = await openTestApp({
    renderPage: async (path, locals) => {
      context = (locals as { context: Context }).context
      return new Response(`<!doctype html><title>${path}</title>`, {
        headers: { 'Content-Type': 'text/html; charset=utf-8' },
      })
    },
  })
  author = await member(app, 'author', { isSeller: true })
})
afterAll(() => app.close())

async function contextOf(person: Person): Promise<Context> {
  await person.client.get('/de/nutzer')
  await person.client.get('/de/warenkorb')
  if (context.visitor.kind !== 'member') throw new Error('not logged in')
  return context
}

async function putIntoFolder(
  { client }: Person,
  { materialId, title }: { materialId: number; title: string },
): Promise<void> {
  const made = await client.api('POST', '/v3/folders/create?world=de', { title, type: 'favorite' })
  const folder_ids = [made.json<{ id: number }>().id]
  const path = `/v3/folders/materials/${materialId}/sync?world=de`
  await client.api('POST', path, { folder_ids, folder_type: 'favorite' })
}

const none = new URLSearchParams()
const favorite = (subjectId: number) => ({ subjectId, subjectType: 'material', world: 'de' })

async function countsOf(pages: Record<string, () => Promise<unknown>>): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const [name, load] of Object.entries(pages)) {
    // What is kept in memory after the first time is there.
    await load()
    counts[name] = await statementsOf(load)
  }
  return counts
}

test('pages of a member: nine orders, lines, favourites and sales ask no more often than three', async () => {
  const pagesOf = (of: Context) => ({
    cart: () => loadCart(of, none),
    payment: () => loadPayment(of, none),
    account: () => account.loadAccount(of, none),
    bought: () => account.loadLibrary(of, none),
    invoices: () => account.loadInvoices(of, none, { withOss: false }),
    favorites: () => account.loadFavorites(of, none),
    folders: () => foldersFor(of, 'favorite', none),
    notifications: () => account.loadNotifications(of, none),
    credit: () => loadCredit(of),
    vouchers: () => loadVouchers(of),
  })
  const pagesOfSeller = (of: Context) => ({
    sales: () => account.loadSales(of, none),
    cabinet: () => account.loadCabinetSales(of, none),
    charts: () => loadCharts(of, none),
    payouts: () => loadPayouts(of),
  })
  const counts: Record<string, number>[] = []
  // What goes with a cart is looked for by three of its lines, however many there are.
  for (const size of [3, 9]) {
    const seller = await member(app, `seller-${size}`, { isSeller: true })
    const buyer = await member(app, `buyer-${size}`)
    for (let turn = 0; turn < size; turn += 1) await sold(app, { sellers: [seller], prices: [500], buyer })
    for (let turn = 0; turn < size; turn += 1) {
      const materialId = await materialRow(app, { authorId: author.id })
      await buyer.client.api('POST', '/v1/cart/items?world=de', { materialId })
      await buyer.client.api('POST', '/v3/subscriptions/subscribe', favorite(materialId))
      await putIntoFolder(buyer, { materialId, title: `Ordner ${turn}` })
    }
    const [ofBuyer, ofSeller] = [await contextOf(buyer), await contextOf(seller)]
    counts.push({ ...(await countsOf(pagesOf(ofBuyer))), ...(await countsOf(pagesOfSeller(ofSeller))) })
    const cart = await loadCart(ofBuyer, none)
    const bought = await account.loadLibrary(ofBuyer, none)
    const { folders } = await foldersFor(ofBuyer, 'favorite', none)
    expect([cart.cart.cartItems.length, bought.items.length]).toEqual([size, size])
    expect(folders.flatMap((folder) => folder.folders_materials)).toHaveLength(size)
  }
  expect(counts[1]).toEqual(counts[0])
  for (const [name, count] of Object.entries(counts[0] ?? {})) expect([name, count > 0]).toEqual([name, true])
})

test('pages of the catalogue: thirty materials ask no more often than three', async () => {
  const visitor = await member(app, 'visitor')
  const of = await contextOf(visitor)
  const publish = async (count: number) => {
    for (let turn = 0; turn < count; turn += 1) {
      const materialId = await materialRow(app, { authorId: author.id, title: `Brüche kürzen ${turn}` })
      await transaction(app.deps.db, async (tx) => {
        const row = await findMaterial(tx, { world: 'de', materialId }, true)
        if (row) await indexMaterial(app.deps, tx, row)
      })
    }
  }
  await publish(3)
  const id = await materialRow(app, { authorId: author.id })
  const pages = {
    home: () => loadHome(of),
    list: () => loadSearch(of, new URLSearchParams({ query: 'Brüche' })),
    offers: () => loadOffers(of, none),
    popular: () => loadPopular(of),
    material: () => loadMaterial(of, { id: String(id), slug: 'brueche-addieren' }),
  }
  const few = await countsOf(pages)
  await publish(27)
  expect(await countsOf(pages)).toEqual(few)
})
