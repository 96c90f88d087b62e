import type { Page } from '@playwright/test'
import { url } from '#platform/routing/url.ts'
import {
  authorAddress,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  logInBrowser,
  schoolHubAddress,
  test,
  words,
} from './fixtures.ts'

const world = 'de'
const t = words(world)

function tab(page: Page, name: string) {
  return page.locator('nav.tabs').getByRole('link', { name, exact: true })
}

test('the tabs of an author lead to materials, blog, activity and who is followed', async ({
  page,
  client,
  published,
}) => {
  test.slow()
  await page.setViewportSize({ width: 360, height: 800 })
  await page.goto(await authorAddress(client, published))
  const name = (await page.getByRole('heading', { level: 1 }).textContent()) ?? ''
  for (const key of ['blog', 'activity', 'following', 'materials'] as const) {
    const labels = {
      blog: t('author-page:tabs.blog'),
      activity: t('author-page:tabs.activity'),
      following: t('author-page:tabs.following'),
      materials: t('author-page:tabs.materials'),
    }
    const link = tab(page, labels[key])
    await link.click()
    await expect(link).toHaveAttribute('aria-current', 'page')
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  }
})

test('materials of an author can be searched, and everything shown again', async ({
  page,
  client,
  published,
}) => {
  await page.goto(await authorAddress(client, published))
  const all = await page.locator('main .cards:not(.cards--row) > .card').count()
  const search = page.locator('main search')
  await expect(search).toBeHidden()
  await page.locator('main summary', { hasText: t('author-page:shop.apply') }).click()
  await page.getByLabel(t('author-page:shop.search')).fill('Brüche')
  await search.getByRole('button', { name: t('author-page:shop.apply') }).click()
  await page.waitForURL((address) => address.searchParams.get('query') === 'Brüche')
  const found = page.locator('main .cards > .card')
  await expect(found.first()).toBeVisible()
  expect(await found.count()).toBeLessThan(all)
  await expect(page.getByLabel(t('author-page:shop.search'))).toHaveValue('Brüche')
  await page.getByLabel(t('author-page:shop.search')).fill('xqzvwk')
  await page.getByLabel(t('author-page:shop.search')).press('Enter')
  await expect(page.getByRole('heading', { name: t('author-page:shop.none.heading') })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: t('author-page:shop.reset') }).click()
  await expect(found.first()).toBeVisible()
})

test('on a phone hubs and authors show a cover in the first screen', async ({ page, client, published }) => {
  const screen = { width: 360, height: 740 }
  await page.setViewportSize(screen)
  const addresses = [
    ...(await Promise.all((['de', 'fr', 'gr'] as const).map((each) => schoolHubAddress(client, each)))),
    await authorAddress(client, published),
  ]
  for (const address of addresses) {
    await page.goto(address)
    const box = await page.getByRole('main').locator('.card__cover').first().boundingBox()
    // Not its edge alone.
    expect.soft(box?.y, address).toBeLessThan(screen.height - 40)
  }
})

test('one line of an introduction is seen, the rest when it is wanted', async ({ page, client }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(await schoolHubAddress(client, world))
  const text = page.locator('.cut__text p').first()
  const lineHeight = 32
  expect((await text.boundingBox())?.height).toBeLessThan(lineHeight)
  await page.locator('main summary', { hasText: t('common:buttons.more') }).click()
  expect((await text.boundingBox())?.height).toBeGreaterThan(2 * lineHeight)
  await expectAccessible(page)
})

test('an author is followed and no longer followed, and stays so on the next page', async ({
  page,
  client,
  published,
}) => {
  await logInBrowser(page, client, 'editor@aularium.example')
  const address = await authorAddress(client, published)
  await page.goto(address)
  const name = (await page.getByRole('heading', { level: 1 }).textContent()) ?? ''
  const button = page.getByRole('main').locator('button[data-follow]').first()
  await expect(button).toContainText(t('author-page:follow.button'))
  await button.click()
  await expect(button).toContainText(t('author-page:follow.on'))
  await page.goto(url('recommendations', { world }))
  await expect(page.getByRole('main')).toContainText(name)
  await page.goto(address)
  await expect(button).toContainText(t('author-page:follow.on'))
  await button.click()
  await expect(button).toContainText(t('author-page:follow.button'))
})
