import type { BrowserContext, Page } from '@playwright/test'
import { url } from '#platform/routing/url.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, words } from './fixtures.ts'
import { newMember } from './journey.ts'

/*
 * A class plays: a teacher, the board, and six pupils on phones, one with the keyboard alone, one whose network goes, one in
 * a school that lets no WebSocket through.
 */

const world = 'de'
const t = words(world)
const phone = { width: 360, height: 740 }

const question = (id: string, right: string, wrong: string) => ({
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
    options: [right, wrong].map((text, at) => ({ id: 'ab'[at], text, weight: 1 - at, feedback: '' })),
  },
})
/** On the board it is its text with lines that says what is asked. */
const gaps = {
  ...question('e2', '', ''),
  type: 'gap_text',
  data: {
    html: '<p>Madrid liegt in {{g1}}.</p>',
    gaps: { g1: { answers: [{ text: 'Spanien', fraction: 1 }], tip: '' } },
    ...{ caseSensitive: false, acceptTypos: false },
  },
}
const content = {
  title: 'Hauptstädte im Süden',
  pages: [
    { id: 'p1', title: '', elements: [question('e1', 'Rom', 'Mailand')] },
    { id: 'p2', title: '', elements: [gaps] },
  ],
}

const press = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true }).click()
const answer = async (page: Page, name: string) => {
  await page.getByRole('radio', { name }).check()
  await press(page, t('learning-rooms:work.send'))
}

async function enter(page: Page, code: string): Promise<void> {
  await page.goto(url('room', { world, code }))
  await press(page, t('learning-rooms:entry.enter'))
  await expect(page.getByRole('main').getByText(t('learning-rooms:work.open'))).toBeVisible()
}

async function tabTo(page: Page, goal: string): Promise<void> {
  for (let n = 0; n < 60; n += 1) {
    if (await page.evaluate((selector) => document.activeElement?.matches(selector) ?? false, goal)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`the keyboard does not come to ${goal}`)
}

test('a class plays together, whatever its devices', async ({ page, browser, baseURL }) => {
  const { client } = await newMember(page, baseURL ?? '')
  const unit = (await client.api('POST', '/v3/units', { title: content.title })).json<{ id: number }>().id
  await client.api('PUT', `/v3/units/${unit}`, { revision: 1, content })
  await client.api('POST', `/v3/units/${unit}/publish`)
  await page.goto(url('interactive-rooms', { world }))
  await page.getByLabel(t('learning-rooms:new.mode')).selectOption('paced')
  await press(page, t('learning-rooms:new.create'))
  await press(page, t('learning-rooms:command.open'))
  const code = (await page.locator('.room-code__code span').first().textContent()) ?? ''
  const board = await page.context().newPage()
  await board.goto(`${page.url().split('#')[0]}/tafel`)
  await expect(board.locator('.room-code__code')).toContainText(code)

  const contexts: BrowserContext[] = []
  const device = async (): Promise<Page> => {
    const context = await browser.newContext({ viewport: phone, locale: 'de-DE' })
    contexts.push(context)
    return await context.newPage()
  }
  const keyboard = await device()
  await keyboard.goto(url('room-enter', { world }))
  await tabTo(keyboard, '[name="code"]')
  await keyboard.keyboard.type(code.toLowerCase())
  await keyboard.keyboard.press('Enter')
  await keyboard.waitForURL((address) => address.pathname === url('room', { world, code }))
  await tabTo(keyboard, '[name="pick"]')
  await keyboard.keyboard.press('ArrowDown')
  await keyboard.keyboard.press('Enter')
  await expect(keyboard.getByRole('main').getByText(t('learning-rooms:work.open'))).toBeVisible()
  const shaky = await device()
  await shaky.clock.install()
  await enter(shaky, code)
  const closed = await device()
  await closed.addInitScript(() => {
    Object.defineProperty(window, 'WebSocket', { value: undefined })
  })
  const others = [await device(), await device(), await device()]
  // One after the other: two who are offered the same name at once are asked again, which is tested elsewhere.
  for (const one of [closed, ...others]) await enter(one, code)
  await expect(board.getByRole('main').getByRole('status').first()).toContainText(
    t('learning-rooms:list.pupils', { count: 6 }),
  )

  await press(page, t('learning-rooms:command.start'))
  await expect(board.getByText('Was stimmt bei e1?')).toBeVisible()
  await expect(keyboard.getByRole('radio', { name: 'Rom' })).toBeVisible()
  await tabTo(keyboard, 'input[type="radio"]')
  const isRome = await keyboard
    .getByRole('radio', { name: 'Rom' })
    .evaluate((radio) => radio === document.activeElement)
  await keyboard.keyboard.press(isRome ? 'Space' : 'ArrowDown')
  await keyboard.keyboard.press('Enter')
  await expect(shaky.getByRole('radio', { name: 'Rom' })).toBeVisible()
  await shaky.context().setOffline(true)
  await answer(shaky, 'Rom')
  await expect(shaky.getByText(t('learning-rooms:work.waiting'))).toBeVisible()
  // A minute of its device, with all it tries in it.
  await shaky.clock.runFor(60_000)
  // The class goes on meanwhile; what waits on the device comes in when its network is back.
  const [right, quick, wrong] = others
  if (!right || !quick || !wrong) throw new Error('no class')
  await Promise.all([answer(right, 'Rom'), answer(quick, 'Rom'), answer(wrong, 'Mailand')])
  await expect(page.locator('[data-cell$=":e1"][data-state="correct"]')).toHaveCount(3)
  await expect(shaky.getByText(t('learning-rooms:work.waiting'))).toBeVisible()
  await shaky.context().setOffline(false)
  await shaky.clock.runFor(5_000)
  await expect(shaky.locator('[data-room-saved]')).toHaveText(t('learning-rooms:notice.saved'))
  await expect(closed.getByRole('radio', { name: 'Mailand' })).toBeVisible()
  await answer(closed, 'Mailand')
  await expect(page.locator('[data-cell$=":e1"][data-state="correct"]')).toHaveCount(4)
  await expect(page.locator('[data-cell$=":e1"][data-state="incorrect"]')).toHaveCount(2)
  await expect(board.getByText(t('learning-rooms:screen.answered', { answered: 6, all: 6 }))).toBeVisible()
  for (const one of [keyboard, page, board]) {
    await one.setViewportSize(phone)
    await expectNoSidewaysScroll(one)
    await expectAccessible(one)
  }

  await press(board, t('learning-rooms:command.reveal'))
  await expect(closed.getByText(t('new-interactive:values.incorrect'))).toBeVisible()
  await press(board, t('learning-rooms:screen.next'))
  await expect(board.getByText('Madrid liegt in')).toBeVisible()
  await expect(keyboard.getByText('Was stimmt bei e2?')).toBeVisible()
  await press(shaky, t('learning-rooms:work.handUp'))
  await expect(page.locator('[data-hand]:not([hidden])')).toHaveCount(1)
  await press(page, t('learning-rooms:command.close'))
  await press(page, t('learning-rooms:command.release'))
  for (const one of [keyboard, shaky, closed, ...others])
    await expect(one.getByRole('main').getByText(t('learning-rooms:work.released'))).toBeVisible()
  await expect(shaky.getByText(t('learning-rooms:work.sum', { raw: 1, max: 2 }))).toBeVisible()
  for (const context of contexts) await context.close()
})
