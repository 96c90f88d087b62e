import type { Page } from '@playwright/test'
import { url } from '#platform/routing/url.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, words } from './fixtures.ts'
import { newMember } from './journey.ts'

/* A phone that two pupils share in the same room. */

const world = 'de'
const t = words(world)
const phone = { width: 360, height: 740 }
const task = {
  ...{ id: 'e1', type: 'short_text', prompt: '<p>Frage?</p>', points: 1, right: '', wrong: '' },
  data: { answers: [{ pattern: 'ja', fraction: 1 }], caseSensitive: false, acceptTypos: false },
}
const press = async (page: Page, name: string) => {
  const target = page.getByRole('main').getByRole('button', { name, exact: true })
  await target.focus()
  await target.press('Enter')
}
const box = (page: Page) => page.locator('[data-task]').getByRole('textbox')

for (const hasScript of [true, false])
  test(`two pupils take turns on a phone ${hasScript ? 'with' : 'without'} scripts`, async ({
    page,
    browser,
    baseURL,
  }) => {
    const { client } = await newMember(page, baseURL ?? '')
    const unit = (await client.api('POST', '/v3/units', { title: 'x' })).json<{ id: number }>().id
    const content = { title: 'x', pages: [{ id: 'p1', title: '', elements: [task] }] }
    await client.api('PUT', `/v3/units/${unit}`, { revision: 1, content })
    await client.api('POST', `/v3/units/${unit}/publish`)
    const made = await client.api('POST', '/v3/rooms', { unitId: unit, mode: 'self' })
    const { id, code } = made.json<{ id: number; code: string }>()
    for (const command of ['open', 'start']) await client.api('POST', `/v3/rooms/${id}/control`, { command })
    const context = await browser.newContext({ viewport: phone, javaScriptEnabled: hasScript })
    const device = await context.newPage()
    await device.goto(url('room', { world, code }))
    await press(device, t('learning-rooms:entry.enter'))
    const name = (await device.locator('[data-room-view] [translate=no]').first().textContent()) ?? ''
    await box(device).fill('ja')
    await press(device, t('learning-rooms:work.check'))
    await expect(device.locator('[data-task][data-answered="true"]')).toHaveCount(1)

    const fold = device.locator('#not-me summary')
    await fold.focus()
    await fold.press('Enter')
    await expect(device.getByText(t('learning-rooms:device.hint', { name }))).toBeVisible()
    if (hasScript) await expectAccessible(device)
    await press(device, t('learning-rooms:device.leave'))
    await expect(device.getByRole('heading', { name: t('learning-rooms:device.resting') })).toBeVisible()
    if (hasScript) await expectAccessible(device)
    await expectNoSidewaysScroll(device)
    await press(device, t('learning-rooms:entry.enter'))
    await expect(box(device)).toHaveValue('')
    await fold.focus()
    await fold.press('Enter')
    await press(device, t('learning-rooms:device.leave'))
    await press(device, t('learning-rooms:device.resume', { name }))
    await expect(box(device)).toHaveValue('ja')
    await context.close()
  })
