import type { Page } from '@playwright/test'
import { url } from '#routing/url.ts'
import type { Client } from '../support/http-client.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, words } from './fixtures.ts'
import { newMember } from './journey.ts'

/* Texts that are written with signs: who types goes on typing whatever arrives, and everybody reads what was marked. */

const world = 'de'
const t = words(world)
const play = (name: string) => t(`new-interactive:play.${name}`)
const phone = { width: 360, height: 740 }

const essay = {
  ...{ id: 'e1', type: 'essay', prompt: '<p>Warum?</p>', points: 4, right: '', wrong: '' },
  data: { min: 0, max: 900, keywords: [], sample: '', rubric: [] },
}
const dictation = {
  ...{ id: 'e2', type: 'dictation', prompt: '<p>Schreib mit.</p>', points: 1, right: '', wrong: '' },
  data: {
    sentences: [{ text: 'Der Hund bellt laut.', sound: '' }],
    lang: 'de',
    ...{ playsMax: 0, ignoresSigns: true },
  },
}

async function makeUnit(client: Client, elements: readonly object[], about: object = {}): Promise<number> {
  const { id } = (await client.api('POST', '/v3/units', { title: 'x' })).json<{ id: number }>()
  const content = { title: 'Aufsatz', ...about, pages: [{ id: 'p1', title: '', elements }] }
  const saved = await client.api('PUT', `/v3/units/${id}`, { revision: 1, content })
  expect(saved.status, saved.text).toBe(200)
  expect((await client.api('POST', `/v3/units/${id}/publish`)).status).toBe(200)
  return id
}

const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('name'))

test('who types while the tools of a text arrive goes on: focus, caret and every letter stay', async ({
  page,
  baseURL,
}) => {
  const { client } = await newMember(page, baseURL ?? '')
  const id = await makeUnit(client, [essay, dictation])
  const held: (() => Promise<void>)[] = []
  let isHeld = true
  await page.route(/\/Player\.[^/]+\.js$/, async (route) => {
    if (isHeld) held.push(() => route.continue())
    else await route.continue()
  })
  const go = async () => {
    isHeld = false
    for (const each of held.splice(0)) await each()
  }
  await page.goto(url('interactive-play', { world, key: String(id) }))
  const field = page.locator('[name="a.e1.text"]')
  // From the first moment on, before any script is awake.
  await field.focus()
  await page.keyboard.type('Der Tiber fließt ')
  await expect.poll(() => held.length).toBeGreaterThan(0)
  await page.keyboard.type('durch Rom.')
  await page.keyboard.press('Home')
  await page.keyboard.press('Shift+ArrowRight')
  await field.evaluate((node) => node.setAttribute('data-same', 'yes'))
  await go()
  await expect(page.getByRole('group', { name: play('writeTools') })).toBeVisible()
  expect(await focused(page)).toBe('a.e1.text')
  await expect(field).toHaveAttribute('data-same', 'yes')
  // What was selected is what the next letter takes the place of.
  await page.keyboard.type('W')
  await page.keyboard.press('End')
  await page.keyboard.type(' Ja!')
  await expect(field).toHaveValue('Wer Tiber fließt durch Rom. Ja!')
})

test('a player that takes the place of plain fields waits until nobody is in them', async ({
  page,
  baseURL,
}) => {
  const { client } = await newMember(page, baseURL ?? '')
  const id = await makeUnit(client, [dictation])
  const held: (() => Promise<void>)[] = []
  await page.route(/\/Player\.[^/]+\.js$/, (route) => void held.push(() => route.continue()))
  await page.goto(url('interactive-play', { world, key: String(id) }))
  const task = page.locator('section.exercise')
  const field = task.getByRole('textbox').first()
  await field.focus()
  await page.keyboard.type('Der Hund ')
  await expect.poll(() => held.length).toBeGreaterThan(0)
  await field.evaluate((node) => node.setAttribute('data-same', 'yes'))
  const arrived = page.waitForResponse(/\/Player\.[^/]+\.js$/)
  for (const each of held.splice(0)) await each()
  await (await arrived).finished()
  await page.keyboard.type('bellt laut.')
  await expect(field).toHaveValue('Der Hund bellt laut.')
  await expect(field).toHaveAttribute('data-same', 'yes')
  // Leaving it is enough; what was typed is there in the new one.
  await task.getByRole('button', { name: play('checkOne') }).click()
  await expect(task.locator('[data-same]')).toHaveCount(0)
  await expect(task.getByRole('textbox').first()).toHaveValue('Der Hund bellt laut.')
})

test('a text is marked by keyboard alone on a phone, is there after a reload, and looks good in the dark', async ({
  page,
  baseURL,
}, testInfo) => {
  const { client } = await newMember(page, baseURL ?? '')
  const id = await makeUnit(client, [essay])
  await page.setViewportSize(phone)
  await page.goto(url('interactive-play', { world, key: String(id) }))
  const field = page.locator('[name="a.e1.text"]')
  const tools = page.getByRole('group', { name: play('writeTools') })
  await expect(tools).toBeVisible()
  await field.focus()
  await page.keyboard.type('Der ')
  await page.keyboard.press('ControlOrMeta+b')
  await page.keyboard.type('Tiber')
  await page.keyboard.press('ControlOrMeta+b')
  await expect(field).toHaveValue('Der **Tiber**')
  await page.keyboard.press('End')
  await page.keyboard.type(' fließt ')
  await page.keyboard.press('ControlOrMeta+i')
  await page.keyboard.type('schnell')
  await expect(field).toHaveValue('Der **Tiber** fließt *schnell*')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(field).not.toHaveValue('Der **Tiber** fließt *schnell*')
  await field.fill('Der **Tiber** fließt *schnell*')
  await page.keyboard.press('Shift+Tab')
  await expect(tools.getByRole('button').last()).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(field).toHaveValue('- Der **Tiber** fließt *schnell*')
  await expect(field).toBeFocused()
  const looks = page.getByRole('region', { name: play('looks') })
  await expect(looks.locator('li strong')).toHaveText('Tiber')
  expect(await tools.evaluate((group) => getComputedStyle(group).borderTopWidth)).toBe('0px')
  for (const button of await tools.getByRole('button').all())
    expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page, colorScheme === 'light' ? 'all' : 'colours')
    await expectNoSidewaysScroll(page)
    const task = page.locator('section.exercise')
    await task.screenshot({ path: testInfo.outputPath(`essay-${colorScheme}.png`) })
  }
  await page.reload()
  await expect(field).toHaveValue('- Der **Tiber** fließt *schnell*')
  await expect(looks.locator('li em')).toHaveText('schnell')
})

test('a text that is practised without a network is checked when there is one again', async ({
  page,
  baseURL,
}) => {
  const { client } = await newMember(page, baseURL ?? '')
  const keyword = { any: ['Tiber'], points: 1, occurrences: 1 }
  const id = await makeUnit(client, [{ ...essay, data: { ...essay.data, keywords: [keyword] } }])
  await page.setViewportSize(phone)
  await page.goto(url('interactive-play', { world, key: String(id) }))
  const field = page.locator('[name="a.e1.text"]')
  const tools = page.getByRole('group', { name: play('writeTools') })
  await expect(tools).toBeVisible()
  const fetched = page.waitForResponse(/\/units\.[^/]+\.js$/)
  await field.focus()
  await page.keyboard.type('Rom ')
  await fetched
  await page.context().setOffline(true)
  await expect(page.getByText(play('offline'))).toBeVisible()
  await page.keyboard.type('liegt am ')
  await page.keyboard.press('ControlOrMeta+b')
  await page.keyboard.type('Tiber')
  await page.getByRole('button', { name: play('checkOne'), exact: true }).press('Enter')
  await expect(page.locator('form [aria-live="polite"]').first()).toHaveText(play('waiting'))
  await expectAccessible(page)
  await page.context().setOffline(false)
  const outcome = page.locator('#e1-outcome')
  await expect(outcome).toBeFocused()
  await expect(outcome).toContainText(t('new-interactive:values.correct'))
  // Written while there was none, and there after a reload.
  await page.reload()
  await expect(field).toHaveValue('Rom liegt am **Tiber**')
})

const hostile =
  'Der **Tiber**\n<script>alert(1)</script><img src=x onerror=alert(2)> **<b>fett</b>**\n\n- *eins*'

test('teacher and pupil read in a room what was marked, and nothing of it is markup', async ({
  page,
  browser,
  baseURL,
}) => {
  const { client } = await newMember(page, baseURL ?? '')
  const unitId = await makeUnit(client, [essay])
  const made = await client.api('POST', '/v3/rooms', { unitId, mode: 'self' })
  const room = made.json<{ id: number; code: string }>()
  const control = (command: string) => client.api('POST', `/v3/rooms/${room.id}/control`, { command })
  for (const command of ['open', 'start']) await control(command)
  const pupil = await (await browser.newContext({ viewport: phone })).newPage()
  await pupil.goto(url('room', { world, code: room.code }))
  await pupil
    .getByRole('main')
    .getByRole('button', { name: t('learning-rooms:entry.enter') })
    .click()
  const field = pupil.locator('[name="a.e1.text"]')
  await expect(field).toBeVisible()
  const tools = pupil.getByRole('group', { name: play('writeTools') })
  await expect(tools).toBeVisible()
  // Without a network it waits on the device.
  await pupil.context().setOffline(true)
  await field.focus()
  await pupil.keyboard.type('Rom ')
  await pupil.keyboard.press('ControlOrMeta+b')
  await pupil.keyboard.type('ja')
  await expect(field).toHaveValue('Rom **ja**')
  await field.selectText()
  await tools.getByRole('button', { name: play('list'), exact: true }).click()
  await expect(field).toHaveValue('- Rom **ja**')
  await field.fill(hostile)
  await expect(pupil.locator('[data-room-saved]')).toHaveText(t('learning-rooms:work.waiting'))
  await pupil.context().setOffline(false)
  await page.goto(url('room-desk', { world, roomId: room.id }))
  const cell = page.locator('[data-cell$=":e1"]')
  await expect(cell).toHaveAttribute('data-state', 'pending', { timeout: 30_000 })
  await cell.getByRole('link').click()
  const marking = page.locator('#answer')
  const check = async (part: typeof marking) => {
    await expect(part.locator('.prose strong').first()).toHaveText('Tiber')
    await expect(part.locator('.prose strong').last()).toHaveText('<b>fett</b>')
    await expect(part.locator('.prose li em')).toHaveText('eins')
    await expect(part.locator('.prose').filter({ hasText: 'Tiber' })).toContainText(
      '<script>alert(1)</script>',
    )
    await expect(part.locator('.prose script, .prose img, .prose b')).toHaveCount(0)
  }
  await check(marking)
  await expectAccessible(page)
  await control('pause')
  await pupil.reload()
  await check(pupil.getByRole('region', { name: play('looks') }))
  await expectAccessible(pupil)
  await expectNoSidewaysScroll(pupil)
  await pupil.context().close()
})

test('tasks of another language say so, and are read aloud by a voice of that language, alone and in a room', async ({
  page,
  browser,
  baseURL,
}) => {
  const { client } = await newMember(page, baseURL ?? '')
  const unitId = await makeUnit(client, [essay], { language: 'fr' })
  const room = (await client.api('POST', '/v3/rooms', { unitId, mode: 'self' })).json<{
    id: number
    code: string
  }>()
  for (const command of ['open', 'start'])
    await client.api('POST', `/v3/rooms/${room.id}/control`, { command })
  const pupil = await (await browser.newContext({ viewport: phone })).newPage()
  for (const place of [page, pupil]) await place.addInitScript(giveVoices)
  await page.goto(url('interactive-play', { world, key: String(unitId) }))
  await pupil.goto(url('room', { world, code: room.code }))
  await pupil
    .getByRole('main')
    .getByRole('button', { name: t('learning-rooms:entry.enter') })
    .click()
  for (const place of [page, pupil]) {
    const task = place.locator('section.exercise')
    await expect(task).toHaveAttribute('lang', 'fr')
    const reader = task.getByRole('button', { name: play('readTask') })
    await reader.click()
    expect(await reader.evaluate((button) => button.closest('[lang]')?.getAttribute('lang'))).toBe('de')
    expect(await place.evaluate(() => sessionStorage.getItem('said'))).toBe('fr-FR: Warum?')
  }
  await pupil.context().close()
})

test('a task in Arabic runs from right to left, and the words of the page around it do not', async ({
  page,
  baseURL,
}) => {
  const { client } = await newMember(page, baseURL ?? '')
  const id = await makeUnit(client, [{ ...essay, prompt: '<p>لماذا؟</p>' }], { language: 'ar' })
  await page.setViewportSize(phone)
  await page.goto(url('interactive-play', { world, key: String(id) }))
  const task = page.locator('section.exercise')
  await expect(task).toHaveCSS('direction', 'rtl')
  await expect(task.locator('textarea')).toHaveCSS('direction', 'rtl')
  await expect(task.locator('.exercise__head')).toHaveCSS('direction', 'ltr')
  await expect(task.getByRole('button', { name: play('checkOne'), exact: true })).toHaveCSS(
    'direction',
    'ltr',
  )
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})

/** Runs in the page: a device with two voices of its own. */
function giveVoices(): void {
  const voices = ['de-DE', 'fr-FR'].map((lang) => ({ lang, localService: true }))
  class Said {
    voice = { lang: '' }
    text: string
    constructor(text: string) {
      this.text = text
    }
  }
  Object.assign(globalThis, { SpeechSynthesisUtterance: Said })
  Object.defineProperty(globalThis, 'speechSynthesis', {
    value: {
      getVoices: () => voices,
      cancel() {},
      speak: ({ text, voice }: Said) => sessionStorage.setItem('said', `${voice.lang}: ${text}`),
    },
  })
}
