import { createHash, randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { formatPrice } from '#platform/i18n/prices.ts'
import { url } from '#platform/routing/url.ts'
import type { LiveWorld } from '#platform/routing/worlds.ts'
import { type Client, createClient } from '../support/http-client.ts'
import { castPassword, expect, takeOver, words } from './fixtures.ts'

/** The steps of the main job, as a person does them: by the names that are on the buttons, in each world's words. */

const password = 'Ein langer Satz für den Test 7'

/** From the home page to the results, typed as people type: small letters, no quotation marks. */
export async function searchFor(page: Page, world: LiveWorld, query: string): Promise<void> {
  const t = words(world)
  await page.goto(url('home', { world }))
  await page.getByRole('searchbox', { name: t('header:search.label') }).fill(query)
  await page.getByRole('button', { name: t('header:search.submit'), exact: true }).click()
  await page.waitForURL((address) => address.pathname === url('search', { world }))
  await expect(page.getByRole('heading', { level: 1 })).toContainText(query)
}

/** Narrows the results by one value of a facet and returns how many are left on the page. */
export async function narrow(page: Page, world: LiveWorld, facet: string, value: RegExp): Promise<number> {
  const t = words(world)
  const box = page.locator(`input[name="${facet}"]`)
  const group = page.locator('details.facet').filter({ has: box })
  if ((await group.getAttribute('open')) === null) await group.locator('summary').click()
  await group.getByRole('checkbox', { name: value }).first().check()
  const apply = page.getByRole('button', { name: t('search:apply'), exact: true })
  if (await apply.isVisible()) await apply.click()
  await page.waitForURL((address) => address.searchParams.has(facet))
  await expect(page.getByRole('list', { name: t('search:chosen') })).toBeVisible()
  return page.locator('main li.card').count()
}

export async function openMaterial(page: Page, title: string): Promise<void> {
  await page.getByRole('link', { name: title }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
}

/** Presses the button of the buy box; with scripts the visitor stays, without them the cart opens. */
export async function putIntoCart(page: Page, world: LiveWorld): Promise<void> {
  const t = words(world)
  await page
    .getByRole('main')
    .getByRole('button', { name: t('common:buttons.addToCart') })
    .first()
    .click()
}

/** The number at the cart in the header, on each of these pages. */
export async function expectCartCount(
  page: Page,
  world: LiveWorld,
  count: number,
  pages: readonly string[],
): Promise<void> {
  for (const address of pages) {
    await page.goto(address)
    const link = page.getByRole('banner').locator(`a[href="${url('cart', { world })}"]`)
    await expect(link, `cart count on ${address}`).toContainText(String(count))
  }
}

export function newEmail(): string {
  return `teacher-${randomBytes(6).toString('hex')}@aularium.example`
}

/** Somebody new, logged in in this browser: what they have and do is nobody else's. */
export async function newMember(page: Page, base: string): Promise<{ client: Client; email: string }> {
  const client = createClient(base)
  const email = newEmail()
  const answer = await client.api('POST', '/v1/user/register', {
    ...{ email, password: castPassword, publicName: 'Frau Konto', agb: true },
  })
  expect(answer.status).toBe(202)
  await takeOver(page, client)
  return { client, email }
}

/** From the cart to the payment page; a stranger makes an account on the way and comes back with the cart. */
export async function goToPayment(page: Page, world: LiveWorld): Promise<void> {
  const t = words(world)
  await page.goto(url('cart', { world }))
  await page.getByRole('link', { name: t('cart:checkout'), exact: true }).click()
  await page.waitForURL((address) => address.pathname === url('payment', { world }))
}

export async function registerAtPayment(page: Page, world: LiveWorld, email: string): Promise<void> {
  const t = words(world)
  await page.getByRole('link', { name: t('payment:login.registerButton') }).click()
  await page.waitForURL((address) => address.pathname === url('register', { world }))
  await page.getByLabel(t('signup:publicName')).fill('Frau Sommer')
  await page.getByLabel(t('signup:email')).fill(email)
  await page.getByLabel(t('signup:password')).fill(password)
  await page.getByLabel(t('signup:agb')).check()
  await page
    .getByRole('main')
    .getByRole('button', { name: t('signup:submit'), exact: true })
    .click()
  await page.waitForURL((address) => address.pathname === url('payment', { world }))
}

/** Another country than the one the payment begins with: its line opens. */
export async function payFrom(page: Page, world: LiveWorld, country: string): Promise<void> {
  const t = words(world)
  await page.getByText(t('payment:country.title'), { exact: true }).click()
  await page.getByLabel(t('payment:country.label')).selectOption(country)
}

/** A voucher or a gift card, behind its link. */
export async function enterCode(page: Page, world: LiveWorld, code: string): Promise<void> {
  const t = words(world)
  await page.getByRole('main').getByText(t('cart:code.title'), { exact: true }).click()
  await page.getByLabel(t('cart:code.label')).fill(code)
  await page.getByRole('button', { name: t('cart:code.apply') }).click()
}

/** Checks the sum, gives both consents, orders, and decides at the provider's page. */
export async function order(
  page: Page,
  world: LiveWorld,
  input: { totalCents: number; currency: string; outcome: 'pay' | 'decline' | 'cancel' | 'later' },
): Promise<void> {
  const t = words(world)
  await expect(page.getByRole('main')).toContainText(formatPrice(input.totalCents, input.currency))
  await page.getByLabel(t('payment:consent.immediate')).check()
  await page.getByLabel(t('payment:consent.waiver')).check()
  await page.getByRole('button', { name: t('payment:pay'), exact: true }).click()
  await page.waitForURL(/\/sandbox-payment\//)
  await expect(page.getByText(formatPrice(input.totalCents, input.currency))).toBeVisible()
  await page.getByRole('button', { name: t(`payment:sandbox.buttons.${input.outcome}`), exact: true }).click()
}

export async function expectThanks(page: Page, world: LiveWorld): Promise<void> {
  const t = words(world)
  await page.waitForURL((address) => address.pathname === url('thank-you', { world }))
  await expect(page.getByRole('heading', { level: 1, name: t('thank-you-page:title') })).toBeVisible()
}

/** Fetches the first file offered on the page with the visitor's own cookies; answers its hash and its label. */
export async function download(
  page: Page,
): Promise<{ sha256: string; etag: string; type: string; href: string }> {
  const href = (await page.getByRole('main').locator('a[href^="/files/"]').first().getAttribute('href')) ?? ''
  const answer = await page.request.get(href)
  expect(answer.status()).toBe(200)
  const headers = answer.headers()
  return {
    sha256: createHash('sha256')
      .update(await answer.body())
      .digest('hex'),
    etag: (headers.etag ?? '').replaceAll('"', ''),
    type: headers['content-type'] ?? '',
    href,
  }
}

/** Somebody new who buys one material without a browser; closed by whoever asked. */
export async function newBuyer(base: string, materialId: number, totalCents: number): Promise<Client> {
  const buyer = createClient(base)
  await buyer.api('POST', '/v1/user/register?world=de', {
    ...{ email: newEmail(), password, publicName: 'Herr Winter', agb: true },
  })
  await buyer.api('POST', '/v1/cart/items?world=de', { materialId })
  const placed = await buyer.api('POST', '/v1/orders?world=de', {
    ...{ country: 'DE', consentImmediate: true, consentWaiver: true, expectedTotal: totalCents },
  })
  expect(placed.status, placed.text).toBe(201)
  const { redirectUrl } = placed.json<{ redirectUrl: string }>()
  const paid = await buyer.submit(new URL(redirectUrl).pathname, { outcome: 'pay' })
  const back = new URL(paid.headers.location ?? '')
  await buyer.get(back.pathname + back.search)
  return buyer
}
