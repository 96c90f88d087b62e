import type { Locator, Page } from '@playwright/test'
import { url } from '#platform/routing/url.ts'
import type { Client } from '../support/http-client.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, words } from './fixtures.ts'
import { newMember } from './journey.ts'

/*
 * A teacher at the editor of an exercise: drags tasks and pages, writes formulas, looks for tasks of their own, and decides
 * between two versions. Whatever is dragged is also moved by keys, and the focus goes along.
 */

const world = 'de'
const t = words(world)
const text = (key: string, vars = {}) => t(`new-interactive:${key}`, vars)
const phone = { width: 360, height: 780 }

const task = (id: string, prompt: string, more: object = {}) => ({
  ...{ id, type: 'short_text', prompt: `<p>${prompt}</p>`, points: 1, right: '', wrong: '' },
  data: { answers: [{ pattern: 'ja', fraction: 1 }], caseSensitive: false, acceptTypos: false },
  ...more,
})
const pageOf = (id: string, ...elements: object[]) => ({ id, title: '', elements })

async function makeUnit(
  client: Client,
  content: { title: string; pages: object[]; subjects?: string[] },
): Promise<number> {
  const { id } = (await client.api('POST', '/v3/units', { title: content.title })).json<{ id: number }>()
  const saved = await client.api('PUT', `/v3/units/${id}`, { revision: 1, content })
  expect(saved.status, saved.text).toBe(200)
  return id
}

async function openEditor(page: Page, unitId: number): Promise<void> {
  await page.goto(url('interactive-unit', { world, unitId }))
  await expect(button(page, text('editor.undo'))).toBeVisible()
}

const button = (part: Page | Locator, name: string) => part.getByRole('button', { name, exact: true })
const section = (page: Page, number: number) =>
  page.getByRole('region', { name: text('editor.pageName', { number }), exact: true })
const names = (part: Page | Locator) => part.locator('.edit-card__name')
const press = async (target: Locator, key = 'Enter') => {
  await target.focus()
  await target.press(key)
}

/** Takes the handle of something and carries it over something else, to this part of its height. */
async function drag(page: Page, handle: Locator, over: Locator, part = 0.5): Promise<void> {
  await handle.scrollIntoViewIfNeeded()
  const from = await handle.boundingBox()
  const to = await over.boundingBox()
  if (!from || !to) throw new Error('nothing to drag')
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(to.x + to.width / 2, to.y + to.height * part, { steps: 6 })
}

test('tasks are dragged within their page and to an empty one, pages change places, Escape leaves all as it was', async ({
  page,
  baseURL,
}) => {
  const { client } = await newMember(page, baseURL ?? '')
  const unit = await makeUnit(client, {
    title: 'Ziehen',
    pages: [pageOf('p1', task('e1', 'Eins'), task('e2', 'Zwei')), pageOf('p2')],
  })
  await page.setViewportSize({ width: 1280, height: 1600 })
  await openEditor(page, unit)
  const handle = (id: string) => page.locator(`#${id} .ordered__handle`)
  const order = (number: number) => names(section(page, number))

  await drag(page, handle('e1'), page.locator('.edit-card#e2'), 0.9)
  await expect(page.locator('.edit-cards--last')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await expect(order(1)).toHaveText([/^Eins/, /^Zwei/])

  await drag(page, handle('e1'), page.locator('.edit-card#e2'), 0.9)
  await page.mouse.up()
  await expect(order(1)).toHaveText([/^Zwei/, /^Eins/])
  await drag(page, handle('e1'), page.locator('.edit-card#e2'), 0.1)
  await expect(page.locator('.edit-card#e2[data-drop]')).toBeVisible()
  await page.mouse.up()
  await expect(order(1)).toHaveText([/^Eins/, /^Zwei/])

  await drag(page, handle('e2'), section(page, 2))
  await page.mouse.up()
  await expect(order(1)).toHaveText([/^Eins/])
  await expect(order(2)).toHaveText([/^Zwei/])

  const ofPage = section(page, 2).locator('.ordered__handle').first()
  await drag(page, ofPage, section(page, 1))
  await expect(page.locator('.edit-page--drop')).toHaveCount(1)
  await page.mouse.up()
  await expect(order(1)).toHaveText([/^Zwei/])
  await button(page, text('editor.undo')).click()
  await expect(order(1)).toHaveText([/^Eins/])
  await expect(page.getByText(text('editor.savedAt'))).toBeVisible()
  await expectAccessible(page)
})

test('by keyboard the focus goes with a task over the border of its page, to what comes after a removal, and to what is missing', async ({
  page,
  baseURL,
}) => {
  const { client } = await newMember(page, baseURL ?? '')
  const unit = await makeUnit(client, {
    title: 'Tasten',
    pages: [pageOf('p1', task('e1', 'Eins'), task('e2', '')), pageOf('p2', task('e3', 'Drei'))],
  })
  await page.setViewportSize(phone)
  await openEditor(page, unit)
  const name = (id: string) => page.locator(`#${id} .edit-card__name`)
  await press(name('e1'), 'Alt+ArrowDown')
  await expect(name('e1')).toBeFocused()
  await page.keyboard.press('Alt+ArrowDown')
  await expect(names(section(page, 2))).toHaveText([/^Eins/, /^Drei/])
  await expect(name('e1')).toBeFocused()

  // What is still to be done is one key away from where it is written.
  await press(page.getByRole('button', { name: text('fields.prompt') }).last())
  await expect(page.locator('#e2-prompt')).toBeFocused()
  await page.keyboard.type('Ist 3 < 4?')
  await expect(name('e2')).toContainText('Ist 3 < 4?')

  await press(page.locator('#e1').getByRole('button', { name: text('values.remove') }))
  await expect(name('e3')).toBeFocused()
  await press(name('e3'), 'Control+z')
  await expect(name('e1')).toBeVisible()
  await page.keyboard.press('Control+y')
  await expect(name('e1')).toHaveCount(0)

  // A new task goes where it is wanted, and is written at once.
  await page.getByLabel(text('editor.toPage'), { exact: true }).selectOption('p1')
  await press(button(page, text('editor.add')))
  // The gallery is searched by what is known of a type.
  await page.keyboard.type('kurz')
  await press(page.locator('[data-type="short_text"]'))
  await expect(names(section(page, 1))).toHaveCount(2)
  await page.keyboard.type('Und dies?')
  await expect(names(section(page, 1)).last()).toContainText('Und dies?')
  await expectNoSidewaysScroll(page)
})

test('formulas, powers and words of another language are written by keyboard and seen as a pupil sees them', async ({
  page,
  baseURL,
}) => {
  const { client } = await newMember(page, baseURL ?? '')
  const unit = await makeUnit(client, { title: 'Formeln', pages: [pageOf('p1', task('e1', ''))] })
  await page.setViewportSize(phone)
  await openEditor(page, unit)
  await press(names(page).first())
  const field = page.locator('#e1-prompt')
  const card = page.locator('#e1')
  await field.focus()
  await page.keyboard.type('Ist 3 < 4 und ')
  await press(button(card, text('editor.formula')))
  const formula = card.getByLabel(text('editor.formulaWritten'), { exact: true })
  await expect(formula).toBeFocused()
  await press(button(card, 'a/b'))
  await expect(formula).toBeFocused()
  await page.keyboard.type('3')
  await expect(card.locator('math mfrac')).toBeVisible()
  await formula.fill('\\frac{3}{4} \\le x^2')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await press(formula)
  await expect(field).toBeFocused()
  await expect(field).toContainText('Ist 3 < 4 und \\(\\frac{3}{4} \\le x^2\\)')

  await page.keyboard.type(' dog')
  for (let letter = 0; letter < 3; letter += 1) await page.keyboard.press('Shift+ArrowLeft')
  await card.getByLabel(text('editor.wordsLanguage'), { exact: true }).selectOption('en')
  await expect(field.locator('[lang="en"]')).toHaveText('dog')
  await field.focus()
  await page.keyboard.press('Control+End')
  await press(button(card, text('editor.link')))
  const link = card.getByLabel(text('editor.linkAddress'), { exact: true })
  await link.fill('javascript:alert(1)')
  await press(link)
  await expect(card.getByText(text('editor.linkRefused'))).toBeVisible()

  await press(button(page, text('editor.preview')))
  const shown = page.locator('section.exercise')
  await expect(shown).toContainText('Ist 3 < 4 und')
  await expect(shown).not.toContainText('&lt;')
  await expect(shown.locator('math msup')).toBeVisible()
  await expect(shown.locator('[lang="en"]')).toHaveText('dog')
})

test('own tasks are found by their subject, and those after the first twenty, too', async ({
  page,
  baseURL,
}) => {
  const { client } = await newMember(page, baseURL ?? '')
  const numbers = Array.from({ length: 23 }, (_none, at) => task(`e${at}`, `Rechne ${at + 1}`))
  const about = { subjects: ['de-mathematics'] }
  await makeUnit(client, { title: 'Rechnen', ...about, pages: [pageOf('p1', ...numbers)] })
  await makeUnit(client, {
    title: 'Lesen',
    subjects: ['de-english'],
    pages: [pageOf('p1', task('e1', 'Read'))],
  })
  const unit = await makeUnit(client, { title: 'Neu', pages: [pageOf('p1')] })
  await page.setViewportSize(phone)
  await openEditor(page, unit)
  await press(page.getByText(text('editor.bank'), { exact: true }))
  const subject = page.getByLabel(text('editor.bankSubject'), { exact: true })
  const rows = page.locator('.rows__row:visible')
  await press(button(page.getByRole('main'), text('editor.bankFind')))
  await expect(rows).toHaveCount(20)
  await subject.selectOption('de-english')
  await expect(rows).toHaveText([/^Read/])
  await subject.selectOption('de-mathematics')
  await expect(rows).toHaveCount(20)
  await press(button(page, text('editor.bankMore')))
  await expect(rows).toHaveCount(23)
  await expect(rows.nth(20).getByRole('button')).toBeFocused()
  await expect(button(page, text('editor.bankMore'))).toHaveCount(0)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.keyboard.press('Enter')
  await expect(names(page)).toHaveText([/^Rechne 21/])

  await page.route('**/unit-elements*', (route) => route.abort('aborted'))
  await press(button(page.getByRole('main'), text('editor.bankFind')))
  await expect(page.getByText(text('editor.bankFails'))).toBeVisible()
  await expect(page.getByText(text('editor.bankEmpty'))).toHaveCount(0)
})

test('of two versions each says what the other has not; the one that was taken can be given back', async ({
  page,
  baseURL,
}) => {
  const { client } = await newMember(page, baseURL ?? '')
  const content = { title: 'Zwei', pages: [pageOf('p1', task('e1', 'Gleich'), task('e2', 'Vorher'))] }
  const unit = await makeUnit(client, content)
  await openEditor(page, unit)
  const { revision } = (await client.api('GET', `/v3/units/${unit}`)).json<{ revision: number }>()
  const theirs = {
    ...content,
    pages: [pageOf('p1', task('e1', 'Gleich'), task('e2', 'Dort'), task('e3', 'Neu'))],
  }
  expect((await client.api('PUT', `/v3/units/${unit}`, { revision, content: theirs })).status).toBe(200)

  await press(names(page).last())
  await page.locator('#e2-prompt').fill('Hier')
  const conflict = page.getByRole('alert').filter({ hasText: text('editor.conflictTitle') })
  await expect(conflict).toBeVisible()
  const side = (whose: string) =>
    conflict.locator('.two-drafts > *').filter({ hasText: text(`editor.${whose}`) })
  const [other, alone] = [text('editor.differsThere'), text('editor.onlyHere')]
  await expect(side('mine').locator('li')).toHaveText(['Gleich', `Hier (${other})`])
  await expect(side('theirs').locator('li')).toHaveText(['Gleich', `Dort (${other})`, `Neu (${alone})`])
  await expectAccessible(page)
  await press(button(conflict, text('editor.takeTheirs')))
  await expect(names(page)).toHaveText([/^Gleich/, /^Dort/, /^Neu/])
  await press(button(page, text('editor.undo')))
  await expect(names(page)).toHaveText([/^Gleich/, /^Hier/])
  await expect(page.getByText(text('editor.savedAt'))).toBeVisible()
  const stored = async () => (await client.api('GET', `/v3/units/${unit}`)).text
  await expect.poll(stored).toContain('Hier')
})

test('what only this device has never goes over a newer version unasked, also where the network fails in between', async ({
  page,
  baseURL,
}) => {
  const { client } = await newMember(page, baseURL ?? '')
  const content = { title: 'Offline', pages: [pageOf('p1', task('e1', 'Vorher'))] }
  const unit = await makeUnit(client, content)
  await openEditor(page, unit)
  const typed = `**/api/v3/units/${unit}/typed*`
  await page.route(typed, (route) => route.abort('aborted'))
  await press(names(page).first())
  await page.locator('#e1-prompt').fill('Nur hier')
  await expect(page.getByText(text('editor.unsaved'))).toBeVisible()

  const theirs = { ...content, pages: [pageOf('p1', task('e1', 'Anderswo'))] }
  const saved = await client.api('PUT', `/v3/units/${unit}`, { revision: 2, content: theirs })
  expect(saved.status, saved.text).toBe(200)
  await openEditor(page, unit)
  const conflict = page.getByRole('alert').filter({ hasText: text('editor.conflictTitle') })
  await expect(conflict).toContainText('Nur hier')
  await expect(conflict).toContainText('Anderswo')
  await page.unroute(typed)
  expect((await client.api('GET', `/v3/units/${unit}`)).text).toContain('Anderswo')
  await press(button(conflict, text('editor.keepMine')))
  const stored = async () => (await client.api('GET', `/v3/units/${unit}`)).text
  await expect.poll(stored).toContain('Nur hier')
})

test('a list that becomes another game keeps the keyboard at its task; undo brings the one before back', async ({
  page,
  baseURL,
}) => {
  const { client } = await newMember(page, baseURL ?? '')
  const left = ['Hund', 'Katze'].map((name, at) => ({ id: `l${at}`, text: name }))
  const right = ['bellt', 'miaut'].map((what, at) => ({ id: `r${at}`, text: what }))
  const pairs = left.map(({ id }, at) => [id, right[at]?.id])
  const match = { ...task('e1', 'Was gehört zusammen?'), type: 'match', data: { left, right, pairs } }
  const unit = await makeUnit(client, { title: 'Spiele', pages: [pageOf('p1', match)] })
  await page.setViewportSize(phone)
  await openEditor(page, unit)
  await press(names(page).first())
  await page.getByLabel(text('editor.switchGame'), { exact: true }).selectOption('flashcards')
  await press(button(page, text('editor.switchTo')))
  await expect(names(page)).toContainText(text('types.flashcards'))
  await expect(names(page).first()).toBeFocused()
  await press(button(page, text('editor.undo')))
  await expect(names(page)).toContainText(text('types.match'))
})
