import type { Page } from '@playwright/test'
import { url } from '#platform/routing/url.ts'
import { expect, test, words } from './fixtures.ts'

const world = 'de'
const t = words(world)

/** Tabs until the element with focus has this name; fails when it cannot be reached. */
async function tabTo(page: Page, name: string | RegExp, limit = 80): Promise<void> {
  for (let i = 0; i < limit; i++) {
    await page.keyboard.press('Tab')
    const label = await page.evaluate(() => {
      const element = document.activeElement
      const labelled = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : undefined
      const text = element?.getAttribute('aria-label') ?? labelled ?? element?.textContent ?? ''
      // Where a long word may be broken is nothing one hears.
      return text.replaceAll('\u00ad', '').trim()
    })
    if (typeof name === 'string' ? label.includes(name) : name.test(label)) return
  }
  throw new Error(`"${name}" cannot be reached with Tab`)
}

test('the main job needs no mouse', async ({ page, published }) => {
  await page.goto(url('home', { world }))
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: t('header:skip') })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('#main')).toBeFocused()

  await page.goto(url('home', { world }))
  await tabTo(page, t('header:search.label'))
  await page.keyboard.type('bruchrechnung klasse 6')
  await page.keyboard.press('Enter')
  await page.waitForURL((address) => address.pathname === url('search', { world }))
  await tabTo(page, published.title, 150)
  await page.keyboard.press('Enter')
  await page.waitForURL((address) => address.pathname.includes(`/${published.id}/`))
  await tabTo(page, t('common:buttons.addToCart'))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('banner').locator(`a[href="${url('cart', { world })}"]`)).toContainText('1')

  await page.goto(url('cart', { world }))
  await tabTo(page, t('cart:checkout'))
  await page.keyboard.press('Enter')
  await page.waitForURL((address) => address.pathname === url('payment', { world }))
  await tabTo(page, t('payment:login.registerButton'))
  await page.keyboard.press('Enter')
  await page.waitForURL((address) => address.pathname === url('register', { world }))
})

test('whatever has focus can be seen, even while its picture is on its way', async ({ page, published }) => {
  await page.route('**/images/**', () => undefined)
  await page.goto(published.url, { waitUntil: 'domcontentloaded' })
  await expect(page.locator('.gallery__open').nth(1)).toBeVisible()
  const invisible: string[] = []
  for (let i = 0; i < 25; i++) {
    await page.keyboard.press('Tab')
    const found = await page.evaluate(() => {
      const element = document.activeElement
      if (!element || element === document.body) return undefined
      const style = getComputedStyle(element)
      const box = element.getBoundingClientRect()
      // The ring of a search goes round its field and its button together.
      const whole = element.closest('form')
      const isRoundAll = whole !== null && getComputedStyle(whole).outlineStyle !== 'none'
      const hasRing = style.outlineStyle !== 'none' || style.boxShadow !== 'none' || isRoundAll
      return hasRing && box.width > 0 ? undefined : element.outerHTML.slice(0, 120)
    })
    if (found !== undefined) invisible.push(found)
  }
  expect(invisible).toEqual([])
})
