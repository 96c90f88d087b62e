import { url } from '#platform/routing/url.ts'
import { type LiveWorld, worldOf } from '#platform/routing/worlds.ts'
import { expect, expectAccessible, test, words } from './fixtures.ts'
import {
  download,
  expectCartCount,
  expectThanks,
  goToPayment,
  newEmail,
  openMaterial,
  order,
  putIntoCart,
  registerAtPayment,
  searchFor,
} from './journey.ts'

interface Card {
  id: number
  title: string
  url: string
  finalPrice: number
  currency: string
}

/** What a teacher there would type; the demo catalogue has it. */
const searches: Record<Exclude<LiveWorld, 'de'>, string> = {
  es: 'fracciones',
  fr: 'fractions',
  gr: 'κλασματα',
  it: 'frazioni',
  en: 'fractions',
}

for (const [world, query] of Object.entries(searches) as [Exclude<LiveWorld, 'de'>, string][]) {
  test(`${world}: found, bought and downloaded, with its own words and addresses`, async ({
    page,
    client,
  }) => {
    const t = words(world)
    const found = await client.get(`/api/v1/search?world=${world}&query=${encodeURIComponent(query)}`)
    const { materials } = found.json<{ materials: Card[] }>()
    const material = materials.find(({ finalPrice }) => finalPrice > 0)
    if (!material) throw new Error(`nothing to buy for "${query}" in ${world}`)

    await searchFor(page, world, query)
    await expect(page.locator('html')).toHaveAttribute('lang', worldOf(world).lang)
    await openMaterial(page, material.title)
    expect(new URL(page.url()).pathname).toBe(material.url)
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute(
      'href',
      new RegExp(`${material.url}$`),
    )
    await putIntoCart(page, world)
    await expect(page.getByRole('banner').locator(`a[href="${url('cart', { world })}"]`)).toContainText('1')
    await expectCartCount(page, world, 1, [url('home', { world }), url('cart', { world })])
    await goToPayment(page, world)
    await registerAtPayment(page, world, newEmail())
    await expectAccessible(page)
    await order(page, world, { totalCents: material.finalPrice, currency: material.currency, outcome: 'pay' })
    await expectThanks(page, world)
    const file = await download(page)
    expect(file.sha256).toBe(file.etag)
    expect(file.type).toBe('application/pdf')
    await page.goto(url('bought-materials', { world }))
    await expect(page.getByRole('heading', { level: 1, name: t('cabinet-materials:title') })).toBeVisible()
    await expect(page.getByRole('main')).toContainText(material.title)
  })
}
