import type { Page } from '@playwright/test'
import { url } from '#platform/routing/url.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, logInBrowser, test, words } from './fixtures.ts'

const world = 'de'
const t = words(world)

/** The author of the published material: the seller of the cast, with years of catalogue, blog and followers. */
async function authorUrl(
  client: { get: (path: string) => Promise<{ json: <T>() => T }> },
  id: number,
): Promise<string> {
  const answer = await client.get(`/api/v1/materials/${id}?world=${world}`)
  return answer.json<{ author: { url: string } }>().author.url
}

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
  await page.goto(await authorUrl(client, published.id))
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
  await page.goto(await authorUrl(client, published.id))
  const all = await page.locator('main .cards:not(.cards--row) > .card').count()
  await page.getByLabel(t('author-page:shop.search')).fill('Brüche')
  await page
    .getByRole('main')
    .getByRole('button', { name: t('author-page:shop.apply') })
    .click()
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

test('an author is followed and no longer followed, and stays so on the next page', async ({
  page,
  client,
  published,
}) => {
  await logInBrowser(page, client, 'editor@aularium.example')
  const address = await authorUrl(client, published.id)
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
