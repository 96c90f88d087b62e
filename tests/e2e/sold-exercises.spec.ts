import type { Page } from '@playwright/test'
import { url } from '#platform/routing/url.ts'
import { createClient } from '../support/http-client.ts'
import { onSale } from '../support/sold-units.ts'
import { castPassword, expect, expectAccessible, expectNoSidewaysScroll, test, words } from './fixtures.ts'
import { newBuyer } from './journey.ts'

/* What an exercise that is sold looks like for who has it and who has not, and what its buyer makes of it. */

const world = 'de'
const t = words(world)
test.describe.configure({ mode: 'serial' })
const price = 250

/** An exercise on sale, and somebody who bought it. */
async function sold(base: string) {
  const author = createClient(base)
  const session = await author.api('POST', '/v3/oauth2/authenticate', {
    ...{ grant_type: 'password', username: 'seller@aularium.example', password: castPassword },
  })
  expect(session.status, session.text).toBe(200)
  const { unitId, materialId } = await onSale({ id: 0, email: '', client: author })
  const buyer = await newBuyer(base, materialId, price)
  author.close()
  return { unitId, materialId, buyer }
}

async function as(page: Page, base: string, { cookies }: { cookies: ReadonlyMap<string, string> }) {
  await page.context().addCookies([...cookies].map(([name, value]) => ({ name, value, url: base })))
}

test('its beginning carries the mark of a sample, until it is bought', async ({ page, baseURL }) => {
  const { materialId, buyer } = await sold(baseURL ?? '')
  await page.goto(url('material', { world, id: materialId }))
  await page
    .getByRole('main')
    .getByRole('link', { name: /ausprobieren|anspielen|probieren/i })
    .first()
    .click()
  await expect(page).toHaveURL(new RegExp(`/m${materialId}$`))
  const mark = page.locator(`[data-sample="${t('interactive-shop:play.sample')}"]`)
  await expect(mark).toBeVisible()
  const drawn = () => mark.evaluate((part) => getComputedStyle(part, '::before').content)
  expect(await drawn()).toContain(t('interactive-shop:play.sample'))
  await expect(mark.locator('section.exercise')).toHaveCount(3)
  // What was answered of it is theirs, and all the rest is there once it is bought.
  const first = page.locator('section.exercise').first()
  await first.getByRole('radio').first().check()
  await first.getByRole('button', { name: t('new-interactive:play.checkOne') }).click()
  await expect(first.getByText(/^(Richtig!|Noch nicht richtig)/).first()).toBeVisible()
  await as(page, baseURL ?? '', buyer)
  await page.reload()
  await expect(page.locator('section.exercise')).toHaveCount(12)
  await page.locator('section.exercise').last().scrollIntoViewIfNeeded()
  await expect(first.getByRole('radio', { checked: true })).toHaveCount(1)
  await expect(page.locator('[data-sample], .sample')).toHaveCount(0)
  buyer.close()
})

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? 'on a phone' : 'on a phone without scripts', () => {
    test.use({ javaScriptEnabled, viewport: { width: 360, height: 740 } })

    test('the page of a material shows how its exercise begins, marked as a sample', async ({
      page,
      baseURL,
    }) => {
      const { materialId, buyer } = await sold(baseURL ?? '')
      await page.goto(url('material', { world, id: materialId }))
      const sample = page.locator('.sample__tasks')
      await expect(sample.getByRole('heading', { level: 3 })).toHaveText(
        [1, 2, 3].map((number) => t('new-interactive:play.task', { number })),
      )
      await expect(sample).toContainText(t('interactive-shop:play.preview', { shown: 3, total: 12 }))
      await expect(sample).toContainText('Wie viel ist 2 + 2?')
      await expect(page.locator('main')).not.toContainText('Geheime Rückmeldung')
      const mark = () => sample.evaluate((part) => getComputedStyle(part, '::before').content)
      expect(await mark()).toContain(t('interactive-shop:play.sample'))
      if (javaScriptEnabled) await expectAccessible(page)
      await expectNoSidewaysScroll(page)
      // The mark lies turned across tasks that are played, too.
      await page.goto(url('interactive-play', { world, key: `m${materialId}` }))
      await expect(page.locator('[data-sample]')).toBeVisible()
      await expectNoSidewaysScroll(page)
      buyer.close()
    })

    test('who points at a version makes a copy of it and is in its editor', async ({ page, baseURL }) => {
      const { unitId, buyer } = await sold(baseURL ?? '')
      const { id } = (await buyer.api('POST', `/v3/units/${unitId}/shadow`, {})).json<{ id: number }>()
      await as(page, baseURL ?? '', buyer)
      await page.goto(url('interactive-play', { world, key: `s${id}` }))
      await page.getByRole('button', { name: t('interactive-shop:play.copy') }).click()
      await expect(page).toHaveURL(/\/interaktiv\/meine\/\d+$/)
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Doppelt')
      await expect(page.locator(`a[href*="exercise="]`)).toHaveCount(0)
      buyer.close()
    })
  })

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled, viewport: { width: 360, height: 740 } })

    test('its buyer gives a task a time, and takes it away again', async ({ page, baseURL }) => {
      const { unitId, buyer } = await sold(baseURL ?? '')
      const { id } = (await buyer.api('POST', `/v3/units/${unitId}/shadow`, {})).json<{ id: number }>()
      await as(page, baseURL ?? '', buyer)
      await page.goto(url('interactive-play', { world, key: `s${id}` }))
      const open = () => page.locator('summary', { hasText: t('interactive-shop:shadow.heading') }).click()
      const seconds = page.getByLabel(t('new-interactive:fields.timeLimit')).first()
      const save = page.getByRole('button', { name: t('interactive-shop:courses.save') })
      const time = page
        .locator('section.exercise')
        .first()
        .getByText(t('new-interactive:play.taskTime', { time: '0:45' }))
      await open()
      await seconds.fill('4x')
      await save.click()
      await expect(seconds).toHaveAttribute('aria-invalid', 'true')
      await seconds.fill('45')
      await save.click()
      await expect(page).toHaveURL(/#saved$/)
      await expect(time).toBeVisible()
      await open()
      await expect(seconds).toHaveValue('45')
      if (javaScriptEnabled) await expectAccessible(page)
      await expectNoSidewaysScroll(page)
      await seconds.fill('')
      await save.click()
      await expect(time).toHaveCount(0)
      buyer.close()
    })
  })
