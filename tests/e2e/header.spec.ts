import type { Locator, Page } from '@playwright/test'
import { url } from '#platform/routing/url.ts'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  logInBrowser,
  type Published,
  test,
  words,
} from './fixtures.ts'

const world = 'de'
const t = words(world)
const de = { world } as const

/** Ten templates that differ. */
const templates: readonly ((published: Published) => string)[] = [
  () => url('home', de),
  () => url('search', { ...de, query: { query: 'bruchrechnung' } }),
  ({ url: address }) => address,
  () => url('cart', de),
  () => url('login', de),
  () => url('magazine', de),
  () => url('help-center', de),
  () => url('seller-landing', de),
  () => url('post', { ...de, id: 1 }),
  () => url('payment', de),
]

function accountMenu(page: Page): { opener: Locator; menu: Locator } {
  const banner = page.getByRole('banner')
  return {
    opener: banner.locator('summary').filter({ hasText: t('header:account') }),
    menu: banner.locator('.account-menu'),
  }
}

/** What lies at the middle of an element is the element itself: nothing is painted over it. */
async function expectOnTop(element: Locator): Promise<void> {
  expect(
    await element.evaluate((node) => {
      const box = node.getBoundingClientRect()
      const there = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
      return node.contains(there)
    }),
  ).toBe(true)
}

for (const width of [360, 1280]) {
  test(`menus open by key, and close by Escape, a press outside and when the focus leaves, at ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 740 })
    await page.goto(url('home', de))
    const { opener, menu } = accountMenu(page)
    const login = menu.getByRole('link', { name: t('header:login') })
    await opener.focus()
    await page.keyboard.press('Enter')
    await expect(login).toBeVisible()
    await expectOnTop(login)
    await expectAccessible(page)

    await page.keyboard.press('Escape')
    await expect(login).toBeHidden()
    await expect(opener).toBeFocused()

    await opener.click()
    await expect(login).toBeVisible()
    await page.locator('main').click({ position: { x: 4, y: 300 } })
    await expect(login).toBeHidden()

    await opener.focus()
    await page.keyboard.press('Enter')
    await login.focus()
    await page.keyboard.press('Tab')
    await expect(menu.getByRole('link', { name: t('header:register') })).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(login).toBeHidden()

    const subjects = page
      .getByRole('banner')
      .locator('summary')
      .filter({ hasText: t('header:subjects') })
    await subjects.click()
    const first = page
      .getByRole('navigation', { name: t('header:subjects') })
      .getByRole('link')
      .first()
    await expect(first).toBeVisible()
    await expectOnTop(first)
    await opener.click()
    await expect(first).toBeHidden()
    await expect(login).toBeVisible()
  })
}

test('a member is named on every page, and logs out from any of them', async ({
  page,
  client,
  published,
}) => {
  await logInBrowser(page, client, 'buyer@aularium.example')
  const name = (await client.get('/api/v1/user?world=de')).json<{ details: { publicName: string } }>()
  for (const address of [
    url('home', de),
    published.url,
    url('cart', de),
    url('account', de),
    url('payment', de),
  ]) {
    await page.goto(address)
    const { opener, menu } = accountMenu(page)
    await opener.click()
    await expect(menu.getByText(name.details.publicName)).toBeVisible()
    await expect(menu.getByRole('button', { name: t('header:logout') })).toBeVisible()
    await expect(menu.getByRole('link', { name: t('header:login') })).toBeHidden()
  }
  await accountMenu(page)
    .menu.getByRole('button', { name: t('header:logout') })
    .click()
  await page.waitForURL((address) => address.pathname === url('home', de))
  const { opener, menu } = accountMenu(page)
  await opener.click()
  await expect(menu.getByRole('link', { name: t('header:login') })).toBeVisible()
  await expect(menu.getByRole('button', { name: t('header:logout') })).toBeHidden()
  await page.goto(url('account', de))
  await expect(page).toHaveURL(new RegExp(url('login', de)))
})

test('a count stands beside its icon and moves nothing else', async ({ page, published }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(published.url)
  const banner = page.getByRole('banner')
  const cart = banner.locator(`a[href="${url('cart', de)}"]`)
  const before = await cart.boundingBox()
  await page
    .getByRole('main')
    .getByRole('button', { name: t('common:buttons.addToCart') })
    .first()
    .click()
  const count = cart.locator('.count')
  await expect(count).toHaveText('1')
  const [icon, badge] = await Promise.all([cart.locator('.icon').boundingBox(), count.boundingBox()])
  expect((icon?.x ?? 0) + (icon?.width ?? 0)).toBeLessThanOrEqual((badge?.x ?? 0) + 1)
  expect(await cart.boundingBox()).toEqual(before)
})

test('at 320 px nothing is wider than the screen, and all of the header can be touched', async ({
  page,
  published,
}) => {
  test.slow()
  await page.setViewportSize({ width: 320, height: 640 })
  for (const template of templates) {
    await page.goto(template(published))
    await expectNoSidewaysScroll(page)
    for (const target of await page.getByRole('banner').locator('a, summary, button').all()) {
      if (!(await target.isVisible())) continue
      const box = await target.boundingBox()
      expect(
        Math.min(box?.width ?? 0, box?.height ?? 0),
        (await target.textContent()) ?? '',
      ).toBeGreaterThanOrEqual(44)
    }
  }
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the account menu opens, and logging out works', async ({ page, client }) => {
    await logInBrowser(page, client, 'buyer@aularium.example')
    await page.goto(url('account', de))
    const { opener, menu } = accountMenu(page)
    await opener.click()
    await expect(menu.getByRole('link', { name: t('header:login') })).toBeHidden()
    await menu.getByRole('button', { name: t('header:logout') }).click()
    await page.goto(url('home', de))
    await opener.click()
    await expect(menu.getByRole('link', { name: t('header:login') })).toBeVisible()
    await page.goto(url('account', de))
    await expect(page).toHaveURL(new RegExp(url('login', de)))
  })
})
