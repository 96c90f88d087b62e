import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import type { Page } from '@playwright/test'
import { url } from '#platform/routing/url.ts'
import { liveWorlds } from '#platform/routing/worlds.ts'
import { weighJavaScript } from '../support/javascript-weight.ts'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  expectValidHtml,
  logInBrowser,
  type Published,
  resultsFolder,
  test,
} from './fixtures.ts'

interface Scene {
  name: string
  address: (published: Published) => string
  /** Somebody of the cast who is logged in. */
  as?: 'buyer' | 'seller'
  status?: number
}

const de = { world: 'de' } as const

const scenes: readonly Scene[] = [
  { name: 'landing', address: () => '/' },
  { name: 'home', address: () => url('home', de) },
  { name: 'home-gr', address: () => url('home', { world: 'gr' }) },
  { name: 'search', address: () => url('search', { ...de, query: { query: 'bruchrechnung' } }) },
  {
    name: 'search-filtered',
    address: () => url('search', { ...de, query: { price: 'free', sort: 'newest' } }),
  },
  { name: 'search-nothing', address: () => url('search', { ...de, query: { query: 'xqzvwk' } }) },
  { name: 'material', address: ({ url: address }) => address },
  { name: 'cart-empty', address: () => url('cart', de) },
  { name: 'favorites-empty', address: () => url('favorites', de) },
  { name: 'payment-empty', address: () => url('payment', de) },
  { name: 'login', address: () => url('login', de) },
  { name: 'register', address: () => url('register', de) },
  { name: 'terms', address: () => url('terms', de) },
  { name: 'imprint', address: () => url('imprint', de) },
  { name: 'not-found', address: () => '/de/gibt-es-nicht', status: 404 },
  { name: 'account', address: () => url('account', de), as: 'buyer' },
  { name: 'bought', address: () => url('bought-materials', de), as: 'buyer' },
  { name: 'invoices', address: () => url('invoices', de), as: 'buyer' },
  { name: 'billing address', address: () => url('billing-address', de), as: 'buyer' },
  { name: 'cabinet', address: () => url('cabinet-sales', de), as: 'seller' },
  { name: 'upload', address: () => url('upload', de), as: 'seller' },
  { name: 'edit', address: ({ id }) => url('edit-material', { ...de, materialId: id }), as: 'seller' },
  { name: 'sales', address: () => url('sales-downloads', de), as: 'seller' },
  { name: 'profile', address: () => url('my-author-profile', de), as: 'seller' },
  { name: 'post-editor', address: () => url('post-editor', de), as: 'seller' },
  { name: 'favorites', address: () => url('favorites', de), as: 'buyer' },
  { name: 'recommendations', address: () => url('recommendations', de), as: 'buyer' },
  { name: 'help', address: () => url('help-center', { world: 'it' }) },
  { name: 'magazine', address: () => url('magazine', { world: 'fr' }) },
  { name: 'seller-landing', address: () => url('seller-landing', { world: 'gr' }) },
  { name: 'homeschooling', address: () => url('homeschooling', { world: 'es' }) },
  { name: 'change-country', address: () => url('change-country', de) },
  { name: 'privacy-settings', address: () => url('privacy-settings', de) },
]

const widths = [360, 768, 1280] as const

for (const scene of scenes) {
  test(`${scene.name}: valid, accessible in light and dark, no wider than the screen`, async ({
    page,
    client,
    published,
  }) => {
    test.slow()
    if (scene.as) await logInBrowser(page, client, `${scene.as}@aularium.example`)
    const response = await page.goto(scene.address(published))
    expect(response?.status()).toBe(scene.status ?? 200)
    await expectValidHtml(page, response)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 })
        await expectNoSidewaysScroll(page)
        await picture(page, `${scene.name}-${width}-${scheme}`)
        if (width !== 768) await expectAccessible(page, scheme === 'light' ? 'all' : 'colours')
      }
    }
  })
}

/** For people to look at; a picture is never compared. */
async function picture(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: join(resultsFolder, 'screens', `${name}.png`), fullPage: false })
}

test('the first page of a world stays small; its styles are one file for all pages', async ({ client }) => {
  // As readers get a page that is read again and again (page-cache.ts). Addresses of covers, which hardly get smaller, are 1.5 kB of it.
  const weigh = (text: string) =>
    brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length
  const sheetsIn = (text: string) =>
    [...text.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(([, path = '']) => path)
  for (const { world } of liveWorlds()) {
    const { text } = await client.get(url('home', { world }))
    expect.soft(weigh(text), world).toBeLessThanOrEqual(10_000)
    const sheets = sheetsIn(text)
    expect.soft(sheets, world).toHaveLength(1)
    expect.soft(sheets, world).toEqual(sheetsIn((await client.get(url('cart', { world }))).text))
    const styles = await Promise.all(sheets.map(async (path) => (await client.get(path)).text))
    expect.soft(weigh(styles.join('')), `styles of ${world}`).toBeLessThanOrEqual(24_000)
  }
})

test('the console has a sheet of its own beside it, which public pages do not load', async ({
  page,
  client,
}) => {
  await logInBrowser(page, client, 'operator@aularium.example')
  const sheetsOf = () =>
    page
      .locator('link[rel=stylesheet]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  await page.goto(url('cart', de))
  const [all, ...others] = await sheetsOf()
  expect(others).toEqual([])
  await page.goto(url('console', de))
  expect(await sheetsOf()).toEqual([expect.stringContaining('console'), all])
})

test('public pages ship little JavaScript, and the rest only once somebody wants it', async ({
  browser,
  baseURL,
  client,
  published,
}) => {
  const { author } = (await client.get(`/api/v1/materials/${published.id}?world=de`)).json<{
    author: { url: string }
  }>()
  const weights = await weighJavaScript(
    baseURL ?? '',
    {
      home: url('home', de),
      search: url('search', { ...de, query: { query: 'mathe' } }),
      material: published.url,
      author: author.url,
      // The browser speaks German: here it offers the page in that language.
      'home in another language': url('home', { world: 'es' }),
    },
    browser,
  )
  for (const { page, beforeIntent, afterAll, early } of weights) {
    expect.soft(beforeIntent, `${page} before intent: ${early.join(', ')}`).toBeLessThanOrEqual(12_000)
    expect.soft(afterAll, `${page} after hydrating everything`).toBeLessThanOrEqual(90_000)
  }
})
