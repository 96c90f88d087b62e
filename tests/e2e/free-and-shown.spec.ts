import type { Page } from '@playwright/test'
import { url } from '#platform/routing/url.ts'
import type { MaterialDetail } from '#platform/rules/contract/material.ts'
import { downloadUrl } from '#shop/selling/materials/server/files/download.ts'
import type { Client } from '../support/http-client.ts'
import { journeySecret } from '../support/journey-secret.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, logInBrowser, test, words } from './fixtures.ts'
import { newEmail } from './journey.ts'

/** Getting a free material, and looking at pages before buying: by script, by plain HTML, on a phone. */

const world = 'de'
const t = words(world)
const buyer = 'buyer@aularium.example'

async function freeMaterial(client: Client): Promise<{ id: number; url: string; title: string }> {
  const answer = await client.get(`/api/v1/search?world=${world}&free=1`)
  const [card] = answer.json<{ materials: { id: number; url: string; title: string }[] }>().materials
  if (!card) throw new Error('The demo catalogue has nothing for free.')
  return card
}

async function detailOf(client: Client, id: number): Promise<MaterialDetail> {
  return (await client.get(`/api/v1/materials/${id}?world=${world}`)).json<MaterialDetail>()
}

async function clickDownload(page: Page): Promise<void> {
  await page.getByRole('button', { name: t('material-page:buy.free') }).click()
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with script' : 'without script', () => {
    test.use({ javaScriptEnabled })

    test('logged in, the download of a free material starts at once', async ({ page, client }) => {
      await logInBrowser(page, client, buyer)
      await page.goto((await freeMaterial(client)).url)
      const started = page.waitForEvent('download')
      await clickDownload(page)
      expect((await started).suggestedFilename()).toMatch(/\.pdf$/)
      await expect(page.getByRole('main')).toContainText(t('cabinet-materials:starting'))
    })

    test('from its card, too: a member gets the download, a stranger the ways to it', async ({
      page,
      client,
    }) => {
      const { url: address, title } = await freeMaterial(client)
      const take = page.getByRole('button', { name: t('common:card.take', { title }), exact: true }).first()
      const results = url('search', { world, query: { free: '1' } })
      await page.goto(results)
      if (javaScriptEnabled) await expectAccessible(page)
      await take.click()
      await page.waitForURL((at) => at.pathname === address)
      await expect(page.locator('#free-ways')).toBeVisible()
      await logInBrowser(page, client, buyer)
      await page.goto(results)
      const started = page.waitForEvent('download')
      await take.click()
      expect((await started).suggestedFilename()).toMatch(/\.pdf$/)
      await expect(page.getByRole('main')).toContainText(title)
    })

    test('a stranger is shown both ways, never a cart; one account step starts the download', async ({
      page,
      client,
    }) => {
      const { url: address, title } = await freeMaterial(client)
      await page.goto(address)
      const ways = page.locator('#free-ways')
      await expect(ways).toBeHidden()
      await clickDownload(page)
      await expect(ways).toBeVisible()
      expect(new URL(page.url()).pathname).toBe(address)
      if (javaScriptEnabled) await expectAccessible(page)
      await ways.getByRole('link', { name: t('service-pages:freeMail.register') }).click()
      await page.waitForURL((at) => at.pathname === url('register', { world }))
      await page.getByLabel(t('signup:publicName')).fill('Frau Sommer')
      await page.getByLabel(t('signup:email')).fill(newEmail())
      await page.getByLabel(t('signup:password')).fill('Ein langer Satz für den Test 7')
      await page.getByLabel(t('signup:agb')).check()
      const started = page.waitForEvent('download')
      await page
        .getByRole('main')
        .getByRole('button', { name: t('signup:submit'), exact: true })
        .click()
      expect((await started).suggestedFilename()).toMatch(/\.pdf$/)
      await expect(page.getByRole('main')).toContainText(title)
    })
  })
}

test('an expired download link leads to the purchases and says so', async ({ page, client }) => {
  await logInBrowser(page, client, buyer)
  const { id } = await freeMaterial(client)
  expect((await client.api('POST', `/v1/materials/${id}/claim?world=${world}`)).status).toBe(200)
  const me = (await client.get('/api/v1/user')).json<{ id: number }>()
  const [file] = (await detailOf(client, id)).materialFiles
  const now = Date.now
  Date.now = () => now() - 20 * 60_000
  const old = downloadUrl(
    { env: { secret: journeySecret } as Parameters<typeof downloadUrl>[0]['env'], world },
    { accountId: me.id, fileId: file?.id ?? 0 },
  )
  Date.now = now
  await page.goto(old)
  expect(new URL(page.url()).pathname).toBe(url('bought-materials', { world }))
  await expect(page.getByRole('main')).toContainText(t('cabinet-materials:expired'))
  await expectAccessible(page)
  const fresh = page.waitForEvent('download')
  await page.getByRole('main').locator('a[href^="/files/"]').first().click()
  expect((await fresh).suggestedFilename()).toMatch(/\.pdf$/)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true })

  test('cover, title, price and button share the first screen; pages are chosen, enlarged, or blurred', async ({
    page,
    client,
    published,
  }) => {
    test.slow()
    // The pages are drawn by a job that may still be under way.
    await expect
      .poll(async () => (await detailOf(client, published.id)).previews.length, { timeout: 600_000 })
      .toBe(12)
    await page.goto(published.url)
    const button = page.getByRole('button', { name: t('common:buttons.addToCart'), exact: true }).first()
    await expect(button).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 })
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)

    const thumb = (at: number) =>
      page.getByRole('link', { name: t('material-page:preview.thumb', { page: at }), exact: true })
    await expect(thumb(1)).toHaveAttribute('aria-current', 'true')
    await thumb(3).click()
    await expect(thumb(3)).toHaveAttribute('aria-current', 'true')
    await expect(thumb(1)).not.toHaveAttribute('aria-current', 'true')
    await expect(page.locator('#page-3')).toBeInViewport({ ratio: 0.9 })

    await page.locator('#page-3 [data-zoom-link]').click()
    const dialog = page.getByRole('dialog', { name: t('material-page:preview.large') })
    await expect(dialog.locator('[data-zoom-place]')).toHaveText('3 / 4')
    const large = dialog.locator('img').nth(2)
    await expect
      .poll(() => large.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(1000)
    await dialog.getByRole('button', { name: t('material-page:preview.larger') }).click()
    expect((await large.boundingBox())?.width).toBeGreaterThan(900)
    await page.keyboard.press('Escape')

    const hidden = page.locator('#page-9')
    await expect(hidden.locator('a')).toHaveCount(0)
    await expect(hidden).toContainText(t('material-page:preview.afterBuying'))
    const src = (await hidden.locator('img').getAttribute('src')) ?? ''
    expect((await client.get(src)).status).toBe(200)
    expect((await client.get(src.replace('/preview/500/', '/zoom/1400/'))).status).toBe(404)
  })

  test('the bar with price and button comes when their own place is out of sight', async ({
    page,
    published,
  }) => {
    await page.goto(published.url)
    const place = page.locator('[data-buy]')
    await expect(place).not.toHaveAttribute('data-away', '')
    await page.locator('#reviews, .facts').first().scrollIntoViewIfNeeded()
    // What ends the page is not under it. The page grows while it is scrolled: by the bar, by pictures.
    await expect(async () => {
      await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
      await expect(place).toHaveAttribute('data-away', '', { timeout: 5_000 })
      const [bar, end] = [
        await page.locator('.buy__form').first().boundingBox(),
        await page.getByRole('contentinfo').boundingBox(),
      ]
      expect((end?.y ?? 0) + (end?.height ?? 0)).toBeLessThanOrEqual((bar?.y ?? 0) + 1)
    }).toPass({ timeout: 60_000 })
  })
})
