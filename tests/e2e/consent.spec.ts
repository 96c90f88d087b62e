import { localizedPath, url } from '#platform/routing/url.ts'
import { liveWorlds } from '#platform/routing/worlds.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, words } from './fixtures.ts'

/*
 * A browser that has not answered yet: what it is asked, and that nothing of it is there for who has answered.
 */

const world = 'de'
const t = words(world)
test.use({ storageState: { cookies: [], origins: [] } })

const banner = '#cc-main'

test('before anything is done no script, request or cookie of it is there', async ({ page, context }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto(url('home', { world }), { waitUntil: 'networkidle' })
  await page.waitForTimeout(1500)
  expect(asked.filter((address) => /turns|banner|consent|api\//.test(address))).toEqual([])
  expect(await context.cookies()).toEqual([])
})

test('who refuses is asked once, keeps one cookie, and can change their mind', async ({ page, context }) => {
  await page.goto(url('home', { world }))
  await page.mouse.wheel(0, 40)
  const question = page.locator(banner).getByRole('dialog')
  await expect(question.getByText(t('consent:ask.title'))).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoSidewaysScroll(page)
  const [all, none] = await Promise.all(
    [t('consent:buttons.all'), t('consent:buttons.none')].map((name) =>
      question.getByRole('button', { name }).boundingBox(),
    ),
  )
  expect([none?.width, none?.height]).toEqual([all?.width, all?.height])
  expect(none?.height).toBeGreaterThanOrEqual(44)
  await question.getByRole('button', { name: t('consent:buttons.none') }).click()
  await expect(page.locator(banner)).toHaveCount(0)
  await expect.poll(async () => (await context.cookies()).map(({ name }) => name)).toEqual(['consent'])
  expect(await page.evaluate(() => [localStorage.length, sessionStorage.length])).toEqual([0, 0])

  const loaded: string[] = []
  page.on('request', (request) => loaded.push(request.url()))
  await page.goto(url('search', { world }))
  await page.mouse.wheel(0, 40)
  await page.waitForLoadState('networkidle')
  expect(loaded.filter((address) => /banner|v3\/consent/.test(address))).toEqual([])

  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: t('footer:privacySettings') })
    .click()
  await expect(page).toHaveURL(url('privacy-settings', { world }))
  await expectAccessible(page)
  await page.getByRole('button', { name: t('consent:buttons.all') }).click()
  await expect(page.getByText(t('consent:saved'))).toBeVisible()
  await page.getByRole('button', { name: t('consent:buttons.none') }).click()
  await expect(page.getByText(t('consent:nothing'))).toBeVisible()
})

test('one chooses for each purpose, by keyboard, and the page stays as it was typed in', async ({
  page,
  context,
}) => {
  await page.goto(url('home', { world }))
  await page.keyboard.press('Tab')
  const question = page.locator(banner).getByRole('dialog')
  await question.getByRole('button', { name: t('consent:buttons.choose') }).press('Enter')
  const choice = page.locator('#cc-main .pm')
  await expect(choice.getByText(t('consent:choose.title'))).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: t('consent:buttons.choose') }).press('Enter')
  await choice.getByRole('checkbox', { name: t('consent:statistics.title') }).press('Space')
  await choice.getByRole('button', { name: t('consent:buttons.save') }).press('Enter')
  await expect
    .poll(async () => (await context.cookies()).find(({ name }) => name === 'consent')?.value)
    .toMatch(/^1\.s\./)
})

test('terms and imprint ask nothing, nor do browsers that say no to every site', async ({ browser }) => {
  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } })
  const page = await context.newPage()
  for (const name of ['terms', 'imprint', 'privacy-settings'] as const) {
    await page.goto(url(name, { world }))
    await page.mouse.wheel(0, 40)
    await page.waitForLoadState('networkidle')
    await page.waitForTimeout(500)
    await expect(page.locator(banner)).toHaveCount(0)
  }
  await page.addInitScript('Object.defineProperty(navigator, "globalPrivacyControl", { value: true })')
  await page.goto(url('home', { world }))
  await page.mouse.wheel(0, 40)
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(500)
  await expect(page.locator(banner)).toHaveCount(0)
  await context.close()
})

test('the settings stand in every world, without script, too', async ({ browser, baseURL }) => {
  const plain = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 320, height: 640 } })
  const page = await plain.newPage()
  for (const each of liveWorlds()) {
    const say = words(each.world)
    await page.goto(`${baseURL}${localizedPath('privacy-settings', each.world, {})}`)
    await page.getByRole('button', { name: say('consent:buttons.none') }).click()
    await expect(page.getByText(say('consent:nothing'))).toBeVisible()
  }
  await plain.close()
})
