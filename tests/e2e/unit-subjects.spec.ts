import type { Page } from '@playwright/test'
import { url } from '#platform/routing/url.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, words } from './fixtures.ts'
import { newMember } from './journey.ts'

/* For what an exercise is: said in both editors, found again in the list, on a phone. */

const world = 'de'
const t = words(world)
const text = (key: string, vars = {}) => t(`new-interactive:${key}`, vars)
const mine = url('interactive-my', { world })
const phone = { width: 360, height: 780 }

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const listed = (page: Page) => page.locator('main .exercise a')

async function begin(page: Page, title: string, template?: string): Promise<void> {
  await page.goto(mine)
  await page.getByLabel(text('fields.title')).fill(title)
  if (template) await page.getByLabel(text('templates.label'), { exact: true }).selectOption(template)
  await button(page, text('my.create')).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
}

/** Opens a group of ticks and ticks one of them. */
async function tick(page: Page, group: string, name: string): Promise<void> {
  const label = page.locator('.field__label').getByText(text(`fields.${group}`), { exact: true })
  const choices = page
    .locator('details.choices:visible')
    .filter({ has: page.locator('summary', { has: label }) })
  await choices.locator('summary').click()
  await choices.getByLabel(name, { exact: true }).check()
}

test('subjects and grades are chosen in the editor, found in the list and taken back', async ({
  page,
  baseURL,
}) => {
  await newMember(page, baseURL ?? '')
  await page.setViewportSize(phone)
  await begin(page, 'Römische Zahlen')
  await expect(button(page, text('editor.undo'))).toBeVisible()
  const settings = page.locator('summary', { hasText: text('editor.settings') }).and(page.locator(':visible'))
  await settings.click()
  await tick(page, 'subjects', 'Mathematik')
  await tick(page, 'grades', '5. Klasse')
  await page
    .getByLabel(text('fields.language'), { exact: true })
    .and(page.locator(':visible'))
    .selectOption('la')
  await expect(page.getByText(text('editor.savedAt'))).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await button(page, text('editor.undo')).click()
  await expect(page.locator('#head-language')).toHaveValue('de')
  await expect(page.getByText(text('editor.savedAt'))).toBeVisible()

  await begin(page, 'Nach dem Krieg', 'history')
  await page.goto(mine)
  await expect(page.getByText('Mathematik · 5. Klasse')).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByLabel(text('filter.subject'), { exact: true }).selectOption({ label: 'Mathematik' })
  await button(page, text('filter.show')).click()
  await expect(listed(page)).toHaveText(['Römische Zahlen'])
  await page.getByRole('link', { name: text('filter.clear'), exact: true }).click()
  await expect(listed(page)).toHaveText(['Nach dem Krieg', 'Römische Zahlen'])
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false, viewport: phone })

  test('the form says it, and an empty result says how to see all again', async ({ page, baseURL }) => {
    await newMember(page, baseURL ?? '')
    await begin(page, 'Klassenlektüre')
    await page.locator('summary', { hasText: text('editor.settings') }).click()
    await tick(page, 'subjects', 'Deutsch')
    await tick(page, 'grades', '7. Klasse')
    await button(page, text('editor.save')).click()
    await expect(page).toHaveURL(/#saved$/)
    await page.locator('summary', { hasText: text('editor.settings') }).click()
    await expect(page.locator('details.choices').first()).toContainText('Deutsch')
    await expectNoSidewaysScroll(page)

    await page.goto(mine)
    const facts = page.locator('.exercise').filter({ hasText: 'Klassenlektüre' })
    await expect(facts).toContainText('7. Klasse')
    // What is beside the badge stands apart from it.
    const [badge, rest] = await Promise.all(
      [facts.locator('.badge'), facts.locator('.exercise__facts > :nth-child(2)')].map((part) =>
        part.boundingBox(),
      ),
    )
    expect((rest?.x ?? 0) - (badge?.x ?? 0) - (badge?.width ?? 0)).toBeGreaterThan(3)
    await page.getByLabel(text('filter.query'), { exact: true }).fill('lekture')
    await page.getByLabel(text('filter.grade'), { exact: true }).selectOption({ label: '7. Klasse' })
    await button(page, text('filter.show')).click()
    await expect(listed(page)).toHaveText(['Klassenlektüre'])
    await page.getByLabel(text('filter.state'), { exact: true }).selectOption('published')
    await button(page, text('filter.show')).click()
    await expect(page.getByRole('heading', { name: text('filter.none') })).toBeVisible()
    await expect(page.getByLabel(text('filter.query'), { exact: true })).toHaveValue('lekture')
    await expectNoSidewaysScroll(page)
    await page
      .getByRole('link', { name: text('filter.clear'), exact: true })
      .last()
      .click()
    await expect(listed(page)).toHaveText(['Klassenlektüre'])
  })
})
