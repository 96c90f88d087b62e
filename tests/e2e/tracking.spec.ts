import type { Page } from '@playwright/test'
import { url } from '#platform/routing/url.ts'
import { expect, test, words } from './fixtures.ts'

const world = 'de'
const t = words(world)

interface Sent {
  name: string
  path: string
  visit: string
  materialId?: number
  isTablet?: boolean
}

function listen(page: Page): Sent[] {
  const sent: Sent[] = []
  page.on('request', (request) => {
    if (!request.url().includes('/events/track')) return
    sent.push(...(request.postDataJSON() as { events: Sent[] }).events)
  })
  return sent
}

async function somebodyIsThere(page: Page): Promise<void> {
  await page.mouse.wheel(0, 40)
}

test('what is allowed is counted: the page, its material, the gallery, and who stays', async ({
  page,
  published,
}) => {
  await page.goto(url('privacy-settings', { world }))
  await page.getByRole('button', { name: t('consent:buttons.all') }).click()
  await expect(page.getByText(t('consent:saved'))).toBeVisible()
  const sent = listen(page)
  await page.setViewportSize({ width: 991, height: 800 })
  await page.goto(published.url)
  await somebodyIsThere(page)
  await page.locator('[data-gallery]').click()
  await expect
    .poll(() => sent.map(({ name }) => name).sort(), { timeout: 60_000 })
    .toEqual([...['engaged', 'gallery_view', 'material_view', 'page_view']])
  const gallery = sent.find(({ name }) => name === 'gallery_view')
  expect([gallery?.materialId, gallery?.isTablet]).toEqual([published.id, true])
  expect(new Set(sent.map(({ visit }) => visit)).size).toBe(1)
})

test('who refuses is counted nowhere, and keeps nothing but the answer', async ({
  page,
  context,
  published,
}) => {
  const sent = listen(page)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  for (const path of [
    url('home', { world }),
    url('search', { world }),
    published.url,
    url('offers', { world }),
  ]) {
    await page.goto(path)
    await somebodyIsThere(page)
    await page.waitForLoadState('networkidle')
  }
  expect(sent).toEqual([])
  expect(asked.filter((address) => address.includes('tracking'))).toEqual([])
  expect((await context.cookies()).map(({ name }) => name)).toEqual(['consent'])
  const origin = new URL(page.url()).origin
  expect(asked.filter((address) => !address.startsWith(origin) && !address.startsWith('data:'))).toEqual([])
})
