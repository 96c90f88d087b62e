import type { Page } from '@playwright/test'
import { url } from '#platform/routing/url.ts'
import type { Client } from '../support/http-client.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, words } from './fixtures.ts'
import { newMember } from './journey.ts'
import { at, button } from './playing.ts'

/* Old devices on bad lines: an exercise that was opened once goes on without a network, and a device that keeps nothing says so. */

const world = 'de'
const t = words(world)
const play = (name: string, vars = {}) => t(`new-interactive:play.${name}`, vars)
const narrow = { width: 320, height: 640 }

const task = (id: string, type: string, data: object) => ({
  ...{ id, type, prompt: '<p>Was passt?</p>', points: 1, right: '', wrong: '', data },
})
const content = {
  title: 'Rund um Italien',
  pages: [
    {
      ...{ id: 'p1', title: '' },
      elements: [
        task('e1', 'short_text', {
          answers: [{ pattern: 'Rom', fraction: 1 }],
          ...{ caseSensitive: false, acceptTypos: false },
        }),
        task('e2', 'match', {
          left: [
            { id: 'la', text: 'Italien' },
            { id: 'lb', text: 'Spanien' },
          ],
          right: [
            { id: 'ra', text: 'Rom' },
            { id: 'rb', text: 'Madrid' },
          ],
          pairs: [
            ['la', 'ra'],
            ['lb', 'rb'],
          ],
        }),
      ],
    },
  ],
}

async function openPractice(client: Client): Promise<string> {
  const { id } = (await client.api('POST', '/v3/units', { title: content.title })).json<{ id: number }>()
  const saved = await client.api('PUT', `/v3/units/${id}`, { revision: 1, content })
  expect(saved.status, saved.text).toBe(200)
  expect((await client.api('POST', `/v3/units/${id}/publish`)).status).toBe(200)
  const shared = await client.api('PUT', `/v3/units/${id}/practice`, { isOpen: true })
  return url('interactive-play', { world, key: shared.json<{ practiceKey: string }>().practiceKey })
}

const field = (page: Page) => page.locator('#e1').getByRole('textbox')
const check = (page: Page, id: string) => button(page.locator(`#${id}`), play('checkOne'))

test.describe('a device that was online once', () => {
  test.use({ serviceWorkers: 'allow' })

  test('opens the exercise again without a network, with what was answered, and checks later', async ({
    page,
    baseURL,
    context,
  }) => {
    const { client } = await newMember(page, baseURL ?? '')
    const address = await openPractice(client)
    await context.clearCookies()
    await page.setViewportSize(narrow)
    await page.goto(address)
    await field(page).fill('Rom')
    await expect(page.locator('#e2 .board')).toBeVisible()
    const isCached = () =>
      page.evaluate(
        async (path) => (await (await caches.open('exercises-1')).match(path)) !== undefined,
        address,
      )
    await expect.poll(isCached).toBe(true)

    await context.setOffline(true)
    await page.reload()
    await expect(field(page)).toHaveValue('Rom')
    await expect(page.getByText(play('offline'))).toBeVisible()
    for (const [name, target] of [
      ['Rom', 'Italien'],
      ['Madrid', 'Spanien'],
    ] as const) {
      await at(button(page.locator('#e2'), name), 'Enter')
      await at(button(page.locator('#e2'), play('placeHere', { name, target })), 'Enter')
    }
    await at(check(page, 'e1'), 'Enter')
    await expect(page.locator('form [aria-live="polite"]').first()).toHaveText(play('waiting'))
    await expectNoSidewaysScroll(page)

    await context.setOffline(false)
    await expect(page.locator('#e1 .notice')).toContainText(t('new-interactive:values.correct'))
    await at(check(page, 'e2'), 'Enter')
    await expect(page.locator('#e2 .notice')).toContainText(t('new-interactive:values.correct'))
  })
})

test('a device whose storage is closed says so, and the exercise is played all the same', async ({
  page,
  baseURL,
  context,
}) => {
  const { client } = await newMember(page, baseURL ?? '')
  const address = await openPractice(client)
  await context.clearCookies()
  await page.setViewportSize(narrow)
  await page.addInitScript(() => {
    Object.defineProperty(window, 'indexedDB', {
      get: () => {
        throw new DOMException('The operation is insecure.', 'SecurityError')
      },
    })
  })
  await page.goto(address)
  await expect(page.getByText(play('unkept'))).toBeVisible()
  await field(page).fill('Rom')
  await at(check(page, 'e1'), 'Enter')
  await expect(page.locator('#e1 .notice')).toContainText(t('new-interactive:values.correct'))
  await expectAccessible(page)
})

test('an exercise asks nobody else for anything and weighs little until it is awake', async ({
  page,
  baseURL,
  context,
}, testInfo) => {
  const { client } = await newMember(page, baseURL ?? '')
  const address = await openPractice(client)
  await context.clearCookies()
  await page.setViewportSize(narrow)
  const hosts = new Set<string>()
  page.on('request', (request) => {
    const { protocol, host } = new URL(request.url())
    if (protocol.startsWith('http')) hosts.add(host)
  })
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', {
    ...{ offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 },
  })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  let bytes = 0
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
  })
  const start = Date.now()
  await page.goto(address, { waitUntil: 'commit' })
  await expect(field(page)).toBeEditable()
  const readable = Date.now() - start
  await expect(page.locator('#e2 .board')).toBeVisible()
  // The clock of a busy machine says little: it is told, and what is weighed is the same everywhere.
  const measured = `answers after ${readable} ms, awake after ${Date.now() - start} ms, ${bytes} bytes`
  testInfo.annotations.push({ type: 'slow device', description: measured })
  // Two thirds of three seconds at 1.6 Mbit/s.
  expect(bytes, measured).toBeLessThanOrEqual(400_000)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await field(page).fill('Rom')
  await at(check(page, 'e1'), 'Enter')
  await expect(page.locator('#e1 .notice')).toBeVisible()
  expect([...hosts]).toEqual([new URL(baseURL ?? '').host])
})
