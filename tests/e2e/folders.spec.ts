import type { Page } from '@playwright/test'
import { url } from '#platform/routing/url.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, words } from './fixtures.ts'
import { newMember } from './journey.ts'

const world = 'de'
const t = words(world)
const f = (key: string, values: Record<string, string> = {}) => t(`cabinet-materials:folders.${key}`, values)

/** Both judges need scripts in the page. */
async function expectLooksRight(page: Page): Promise<void> {
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    // Pages that glide to a place move it away from under a hand that drags: this one wants them to stand still.
    const contextOptions = { reducedMotion: 'reduce' } as const
    test.use({ javaScriptEnabled, contextOptions, viewport: { width: 360, height: 740 } })

    test('materials are put into folders, archived and found again', async ({ page, baseURL, published }) => {
      const { client } = await newMember(page, baseURL ?? '')
      const subject = { subjectId: published.id, subjectType: 'material', world }
      expect((await client.api('POST', '/v3/subscriptions/subscribe', subject)).status).toBe(200)
      await page.goto(url('favorites', { world }))
      const name = `Klasse 6 ${javaScriptEnabled ? 'mit' : 'ohne'}`
      const main = page.getByRole('main')

      await main.getByText(f('new'), { exact: true }).click()
      await main.getByLabel(f('name'), { exact: true }).fill(name)
      // With scripts it is there for some seconds: whoever waits for it looks before they press.
      const saved = main.getByText(f('saved'), { exact: true }).filter({ visible: true })
      await Promise.all([
        expect(saved).toBeVisible(),
        main.getByRole('button', { name: f('create'), exact: true }).click(),
      ])
      await expect(main).toContainText(f('empty'))
      if (javaScriptEnabled) await expectLooksRight(page)

      await main.getByRole('link', { name: f('all') }).click()
      const line = main.locator('li.line').filter({ hasText: published.title })
      if (javaScriptEnabled) {
        // Its script makes it one that can be dragged.
        await expect(line).toHaveAttribute('draggable', 'true')
        await Promise.all([expect(saved).toBeVisible(), line.dragTo(main.getByRole('link', { name }))])
        await expect(saved).toHaveCount(0)
      } else {
        await line
          .locator('summary')
          .filter({ hasText: f('put') })
          .click()
        await line.getByRole('checkbox', { name }).check()
        await line.getByRole('button', { name: f('save'), exact: true }).click()
        await expect(saved).toBeVisible()
      }
      await main.getByRole('link', { name }).click()
      await expect(main).toContainText(published.title)

      const inFolder = main.locator('li.line').filter({ hasText: published.title })
      await inFolder
        .locator('summary')
        .filter({ hasText: f('put') })
        .click()
      await inFolder.getByRole('button', { name: f('archiveNamed', { title: published.title }) }).click()
      await expect(main).not.toContainText(published.title)
      await main.getByRole('link', { name: f('archive') }).click()
      const archived = main.locator('li.line').filter({ hasText: published.title })
      await archived
        .locator('summary')
        .filter({ hasText: f('put') })
        .click()
      await archived.getByRole('button', { name: f('restoreNamed', { title: published.title }) }).click()

      await expect(main.getByRole('link', { name: f('archive') })).toHaveCount(0)
      await page.goto(url('favorites', { world }))
      await main.getByRole('link', { name }).click()
      await expect(main).toContainText(published.title)
      await main
        .locator('summary')
        .filter({ hasText: f('change') })
        .click()
      if (javaScriptEnabled) await expectLooksRight(page)
      await main.getByRole('button', { name: f('delete'), exact: true }).click()
      await expect(main.getByRole('link', { name })).toHaveCount(0)
      await expect(main).toContainText(published.title)
      client.close()
    })
  })
}
