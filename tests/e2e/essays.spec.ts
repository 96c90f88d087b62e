import type { Page } from '@playwright/test'
import { url } from '#platform/routing/url.ts'
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

/** The field in which a text looks as it is written; a plain one has a name for its form. */
const writtenOn = (place: Page) => place.locator('.written[role="textbox"]')

test('who types while the field with marks arrives goes on in the plain one, and finds every letter in the new one', async ({
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
  await page.goto(url('interactive-play', { world, key: String(id) }))
  const field = page.locator('[name="a.e1.text"]')
  // From the first moment on, before any script is awake.
  await field.focus()
  await page.keyboard.type('Der **Tiber** fließt ')
  await expect.poll(() => held.length).toBeGreaterThan(0)
  isHeld = false
  for (const each of held.splice(0)) await each()
  await page.waitForLoadState('networkidle')
  await page.keyboard.type('durch Rom.')
  expect(await focused(page)).toBe('a.e1.text')
  await expect(field).toHaveValue('Der **Tiber** fließt durch Rom.')
  await page.keyboard.press('Tab')
  await expect(writtenOn(page)).toHaveText('Der Tiber fließt durch Rom.')
  await expect(writtenOn(page).locator('strong')).toHaveText('Tiber')
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

test('a text looks as it is written, by keyboard alone on a phone, is there after a reload, and looks good in the dark', async ({
  page,
  baseURL,
}, testInfo) => {
  const { client } = await newMember(page, baseURL ?? '')
  const id = await makeUnit(client, [essay])
  await page.setViewportSize({ width: 320, height: 740 })
  await page.goto(url('interactive-play', { world, key: String(id) }))
  const field = writtenOn(page)
  const tools = page.getByRole('group', { name: play('writeTools') })
  const tool = (name: string) => tools.getByRole('button', { name: play(name), exact: true })
  await expect(tools).toBeVisible()
  await expect(field).toHaveAccessibleName(play('answer'))
  await field.focus()
  await page.keyboard.type('Der ')
  await page.keyboard.press('ControlOrMeta+b')
  await expect(tool('bold')).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.type('Ti')
  await page.keyboard.press('ControlOrMeta+b')
  await page.keyboard.type('ber fließt ')
  await page.keyboard.press('ControlOrMeta+u')
  await page.keyboard.type('2*3*4')
  await page.keyboard.press('ControlOrMeta+u')
  await expect(field.locator('b, strong')).toHaveText('Ti')
  await expect(field.locator('u')).toHaveText('2*3*4')
  await page.keyboard.press('Enter')
  await page.keyboard.type('eins')
  // Back to the buttons, and to the caret.
  await page.keyboard.press('Shift+Tab')
  await expect(tool('numbered')).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(field).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('ControlOrMeta+i')
  await page.keyboard.type('zwei')
  await expect(field.locator('li')).toHaveText(['eins', 'zwei'])
  await page.keyboard.press('ControlOrMeta+z')
  await expect(field.locator('li')).not.toHaveText(['eins', 'zwei'])
  await page.keyboard.press('ControlOrMeta+Shift+z')
  await expect(field.locator('li')).toHaveText(['eins', 'zwei'])
  await expect(field.locator('li i, li em')).toHaveText('zwei')
  // Whatever is pasted comes as words.
  await field.evaluate((node) => {
    const data = new DataTransfer()
    data.setData('text/html', '<img src="https://example.org/x.png"><b>fett</b>')
    data.setData('text/plain', ' <img src=x onerror=alert(1)>')
    node.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, cancelable: true, bubbles: true }))
  })
  await expect(field.locator('li').last()).toHaveText('zwei <img src=x onerror=alert(1)>')
  await expect(field.locator('img')).toHaveCount(0)
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
  await expect(field.locator('strong')).toHaveText('Ti')
  await expect(field.locator('u')).toHaveText('2*3*4')
  await expect(field.locator('ul li')).toHaveText(['eins', 'zwei <img src=x onerror=alert(1)>'])
  await expect(field.locator('p')).toHaveText('Der Tiber fließt 2*3*4')
})

test('a field with marks takes no more than its task allows, however it comes', async ({ page, baseURL }) => {
  const { client } = await newMember(page, baseURL ?? '')
  const id = await makeUnit(client, [{ ...essay, data: { ...essay.data, max: 10 } }])
  await page.goto(url('interactive-play', { world, key: String(id) }))
  const field = writtenOn(page)
  await field.focus()
  await page.keyboard.type('a'.repeat(30))
  await expect(field).toHaveText('a'.repeat(20))
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('Backspace')
  await field.evaluate((node) => {
    const data = new DataTransfer()
    data.setData('text/plain', 'b'.repeat(5000))
    node.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, cancelable: true, bubbles: true }))
  })
  await expect(field).toHaveText('b'.repeat(20))
  await expect(page.getByText('20 / 10')).toBeVisible()
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
  const field = writtenOn(page)
  const tools = page.getByRole('group', { name: play('writeTools') })
  await expect(tools).toBeVisible()
  const fetched = page.waitForResponse(/\/units-api\.[^/]+\.js$/)
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
  await expect(field).toHaveText('Rom liegt am Tiber')
  await expect(field.locator('strong')).toHaveText('Tiber')
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
  const written = writtenOn(pupil)
  const tools = pupil.getByRole('group', { name: play('writeTools') })
  await expect(tools).toBeVisible()
  await expect(written).toHaveAccessibleName(play('answer'))
  // Without a network it waits on the device.
  await pupil.context().setOffline(true)
  await written.focus()
  await pupil.keyboard.type('Rom ')
  await pupil.keyboard.press('ControlOrMeta+b')
  await pupil.keyboard.type('ja')
  await expect(written.locator('b, strong')).toHaveText('ja')
  await expect(field).toHaveValue('Rom **ja**')
  await pupil.keyboard.press('ControlOrMeta+a')
  await tools.getByRole('button', { name: play('list'), exact: true }).click()
  await expect(field).toHaveValue('- Rom **ja**')
  await expectAccessible(pupil)
  // What a page without scripts would send.
  await field.evaluate((node: HTMLTextAreaElement, text) => {
    node.value = text
    node.dispatchEvent(new Event('input', { bubbles: true }))
  }, hostile)
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
  await expect(writtenOn(page)).toHaveCSS('direction', 'rtl')
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
