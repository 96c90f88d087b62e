import type { Page } from '@playwright/test'
import { url } from '#platform/routing/url.ts'
import type { Client } from '../support/http-client.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, words } from './fixtures.ts'
import { newMember } from './journey.ts'

/*
 * Pages of an exercise: two columns, one task at a time, a page that waits for an answer, and a number line. On a phone, by
 * keyboard alone, and without scripts.
 */

const world = 'de'
const t = words(world)
const text = (key: string, vars = {}) => t(`new-interactive:${key}`, vars)
const phone = { width: 360, height: 780 }

const element = (id: string, type: string, prompt: string, data: object, points = 1) => ({
  ...{ id, type, prompt: `<p>${prompt}</p>`, points, right: '', wrong: '', hint: '', data },
})
const typed = (id: string, prompt: string, right: string) =>
  element(id, 'short_text', prompt, {
    ...{ answers: [{ pattern: right, fraction: 1 }], caseSensitive: false, acceptTypos: false },
  })
const thermometer = element('e2', 'numeric', 'Zeige -3 auf dem Zahlenstrahl.', {
  ...{ answers: [{ min: -3, max: -3, fraction: 1, feedback: '' }], unit: '°C', show: 'number_line' },
  slider: { min: -10, max: 10, step: 1 },
})
const content = {
  title: 'Kalt und kälter',
  settings: { showSolution: 'never' },
  pages: [
    {
      ...{ id: 'p1', title: 'Ablesen', layout: 'two_col' },
      elements: [
        element('e1', 'info', 'Lies zuerst.', { html: '<p>Links von der 0 wird es kälter.</p>' }, 0),
        thermometer,
      ],
    },
    {
      ...{ id: 'p2', title: 'Einzeln', layout: 'slide' },
      elements: [
        typed('e3', 'Erste Folie?', 'eins'),
        typed('e4', 'Zweite Folie?', 'zwei'),
        typed('e5', 'Dritte?', 'drei'),
      ],
    },
    {
      ...{ id: 'p3', title: 'Für Schnelle', layout: 'stack' },
      condition: { afterElementId: 'e2', minScaled: 1 },
      elements: [typed('e6', 'Was ist kälter als -5?', '-6')],
    },
  ],
}

async function publish(client: Client): Promise<number> {
  const { id } = (await client.api('POST', '/v3/units', { title: content.title })).json<{ id: number }>()
  const saved = await client.api('PUT', `/v3/units/${id}`, { revision: 1, content })
  expect(saved.status, saved.text).toBe(200)
  expect((await client.api('POST', `/v3/units/${id}/publish`)).status).toBe(200)
  return id
}

async function openUnit(client: Client): Promise<string> {
  const id = await publish(client)
  const shared = await client.api('PUT', `/v3/units/${id}/practice`, { isOpen: true })
  return url('interactive-play', { world, key: shared.json<{ practiceKey: string }>().practiceKey })
}

const waits = (page: Page) =>
  page.getByText(text('play.pageWaits', { task: 2, percent: 100 }), { exact: false })
const slide = (page: Page, id: string) => page.locator(`#slide-${id}`)
const way = (page: Page, id: string, to: 'next' | 'previous') =>
  slide(page, id).getByRole('link', { name: text(`play.${to}`) })

test('pages are played by keyboard, and the last one opens when it is reached', async ({
  page,
  baseURL,
  context,
}) => {
  await page.setViewportSize(phone)
  const { client } = await newMember(page, baseURL ?? '')
  const address = await openUnit(client)
  await context.clearCookies()
  await page.goto(address)
  const line = page.getByRole('slider')
  await expect(line).toBeVisible()
  await expect(waits(page)).toBeVisible()
  expect(await page.content()).not.toContain('kälter als -5')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  // Nobody's thumb has answered yet.
  const number = page.getByRole('textbox', { name: `${text('play.answer')} (°C)` })
  await expect(number).toHaveValue('')
  await line.focus()
  await line.press('Home')
  await expect(number).toHaveValue('-10')
  for (let step = 0; step < 7; step += 1) await line.press('ArrowRight')
  await expect(number).toHaveValue('-3')
  await expect(line).toHaveAttribute('aria-valuetext', '-3 °C')
  await page
    .locator('#e2')
    .getByRole('button', { name: text('play.checkOne') })
    .press('Enter')
  await expect(page.getByText('Was ist kälter als -5?')).toBeVisible()
  await expect(waits(page)).toBeHidden()

  // One at a time: the focus goes with the link, and what was typed stays.
  await expect(slide(page, 'e3')).toBeVisible()
  await expect(slide(page, 'e4')).toBeHidden()
  await slide(page, 'e3').getByRole('textbox').fill('eins')
  await way(page, 'e3', 'next').press('Enter')
  await expect(slide(page, 'e3')).toBeHidden()
  await expect(slide(page, 'e4')).toBeFocused()
  await expect(slide(page, 'e4')).toContainText(text('play.slideOf', { number: 2, count: 3 }))
  await way(page, 'e4', 'previous').press('Enter')
  await expect(slide(page, 'e3').getByRole('textbox')).toHaveValue('eins')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  await page.emulateMedia({ media: 'print' })
  for (const id of ['e3', 'e4', 'e5']) await expect(slide(page, id)).not.toHaveCSS('display', 'none')
  await page.emulateMedia({ media: 'screen' })
  const tops = () =>
    page
      .locator('.two-columns > *')
      .evaluateAll((columns) => columns.map((it) => it.getBoundingClientRect().top))
  const [first = 0, second = 0] = await tops()
  expect(second).toBeGreaterThan(first)
  await page.setViewportSize({ width: 1280, height: 900 })
  const [left, right] = await tops()
  expect(right).toBe(left)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false, viewport: phone })

  test('slides are turned by links, the line is looked at, and a page opens when the answers are sent', async ({
    page,
    baseURL,
  }) => {
    const { client } = await newMember(page, baseURL ?? '')
    await page.goto(await openUnit(client))
    await expect(page.getByRole('slider')).toBeHidden()
    await expect(page.locator('.number-line__scale')).toBeVisible()
    await expect(slide(page, 'e4')).toBeHidden()
    await way(page, 'e3', 'next').click()
    await expect(slide(page, 'e4')).toBeVisible()
    await expect(slide(page, 'e3')).toBeHidden()
    await slide(page, 'e4').getByRole('textbox').fill('zwei')
    await page.getByRole('textbox', { name: `${text('play.answer')} (°C)` }).fill('-4')
    await page.getByRole('button', { name: text('play.check') }).click()
    await expect(waits(page)).toBeVisible()
    expect(await page.content()).not.toContain('kälter als -5')
    await page.getByRole('textbox', { name: `${text('play.answer')} (°C)` }).fill('-3')
    await page.getByRole('button', { name: text('play.check') }).click()
    await expect(page.getByText('Was ist kälter als -5?')).toBeVisible()
    await expectNoSidewaysScroll(page)
  })

  test('a page gets its layout and its condition by a form', async ({ page, baseURL }) => {
    const { client } = await newMember(page, baseURL ?? '')
    const id = await publish(client)
    await page.goto(url('interactive-unit', { world, unitId: id }))
    await page.getByText(text('editor.pageRules', { number: 2 })).click()
    const form = page.locator('form').filter({ has: page.locator('[name="page"][value="p2"]') })
    await form.getByLabel(text('fields.layout')).selectOption('two_col')
    await form.getByLabel(text('fields.afterElement')).selectOption('e2')
    await form.getByLabel(text('fields.minPercent')).fill('80')
    await form.getByRole('button', { name: text('editor.save') }).click()
    await expect(page.getByText(text('editor.saved'), { exact: true })).toBeVisible()
    const { content: stored } = (await client.api('GET', `/v3/units/${id}`)).json<{
      content: typeof content
    }>()
    expect(stored.pages[1]).toMatchObject({
      layout: 'two_col',
      condition: { afterElementId: 'e2', minScaled: 0.8 },
    })
  })
})

test('in a room a page opens to who reached it, while they work', async ({ page, baseURL, browser }) => {
  const { client } = await newMember(page, baseURL ?? '')
  const unitId = await publish(client)
  const room = (await client.api('POST', '/v3/rooms', { unitId, mode: 'self' })).json<{
    id: number
    code: string
  }>()
  for (const command of ['open', 'start'])
    expect((await client.api('POST', `/v3/rooms/${room.id}/control`, { command })).status).toBe(200)
  const pupil = await (await browser.newContext({ viewport: phone })).newPage()
  await pupil.goto(new URL(url('room', { world, code: room.code }), baseURL).href)
  await pupil
    .getByRole('main')
    .getByRole('button', { name: t('learning-rooms:entry.enter') })
    .click()
  await expect(waits(pupil)).toBeVisible()
  await expectAccessible(pupil)
  await expectNoSidewaysScroll(pupil)
  await way(pupil, 'e3', 'next').press('Enter')
  await expect(slide(pupil, 'e4')).toBeVisible()
  const line = pupil.getByRole('slider')
  await line.focus()
  await line.press('Home')
  for (let step = 0; step < 7; step += 1) await line.press('ArrowRight')
  await expect(pupil.getByText('Was ist kälter als -5?')).toBeVisible()
  await expect(pupil.locator('[data-room-saved]')).toHaveText(text('play.pageOpen'))
  // What was shown is still shown.
  await expect(slide(pupil, 'e4')).toBeVisible()
  await pupil.context().close()
})

test('the editor lays pages out by keyboard, and says when nothing is waited for any more', async ({
  page,
  baseURL,
}) => {
  await page.setViewportSize(phone)
  const { client } = await newMember(page, baseURL ?? '')
  const id = await publish(client)
  await page.goto(url('interactive-unit', { world, unitId: id }))
  const second = page.getByRole('region', { name: text('editor.pageName', { number: 2 }) })
  await second.getByLabel(text('fields.layout')).selectOption('stack')
  await second.getByLabel(text('fields.afterElement')).selectOption('e2')
  await second.getByLabel(text('fields.minPercent')).fill('70')
  await expect(page.getByText(text('editor.savedAt'))).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  const read = async () =>
    (await client.api('GET', `/v3/units/${id}`)).json<{ content: typeof content }>().content.pages
  await expect
    .poll(async () => (await read())[1])
    .toMatchObject({
      layout: 'stack',
      condition: { afterElementId: 'e2', minScaled: 0.7 },
    })
  const gate = page.locator('.edit-card').nth(1)
  await gate
    .getByRole('button', { name: text('values.remove'), exact: false })
    .first()
    .press('Enter')
  await expect(page.getByRole('status').filter({ hasText: text('editor.pageOpened') })).toBeVisible()
  await expect.poll(async () => (await read()).some((each) => 'condition' in each)).toBe(false)
})
