import type { Page } from '@playwright/test'
import { url } from '#platform/routing/url.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, logInBrowser, test, words } from './fixtures.ts'

/* The account on a phone and on a wide screen: its navigation in groups, its front page, the page of the mails. */

const world = 'de'
const t = words(world)
const main = (page: Page) => page.getByRole('main')
const navigation = (page: Page) => page.getByRole('navigation', { name: t('header:account'), exact: true })

async function looksRight(page: Page): Promise<void> {
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
}

test('an author finds money, tasks and sales at home, and every page by a menu in groups', async ({
  page,
  client,
}) => {
  await page.setViewportSize({ width: 360, height: 780 })
  await logInBrowser(page, client, 'seller@aularium.example')
  await page.goto(url('account', { world }))
  for (const heading of ['money', 'tasks', 'sold'])
    await expect(
      main(page).getByRole('heading', { name: t(`account:home.${heading}`), exact: true }),
    ).toBeVisible()
  await looksRight(page)
  const payouts = navigation(page).getByRole('link', { name: t('payouts:nav'), exact: true })
  await expect(payouts).toBeHidden()
  await navigation(page).getByText(t('account:nav.overview')).first().click()
  for (const group of ['library', 'teaching', 'selling', 'settings'])
    await expect(navigation(page).getByText(t(`account:nav.groups.${group}`), { exact: true })).toBeVisible()
  await looksRight(page)
  await payouts.click()
  await page.waitForURL((address) => address.pathname === url('payouts', { world }))
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(payouts).toBeVisible()
  await expect(payouts).toHaveAttribute('aria-current', 'page')
  await page.emulateMedia({ colorScheme: 'dark' })
  await looksRight(page)
  // Where a person's own colours are forced, no ground marks the open page, and no picture draws an arrow.
  await page.emulateMedia({ forcedColors: 'active' })
  await expect(payouts).toHaveCSS('border-inline-start-style', 'solid')
  await page.goto(url('charts', { world }))
  await expect(main(page).locator('select').first()).toHaveCSS('appearance', 'auto')
})

test('a buyer switches mails on a page of their own; review requests are off until asked for', async ({
  page,
  client,
}) => {
  await logInBrowser(page, client, 'buyer@aularium.example')
  await page.goto(url('account', { world }))
  await looksRight(page)
  await navigation(page)
    .getByRole('link', { name: t('service-pages:settings.heading'), exact: true })
    .click()
  await page.waitForURL((address) => address.pathname === url('mail-settings', { world }))
  const ratings = main(page)
    .getByRole('listitem')
    .filter({ hasText: t('service-pages:mails.ratings') })
  await expect(ratings).toContainText(t('service-pages:settings.isOff'))
  await looksRight(page)
})
