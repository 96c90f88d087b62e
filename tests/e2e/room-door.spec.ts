import type { Browser, Page } from '@playwright/test'
import { url } from '#platform/routing/url.ts'
import type { Client } from '../support/http-client.ts'
import { expect, test, words } from './fixtures.ts'
import { newMember } from './journey.ts'

/* The door of a room, a device that is without network for a real while, and what the pages of a room ask others for. */

const world = 'de'
const t = words(world)

interface Room {
  id: number
  code: string
}

async function makeRoom(client: Client, settings: object): Promise<Room> {
  const elements = ['e1', 'e2'].map((id) => ({
    ...{
      id,
      type: 'choice',
      prompt: `<p>Was stimmt bei ${id}?</p>`,
      points: 1,
      right: '',
      wrong: '',
    },
    data: {
      ...{ isMulti: false, policy: 'net' },
      options: ['Ja', 'Nein'].map((text, at) => ({
        ...{ id: 'ab'[at], text: `${text} zu ${id}`, weight: 1 - at, feedback: '' },
      })),
    },
  }))
  const content = { title: 'Die Tür', pages: [{ id: 'p1', title: '', elements }] }
  const unit = (await client.api('POST', '/v3/units', { title: content.title })).json<{ id: number }>().id
  await client.api('PUT', `/v3/units/${unit}`, { revision: 1, content })
  await client.api('POST', `/v3/units/${unit}/publish`)
  const room = (
    await client.api('POST', '/v3/rooms', { unitId: unit, mode: 'self', ...settings })
  ).json<Room>()
  for (const command of ['open', 'start'])
    await client.api('POST', `/v3/rooms/${room.id}/control`, { command })
  return room
}

async function pupil(browser: Browser, { code }: Room, name?: string) {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, locale: 'de-DE' })
  const page = await context.newPage()
  await come(page, code, name)
  return { context, page }
}
async function come(page: Page, code: string, name?: string): Promise<void> {
  await page.goto(url('room', { world, code }))
  if (name) await page.getByLabel(t('learning-rooms:entry.name')).fill(name)
  await page
    .getByRole('main')
    .getByRole('button', { name: t('learning-rooms:entry.enter') })
    .click()
}
const peopleOf = async (client: Client, { id }: Room) =>
  (await client.api('GET', `/v3/rooms/${id}`)).json<{
    state: { isLocked: boolean }
    participants: { id: number; name: string; isKicked: boolean }[]
    answers: { element: string; state: string }[]
  }>()

for (const hasScripts of [true, false])
  test(`who is removed comes back under a new name until the room is locked with it, ${hasScripts ? 'by keyboard' : 'without scripts'}`, async ({
    page,
    browser,
    baseURL,
  }) => {
    const { client } = await newMember(page, baseURL ?? '')
    const room = await makeRoom(client, { naming: 'pick' })
    const device = await pupil(browser, room)
    await expect(device.page.getByRole('radio', { name: 'Ja zu e1' })).toBeVisible()
    const [first] = (await peopleOf(client, room)).participants
    const teacher = await browser.newContext({
      ...{ storageState: await page.context().storageState(), javaScriptEnabled: hasScripts },
      ...{ viewport: { width: 768, height: 1000 }, locale: 'de-DE' },
    })
    const desk = await teacher.newPage()
    await desk.goto(url('room-desk', { world, roomId: room.id }))
    const button = (key: 'kick' | 'kickAndLock', name = '') =>
      desk.getByRole('button', { name: t(`learning-rooms:pupils.${key}`, { name }), exact: true })
    await desk.locator('#pupils summary').press('Enter')
    await expect(desk.getByText(t('learning-rooms:pupils.mayReturn'))).toBeVisible()
    await expect(button('kickAndLock', first?.name)).toHaveAccessibleDescription(
      t('learning-rooms:pupils.mayReturn'),
    )
    await button('kick', first?.name).press('Enter')
    await expect.poll(async () => (await peopleOf(client, room)).participants[0]?.isKicked).toBe(true)
    await device.page.reload()
    await expect(device.page.getByRole('main').getByText(t('learning-rooms:work.removed'))).toBeVisible()
    await device.context.clearCookies()
    await come(device.page, room.code)
    await expect(device.page.getByRole('radio', { name: 'Ja zu e1' })).toBeVisible()

    const second = (await peopleOf(client, room)).participants.find(({ isKicked }) => !isKicked)
    await desk.goto(url('room-desk', { world, roomId: room.id }))
    await desk.locator('#pupils summary').press('Enter')
    await button('kickAndLock', second?.name).press('Enter')
    await expect.poll(async () => (await peopleOf(client, room)).state.isLocked).toBe(true)
    await device.context.clearCookies()
    await device.page.goto(url('room', { world, code: room.code }))
    await expect(device.page.getByText(t('learning-rooms:entry.locked')).first()).toBeVisible()
    await come(device.page, room.code)
    await expect(device.page.getByText(t('learning-rooms:entry.locked')).first()).toBeVisible()
    await expect(
      desk.getByRole('button', { name: t('learning-rooms:command.unlock'), exact: true }),
    ).toBeVisible()
    expect((await peopleOf(client, room)).participants.filter(({ isKicked }) => !isKicked)).toEqual([])
    for (const context of [device.context, teacher]) await context.close()
  })

test('thirty seconds without network by the real clock: what was answered meanwhile arrives, once', async ({
  page,
  browser,
  baseURL,
}) => {
  test.setTimeout(120_000)
  const { client } = await newMember(page, baseURL ?? '')
  const room = await makeRoom(client, { naming: 'free' })
  const { context, page: device } = await pupil(browser, room, 'Ida')
  await device.getByRole('radio', { name: 'Ja zu e1' }).check()
  await expect(device.locator('[data-room-saved]')).toHaveText(t('learning-rooms:notice.saved'))
  await context.setOffline(true)
  await device.getByRole('radio', { name: 'Nein zu e1' }).check()
  await device.getByRole('radio', { name: 'Ja zu e2' }).check()
  await device.waitForTimeout(30_000)
  await expect(device.getByRole('radio', { name: 'Ja zu e2' })).toBeChecked()
  expect((await peopleOf(client, room)).answers).toHaveLength(1)
  await context.setOffline(false)
  await expect
    .poll(
      async () =>
        (await peopleOf(client, room)).answers.map(({ element, state }) => `${element} ${state}`).sort(),
      {
        timeout: 40_000,
      },
    )
    .toEqual(['e1 incorrect', 'e2 correct'])
  expect((await peopleOf(client, room)).participants).toHaveLength(1)
  await context.close()
})

test('no page of a room asks anybody but us, and none carries the name of a pupil', async ({
  page,
  browser,
  baseURL,
}) => {
  const { client } = await newMember(page, baseURL ?? '')
  const room = await makeRoom(client, { naming: 'free' })
  const name = 'Żółćwina Ølgå'
  const asked: { url: string; body: string; method: string }[] = []
  const listen = (on: Page) => {
    on.on('request', (request) =>
      asked.push({ url: request.url(), body: request.postData() ?? '', method: request.method() }),
    )
    on.on('websocket', (line) =>
      asked.push({ url: line.url().replace(/^ws/, 'http'), body: '', method: 'WS' }),
    )
  }
  listen(page)
  const board = await page.context().newPage()
  listen(board)
  const context = await browser.newContext({ locale: 'de-DE' })
  const device = await context.newPage()
  listen(device)
  await come(device, room.code, name)
  await device.getByRole('radio', { name: 'Ja zu e1' }).check()
  await page.goto(url('room-desk', { world, roomId: room.id }))
  await board.goto(url('room-screen', { world, roomId: room.id }))
  await expect(page.getByRole('rowheader', { name })).toBeVisible()
  await device.getByRole('radio', { name: 'Ja zu e2' }).check()
  await expect(device.locator('[data-room-saved]')).toHaveText(t('learning-rooms:notice.saved'))
  await client.api('POST', `/v3/rooms/${room.id}/control`, { command: 'close' })
  await expect(device.getByRole('main').getByText(t('learning-rooms:work.closed')).first()).toBeVisible()
  const { origin } = new URL(baseURL ?? '')
  expect(asked.length).toBeGreaterThan(10)
  expect(
    asked.filter(
      (one) =>
        new URL(one.url).origin !== origin && !one.url.startsWith('data:') && !one.url.startsWith('blob:'),
    ),
  ).toEqual([])
  const carries = ({ url: address, body }: (typeof asked)[number]) =>
    decodeURIComponent(address).includes(name) ||
    body.includes(name) ||
    body.includes(encodeURIComponent(name))
  // But the one form that brings it to us.
  expect(asked.filter(carries).length).toBeLessThanOrEqual(1)
  expect(asked.filter((one) => carries(one) && one.method !== 'POST')).toEqual([])
  await context.close()
})
