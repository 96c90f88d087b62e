import type { Locator, Page } from '@playwright/test'
import { url } from '#platform/routing/url.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, words } from './fixtures.ts'

const world = 'de'
const t = words(world)
const start = url('search', { world, query: { query: 'mathe' } })

function cards(page: Page): Locator {
  return page.locator('main li.card')
}

function chips(page: Page): Locator {
  return page.getByRole('list', { name: t('search:chosen') })
}

/** The boxes of grades: open from the start. */
function grades(page: Page): Locator {
  return page.locator('input[name="class_grade"]')
}

async function heard(page: Page): Promise<string> {
  return (await page.locator('[data-live-status]').last().textContent()) ?? ''
}

test('filters act at once, with the keyboard, and the way back is a step back', async ({ page }) => {
  await page.goto(start)
  const before = await cards(page).count()
  const box = grades(page).nth(1)
  const value = await box.getAttribute('value')
  await box.focus()
  await page.keyboard.press('Space')
  await page.waitForURL((address) => address.searchParams.get('class_grade') === value)
  await expect(chips(page)).toBeVisible()
  // The same box, made anew, has the focus, and stands where it stood.
  await expect(page.locator(`input[name="class_grade"][value="${value}"]`)).toBeFocused()
  expect(await grades(page).nth(1).getAttribute('value')).toBe(value)
  expect(await cards(page).count()).toBeLessThan(before)
  await expect.poll(() => heard(page)).toContain(String(await cards(page).count()))
  await expectAccessible(page)

  await page.getByLabel(t('search:sort')).selectOption('newest')
  await page.waitForURL((address) => address.searchParams.get('sort') === 'newest')
  await page.goBack()
  await expect(page.getByLabel(t('search:sort'))).toHaveValue('relevance')
  await page.goBack()
  await expect(chips(page)).toHaveCount(0)
  await expect(cards(page)).toHaveCount(before)
  await page.goForward()
  await expect(chips(page)).toBeVisible()
})

test('each chip takes its filter away, and one link takes all', async ({ page }) => {
  await page.goto(start)
  await grades(page).nth(0).check()
  await page.waitForURL((address) => address.searchParams.getAll('class_grade').length === 1)
  await grades(page).nth(1).check()
  await page.waitForURL((address) => address.searchParams.getAll('class_grade').length === 2)
  await chips(page).getByRole('link').first().click()
  await page.waitForURL((address) => address.searchParams.getAll('class_grade').length === 1)
  await expect(chips(page).getByRole('link').first()).toBeFocused()
  await chips(page)
    .getByRole('link', { name: t('search:clear') })
    .click()
  await page.waitForURL((address) => !address.searchParams.has('class_grade'))
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page.locator('input[name="class_grade"]:checked')).toHaveCount(0)
})

test('a choice that cannot be shown is kept, said and tried again', async ({ page, context }) => {
  await page.goto(start)
  await grades(page).nth(0).hover()
  // What makes the filters act is there before the network goes.
  await expect
    .poll(() => page.evaluate(() => performance.getEntriesByName('', 'resource').length))
    .toBeGreaterThanOrEqual(0)
  await page.waitForLoadState('networkidle')
  const address = page.url()
  await context.route('**/suchergebnisse?*class_grade*', (route) => route.abort('internetdisconnected'))
  await grades(page).nth(0).check()
  await expect(page.getByRole('alert')).toContainText(t('search:live.failed'))
  expect(page.url()).toBe(address)
  await expect(grades(page).nth(0)).toBeChecked()
  await context.unroute('**/suchergebnisse?*class_grade*')
  await page.getByRole('button', { name: t('common:buttons.retry') }).click()
  await page.waitForURL((there) => there.searchParams.has('class_grade'))
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('free and a band of prices are either-or', async ({ page }) => {
  await page.goto(url('search', { world, query: { free: '1', price: '201-500' } }))
  const prices = page.locator('main li.card .price')
  const texts = await prices.allTextContents()
  expect(texts).toContain(t('common:free'))
  expect(texts.some((text) => text !== t('common:free'))).toBe(true)
})

test('where nothing was found and nothing is chosen, there is nothing to filter', async ({ page }) => {
  await page.goto(url('search', { world, query: { query: 'xqzvwk' } }))
  await expect(page.getByRole('heading', { name: t('search:empty.heading') })).toBeVisible()
  await expect(page.locator('form.facets')).toHaveCount(0)
  await expect(page.getByText(t('search:empty.text'))).toBeVisible()
  await expect(page.getByRole('heading', { name: t('home:topics') })).toBeVisible()
  await page.goto(url('search', { world, query: { query: 'xqzvwk', free: '1' } }))
  await expect(page.locator('form.facets')).toHaveCount(1)
  await expect(page.getByText(t('search:empty.filtered'))).toBeVisible()
  await page
    .getByRole('main')
    .getByRole('link', { name: t('search:clear') })
    .last()
    .click()
  await expect(page.getByText(t('search:empty.text'))).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true })

  test('filters are a sheet with the number of results on its button', async ({ page }) => {
    await page.goto(start)
    const summary = page.locator('[data-facet-sheet] > summary')
    await summary.tap()
    const sheet = page.getByRole('dialog', { name: t('search:filters') })
    await expect(sheet).toBeVisible()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await sheet.locator('input[name="class_grade"]').nth(1).check()
    await page.waitForURL((address) => address.searchParams.has('class_grade'))
    const count = await cards(page).count()
    const show = sheet.getByRole('button', { name: t('search:live.show', { count }) })
    await expect(show).toBeVisible()
    await sheet.locator('input[name="class_grade"]').nth(2).check()
    await page.waitForURL((address) => address.searchParams.getAll('class_grade').length === 2)
    await sheet.locator('[data-sheet-show]').click()
    await expect(sheet).toBeHidden()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await expect(chips(page)).toBeVisible()
    // All that was chosen in the sheet is one step.
    await page.goBack()
    await expect(chips(page)).toHaveCount(0)
  })

  test('the sheet closes with Escape and with its cross, and the button has the focus again', async ({
    page,
  }) => {
    await page.goto(start)
    const summary = page.locator('[data-facet-sheet] > summary')
    const sheet = page.getByRole('dialog', { name: t('search:filters') })
    await summary.focus()
    await page.keyboard.press('Enter')
    await expect(sheet).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(sheet).toBeHidden()
    await expect(summary).toBeFocused()
    await summary.tap()
    await sheet.getByRole('button', { name: t('common:buttons.close') }).tap()
    await expect(sheet).toBeHidden()
    await expect(summary).toBeFocused()
  })
})
