import type { Locator, Page } from '@playwright/test'
import { url } from '#platform/routing/url.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, words } from './fixtures.ts'
import { newMember } from './journey.ts'

/* A teacher's first task: chosen by its picture, half written at school, finished on another device. */

const world = 'de'
const t = words(world)
const text = (key: string, vars = {}) => t(`new-interactive:${key}`, vars)
const button = (part: Page | Locator, name: string) => part.getByRole('button', { name, exact: true })

async function begin(page: Page, title: string): Promise<void> {
  await page.goto(url('interactive-my', { world }))
  await page.getByLabel(text('fields.title')).fill(title)
  await button(page, text('my.create')).click()
}

test('a task begins with a picture and a form; half of it is there on every device, and publishing says what is missing', async ({
  page,
  browser,
  baseURL,
}) => {
  await newMember(page, baseURL ?? '')
  await page.setViewportSize({ width: 360, height: 780 })
  await begin(page, 'Hauptstädte')
  const adding = page.getByRole('region', { name: text('editor.add') })
  await expect(adding.locator('.type-card svg')).toHaveCount(34)
  await adding.getByLabel(text('editor.findType'), { exact: true }).fill('mailand')
  await expect(adding.locator('.type-card')).toHaveCount(1)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  const choice = adding.locator('.type-card')
  await expect(choice).toContainText(text('types.choice'))
  await choice.press('Enter')
  // A form first, the rest folded, and no word of warning before a letter is typed.
  const card = page.locator('.edit-card')
  const answer = (number: number) => card.getByLabel(`${text('columns.answer')} ${number}`, { exact: true })
  await expect(answer(1)).toBeVisible()
  await expect(card.getByLabel(text('fields.points'), { exact: true })).toBeHidden()
  await expect(page.getByText(text('editor.savedAt'))).toBeVisible()
  await expect(card.getByText(text('editor.stillMissing'))).toHaveCount(0)
  await card.getByRole('textbox', { name: text('fields.prompt'), exact: true }).focus()
  await page.keyboard.type('Hauptstadt von Italien?')
  await expect(card.getByText(text('editor.stillMissing'))).toBeVisible()
  await expect(page.getByText(text('editor.savedAt'))).toBeVisible()
  await expectAccessible(page)

  const storageState = await page.context().storageState()
  const home = await browser.newContext({
    storageState,
    locale: 'de-DE',
    viewport: { width: 1280, height: 800 },
  })
  const other = await home.newPage()
  await other.goto(page.url())
  await expect(other.locator('.edit-card__name')).toContainText('Hauptstadt von Italien?')
  await button(other, text('desk.publish')).click()
  await expect(other.getByRole('alert').first()).toContainText(text('fields.options'))
  await other
    .locator('.edit-card')
    .getByRole('button', { name: text('fields.options') })
    .click()
  const there = (number: number) => other.getByLabel(`${text('columns.answer')} ${number}`, { exact: true })
  await expect(there(1)).toBeFocused()
  await there(1).fill('Rom')
  await other.getByLabel(`${text('columns.isRight')} 1`, { exact: true }).check()
  await there(2).fill('Mailand')
  await expect(other.locator('.edit-card').getByText(text('editor.stillMissing'))).toHaveCount(0)
  await expect(other.getByText(text('editor.savedAt'))).toBeVisible()
  await button(other, text('desk.publish')).click()
  await expect(other).toHaveURL(/#published$/)
  await home.close()
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 780 } })

  test('the gallery is a list of links', async ({ page, baseURL }) => {
    await newMember(page, baseURL ?? '')
    await begin(page, 'Ohne Skripte')
    await expect(page.locator('a.type-card')).toHaveCount(34)
    await expectNoSidewaysScroll(page)
    await page.getByRole('link', { name: text('types.memory') }).click()
    await expect(page.getByLabel(text('fields.pairs'), { exact: true })).toBeVisible()
  })
})
