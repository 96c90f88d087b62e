import type { Page } from '@playwright/test'
import { isOfConsole } from '../../src/platform/routing/kinds.ts'
import { type RouteName, routes } from '../../src/platform/routing/routes.ts'
import { localizedPath, url } from '../../src/platform/routing/url.ts'
import type { Client } from '../support/http-client.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, logInBrowser, test } from './fixtures.ts'

const world = 'de'
const de = { world } as const

/** Pages of the console with an address that needs no parameters. */
const pages = routes.filter((row) => isOfConsole(row) && !row.pattern.includes('{')).map(({ name }) => name)

async function asAdmin(page: Page, client: Client): Promise<void> {
  await logInBrowser(page, client, 'operator@aularium.example')
}

for (const [width, height] of [
  [360, 780],
  [1280, 900],
] as const) {
  test(`every page of the console stands in its frame at ${width} px`, async ({ page, client }, info) => {
    test.slow()
    await asAdmin(page, client)
    await page.setViewportSize({ width, height })
    for (const name of pages as RouteName[]) {
      await page.goto(localizedPath(name, world))
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
      await expect(page.getByRole('navigation', { name: 'Konsole' })).toBeAttached()
      await expectNoSidewaysScroll(page)
      await expectAccessible(page)
      await page.screenshot({ path: info.outputPath(`${name}.png`), fullPage: true })
      await page.emulateMedia({ colorScheme: 'dark' })
      await expectAccessible(page, 'colours')
      await page.screenshot({ path: info.outputPath(`${name}-dark.png`) })
      await page.emulateMedia({ colorScheme: 'light' })
    }
  })
}

test('by keyboard: / leads to the search, which finds pages, texts and people', async ({ page, client }) => {
  await asAdmin(page, client)
  await page.goto(url('console', de))
  await page.locator('h1').click()
  await page.keyboard.press('/')
  const search = page.getByRole('searchbox', { name: 'In der Konsole suchen' })
  await expect(search).toBeFocused()
  await page.keyboard.type('auszahl')
  await page.keyboard.press('Enter')
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: /Auszahlungen/ }).first()).toBeVisible()
  // Typed into a field, it is a letter.
  await search.fill('')
  await search.press('/')
  await expect(search).toHaveValue('/')
  await search.fill('seller@aularium.example')
  await search.press('Enter')
  await main.getByRole('link', { name: /seller@aularium\.example/ }).click()
  await expect(page.locator('input[name="member"]')).toHaveValue(/^\d+$/)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('what waits leads to its list, a list to that of another world, the search answers', async ({
    page,
    client,
  }) => {
    await asAdmin(page, client)
    await page.goto(url('console', de))
    const links = page.getByRole('main').getByRole('table').getByRole('link')
    if ((await links.count()) > 0) {
      const href = await links.first().getAttribute('href')
      await links.first().click()
      await expect(page).toHaveURL(new RegExp(`${href?.replace('?', '\\?')}$`))
    }
    await page.goto(url('moderation', de))
    await page
      .getByRole('navigation', { name: /anderen Welten/ })
      .getByRole('link')
      .nth(1)
      .click()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(new URL(page.url()).pathname).not.toBe(url('moderation', de))
    await page.goto(url('console', de))
    await page.getByRole('searchbox').fill('widerruf')
    await page.getByRole('button', { name: 'Suchen' }).click()
    await expect(page.getByRole('main').getByRole('link').first()).toBeVisible()
    await page.goto(url('console', de))
    const menu = page.getByRole('navigation', { name: 'Konsole' })
    await menu.getByRole('link', { name: 'Offene Aufgaben' }).click()
    await expect(page).toHaveURL(new RegExp(`${url('operator-tasks', de)}$`))
  })
})
