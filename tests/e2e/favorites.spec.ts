import type { Page } from '@playwright/test'
import { formatPrice } from '#platform/i18n/prices.ts'
import { url } from '#platform/routing/url.ts'
import type { MaterialCard } from '#platform/rules/contract/material.ts'
import type { Client } from '../support/http-client.ts'
import { weighJavaScript } from '../support/javascript-weight.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, words } from './fixtures.ts'
import { newMember } from './journey.ts'

const world = 'de'
const t = words(world)
const f = (key: string, values: Record<string, string> = {}) => t(`cabinet-materials:folders.${key}`, values)
const address = url('favorites', { world })

/** Somebody new who remembers three materials that cost something; the list shows the last of them first. */
async function collector(page: Page, base: string): Promise<{ client: Client; cards: MaterialCard[] }> {
  const { client } = await newMember(page, base)
  const found = await client.get(`/api/v1/search?world=${world}&query=mathe`)
  const priced = found
    .json<{ materials: MaterialCard[] }>()
    .materials.filter(({ finalPrice }) => finalPrice > 0)
  const cards = priced.slice(0, 3).reverse()
  for (const { id } of [...cards].reverse()) await remember(client, id)
  return { client, cards }
}

async function remember(client: Client, subjectId: number): Promise<void> {
  const subject = { subjectId, subjectType: 'material', world }
  expect((await client.api('POST', '/v3/subscriptions/subscribe', subject)).status).toBe(200)
}

/** Awake: its script has taken over. */
async function open(page: Page): Promise<void> {
  const known = page.waitForResponse(/wishlist\/query/)
  await page.goto(address)
  await known
  await expect(page.locator('main astro-island:not([ssr])')).toHaveCount(1)
}

const list = (page: Page) => page.getByRole('list', { name: t('favorites:listLabel') })
const titles = (page: Page) => list(page).getByRole('heading', { level: 2 })
const removal = (page: Page, { title }: MaterialCard) =>
  page.getByRole('button', { name: t('favorites:removeNamed', { title }), exact: true })
const undo = (page: Page, { title }: MaterialCard) =>
  list(page)
    .getByRole('button', { name: t('favorites:removed.undo') })
    .filter({ hasText: title })
const buying = (page: Page, { title }: MaterialCard) =>
  list(page)
    .getByRole('button', { name: t('common:buttons.addToCart') })
    .filter({ hasText: title })
const countOf = (page: Page) => page.getByRole('banner').locator('[data-count="favorites"]')
const sumOf = (cards: readonly MaterialCard[]) =>
  t('favorites:sum', {
    price: formatPrice(
      cards.reduce((sum, { finalPrice }) => sum + finalPrice, 0),
      'EUR',
    ),
  })

test('lines go at once and come back to their place, with the keyboard alone', async ({ page, baseURL }) => {
  const { client, cards } = await collector(page, baseURL ?? '')
  const [first, second, third] = cards as [MaterialCard, MaterialCard, MaterialCard]
  await open(page)
  const main = page.getByRole('main')
  await expect(titles(page)).toHaveText(cards.map(({ title }) => title))
  await expect(main).toContainText(sumOf(cards))

  await removal(page, second).focus()
  await page.keyboard.press('Enter')
  await expect(undo(page, second)).toBeVisible()
  await expect(list(page).getByRole('heading', { name: third.title, exact: true })).toBeFocused()
  await expect(main.getByRole('status').filter({ hasText: second.title })).toContainText(
    t('favorites:removed.notice'),
  )
  await expect(countOf(page)).toHaveText('2')
  await expect(main).toContainText(t('favorites:count', { count: 2 }))
  await expect(main).toContainText(sumOf([first, third]))

  // The last of the list: nothing comes after it.
  await removal(page, third).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(titles(page)).toHaveText([first.title])
  await expect(page.locator('[data-toasts]')).not.toContainText(t('favorites:removed.notice'))
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  }

  // Both can be undone, and each comes back to where it was.
  await undo(page, third).focus()
  await page.keyboard.press('Enter')
  await expect(list(page).getByRole('heading', { name: third.title, exact: true })).toBeFocused()
  await undo(page, second).focus()
  await page.keyboard.press('Enter')
  await expect(titles(page)).toHaveText(cards.map(({ title }) => title))
  await expect(countOf(page)).toHaveText('3')
  await expect(main).toContainText(sumOf(cards))
  await expect
    .poll(async () => (await client.get(`/api/v1/favorites?world=${world}`)).json<{ total: number }>().total)
    .toBe(3)
  client.close()
})

test('the order changes without leaving, and the cart is one with the header', async ({ page, baseURL }) => {
  const { client, cards } = await collector(page, baseURL ?? '')
  const [first] = cards as [MaterialCard]
  await open(page)
  await page.evaluate(() => Object.assign(window, { isSame: true }))
  const sort = page.getByLabel(t('favorites:sort.label'))
  await sort.selectOption('price_desc')
  const dearest = [...cards].sort((left, right) => right.finalPrice - left.finalPrice || right.id - left.id)
  await expect(titles(page)).toHaveText(dearest.map(({ title }) => title))
  await expect(page).toHaveURL(/\?sort=price_desc$/)
  await sort.selectOption('newest')
  await expect(titles(page)).toHaveText(cards.map(({ title }) => title))
  await expect(page).toHaveURL(new RegExp(`${address}$`))

  await buying(page, first).click()
  const inCart = list(page).getByRole('link', { name: new RegExp(`^${t('cart:open')}`) })
  await expect(inCart).toHaveCount(1)
  await expect(inCart).toBeFocused()
  const cart = page.getByRole('banner').locator(`a[href="${url('cart', { world })}"]`)
  await expect(cart).toContainText('1')
  await expectAccessible(page)
  expect(await page.evaluate(() => 'isSame' in window)).toBe(true)

  await page.getByRole('button', { name: t('favorites:addAll') }).click()
  await page.waitForURL((at) => at.pathname === url('cart', { world }))
  await expect(cart).toContainText('3')
  client.close()
})

test('without network a line comes back, nothing is lost and it is said', async ({
  page,
  baseURL,
  context,
}) => {
  const { client, cards } = await collector(page, baseURL ?? '')
  const [first, second] = cards as [MaterialCard, MaterialCard]
  const words = page.waitForResponse(/page-texts/)
  await open(page)
  await words
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await removal(page, second).click()
  const toasts = page.locator('[data-toasts]')
  await expect(toasts).toContainText(t('favorites:error.change'))
  await expect(titles(page)).toHaveText(cards.map(({ title }) => title))
  await expect(countOf(page)).toHaveText('3')
  const sort = page.getByLabel(t('favorites:sort.label'))
  await sort.selectOption('title')
  await expect(sort).toHaveValue('newest')
  await expect(page).toHaveURL(new RegExp(`${address}$`))

  await context.setOffline(false)
  await toasts
    .getByRole('button', { name: t('common:buttons.retry') })
    .first()
    .click()
  await expect(undo(page, second)).toBeVisible()
  await expect(titles(page).first()).toHaveText(first.title)
  client.close()
})

test('two tabs show the same list', async ({ page, baseURL, context }) => {
  const { client, cards } = await collector(page, baseURL ?? '')
  const [first, second, third] = cards as [MaterialCard, MaterialCard, MaterialCard]
  await open(page)
  const other = await context.newPage()
  await open(other)
  await removal(page, second).click()
  await expect(undo(other, second)).toBeVisible()
  await expect(countOf(other)).toHaveText('2')
  await undo(other, second).click()
  await expect(titles(page)).toHaveText([first.title, second.title, third.title])
  await buying(page, third).click()
  await expect(list(other).getByRole('link', { name: new RegExp(`^${t('cart:open')}`) })).toHaveCount(1)

  // A heart on another page brings its line.
  const found = await client.get(`/api/v1/search?world=${world}&query=deutsch`)
  const more = found.json<{ materials: MaterialCard[] }>().materials.find(({ id }) => id !== first.id)
  if (!more) throw new Error('The demo catalogue has nothing more.')
  await other.goto(more.url)
  await other.locator(`[data-favorite="${more.id}"]`).first().click()
  await expect(list(page)).toContainText(more.title)
  await expect(countOf(page)).toHaveText('4')
  await other.close()
  client.close()
})

test('a material is in its folder at once, and out of the one that is open', async ({ page, baseURL }) => {
  const { client, cards } = await collector(page, baseURL ?? '')
  const [first] = cards as [MaterialCard]
  const made = await client.api('POST', '/v3/folders/create', { title: 'Für Montag', type: 'favorite' })
  expect(made.status).toBe(200)
  await open(page)
  const main = page.getByRole('main')
  const folder = main.getByRole('link', { name: 'Für Montag' })
  const line = main.locator('li.line').filter({ hasText: first.title })
  const menu = line.locator('summary')
  await menu.click()
  await line.getByRole('checkbox', { name: 'Für Montag' }).check()
  await line.getByRole('button', { name: f('save'), exact: true }).click()
  await expect(folder).toContainText('1')
  await expect(line.getByText(f('saved'), { exact: true })).toBeVisible()
  await expect(menu).toBeFocused()

  const known = page.waitForResponse(/wishlist\/query/)
  await folder.click()
  await known
  await expect(titles(page)).toHaveText([first.title])
  await menu.click()
  await line.getByRole('checkbox', { name: 'Für Montag' }).uncheck()
  await line.getByRole('button', { name: f('save'), exact: true }).click()
  await expect(titles(page)).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.goto(address)
  await expect(titles(page)).toHaveCount(3)
  client.close()
})

test('all scripts of a member weigh what they may', async ({ page, baseURL, browser }) => {
  const { client } = await collector(page, baseURL ?? '')
  const cookies = [...client.cookies].map(([name, value]) => ({ name, value, url: client.base }))
  const [weight] = await weighJavaScript(baseURL ?? '', { favorites: address }, browser, cookies)
  expect(weight?.afterAll, weight?.early.join(', ')).toBeLessThanOrEqual(90_000)
  client.close()
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 800 } })

  test('every button is a form that works', async ({ page, baseURL }) => {
    const { client, cards } = await collector(page, baseURL ?? '')
    const [first, second] = cards as [MaterialCard, MaterialCard]
    await page.goto(address)
    await removal(page, second).click()
    await expect(titles(page)).toHaveCount(2)
    await page.getByRole('button', { name: t('favorites:removed.undo') }).click()
    await expect(titles(page)).toHaveCount(3)
    await page.getByLabel(t('favorites:sort.label')).selectOption('price_asc')
    await page.getByRole('button', { name: t('favorites:sort.submit') }).click()
    await page.waitForURL((at) => at.searchParams.get('sort') === 'price_asc')
    await buying(page, first).click()
    await page.waitForURL((at) => at.pathname === url('cart', { world }))
    await expect(page.getByRole('main')).toContainText(first.title)
    client.close()
  })
})
