import type { Locator, Page } from '@playwright/test'
import { url } from '#platform/routing/url.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, words } from './fixtures.ts'
import { newMember } from './journey.ts'

/*
 * A teacher makes an exercise and somebody without an account plays it, both by keyboard alone: nothing here is clicked.
 */

const world = 'de'
const t = words(world)
const text = (key: string, vars = {}) => t(`new-interactive:${key}`, vars)

/** Presses a key on something, as who came to it by tab does. */
async function press(target: Locator, key = 'Enter'): Promise<void> {
  await target.focus()
  await target.press(key)
}

const button = (part: Page | Locator, name: string) => part.getByRole('button', { name, exact: true })

/** Types an element: its type is chosen, then its fields are written. */
async function addElement(page: Page, type: string, prompt: string, fields: Record<string, string>) {
  const adding = page.getByRole('region', { name: text('editor.add') })
  // The first task is begun at once: every type is there with its picture.
  if ((await page.locator('.edit-card').count()) > 0) await press(button(adding, text('editor.add')))
  await press(adding.locator(`[data-type="${type}"]`))
  const card = page.locator('.edit-card').last()
  const task = card.getByRole('textbox', { name: text('fields.prompt'), exact: true })
  await task.focus()
  await page.keyboard.type(prompt)
  for (const [name, value] of Object.entries(fields)) {
    const written = card.getByRole('textbox', { name: text(`fields.${name}`), exact: true })
    const asText = button(card, text('editor.asText')).and(page.locator(':visible'))
    await expect(written.or(asText)).toBeVisible()
    if (await asText.isVisible()) await press(asText)
    await written.fill(value)
  }
}

test('an exercise is made, published and played by keyboard', async ({ page, baseURL, context }) => {
  await newMember(page, baseURL ?? '')
  await page.setViewportSize({ width: 360, height: 780 })
  await page.goto(url('interactive-my', { world }))
  await expectAccessible(page)
  await page.getByLabel(text('fields.title')).fill('Rund um Italien')
  await press(button(page, text('my.create')))
  await expect(button(page, text('editor.undo'))).toBeVisible()

  await addElement(page, 'choice', 'Hauptstadt von Italien?', { options: '* Rom\nMailand' })
  await addElement(page, 'match', 'Was gehört zusammen?', { pairs: 'Italien | Rom\nSpanien | Madrid' })
  await addElement(page, 'order', 'Von Nord nach Süd', { ordered: 'Mailand\nRom\nNeapel' })
  await addElement(page, 'mark_words', 'Markiere die Stadt', { markedText: 'Ich mag *Rom* sehr' })
  await expect(page.getByText(text('editor.savedAt'))).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  // What is moved and taken away by keyboard comes back.
  const names = page.locator('.edit-card__name')
  await press(names.first(), 'Alt+ArrowDown')
  await expect(names.first()).toContainText('Was gehört zusammen?')
  await press(button(page, text('editor.undo')))
  await expect(names.first()).toContainText('Hauptstadt von Italien?')

  await press(button(page, text('desk.publish')))
  await expect(page).toHaveURL(/#published$/)
  await press(button(page, text('desk.share')))
  const practice = page.getByLabel(text('desk.open'))
  await expect(practice).toHaveValue(new RegExp(url('interactive-play', { world, key: 'p' })))
  const address = new URL(await practice.inputValue()).pathname
  await context.clearCookies()

  await page.goto(address)
  const task = (number: number) => page.locator('section.exercise').nth(number)
  await expect(task(2).locator('.ordered')).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await press(task(0).getByLabel('Rom'), 'Space')
  await press(button(task(0), text('play.checkOne')))
  await expect(task(0).locator('.notice')).toBeFocused()
  await expect(task(0).locator('.notice')).toContainText(text('values.correct'))

  for (const [thing, place] of [
    ['Rom', 'Italien'],
    ['Madrid', 'Spanien'],
  ] as const) {
    await press(button(task(1), thing))
    await expect(button(task(1), thing)).toHaveAttribute('aria-pressed', 'true')
    await press(button(task(1), text('play.placeHere', { name: thing, target: place })))
  }
  const lines = task(2).locator('.ordered__text')
  for (const [place, name] of ['Mailand', 'Rom', 'Neapel'].entries()) {
    const up = button(task(2), text('play.moveUp', { name }))
    for (let at = (await lines.allTextContents()).indexOf(name); at > place; at -= 1)
      await press(up, 'Alt+ArrowUp')
  }
  await expect(lines).toHaveText(['Mailand', 'Rom', 'Neapel'])
  // One line moves there and back: an order nobody touched is no answer.
  await press(button(task(2), text('play.moveDown', { name: 'Mailand' })))
  await press(button(task(2), text('play.moveUp', { name: 'Mailand' })))
  await press(task(3).getByRole('button', { name: 'Ich' }), 'ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Space')

  // What was answered is there after a reload.
  await page.reload()
  await expect(task(0).getByLabel('Rom')).toBeChecked()
  await press(button(page, text('play.check')))
  await expect(page.locator('#sum')).toBeFocused()
  await expect(page.locator('#sum')).toContainText('100')
  await expectAccessible(page)
})
