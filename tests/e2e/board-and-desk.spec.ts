import type { Page } from '@playwright/test'
import { url } from '#platform/routing/url.ts'
import { type Client, createClient } from '../support/http-client.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, words } from './fixtures.ts'
import { newMember } from './journey.ts'

/* The clock of a room on the board, marking by levels at the desk, and a place two things were given. */

const world = 'de'
const t = words(world)
const tenMinutes = 600_000

const choice = {
  ...{ id: 'e1', type: 'choice', prompt: '<p>Was stimmt?</p>', points: 1, right: '', wrong: '' },
  data: {
    ...{ isMulti: false, policy: 'net' },
    options: ['Ja', 'Nein'].map((text, at) => ({ id: 'ab'[at], text, weight: 1 - at, feedback: '' })),
  },
}
const essay = {
  ...{ id: 'e1', type: 'essay', prompt: '<p>Warum?</p>', points: 4, right: '', wrong: '' },
  data: {
    ...{ min: 0, max: 2000, keywords: [], sample: '' },
    rubric: [
      { text: 'begründet', points: 4 },
      { text: 'behauptet', points: 1 },
    ],
  },
}
const order = {
  ...{ id: 'e1', type: 'order', prompt: '<p>Ordne.</p>', points: 3, right: '', wrong: '' },
  data: { items: ['eins', 'zwei', 'drei'].map((text, at) => ({ id: 'abc'[at], text })), scoring: 'position' },
}

interface Room {
  id: number
  code: string
}

async function makeRoom(client: Client, element: object, settings: object): Promise<Room> {
  const unit = (await client.api('POST', '/v3/units', { title: 'Am Pult' })).json<{ id: number }>().id
  const content = { title: 'Am Pult', pages: [{ id: 'p1', title: '', elements: [element] }] }
  const saved = await client.api('PUT', `/v3/units/${unit}`, { revision: 1, content })
  expect(saved.status, saved.text).toBe(200)
  await client.api('POST', `/v3/units/${unit}/publish`)
  const room = (await client.api('POST', '/v3/rooms', { unitId: unit, ...settings })).json<Room>()
  for (const command of ['open', 'start'])
    await client.api('POST', `/v3/rooms/${room.id}/control`, { command })
  return room
}

async function pupilOf(base: string, { code }: Room): Promise<Client> {
  const client = createClient(base)
  const { entry } = (await client.api('GET', `/v3/room-codes/${code}`)).json<{
    entry: { names: { place: number }[] }
  }>()
  await client.api('POST', `/v3/room-codes/${code}/enter`, { pick: entry.names[0]?.place })
  return client
}

const secondsOn = async (page: Page) => {
  const text = (await page.getByRole('timer').textContent()) ?? ''
  const [, minutes = 'NaN', seconds = 'NaN'] = /(\d+):(\d\d)/.exec(text) ?? []
  return Number(minutes) * 60 + Number(seconds)
}

test('the board counts down by the server’s clock, is read once at the end, and stands in a break', async ({
  page,
  baseURL,
}) => {
  const { client } = await newMember(page, baseURL ?? '')
  const room = await makeRoom(client, choice, { mode: 'quiz', seconds: 300 })
  await page.clock.install({ time: Date.now() + tenMinutes })
  await page.goto(url('room-screen', { world, roomId: room.id }))
  const clock = page.getByRole('timer')
  await expect(clock).toContainText(t('learning-rooms:work.timeLeft'))
  const first = await secondsOn(page)
  expect(first).toBeGreaterThan(200)
  expect(first).toBeLessThanOrEqual(300)
  // Figures that change are to be looked at, not read out.
  expect(await clock.getAttribute('aria-live')).toBeNull()
  expect(
    await clock.evaluate((line) => line.closest('[aria-live],[role="status"],[role="alert"]')),
  ).toBeNull()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expectAccessible(page)
  // A board that hears from its room draws the server's clock anew, and for the server these minutes do not pass.
  await page.context().setOffline(true)
  await page.clock.runFor(60_000)
  expect(await secondsOn(page)).toBeLessThanOrEqual(first - 59)
  const over = page.getByRole('status').filter({ hasText: t('learning-rooms:screen.timeOver') })
  await expect(over).toHaveCount(0)
  await page.clock.runFor(300_000)
  await expect(clock).toContainText('0:00')
  await expect(over).toHaveCount(1)
  await page.context().setOffline(false)

  // What is drawn anew is what the server counts; a break does not count.
  await client.api('POST', `/v3/rooms/${room.id}/control`, { command: 'pause' })
  await page.reload()
  const still = await secondsOn(page)
  expect(still).toBeGreaterThan(100)
  await page.clock.runFor(30_000)
  expect(await secondsOn(page)).toBe(still)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoSidewaysScroll(page)
})

test('an essay gets its points by the button of a level', async ({ page, baseURL }) => {
  const { client } = await newMember(page, baseURL ?? '')
  const room = await makeRoom(client, essay, { mode: 'self' })
  const pupil = await pupilOf(baseURL ?? '', room)
  const answers = [{ id: 'a1', element_id: 'e1', response: { text: ['Weil es so ist.'] }, seq_local: 1 }]
  await pupil.api('POST', `/v3/room-codes/${room.code}/answers`, { answers })
  await page.goto(url('room-desk', { world, roomId: room.id }))
  const cell = page.locator('[data-cell$=":e1"]')
  await expect(cell).toHaveAttribute('data-state', 'pending')
  await cell.getByRole('link').click()
  const marking = page.getByRole('region', { name: /./ }).filter({ hasText: 'Weil es so ist.' })
  const level = (name: string) => marking.getByRole('button', { name })
  await expect(marking.getByText(t('learning-rooms:answer.rubric'))).toBeVisible()
  await level('begründet (4)').focus()
  await page.keyboard.press('Enter')
  await expect(cell).toHaveAttribute('data-state', 'correct')
  // Whoever thinks again presses another one.
  if (!(await marking.isVisible())) await cell.getByRole('link').click()
  await level('behauptet (1)').click()
  await expect(cell).toHaveAttribute('data-state', 'partial')
  await expectAccessible(page)
  const { answers: given } = (await client.api('GET', `/v3/rooms/${room.id}`)).json<{
    answers: { raw: number; max: number }[]
  }>()
  expect(given).toMatchObject([{ raw: 1, max: 4 }])
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } })

  test('two things on one place are named, nothing is lost; the board shows what was left when it was drawn', async ({
    page,
    baseURL,
  }) => {
    const { client } = await newMember(page, baseURL ?? '')
    const room = await makeRoom(client, order, { mode: 'self', minutes: 10 })
    await page.goto(url('room-screen', { world, roomId: room.id }))
    expect(await secondsOn(page)).toBeGreaterThan(300)
    await page.goto(url('room', { world, code: room.code }))
    await page
      .getByRole('main')
      .getByRole('button', { name: t('learning-rooms:entry.enter') })
      .click()
    const place = (name: string) => page.getByLabel(name, { exact: true })
    for (const [name, number] of Object.entries({ eins: '1', zwei: '1', drei: '3' }))
      await place(name).selectOption(number)
    const send = page.getByRole('button', { name: t('learning-rooms:work.check'), exact: true })
    await send.click()
    const twice = page.getByRole('status').filter({ hasText: /Auf Platz 1 passt nur eins/ })
    await expect(twice).toContainText(/eins, zwei|zwei, eins/)
    await expect(twice).not.toContainText('drei')
    for (const name of ['eins', 'zwei']) await expect(place(name)).toHaveValue('1')
    await place('zwei').selectOption('2')
    await send.click()
    await expect(page.getByRole('status').filter({ hasText: /passt nur eins/ })).toHaveCount(0)
    await expect(page.getByText(t('new-interactive:values.correct')).first()).toBeVisible()
  })
})
