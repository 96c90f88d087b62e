import { url } from '#platform/routing/url.ts'
import { createClient } from '../support/http-client.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, type Published, test, words } from './fixtures.ts'
import {
  download,
  expectCartCount,
  expectThanks,
  goToPayment,
  narrow,
  newEmail,
  openMaterial,
  order,
  putIntoCart,
  registerAtPayment,
  searchFor,
} from './journey.ts'

const world = 'de'
const t = words(world)

/** Pages on which the number at the cart must be right. */
function everywhere(published: Published): string[] {
  return [
    url('home', { world }),
    url('search', { world, query: { query: 'mathe' } }),
    published.url,
    url('login', { world }),
    url('terms', { world }),
    url('favorites', { world }),
    url('cart', { world }),
  ]
}

function price(published: Published) {
  return { totalCents: published.price, currency: 'EUR' }
}

test('a visitor searches, looks, buys and downloads what the author uploaded', async ({
  page,
  published,
  baseURL,
}) => {
  await test.step('find it', async () => {
    await searchFor(page, world, 'bruchrechnung klasse 6')
    expect(await page.locator('main li.card').count()).toBeGreaterThan(1)
    await expectAccessible(page)
    await narrow(page, world, 'material_type', /Arbeitsblatt/)
    await openMaterial(page, published.title)
  })
  await test.step('look at its pages', async () => {
    const pictures = page.getByRole('main').locator('img')
    await expect(pictures.first()).toBeVisible()
    // Its place is there before it is.
    await expect
      .poll(() => pictures.first().evaluate((picture: HTMLImageElement) => picture.naturalWidth))
      .toBeGreaterThan(100)
    await expectAccessible(page)
  })
  await test.step('put it into the cart without an account', async () => {
    await putIntoCart(page, world)
    const count = page.getByRole('banner').locator(`a[href="${url('cart', { world })}"]`)
    await expect(count).toContainText('1')
    await expectCartCount(page, world, 1, everywhere(published))
    await expectAccessible(page)
  })
  await test.step('make an account at payment and keep the cart', async () => {
    await goToPayment(page, world)
    await expectAccessible(page)
    await registerAtPayment(page, world, newEmail())
    await expect(page.getByRole('main')).toContainText(published.title)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  })
  await test.step('pay and download', async () => {
    await order(page, world, { ...price(published), outcome: 'pay' })
    await expectThanks(page, world)
    await expectAccessible(page)
    const file = await download(page)
    expect(file.sha256).toBe(published.sha256)
    expect(file.type).toBe('application/pdf')
    const stranger = await createClient(baseURL ?? '').get(file.href)
    expect([401, 403]).toContain(stranger.status)
    const edited = await page.request.get(file.href.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')))
    expect(edited.status()).toBe(404)
  })
  await test.step('own it for ever, with an empty cart', async () => {
    await page.goto(url('bought-materials', { world }))
    await expect(page.getByRole('main')).toContainText(published.title)
    expect((await download(page)).sha256).toBe(published.sha256)
    await page.goto(url('cart', { world }))
    await expect(page.getByRole('heading', { name: t('cart:empty.title') })).toBeVisible()
  })
  await test.step('have the invoice', async () => {
    await page.goto(url('invoices', { world }))
    const paper = page.getByRole('main').getByRole('link', { name: /INV-/ })
    await expect(paper).toHaveCount(1)
    await expectAccessible(page)
    const answer = await page.request.get((await paper.getAttribute('href')) ?? '')
    expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'application/pdf'])
  })
})

for (const [outcome, message] of [
  ['decline', 'payment:error.declined'],
  ['cancel', 'payment:error.cancelled'],
] as const) {
  test(`a payment that ends with "${outcome}" keeps the cart and can be tried again`, async ({
    page,
    published,
  }) => {
    await page.goto(published.url)
    await putIntoCart(page, world)
    await expect(page.getByRole('banner').locator(`a[href="${url('cart', { world })}"]`)).toContainText('1')
    await goToPayment(page, world)
    await registerAtPayment(page, world, newEmail())
    await order(page, world, { ...price(published), outcome })
    await page.waitForURL((address) => address.pathname === url('payment', { world }))
    await expect(page.getByRole('main')).toContainText(t(message))
    await order(page, world, { ...price(published), outcome: 'pay' })
    await expectThanks(page, world)
  })
}

test('a payment that succeeds only by webhook arrives while the visitor waits', async ({
  page,
  published,
}) => {
  test.slow()
  await page.goto(published.url)
  await putIntoCart(page, world)
  await expect(page.getByRole('banner').locator(`a[href="${url('cart', { world })}"]`)).toContainText('1')
  await goToPayment(page, world)
  await registerAtPayment(page, world, newEmail())
  await order(page, world, { ...price(published), outcome: 'later' })
  await page.waitForURL((address) => address.pathname === url('order-confirmation', { world }))
  await expect(page.getByRole('heading', { level: 1, name: t('payment:waiting.title') })).toBeVisible()
  await expect(async () => {
    if (new URL(page.url()).pathname === url('order-confirmation', { world })) await page.reload()
    expect(new URL(page.url()).pathname).toBe(url('thank-you', { world }))
  }).toPass({ timeout: 300_000, intervals: [2000] })
  expect((await download(page)).sha256).toBe(published.sha256)
})

test('nobody orders without consent, and nothing typed is lost', async ({ page, published }) => {
  await page.goto(published.url)
  await putIntoCart(page, world)
  await expect(page.getByRole('banner').locator(`a[href="${url('cart', { world })}"]`)).toContainText('1')
  await goToPayment(page, world)
  await registerAtPayment(page, world, newEmail())
  await page.getByLabel(t('payment:consent.immediate')).check()
  await page.getByRole('button', { name: t('payment:pay'), exact: true }).click()
  await expect(page.getByText(t('payment:error.consent')).first()).toBeVisible()
  await expect(page.getByLabel(t('payment:consent.immediate'))).toBeChecked()
  await expectAccessible(page)
})

test('a free material is taken without paying', async ({ page, client }) => {
  const { materials } = (await client.get('/api/v1/search?world=de&price=free')).json<{
    materials: { url: string; title: string }[]
  }>()
  const [free] = materials
  await page.goto(free?.url ?? '')
  await expect(page.getByRole('main')).toContainText(t('common:free'))
  await expectAccessible(page)
})
