import type { Locator, Page } from '@playwright/test'
import { url } from '#platform/routing/url.ts'
import type { Client } from '../support/http-client.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, words } from './fixtures.ts'
import { newMember } from './journey.ts'

/*
 * What a task may have beside its question: comments by percent, hints, a time, that it is required, tags. Made by keyboard,
 * played on a phone, and the same as plain forms.
 */

const world = 'de'
const t = words(world)
const text = (key: string, vars = {}) => t(`new-interactive:${key}`, vars)
const phone = { width: 360, height: 740 }

async function press(target: Locator, key = 'Enter'): Promise<void> {
  await target.focus()
  await target.press(key)
}
const button = (part: Page | Locator, name: string) => part.getByRole('button', { name, exact: true })

const settings = {
  partial: 'Ein Teil stimmt.',
  bands: '50 | 99 | Die Hälfte hast du!',
  hints: 'Es sind Haustiere.\nEins davon bellt.',
  timeLimit: '90',
  tags: 'Tiere, Klasse 2',
}

test('a task with all its settings is made by keyboard, played on a phone and found again by its tag', async ({
  page,
  baseURL,
}) => {
  await newMember(page, baseURL ?? '')
  await page.setViewportSize(phone)
  await page.goto(url('interactive-my', { world }))
  await page.getByLabel(text('fields.title')).fill('Tiere')
  await press(button(page, text('my.create')))
  await expect(button(page, text('editor.undo'))).toBeVisible()
  const adding = page.getByRole('region', { name: text('editor.add') })
  await press(adding.locator('[data-type="gap_text"]'))
  const card = page.locator('.edit-card').last()
  const field = (name: string) => card.getByLabel(text(`fields.${name}`), { exact: true })
  await card.getByRole('textbox', { name: text('fields.prompt'), exact: true }).focus()
  await page.keyboard.type('Fülle die Lücken.')
  await field('gapText').fill('Der *Hund* und die *Katze* schlafen.')
  await press(card.locator('summary', { hasText: text('editor.moreSettings') }))
  for (const [name, value] of Object.entries(settings)) {
    const list = card.getByRole('group', { name: text(`fields.${name}`), exact: true })
    const written = card.getByRole('textbox', { name: text(`fields.${name}`), exact: true })
    await expect(list.or(written)).toBeVisible()
    if (await list.isVisible()) await press(button(list, text('editor.asText')))
    await written.fill(value)
  }
  await field('quizPoints').selectOption('double')
  await press(field('isRequired'), 'Space')
  await expect(field('isRequired')).toBeChecked()
  // Lists can be written in rows, too: Enter begins the next.
  const lines = page.getByLabel(text('fields.hints'), { exact: true })
  await press(button(card.locator('.field', { has: lines }), text('editor.asList')))
  await press(card.getByLabel(`${text('columns.hint')} 2`), 'Enter')
  await card.getByLabel(`${text('columns.hint')} 3`).fill('Es beginnt mit H.')
  await expect(page.getByText(text('editor.savedAt'))).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  await press(page.getByText(text('editor.bank'), { exact: true }))
  await press(button(page.getByRole('main'), text('editor.bankFind')))
  const tag = page.getByRole('button', { name: 'Klasse 2' })
  await press(tag)
  await expect(tag).toHaveAttribute('aria-pressed', 'true')
  await expect(page.locator('.rows__row', { hasText: 'Tiere' })).toHaveCount(1)

  await press(button(page, text('desk.publish')))
  await expect(page).toHaveURL(/#published$/)
  await press(page.getByRole('link', { name: text('desk.preview') }))
  const task = page.locator('section.exercise')
  await expect(button(task, text('play.checkOne'))).toBeVisible()
  await expect(task).toContainText(text('play.required'))
  await expect(task).toContainText(text('play.taskTime', { time: '1:30' }))
  for (const [name, hint] of [
    [text('play.hint'), 'Es sind Haustiere.'],
    [text('play.nextHint'), 'Eins davon bellt.'],
    [text('play.nextHint'), 'Es beginnt mit H.'],
  ] as const) {
    await expect(task.getByText(hint)).toBeHidden()
    await press(task.locator('details:not([open]) > summary', { hasText: name }).first())
    await expect(task.getByText(hint)).toBeVisible()
  }
  const gap = task.getByRole('textbox').first()
  await gap.focus()
  await expect(task).toContainText(/Noch 1:\d\d/)
  await gap.fill('Hund')
  await press(button(task, text('play.checkOne')))
  await expect(task.locator('.notice')).toContainText('Die Hälfte hast du!')
  await expect(task.locator('.notice')).not.toContainText(settings.partial)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})

const task = (id: string, more: object) => ({
  ...{ id, type: 'short_text', prompt: `<p>Frage ${id}?</p>`, points: 1, right: '', wrong: '' },
  data: { answers: [{ pattern: 'ja', fraction: 1 }], caseSensitive: false, acceptTypos: false },
  ...more,
})

/** A room that runs, of these tasks; answers its code and who steers it. */
async function room(
  page: Page,
  baseURL: string,
  {
    mode,
    tasks,
    commands = ['open', 'start'],
  }: { mode: string; tasks: readonly object[]; commands?: string[] },
) {
  const { client } = await newMember(page, baseURL)
  const unit = (await client.api('POST', '/v3/units', { title: 'x' })).json<{ id: number }>().id
  const content = { title: 'Mit Zeit', pages: [{ id: 'p1', title: '', elements: tasks }] }
  const saved = await client.api('PUT', `/v3/units/${unit}`, { revision: 1, content })
  expect(saved.status, saved.text).toBe(200)
  await client.api('POST', `/v3/units/${unit}/publish`)
  const made = (await client.api('POST', '/v3/rooms', { unitId: unit, mode })).json<{
    id: number
    code: string
  }>()
  for (const command of commands) await control(client, made.id, command)
  return { ...made, client }
}

async function control(client: Client, id: number, command: string, more: object = {}): Promise<void> {
  expect((await client.api('POST', `/v3/rooms/${id}/control`, { command, ...more })).status).toBe(200)
}

const work = (name: string, vars = {}) => t(`learning-rooms:work.${name}`, vars)
const required = [task('e1', { timeLimit: 600 }), task('e2', { isRequired: true })]

async function enter(page: Page, code: string): Promise<void> {
  await page.goto(url('room', { world, code }))
  await page
    .getByRole('main')
    .getByRole('button', { name: t('learning-rooms:entry.enter') })
    .click()
}

/** Opens the task that waits, answers, and hands in with and without what is required. */
async function workThrough(page: Page, hasScript: boolean): Promise<void> {
  await expect(page.getByText(work('timeBegins', { time: '10:00' }))).toBeVisible()
  await expect(page.getByText('Frage e1?')).toHaveCount(0)
  await page.getByRole('button', { name: work('beginTask') }).click()
  await expect(page.getByText('Frage e1?')).toBeVisible()
  await expect(page.getByText(work('timeLeft'))).toBeVisible()
  const boxes = page.locator('[data-task]').getByRole('textbox')
  // Each pupil of a test has an order of their own.
  await page.locator('[data-task]', { hasText: 'Frage e1?' }).getByRole('textbox').fill('ja')
  await page.getByLabel(work('handInSure')).check()
  await page.getByRole('button', { name: work('handInNow'), exact: true }).click()
  const open = page.locator('[data-room-required]')
  await expect(open).toBeVisible()
  await expect(open).toContainText(/\d/)
  await expect(page.getByText(t('learning-rooms:notice.required')).filter({ visible: true })).toBeVisible()
  if (hasScript) await expectAccessible(page)
  for (const box of await boxes.all()) await box.fill('ja')
  await page.getByLabel(work('handInSure')).check()
  await page.getByRole('button', { name: work('handInNow'), exact: true }).click()
  await expect(page.locator('[data-room-finished="true"]')).toBeVisible()
}

/** The teacher has both answers, and that the one pupil is done. */
async function expectHandedIn(client: Client, id: number): Promise<void> {
  const { participants, answers } = (await client.api('GET', `/v3/rooms/${id}`)).json<{
    participants: object[]
    answers: { element: string; state: string }[]
  }>()
  expect(participants).toMatchObject([{ isFinished: true }])
  expect(answers.toSorted((a, b) => (a.element < b.element ? -1 : 1))).toMatchObject([
    { element: 'e1', state: 'correct' },
    { element: 'e2', state: 'correct' },
  ])
}

test('a timed task is opened and what is required is handed in, on a phone', async ({
  page,
  browser,
  baseURL,
}) => {
  const { id, code, client } = await room(page, baseURL ?? '', { mode: 'exam', tasks: required })
  const pupil = await (await browser.newContext({ viewport: phone })).newPage()
  await enter(pupil, code)
  await workThrough(pupil, true)
  await expectNoSidewaysScroll(pupil)
  await expectHandedIn(client, id)
  await pupil.context().close()
})

test('the same as plain forms', async ({ page, browser, baseURL }) => {
  const { id, code, client } = await room(page, baseURL ?? '', { mode: 'exam', tasks: required })
  const pupil = await (await browser.newContext({ viewport: phone, javaScriptEnabled: false })).newPage()
  await enter(pupil, code)
  await workThrough(pupil, false)
  await expectHandedIn(client, id)
  await pupil.context().close()
})

test('what was typed goes out before the time is over, then the task closes; a minute more opens it again', async ({
  page,
  browser,
  baseURL,
}) => {
  const tasks = [task('e1', { timeLimit: 10 })]
  const { id, code, client } = await room(page, baseURL ?? '', { mode: 'paced', tasks, commands: ['open'] })
  const pupil = await (await browser.newContext({ viewport: phone })).newPage()
  await enter(pupil, code)
  await expect(pupil.getByText(work('open'))).toBeVisible()
  await control(client, id, 'start')
  const box = pupil.getByRole('main').getByRole('textbox')
  await box.fill('ja')
  await expect(pupil.getByText(work('timeOver'))).toBeVisible({ timeout: 30_000 })
  await expect(box).toBeDisabled()
  await expect(box).toHaveValue('ja')
  const { answers } = (await client.api('GET', `/v3/rooms/${id}`)).json<{ answers: object[] }>()
  expect(answers).toMatchObject([{ element: 'e1', state: 'correct' }])
  await page.goto(url('room-desk', { world, roomId: id }))
  await page.getByRole('button', { name: t('learning-rooms:command.more') }).click()
  await expect(box).toBeEnabled()
  await pupil.context().close()
})

test('settings are typed into the plain editor, and wrong ones are told', async ({
  page,
  browser,
  baseURL,
}) => {
  const { client } = await newMember(page, baseURL ?? '')
  const unit = (await client.api('POST', '/v3/units', { title: 'x' })).json<{ id: number }>().id
  const content = { title: 'x', pages: [{ id: 'p1', title: '', elements: [task('e1', {})] }] }
  await client.api('PUT', `/v3/units/${unit}`, { revision: 1, content })
  const plain = await browser.newContext({ javaScriptEnabled: false, viewport: phone })
  await plain.addCookies(await page.context().cookies())
  const editor = await plain.newPage()
  await editor.goto(url('interactive-unit', { world, unitId: unit, query: { element: 'e1' } }))
  const field = (name: string) => editor.getByLabel(text(`fields.${name}`), { exact: true })
  for (const [name, value] of Object.entries(settings)) await field(name).fill(value)
  await field('isRequired').check()
  await expect(field('quizPoints')).toHaveValue('normal')
  await field('quizPoints').selectOption('none')
  await field('bands').fill('90 | 10 | verkehrt')
  const save = editor.getByRole('button', { name: text('editor.save'), exact: true }).first()
  await save.click()
  await expect(field('bands')).toHaveAttribute('aria-invalid', 'true')
  await field('bands').fill(settings.bands)
  await save.click()
  await expect(editor).toHaveURL(/#e1$/)
  const stored = (await client.api('GET', `/v3/units/${unit}`)).json<{
    content: { pages: { elements: object[] }[] }
  }>()
  expect(stored.content.pages[0]?.elements[0]).toMatchObject({
    partial: settings.partial,
    bands: [{ from: 50, to: 99, text: 'Die Hälfte hast du!' }],
    hints: ['Es sind Haustiere.', 'Eins davon bellt.'],
    ...{ timeLimit: 90, isRequired: true, tags: ['Tiere', 'Klasse 2'], quizPoints: 'none' },
  })
  await plain.close()
})

for (const hasScript of [true, false])
  test(`what a question of a quiz earns stands on the board and on phones ${hasScript ? 'with' : 'without'} scripts`, async ({
    page,
    browser,
    baseURL,
  }) => {
    const tasks = [task('e1', { quizPoints: 'double' }), task('e2', { quizPoints: 'none' }), task('e3', {})]
    const { id, code, client } = await room(page, baseURL ?? '', { mode: 'quiz', tasks })
    const context = await browser.newContext({ viewport: phone, javaScriptEnabled: hasScript })
    const pupil = await context.newPage()
    await enter(pupil, code)
    await expect(pupil.getByText('Frage e1?')).toBeVisible()
    const board = page
    const words = { double: t('learning-rooms:quizPoints.double'), none: t('learning-rooms:quizPoints.none') }
    for (const [step, said] of [[words.double], [words.none], []].entries()) {
      if (step > 0) await control(client, id, 'goto', { step })
      if (!hasScript && step > 0) await pupil.reload()
      await board.goto(url('room-screen', { world, roomId: id }))
      for (const seen of [board, pupil]) {
        await expect(seen.getByText(`Frage e${step + 1}?`)).toBeVisible()
        for (const word of Object.values(words))
          await expect(seen.getByText(word)).toHaveCount(said.includes(word) ? 1 : 0)
      }
      if (step === 0 && hasScript) for (const seen of [board, pupil]) await expectAccessible(seen)
      await expectNoSidewaysScroll(pupil)
    }
    await context.close()
  })
