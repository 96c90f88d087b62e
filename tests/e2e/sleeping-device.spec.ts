import type { Page } from '@playwright/test'
import { url } from '#platform/routing/url.ts'
import { expect, test, words } from './fixtures.ts'
import { newMember } from './journey.ts'

/* A device's clock may stand while it sleeps, or run wild: when it is looked at again, the server says what is left. */

const world = 'de'
const t = words(world)
const task = {
  ...{
    id: 'e1',
    type: 'short_text',
    prompt: '<p>Frage?</p>',
    points: 1,
    right: '',
    wrong: '',
    timeLimit: 600,
  },
  data: { answers: [{ pattern: 'ja', fraction: 1 }], caseSensitive: false, acceptTypos: false },
}

async function secondsOn(page: Page): Promise<number> {
  const text = (await page.locator('[data-task-clock]').first().textContent()) ?? ''
  const [minutes = Number.NaN, seconds = Number.NaN] = text.split(':').map(Number)
  return minutes * 60 + seconds
}

test('a pupil’s clock asks anew when the device wakes, and what was typed stays', async ({
  page,
  browser,
  baseURL,
}) => {
  const { client } = await newMember(page, baseURL ?? '')
  const unitId = (await client.api('POST', '/v3/units', { title: 'x' })).json<{ id: number }>().id
  const content = { title: 'Mit Zeit', pages: [{ id: 'p1', title: '', elements: [task] }] }
  await client.api('PUT', `/v3/units/${unitId}`, { revision: 1, content })
  await client.api('POST', `/v3/units/${unitId}/publish`)
  const made = await client.api('POST', '/v3/rooms', { unitId, mode: 'quiz' })
  const room = made.json<{ id: number; code: string }>()
  for (const command of ['open', 'start'])
    await client.api('POST', `/v3/rooms/${room.id}/control`, { command })

  const pupil = await (await browser.newContext()).newPage()
  await pupil.clock.install()
  await pupil.goto(url('room', { world, code: room.code }))
  await pupil
    .getByRole('main')
    .getByRole('button', { name: t('learning-rooms:entry.enter') })
    .click()
  // In a quiz nothing is sent before the button is pressed.
  const box = pupil.getByRole('main').getByRole('textbox')
  await box.fill('halb fer')
  const first = await secondsOn(pupil)
  expect(first).toBeGreaterThan(400)
  await pupil.clock.runFor(200_000)
  expect(await secondsOn(pupil)).toBeLessThan(first - 190)
  await pupil.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect.poll(() => secondsOn(pupil)).toBeGreaterThan(first - 100)
  await expect(box).toHaveValue('halb fer')

  await pupil.clock.runFor(200_000)
  expect(await secondsOn(pupil)).toBeLessThan(first - 190)
  await pupil.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await expect.poll(() => secondsOn(pupil)).toBeGreaterThan(first - 100)
  await expect(box).toHaveValue('halb fer')
  await pupil.context().close()
})

test('what is typed while the page asks for news stays', async ({ page, browser, baseURL }) => {
  const { client } = await newMember(page, baseURL ?? '')
  const unitId = (await client.api('POST', '/v3/units', { title: 'x' })).json<{ id: number }>().id
  const { timeLimit: _limit, ...untimed } = task
  const content = { title: 'Langsam', pages: [{ id: 'p1', title: '', elements: [untimed] }] }
  await client.api('PUT', `/v3/units/${unitId}`, { revision: 1, content })
  await client.api('POST', `/v3/units/${unitId}/publish`)
  const made = await client.api('POST', '/v3/rooms', { unitId, mode: 'practice' })
  const room = made.json<{ id: number; code: string }>()
  for (const command of ['open', 'start'])
    await client.api('POST', `/v3/rooms/${room.id}/control`, { command })

  const pupil = await (await browser.newContext()).newPage()
  await pupil.goto(url('room', { world, code: room.code }))
  const main = pupil.getByRole('main')
  await main.getByRole('button', { name: t('learning-rooms:entry.enter') }).click()
  const hand = main.getByRole('button', { name: t('learning-rooms:work.handUp') })
  await expect(hand).toBeVisible()
  const box = main.getByRole('textbox')
  // A slow line: what comes was made before the next letter.
  let isAsked = false
  await pupil.route(pupil.url(), async (route) => {
    const answer = await route.fetch()
    isAsked = true
    await new Promise((resolve) => setTimeout(resolve, 1500))
    await route.fulfill({ response: answer })
  })
  await hand.click()
  await expect.poll(() => isAsked).toBe(true)
  await box.fill('halb fertig')
  await expect(main.getByRole('button', { name: t('learning-rooms:work.handDown') })).toBeVisible()
  await expect(box).toHaveValue('halb fertig')
  await pupil.context().close()
})
