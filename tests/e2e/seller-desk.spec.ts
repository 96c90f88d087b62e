import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { url } from '#platform/routing/url.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, logInBrowser, test, words } from './fixtures.ts'

/* What an author does beside uploading, on a phone: reads numbers, looks for sales, changes many listings, writes ahead. */

const world = 'de'
const t = words(world)
const main = (page: Page) => page.getByRole('main')
const press = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true }).click()

async function looksRight(page: Page): Promise<void> {
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
}

test.beforeEach(async ({ page, client }) => {
  await page.setViewportSize({ width: 360, height: 780 })
  await logInBrowser(page, client, 'seller@aularium.example')
})

test('an author reads the charts, by day and by light, and looks for sales', async ({ page }) => {
  await test.step('the charts of a year, each with its table', async () => {
    await page.goto(url('charts', { world }))
    await main(page).getByLabel(t('charts:period.label'), { exact: true }).selectOption('90')
    await main(page).getByLabel(t('charts:compare.label'), { exact: true }).selectOption('year')
    await press(page, t('charts:show'))
    await page.waitForURL((address) => address.searchParams.get('days') === '90')
    const revenue = page.getByRole('figure', { name: t('charts:revenue') })
    await revenue.getByText(t('charts:table')).click()
    await expect(revenue.getByRole('row')).toHaveCount(91)
    await looksRight(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectAccessible(page)
    await page.emulateMedia({ colorScheme: 'light' })
  })
  await test.step('one material', async () => {
    const first = main(page)
      .getByRole('table', { name: t('charts:byMaterial') })
      .getByRole('link')
      .first()
    const title = await first.textContent()
    await first.click()
    await page.waitForURL((address) => address.searchParams.has('material'))
    await expect(
      main(page).getByLabel(t('charts:material.label'), { exact: true }).locator('option:checked'),
    ).toHaveText(title ?? '')
  })
  await test.step('sales of a time, as a file, too', async () => {
    await page.goto(url('sales-downloads', { world }))
    await expect(main(page).getByRole('rowheader').first()).toContainText(/20\d\d/)
    // On a phone the filter is folded, so that the sales come first.
    await expect(main(page).getByLabel(t('cabinet-sales:filter.from'))).toBeHidden()
    await main(page).getByText(t('cabinet-sales:filter.heading')).click()
    await main(page).getByLabel(t('cabinet-sales:filter.from')).fill('2026-01-01')
    await press(page, t('cabinet-sales:filter.show'))
    await page.waitForURL((address) => address.searchParams.get('from') === '2026-01-01')
    await looksRight(page)
    const link = main(page).locator('a[download]')
    const file = await page.request.get((await link.getAttribute('href')) ?? '')
    expect([file.status(), file.headers()['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
    await page.goto(url('sales-downloads', { world, query: { to: '2001-01-01' } }))
    await expect(main(page)).toContainText(t('cabinet-sales:filter.none'))
  })
})

test('an author brings a table, changes what it made, and writes a post that comes out later', async ({
  page,
}) => {
  const word = `tafel${randomBytes(4).toString('hex')}`
  const titles = [`Einmaleins ${word}`, `Uhrzeit ${word}`]
  await test.step('a table becomes drafts; what is wrong with a line is said', async () => {
    await page.goto(url('cabinet-sales', { world }))
    await main(page).getByText(t('bulk:heading')).click()
    const csv = `title;price\n${titles.map((title) => `${title};2,00`).join('\n')}\nZu teuer ${word};99999\n`
    await main(page)
      .getByLabel(t('bulk:file'))
      .setInputFiles({ name: 'table.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
    await press(page, t('bulk:import'))
    await expect(main(page)).toContainText(t('bulk:plan.lead', { changed: 0, fresh: 2, skipped: 1 }))
    await looksRight(page)
    await press(page, t('bulk:plan.apply'))
    await expect(main(page)).toContainText(t('bulk:outcome', { done: 2, skipped: 1 }))
    await expect(main(page)).toContainText(`${t('bulk:line', { line: 4 })} Zu teuer ${word}`)
    await looksRight(page)
  })
  await test.step('both are made dearer, then deleted', async () => {
    for (const intent of ['percent', 'delete']) {
      await page.goto(url('cabinet-sales', { world }))
      for (const title of titles) await main(page).getByLabel(t('bulk:select', { title })).check()
      await main(page).getByText(t('bulk:heading')).click()
      if (intent === 'percent') await main(page).getByLabel(t('bulk:percent')).fill('10')
      await main(page).locator(`form#bulk button[value="bulk-ask-${intent}"]`).click()
      // What would happen is shown, and nothing is done before it is pressed.
      await expect(main(page)).toContainText(
        t(intent === 'percent' ? 'bulk:ask.prices' : 'bulk:ask.delete', { count: 2 }),
      )
      await looksRight(page)
      await main(page).locator(`button[value="bulk-${intent}"]`).click()
      await expect(main(page)).toContainText(t('bulk:outcome', { done: 2, skipped: 0 }))
      if (intent === 'percent') await expect(main(page)).toContainText(/2,20\s€/)
    }
    await expect(main(page).getByLabel(t('bulk:select', { title: titles[0] ?? '' }))).toHaveCount(0)
  })
  await test.step('a draft gets its day; what it said before can be fetched', async () => {
    await page.goto(url('post-editor', { world }))
    const text = main(page).getByRole('textbox', { name: t('blogpost:editor.source'), exact: true })
    const title = main(page).getByRole('textbox', { name: t('blogpost:editor.title'), exact: true })
    await title.fill(`Beitrag ${word}`)
    await text.fill('Die erste Fassung dieses Beitrags, lang genug.')
    await press(page, t('blogpost:editor.save'))
    await expect(main(page)).toContainText(t('blogpost:editor.saved'))
    await text.fill('Die zweite Fassung dieses Beitrags, lang genug.')
    await press(page, t('blogpost:editor.save'))
    await expect(main(page).getByRole('heading', { name: t('blogpost:versions.heading') })).toBeVisible()
    await main(page)
      .getByRole('link', { name: t('blogpost:versions.until', { date: '' }).slice(0, 4) })
      .click()
    await expect(text).toHaveText('Die erste Fassung dieses Beitrags, lang genug.')
    const day = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)
    await main(page).getByLabel(t('blogpost:schedule.day')).fill(day)
    await main(page).getByLabel(t('blogpost:schedule.hour')).selectOption('7')
    await press(page, t('blogpost:schedule.save'))
    await expect(main(page).locator('#scheduled')).toContainText(', 07:00')
    await looksRight(page)
    await main(page).getByText(t('blogpost:editor.deleteHeading')).last().click()
    await press(page, t('blogpost:editor.delete'))
    await expect(main(page)).toContainText(t('blogpost:editor.deleted', { title: `Beitrag ${word}` }))
  })
})
