import type { Page } from '@playwright/test'
import { routes } from '#platform/routing/routes.ts'
import { localizedPath, url } from '#platform/routing/url.ts'
import { liveWorlds } from '#platform/routing/worlds.ts'
import { expect, expectAccessible, test, words } from './fixtures.ts'

test('the app promotion stands on the pages whose row says so and on no other', async ({
  client,
  published,
}) => {
  const plain = routes.filter(({ name, pattern }) => !pattern.includes('{') && name !== 'root-landing')
  const addresses = plain.flatMap(({ name, traits }) =>
    liveWorlds().map(({ world }) => ({
      path: localizedPath(name, world),
      isNamed: traits.includes('app-banner'),
    })),
  )
  for (const { path, isNamed } of [
    ...addresses,
    { path: published.url, isNamed: true },
    { path: '/', isNamed: false },
  ]) {
    const answer = await client.get(path)
    // Private pages lead to the login.
    if (answer.status !== 200) continue
    expect([path, answer.text.includes('data-app-banner')]).toEqual([path, isNamed])
  }
})

test('the app promotion goes on request, stays away and moves nothing', async ({ page }) => {
  const t = words('de')
  await page.goto(url('favorites', { world: 'de' }))
  const banner = page.getByRole('complementary', { name: t('header:appBanner.label') })
  await banner.getByRole('button', { name: t('header:appBanner.close') }).click()
  await expect(banner).toBeHidden()
  await page.goto(url('search', { world: 'de' }))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(banner).toBeHidden()
})

test('a page in another language is offered, and the chosen world is where the root leads', async ({
  page,
}) => {
  const [spanish, german] = [words('es'), words('de')]
  await page.goto(url('home', { world: 'es' }))
  const hint = page.locator('[data-language-hint]')
  // It comes once somebody is there.
  await page.mouse.wheel(0, 40)
  await expect(hint.getByText(german('header:languageHint.text'))).toBeVisible()
  await expect(hint.getByText(spanish('header:languageHint.text'))).toHaveCount(0)
  await hint.getByRole('link', { name: german('header:languageHint.open') }).click()
  await expect(page).toHaveURL(url('home', { world: 'de' }))
  await expect(hint).toBeHidden()
  await page.goto('/')
  await expect(page).toHaveURL(url('home', { world: 'de' }))
})

test('offers and seller landing are accessible, the calculator counts', async ({ page }) => {
  const t = words('de')
  test.slow()
  for (const name of ['offers', 'seller-landing'] as const) {
    await page.goto(url(name, { world: 'de' }))
    await expectAccessible(page)
  }
  await page.getByLabel(t('seller:calc.price', { currency: 'EUR' })).fill('9,90')
  await page.getByLabel(t('seller:calc.sales')).fill('10')
  await page.getByRole('button', { name: t('seller:calc.submit') }).click()
  await expect(page.locator('#calculator')).toContainText('58,20')
})

test('an article says who wrote it and how long it takes, and shows materials that go with it', async ({
  page,
}) => {
  test.slow()
  const slugs = { de: 'ein-blatt-drei-wege', fr: undefined, gr: undefined }
  for (const world of ['de', 'fr', 'gr'] as const) {
    const t = words(world)
    await page.goto(url('magazine', { world }))
    const slug = slugs[world]
    if (slug) await page.goto(url('magazine-article', { world, id: 2, slug }))
    else await page.getByRole('main').locator('.articles a').first().click()
    await expect(page.getByText(t('common:articles.by'))).toBeVisible()
    const [before = '', after = ''] = t('common:articles.minutes', { minutes: '#' }).split('#')
    await expect(page.locator('.article-dates')).toContainText(new RegExp(`${before}[1-9]${after}`))
    await expectMaterials(page, t('common:articles.materials'))
    await expectAccessible(page)
    await page.goto(url('mental-health', { world }))
    await expectMaterials(page, t('common:articles.materials'))
  }
})

async function expectMaterials(page: Page, title: string): Promise<void> {
  const shelf = page.locator('.shelf', { has: page.getByRole('heading', { name: title }) })
  const count = await shelf.locator('.card').count()
  expect(count, page.url()).toBeGreaterThanOrEqual(3)
  expect(count, page.url()).toBeLessThanOrEqual(6)
}

test('an episode is heard without script, from any place in it, and its page says who speaks', async ({
  page,
}) => {
  await page.goto(url('podcast', { world: 'de' }))
  await expect(page.locator('main .intro use')).toHaveAttribute('href', /#podcast$/)
  await page.getByRole('main').getByRole('link', { name: 'Korrigieren ohne Sonntag' }).first().click()
  const sound = page.locator('main audio[controls]')
  await expect(page.getByRole('main')).toContainText('synthetischen Stimme')
  const part = await page.request.get((await sound.getAttribute('src')) ?? '', {
    headers: { range: 'bytes=1000-1999' },
  })
  expect([part.status(), part.headers()['content-type'], (await part.body()).length]).toEqual([
    206,
    'audio/mpeg',
    1000,
  ])
})

test('the menu leads to all subjects and to grades', async ({ page }) => {
  const t = words('de')
  await page.goto(url('home', { world: 'de' }))
  await page.locator('.drop--full > summary').click()
  const menu = page.getByRole('navigation', { name: t('header:subjects') })
  await expect(menu.getByRole('link', { name: t('header:allSubjects') })).toHaveAttribute(
    'href',
    url('search', { world: 'de' }),
  )
  await expect(menu.getByRole('link', { name: '5. Klasse' })).toBeVisible()
  await expectAccessible(page)
})
