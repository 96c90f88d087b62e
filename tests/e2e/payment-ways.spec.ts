import { randomBytes } from 'node:crypto'
import { formatPrice, formatPriceWithCode } from '#platform/i18n/prices.ts'
import { url } from '#platform/routing/url.ts'
import { type Client, createClient } from '../support/http-client.ts'
import { newSchool } from '../support/journey-school.ts'
import {
  castPassword,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  expectValidHtml,
  logInBrowser,
  takeOver,
  test,
  words,
} from './fixtures.ts'
import { download, enterCode, expectThanks, newEmail, order, putIntoCart } from './journey.ts'

/* Ways to pay that are not just the provider, on a phone: a school's invoice, a code and credit in one cart. */

const world = 'de'
const t = words(world)
const phone = { width: 360, height: 780 }

test.use({ viewport: phone })

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a school buys on invoice, has everything at once, and finance sees the money', async ({
    page,
    browser,
    baseURL: base,
    published,
  }) => {
    const baseURL = base ?? ''
    const [teacher] = (await newSchool(baseURL, [{ publicName: 'Tim Pult', role: 'member' }])) as [Client]
    await takeOver(page, teacher)
    await page.goto(published.url)
    await putIntoCart(page, world)
    await expectNoSidewaysScroll(page)
    // Axe needs scripts of its own: it looks at the same pages from a second window.
    const window = await browser.newContext({ baseURL, viewport: phone, javaScriptEnabled: true })
    const looking = await window.newPage()
    await takeOver(looking, teacher)
    await looking.goto(url('payment', { world }))
    await expectAccessible(looking)
    await page.goto(url('payment', { world }))
    await page.getByRole('radio', { name: t('payment:method.invoice') }).check()
    await page.getByLabel(t('payment:consent.immediate')).check()
    await page.getByLabel(t('payment:consent.waiver')).check()
    await page.getByRole('button', { name: t('payment:pay'), exact: true }).click()
    // Nothing is ordered without the school's address, and what was chosen stays.
    await expect(page.getByText(t('cabinet-invoices:billing.organisationNeeded')).first()).toBeVisible()
    await expect(page.getByRole('radio', { name: t('payment:method.invoice') })).toBeChecked()
    await expectNoSidewaysScroll(page)
    const address = {
      name: 'Tim Pult',
      organisation: 'Grundschule am Lindenplatz',
      street: 'Lindenplatz 1',
      postcode: '04103',
      city: 'Leipzig',
    } as const
    await page.locator('#billingName').fill(address.name)
    await page.locator('#billingOrganisation').fill(address.organisation)
    await page.locator('#billingStreet').fill(address.street)
    await page.locator('#billingPostcode').fill(address.postcode)
    await page.locator('#billingCity').fill(address.city)
    await page.getByRole('button', { name: t('payment:pay'), exact: true }).click()
    await page.waitForURL((to) => to.pathname === url('invoice-success', { world }))
    const main = page.getByRole('main')
    await expect(main.getByRole('heading', { level: 1 })).toHaveText(t('thank-you-page:invoice.title'))
    await expect(main).toContainText(formatPriceWithCode(published.price, 'EUR'))
    await expect(main).toContainText('DE89 3704 0044 0532 0130 00')
    await expectNoSidewaysScroll(page)
    await looking.goto(page.url())
    await expectAccessible(looking)
    await looking.close()
    await expectValidHtml(page, await page.reload())
    expect((await download(page)).sha256).toBe(published.sha256)
    const reference = new URL(page.url()).searchParams.get('order') ?? ''
    const { number } = (await teacher.api('GET', `/v1/orders/${reference}`)).json<{ number: string }>()

    // A browser of its own: one that knew the teacher would end the session of somebody else.
    await window.close()
    const desk = await browser.newContext({ baseURL, viewport: phone, javaScriptEnabled: true })
    const office = await desk.newPage()
    await logInBrowser(office, createClient(baseURL), 'finance@aularium.example')
    await office.goto(url('operator-tasks', { world }))
    const invoice = office.getByRole('article').filter({ hasText: number })
    await expect(invoice).toContainText('Grundschule am Lindenplatz')
    await expectAccessible(office)
    await expectNoSidewaysScroll(office)
    await invoice.getByRole('button').first().click()
    await expect(office.getByText(t('cabinet-operations:invoices.paidNoted'))).toBeVisible()
    await expect(office.getByRole('article').filter({ hasText: number })).toHaveCount(0)
    await desk.close()
    await page.reload()
    await expect(main).not.toContainText(t('thank-you-page:due.title'))
  })
})

test('one material is kept for later, a code and credit pay for the other', async ({
  page,
  baseURL: base,
  published,
}) => {
  const baseURL = base ?? ''
  const [author, finance, buyer] = [createClient(baseURL), createClient(baseURL), createClient(baseURL)]
  for (const [client, name] of [
    [author, 'seller'],
    [finance, 'finance'],
  ] as const)
    await client.api('POST', '/v3/oauth2/authenticate', {
      ...{ grant_type: 'password', username: `${name}@aularium.example`, password: castPassword },
    })
  const code = `FALL${randomBytes(4).toString('hex').toUpperCase()}`
  const made = await author.api('POST', '/v1/vouchers/mine', { code, percent: 10, materialId: published.id })
  expect(made.status, made.text).toBe(201)
  const card = await finance.api('POST', '/v1/gift-cards', { amount: 200, note: 'Journey' })
  expect(card.status, card.text).toBe(201)
  const registered = await buyer.api('POST', '/v1/user/register', {
    ...{ email: newEmail(), password: castPassword, publicName: 'Frau Karte', agb: true },
  })
  expect(registered.status).toBe(202)
  await takeOver(page, buyer)

  await test.step('one of two waits below the cart', async () => {
    const { materials } = (await buyer.api('GET', '/v1/search?world=de&query=mathe')).json<{
      materials: { id: number; finalPrice: number }[]
    }>()
    const other = materials.find(({ id, finalPrice }) => id !== published.id && finalPrice > 0)?.id
    for (const materialId of [published.id, other])
      expect((await buyer.api('POST', '/v1/cart/items', { materialId })).status).toBe(200)
    await page.goto(url('cart', { world }))
    await page
      .locator('.checkout .line')
      .filter({ hasNotText: published.title })
      .getByRole('button', { name: t('cart:later.save') })
      .click()
    await expect(page.getByRole('heading', { name: t('cart:later.title') })).toBeVisible()
    await expect(page.locator('.checkout .line')).toHaveCount(1)
    await expect(page.locator('.checkout .line')).toContainText(published.title)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  })
  await test.step('the link of a reminder that is over leads to the cart, too', async () => {
    await page.goto(url('abandoned-cart', { world, token: 'over' }))
    expect(new URL(page.url()).pathname).toBe(url('cart', { world }))
  })
  const discount = Math.round(published.price / 10)
  const due = published.price - discount - 200
  await test.step('code and card', async () => {
    for (const typed of [code, card.json<{ code: string }>().code]) {
      await enterCode(page, world, typed)
      await expect(page.getByText(t('cart:code.accepted'))).toBeVisible()
      await page.goto(url('cart', { world }))
    }
    const sums = page.locator('.summary')
    await expect(sums).toContainText(formatPrice(-discount, 'EUR'))
    await expect(sums).toContainText(formatPrice(-200, 'EUR'))
    await expect(sums).toContainText(formatPrice(due, 'EUR'))
  })
  await test.step('the rest at the provider', async () => {
    await page.getByRole('link', { name: t('cart:checkout'), exact: true }).click()
    await page.waitForURL((to) => to.pathname === url('payment', { world }))
    await order(page, world, { totalCents: due, currency: 'EUR', outcome: 'pay' })
    await expectThanks(page, world)
    await expect(page.getByRole('heading', { name: t('thank-you-page:rate.title') })).toBeVisible()
    await expect(page.getByRole('list', { name: t('thank-you-page:follow.title') })).toBeVisible()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await page.goto(url('cart', { world }))
    await expect(page.getByRole('heading', { name: t('cart:later.title') })).toBeVisible()
  })
})
