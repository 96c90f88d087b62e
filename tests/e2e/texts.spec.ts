import type { Page } from '@playwright/test'
import { url } from '#platform/routing/url.ts'
import { createClient } from '../support/http-client.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, logInBrowser, test, words } from './fixtures.ts'

/* Editors write texts: found in the list, drafted, looked at, published, and put back. */

const world = 'de'
const t = words(world)
const text = { world, kind: 'magazine', key: 'three-levels' } as const
const main = (page: Page) => page.getByRole('main')
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true })

test('a text is found, written, looked at, published at once, and as it was shipped again', async ({
  page,
  client,
}) => {
  await logInBrowser(page, client, 'editor@aularium.example')
  await page.goto(url('console-texts', { world }))
  await main(page).getByLabel(t('console:texts.kind'), { exact: true }).first().selectOption('magazine')
  await button(page, t('console:texts.show')).click()
  await expect(page).toHaveURL(/kind=magazine/)
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  }
  await main(page).locator(`a[href$="/${text.key}"]`).click()
  const title = main(page).getByLabel(t('console:texts.title'), { exact: true })
  const before = await title.inputValue()
  await title.fill('Ein Thema, drei Wege')
  await expect(main(page).locator('[data-text-state]')).toContainText(/\d/)
  // What was typed is there on the next device.
  await page.reload()
  await expect(title).toHaveValue('Ein Thema, drei Wege')
  await button(page, t('console:text.preview')).click()
  await expect(main(page).getByText(t('console:text.previewNote'))).toBeVisible()
  await expect(title).toHaveValue('Ein Thema, drei Wege')
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  }
  await button(page, t('console:text.publish')).click()
  await expect(main(page).getByText(t('console:said.published'))).toBeVisible()
  const address =
    (await main(page)
      .getByRole('link', { name: t('console:text.view') })
      .getAttribute('href')) ?? ''
  await expect
    .poll(async () => (await client.get(address)).text, { timeout: 2000 })
    .toContain('Ein Thema, drei Wege')
  await button(page, t('console:changes.to-shipped')).click()
  await expect(main(page).getByText(t('console:said.to-shipped'))).toBeVisible()
  await expect.poll(async () => (await client.get(address)).text, { timeout: 2000 }).toContain(before)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } })

  test('two who write at once see what differs, and neither loses a word', async ({
    page,
    client,
    baseURL,
  }) => {
    await logInBrowser(page, client, 'editor@aularium.example')
    const address = url('console-text', { ...text, kind: 'help', key: 'pay' })
    await page.goto(address)
    const body = main(page).getByLabel(t('console:text.body'), { exact: true })
    const source = await body.inputValue()
    // A colleague is faster.
    const other = createClient(baseURL ?? '')
    await other.api('POST', '/v3/oauth2/authenticate', {
      grant_type: 'password',
      username: 'editor@aularium.example',
      password: 'Aularium-2026!',
    })
    const version = Number(await main(page).locator('input[name=version]').inputValue())
    const stored = await other.api('POST', '/v1/texts/draft', {
      kind: 'help',
      key: 'pay',
      version,
      words: {
        title: await main(page).getByLabel(t('console:texts.title'), { exact: true }).inputValue(),
        slug: await main(page).getByLabel(t('console:fields.slug'), { exact: true }).inputValue(),
        description: await main(page)
          .getByLabel(t('console:fields.description'), { exact: true })
          .inputValue(),
        category: 'buying',
        body: `${source}\nVon der Kollegin.\n`,
      },
    })
    expect(stored.status, stored.text).toBe(200)

    await body.fill(`${source}\nVon mir.\n`)
    await button(page, t('console:text.save')).click()
    await expect(main(page).getByText('Von der Kollegin.', { exact: true })).toBeVisible()
    await expect(body).toHaveValue(/Von mir\./)
    await expectNoSidewaysScroll(page)
    await button(page, t('console:text.save')).click()
    await expect(main(page).getByText(t('console:said.saved'))).toBeVisible()
    await expect(body).toHaveValue(/Von mir\./)
    await button(page, t('console:changes.discard')).click()
    await expect(main(page).getByText(t('console:said.discard'))).toBeVisible()
    await expect(body).not.toHaveValue(/Von mir\./)
  })
})
