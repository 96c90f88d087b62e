import { url } from '#platform/routing/url.ts'
import { browserArguments } from './browser.ts'
import { expect, expectNoSidewaysScroll, logInBrowser, test, words } from './fixtures.ts'

/** A browser whose letters are set to twice their size; media queries in rem follow. */
test.use({
  launchOptions: {
    executablePath: process.env.E2E_BROWSER,
    args: [...browserArguments, '--blink-settings=defaultFontSize=32'],
  },
})

const t = words('de')
const de = { world: 'de' } as const

for (const width of [360, 1280]) {
  test(`with letters of 32 px everything stays on a screen of ${width} px, and the header works`, async ({
    page,
    published,
  }) => {
    test.slow()
    await page.setViewportSize({ width, height: 740 })
    for (const address of [
      url('home', de),
      url('home', { world: 'gr' }),
      url('search', { ...de, query: { query: 'bruchrechnung' } }),
      published.url,
      url('cart', de),
      url('login', de),
      url('magazine', de),
      url('help-center', de),
      url('seller-landing', de),
      url('payment', de),
    ]) {
      await page.goto(address)
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px')
      await expectNoSidewaysScroll(page)
    }
    await page.goto(url('home', de))
    const banner = page.getByRole('banner')
    await banner
      .locator('summary')
      .filter({ hasText: t('header:account') })
      .click()
    const login = banner.getByRole('link', { name: t('header:login') })
    await expect(login).toBeInViewport()
    await page.keyboard.press('Escape')
    await banner
      .locator('summary')
      .filter({ hasText: t('header:subjects') })
      .click()
    await expect(banner.getByRole('navigation', { name: t('header:subjects') })).toBeVisible()
    await expectNoSidewaysScroll(page)
  })
}

test('with letters of 32 px the figures of an author stay on a wide screen', async ({ page, client }) => {
  await logInBrowser(page, client, 'seller@aularium.example')
  for (const width of [1280, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(url('charts', de))
    await expectNoSidewaysScroll(page)
  }
})
