import type { Browser, BrowserContext, Page } from '@playwright/test'
import { url } from '#platform/routing/url.ts'
import type { Client } from '../support/http-client.ts'
import { expect, test, words } from './fixtures.ts'
import { newMember } from './journey.ts'

/*
 * What goes wrong in classes: a device without network for several questions and with a clock that is wrong, somebody who
 * was removed and tries to return, and a teacher with two windows.
 */

const world = 'de'
const t = words(world)
const phone = { width: 360, height: 740 }
const tenMinutes = 600_000

const question = (id: string) => ({
  ...{ id, type: 'choice', prompt: `<p>Was stimmt bei ${id}?</p>`, points: 1 },
  ...{ right: '', wrong: '' },
  data: {
    ...{ isMulti: false, policy: 'net' },
    options: ['Ja', 'Nein'].map((text, at) => ({
      id: 'ab'[at],
      text: `${text} zu ${id}`,
      weight: 1 - at,
      feedback: '',
    })),
  },
})
const ids = ['e1', 'e2', 'e3', 'e4']
const content = {
  title: 'Was alles schiefgeht',
  pages: ids.map((id) => ({ id: `p${id}`, title: '', elements: [question(id)] })),
}

interface Room {
  id: number
  code: string
}
interface Desk {
  state: { step: number }
  participants: { id: number; name: string }[]
  answers: { element: string; state: string; tries: number }[]
}

async function makeRoom(client: Client, settings: object): Promise<Room> {
  const unit = (await client.api('POST', '/v3/units', { title: content.title })).json<{ id: number }>().id
  await client.api('PUT', `/v3/units/${unit}`, { revision: 1, content })
  await client.api('POST', `/v3/units/${unit}/publish`)
  const made = await client.api('POST', '/v3/rooms', { unitId: unit, naming: 'free', ...settings })
  const room = made.json<Room>()
  for (const command of ['open', 'start'])
    await client.api('POST', `/v3/rooms/${room.id}/control`, { command })
  return room
}

const deskOf = async (client: Client, { id }: Room) =>
  (await client.api('GET', `/v3/rooms/${id}`)).json<Desk>()

const press = (page: Page, name: string | RegExp) =>
  page.getByRole('main').getByRole('button', { name }).click()

async function device(browser: Browser, options: Parameters<Browser['newContext']>[0] = {}) {
  const context = await browser.newContext({ viewport: phone, locale: 'de-DE', ...options })
  return { context, page: await context.newPage() }
}

async function enter(page: Page, { code }: Room, name: string): Promise<void> {
  await page.goto(url('room', { world, code }))
  await page.getByLabel(t('learning-rooms:entry.name')).fill(name)
  await press(page, t('learning-rooms:entry.enter'))
}

const pick = (page: Page, text: string) => page.getByRole('radio', { name: text }).check()
const minutesLeft = (page: Page) => page.getByText(t('learning-rooms:work.roomLeft')).textContent()

test('what is chosen before the script of a slow line came goes out as soon as it is there', async ({
  page,
  browser,
  baseURL,
}) => {
  const { client } = await newMember(page, baseURL ?? '')
  const room = await makeRoom(client, { mode: 'self', minutes: 45 })
  const slow = await device(browser)
  const held: (() => Promise<void>)[] = []
  let isHeld = true
  await slow.page.route(/\.js(\?|$)/, async (route) => {
    if (isHeld) held.push(() => route.continue())
    else await route.continue()
  })
  const come = { waitUntil: 'commit' } as const
  await slow.page.goto(url('room', { world, code: room.code }), come)
  await slow.page.getByLabel(t('learning-rooms:entry.name')).fill('Pia')
  await slow.page.getByRole('button', { name: t('learning-rooms:entry.enter') }).click()
  await pick(slow.page, 'Ja zu e1')
  expect((await deskOf(client, room)).answers).toHaveLength(0)
  isHeld = false
  for (const go of held.splice(0)) await go().catch(() => undefined)
  await expect(slow.page.locator('[data-room-saved]')).toHaveText(t('learning-rooms:notice.saved'))
  expect((await deskOf(client, room)).answers).toMatchObject([{ element: 'e1', state: 'correct' }])
  await slow.context.close()
})

test('a device that is offline for several questions, and whose clock is wrong, loses nothing', async ({
  page,
  browser,
  baseURL,
}) => {
  const { client } = await newMember(page, baseURL ?? '')
  const room = await makeRoom(client, { mode: 'self', minutes: 45 })
  const contexts: BrowserContext[] = []
  const shaky = await device(browser)
  contexts.push(shaky.context)
  // Nothing but the typed name itself, to us, ever carries it.
  const asked: { url: string; body: string; referer: string }[] = []
  shaky.context.on('request', (request) =>
    asked.push({
      ...{ url: request.url(), body: request.postData() ?? '' },
      referer: request.headers().referer ?? '',
    }),
  )
  await shaky.page.clock.install({ time: Date.now() + tenMinutes })
  await enter(shaky.page, room, 'Ida')
  expect(await minutesLeft(shaky.page)).toMatch(/4[45]:/)
  await pick(shaky.page, 'Nein zu e1')
  // The script may come after the answer: the clock goes on until it is there.
  await expect(async () => {
    await shaky.page.clock.runFor(1_000)
    const saved = t('learning-rooms:notice.saved')
    await expect(shaky.page.locator('[data-room-saved]')).toHaveText(saved, { timeout: 500 })
  }).toPass()
  await shaky.context.setOffline(true)
  await expect(shaky.page.locator('[data-room-offline]')).toBeVisible()
  for (const id of ['e2', 'e3']) {
    await pick(shaky.page, `Ja zu ${id}`)
    await shaky.page.clock.runFor(30_000)
  }
  await pick(shaky.page, 'Nein zu e4')
  await pick(shaky.page, 'Ja zu e4')
  await shaky.page.clock.runFor(10_000)
  await expect(shaky.page.getByText(t('learning-rooms:work.waiting'))).toBeVisible()
  expect((await deskOf(client, room)).answers).toHaveLength(1)
  await shaky.context.setOffline(false)
  await shaky.page.clock.runFor(5_000)
  await expect(shaky.page.locator('[data-room-saved]')).toHaveText(t('learning-rooms:notice.saved'))
  const right = { state: 'correct', tries: 1 }
  await expect
    .poll(async () =>
      (await deskOf(client, room)).answers.toSorted((a, b) => a.element.localeCompare(b.element)),
    )
    .toMatchObject([{ state: 'incorrect', tries: 1 }, right, right, right])

  // The same pupil on a device with the right time and no scripts: what is answered later counts.
  const plain = await device(browser, {
    storageState: await shaky.context.storageState(),
    javaScriptEnabled: false,
  })
  contexts.push(plain.context)
  await plain.page.goto(url('room', { world, code: room.code }))
  expect(await minutesLeft(plain.page)).toMatch(/4[345]:/)
  await pick(plain.page, 'Ja zu e1')
  await press(plain.page, t('learning-rooms:work.check'))
  await expect(plain.page.getByText(t('learning-rooms:notice.saved')).first()).toBeVisible()
  expect((await deskOf(client, room)).answers).toHaveLength(4)
  expect((await deskOf(client, room)).answers.map(({ state }) => state)).toEqual(Array(4).fill('correct'))

  // Handing in asks first, and waits for the network with the answer it belongs to.
  const handIn = { name: t('learning-rooms:work.handInNow'), exact: true }
  await plain.page.getByRole('button', handIn).click()
  await expect(plain.page).toHaveURL(/#hand-in$/)
  await expect(plain.page.locator('[data-room-open]')).toHaveText(t('learning-rooms:work.nothingOpen'))
  await shaky.page.reload()
  await shaky.context.setOffline(true)
  await pick(shaky.page, 'Nein zu e3')
  await shaky.page.getByRole('button', handIn).click()
  const sure = shaky.page.getByLabel(t('learning-rooms:work.handInSure'))
  await expect(sure).toBeFocused()
  await sure.check()
  await shaky.page.getByRole('button', handIn).click()
  await expect(shaky.page.getByText(t('learning-rooms:work.handInWaiting'))).toBeVisible()
  await expect(shaky.page.getByRole('radio', { name: 'Ja zu e3' })).toBeDisabled()
  await shaky.context.setOffline(false)
  await shaky.page.clock.runFor(30_000)
  await expect(shaky.page.getByRole('main').getByText(t('learning-rooms:work.finished'))).toBeVisible()
  const after = await deskOf(client, room)
  expect(after.answers.find(({ element }) => element === 'e3')).toMatchObject({ state: 'incorrect' })
  await page.goto(url('room-desk', { world, roomId: room.id }))
  await expect(page.getByRole('rowheader', { name: 'Ida' })).toContainText(
    t('learning-rooms:pupils.finished'),
  )
  await page.locator('#pupils summary').click()
  await press(page, t('learning-rooms:pupils.reopen', { name: 'Ida' }))
  await expect(shaky.page.getByRole('radio', { name: 'Ja zu e3' })).toBeEnabled()
  expect(asked.length).toBeGreaterThan(3)
  expect(
    asked.filter(({ url: address }) => new URL(address).origin !== new URL(baseURL ?? '').origin),
  ).toEqual([])
  expect(asked.filter((one) => `${one.url} ${one.referer}`.includes('Ida'))).toEqual([])
  expect(asked.filter(({ body }) => body.includes('Ida'))).toHaveLength(1)
  for (const context of contexts) await context.close()
})

test('who was removed stays out, and two windows of a teacher are one desk', async ({
  page,
  browser,
  baseURL,
}) => {
  const { client } = await newMember(page, baseURL ?? '')
  const room = await makeRoom(client, { mode: 'paced' })
  const [ida, udo] = [await device(browser), await device(browser)]
  await enter(ida.page, room, 'Ida')
  await enter(udo.page, room, 'Udo')
  const eva = await device(browser)
  await eva.context.addInitScript(() => Object.defineProperty(window, 'WebSocket', { value: undefined }))
  await enter(eva.page, room, 'Eva')
  await page.goto(url('room-desk', { world, roomId: room.id }))
  const second = await page.context().newPage()
  await second.goto(page.url())
  const windows = [page, second]

  // A step is turned in one window and stands in the other; both at once turn it once.
  const step = (window: Page, number: number) =>
    window.getByRole('button', { name: t('learning-rooms:control.step', { number }), exact: true })
  await step(page, 2).click()
  for (const window of windows) await expect(step(window, 2)).toHaveAttribute('aria-current', 'step')
  const boards = [await page.context().newPage(), await page.context().newPage()]
  for (const board of boards) await board.goto(url('room-screen', { world, roomId: room.id }))
  await Promise.all(boards.map((board) => press(board, t('learning-rooms:screen.next'))))
  for (const board of boards) await expect(board.getByText('Was stimmt bei e3?')).toBeVisible()
  for (const window of windows) await expect(step(window, 3)).toHaveAttribute('aria-current', 'step')
  await expect(udo.page.getByText('Was stimmt bei e3?')).toBeVisible()
  expect((await deskOf(client, room)).state.step).toBe(2)

  await page.locator('#pupils summary').click()
  const remove = { name: t('learning-rooms:pupils.kick', { name: 'Ida' }), exact: true }
  await page.getByRole('main').getByRole('button', remove).click()
  for (const window of windows) await expect(window.getByRole('rowheader', { name: 'Ida' })).toHaveCount(0)
  const removed = t('learning-rooms:work.removed')
  await expect(ida.page.getByRole('main').getByText(removed)).toBeVisible()
  await ida.page.reload()
  await expect(ida.page.getByRole('main').getByText(removed)).toBeVisible()
  // No network hides it from a device.
  const left = (await deskOf(client, room)).participants.find(({ name }) => name === 'Eva')
  await client.api('POST', `/v3/rooms/${room.id}/control`, { command: 'kick', participant: left?.id })
  await expect(eva.page.getByRole('main').getByText(removed)).toBeVisible()
  const other = await device(browser)
  await enter(other.page, room, 'ida')
  await expect(other.page.getByText(t('learning-rooms:entry.nameWrong')).first()).toBeVisible()
  // With the entry locked no other name helps either.
  await second.getByRole('button', { name: t('learning-rooms:command.lock'), exact: true }).click()
  await expect(
    page.getByRole('button', { name: t('learning-rooms:command.unlock'), exact: true }),
  ).toBeVisible()
  await enter(other.page, room, 'Ada')
  await expect(other.page.getByText(t('learning-rooms:entry.locked')).first()).toBeVisible()
  expect((await deskOf(client, room)).participants.map(({ name }) => name)).toEqual(['Ida', 'Udo', 'Eva'])
  for (const { context } of [ida, udo, eva, other]) await context.close()
})

test('names a teacher has hidden stay hidden when somebody comes in and on the next page', async ({
  page,
  browser,
  baseURL,
}) => {
  const { client } = await newMember(page, baseURL ?? '')
  const room = await makeRoom(client, { mode: 'exam', minutes: 45 })
  const pupils = [await device(browser), await device(browser)]
  const [ada, udo] = pupils
  if (!ada || !udo) throw new Error('no class')
  await enter(ada.page, room, 'Ada')
  await page.goto(url('room-desk', { world, roomId: room.id }))
  const hide = page.getByLabel(t('learning-rooms:grid.hideNames'))
  await hide.check()
  const blurred = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('[data-person]')].map((name) => getComputedStyle(name).filter !== 'none'),
    )
  await enter(udo.page, room, 'Udo')
  await expect(page.locator('tr[data-pupil]')).toHaveCount(2)
  expect(await blurred()).toEqual(Array(6).fill(true))
  await press(page, t('learning-rooms:command.pause'))
  await press(page, t('learning-rooms:command.resume'))
  const pause = page.getByRole('main').getByRole('button', { name: t('learning-rooms:command.pause') })
  await expect(pause).toBeVisible()
  // A desk that is made anew takes a click with it.
  await expect(async () => {
    await page.locator('[data-cell] a').first().click()
    await expect(page.locator('#answer-head')).toBeVisible({ timeout: 5_000 })
  }).toPass()
  await expect(hide).toBeChecked()
  expect(await blurred()).toEqual(Array(7).fill(true))
  // Of those who have more time the board says no more than that.
  const [{ id = 0 } = {}] = (await deskOf(client, room)).participants
  const more = { command: 'extend', participant: id, extraTime: 150 }
  await client.api('POST', `/v3/rooms/${room.id}/control`, more)
  await page.goto(url('room-screen', { world, roomId: room.id }))
  await expect(page.getByText(t('learning-rooms:screen.extraTime'))).toBeVisible()
  await expect(page.getByText('Ada')).toHaveCount(0)
  await page.goto(url('room-desk', { world, roomId: room.id }))
  await hide.uncheck()
  await page.reload()
  await expect(hide).not.toBeChecked()
  for (const { context } of pupils) await context.close()
})
