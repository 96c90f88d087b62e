import type { Page } from '@playwright/test'
import { url } from '#platform/routing/url.ts'
import { expect, expectAccessible, logInBrowser, test, words } from './fixtures.ts'
import { goToPayment, newEmail, payFrom, putIntoCart, registerAtPayment } from './journey.ts'

/** Whatever goes wrong, visitors stay where they are, lose nothing, and are told. */

const world = 'de'
const t = words(world)
const cartLink = `a[href="${url('cart', { world })}"]`

function toasts(page: Page) {
  return page.locator('[data-toasts]')
}

/** The network is gone for everything but what the page has already. */
async function cut(page: Page, ready: Promise<unknown>): Promise<() => Promise<void>> {
  await ready
  await page.waitForLoadState('networkidle')
  const isApi = (address: URL) => address.pathname.startsWith('/api/')
  await page.route(isApi, (route) => route.abort('internetdisconnected'))
  return () => page.unroute(isApi)
}

test.describe('without network', () => {
  test('a heart is taken back with its number, and can be pressed again', async ({ page, published }) => {
    await page.goto(published.url)
    const heart = page.locator('main [data-favorite]').first()
    const count = page.getByRole('banner').locator('[data-count="favorites"]')
    const ready = page.waitForResponse(/page-texts/)
    await heart.hover()
    const mend = await cut(page, ready)
    await heart.click()
    await expect(toasts(page)).toContainText(t('favorites:error.change'))
    await expect(heart).toHaveAttribute('aria-pressed', 'false')
    await expect(count).toBeHidden()
    expect(page.url()).toContain(published.url)
    await mend()
    const stored = page.waitForResponse((response) => /\/subscribe/.test(response.url()) && response.ok())
    await toasts(page)
      .getByRole('button', { name: t('common:buttons.retry') })
      .click()
    await expect(heart).toHaveAttribute('aria-pressed', 'true')
    await expect(count).toHaveText('1')
    await stored
    await page.reload()
    await expect(heart).toHaveAttribute('aria-pressed', 'true')
  })

  test('the cart says so and stays as it was', async ({ page, published }) => {
    await page.goto(published.url)
    const ready = page.waitForResponse(/page-texts/)
    await page
      .getByRole('main')
      .getByRole('button', { name: t('common:buttons.addToCart') })
      .first()
      .hover()
    const mend = await cut(page, ready)
    await putIntoCart(page, world)
    await expect(toasts(page)).toContainText(t('cart:error.change'))
    expect(page.url()).toContain(published.url)
    await mend()
    await toasts(page)
      .getByRole('button', { name: t('common:buttons.retry') })
      .click()
    await expect(page.getByRole('banner').locator(cartLink)).toContainText('1')
  })

  test('a form keeps what was typed, also when its script never came', async ({ page, context }) => {
    await page.goto(url('login', { world }))
    await page.waitForLoadState('networkidle')
    await context.setOffline(true)
    await page.getByLabel(t('login:email')).fill('buyer@aularium.example')
    await page.getByLabel(t('login:password')).fill('Aularium-2026!')
    await page
      .getByRole('main')
      .getByRole('button', { name: t('login:submit'), exact: true })
      .click()
    await expect(toasts(page)).toContainText(t('common:unreached'))
    await expect(page.getByLabel(t('login:email'))).toHaveValue('buyer@aularium.example')
    await expect(page.getByLabel(t('login:password'))).toHaveValue('Aularium-2026!')
    await context.setOffline(false)
    await toasts(page)
      .getByRole('button', { name: t('common:buttons.retry') })
      .click()
    await page.waitForURL((address) => address.pathname === url('account', { world }))
  })
})

test('one press adds once, however early it comes', async ({ page, published }) => {
  const posts: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/cart/items')) posts.push(request.url())
  })
  // The code of the button comes late: the press is not lost, and does not leave the page.
  await page.route(/AddToCartButton.*\.js/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500))
    await route.continue()
  })
  await page.goto(published.url)
  const button = page
    .getByRole('main')
    .getByRole('button', { name: t('common:buttons.addToCart') })
    .first()
  await button.dblclick()
  await expect(
    page
      .getByRole('main')
      .getByRole('link', { name: t('cart:open') })
      .first(),
  ).toBeFocused()
  await expect(page.getByRole('banner').locator(cartLink)).toContainText('1')
  expect(page.url()).toContain(published.url)
  expect(posts).toHaveLength(1)
})

test('logged out in another tab: it is said, and the cart is where it belongs', async ({
  page,
  context,
  client,
  published,
}) => {
  await logInBrowser(page, client, 'buyer@aularium.example')
  const added = await client.api('POST', `/v1/cart/items?world=${world}`, { materialId: published.id })
  expect([200, 409]).toContain(added.status)
  await page.goto(url('cart', { world }))
  await expect(page.locator('html')).toHaveAttribute('data-visitor', 'member')
  await page.waitForLoadState('networkidle')
  const other = await context.newPage()
  await other.goto(url('account', { world }))
  await other
    .getByRole('main')
    .getByRole('button', { name: t('header:logout'), exact: true })
    .click()
  await other.waitForURL((address) => address.pathname === url('home', { world }))
  await expect(toasts(page)).toContainText(t('login:loggedOut'))
  await expect(page.getByRole('heading', { name: t('cart:loggedOut.title') })).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText(published.title)
  await expectAccessible(page)
  await toasts(page)
    .getByRole('button', { name: t('login:submit') })
    .click()
  await page.waitForURL((address) => address.searchParams.get('next') === url('cart', { world }))
})

test('the payment: tax follows the country, nothing ticked is lost, an ended session keeps the cart', async ({
  page,
  context,
  published,
}) => {
  await page.goto(published.url)
  await putIntoCart(page, world)
  await expect(page.getByRole('banner').locator(cartLink)).toContainText('1')
  await goToPayment(page, world)
  const email = newEmail()
  await registerAtPayment(page, world, email)
  await page.getByLabel(t('payment:consent.immediate')).check()
  await payFrom(page, world, 'AT')
  await expect(page.getByRole('main')).toContainText(t('payment:order.tax', { rate: '20' }))
  await expect(page.getByLabel(t('payment:consent.immediate'))).toBeChecked()
  await expect(page.getByLabel(t('payment:country.label'))).toHaveValue('AT')
  await page.getByRole('button', { name: t('payment:pay'), exact: true }).click()
  const problems = page.locator('[data-problems]')
  await expect(problems).toBeFocused()
  await expect(page.getByLabel(t('payment:consent.immediate'))).toBeChecked()
  await expectAccessible(page)
  await problems.getByRole('link').first().click()
  await expect(page.getByLabel(t('payment:consent.waiver'))).toBeFocused()
  await page.keyboard.press('Space')
  const cookies = await context.cookies()
  await context.clearCookies({
    name: cookies.find(({ name }) => name.endsWith('session'))?.name ?? 'session',
  })
  await page.getByRole('button', { name: t('payment:pay'), exact: true }).click()
  await page.waitForURL((address) => address.pathname === url('login', { world }))
  await expect(page.getByRole('main')).toContainText(t('login:ended'))
})

test('a refused form lists all that is wrong, each line leads to its control', async ({ page }) => {
  await page.goto(url('register', { world }))
  await page.getByLabel(t('signup:email')).fill('ohne-punkt@')
  await page.getByLabel(t('signup:password')).fill('Ein langer Satz für den Test 7')
  await page
    .getByRole('main')
    .getByRole('button', { name: t('signup:submit'), exact: true })
    .click()
  const problems = page.locator('[data-problems]')
  await expect(problems).toBeFocused()
  await expect(problems).toContainText(t('errors:summary', { count: 3 }))
  await expect(problems.getByRole('link')).toHaveCount(3)
  await expectAccessible(page)
  await expect(page.getByLabel(t('signup:email'))).toHaveAccessibleDescription(t('errors:field.email'))
  await expect(page.getByLabel(t('signup:agb'))).toHaveAccessibleDescription(t('errors:field.check'))
  await expect(page.getByLabel(t('signup:password'))).toHaveValue('Ein langer Satz für den Test 7')
  await problems.getByRole('link').last().click()
  await expect(page.getByLabel(t('signup:agb'))).toBeFocused()
})
