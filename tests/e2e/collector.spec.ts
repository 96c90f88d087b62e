import type { Page } from '@playwright/test'
import { url } from '#platform/routing/url.ts'
import type { MaterialCard } from '#platform/rules/contract/material.ts'
import { type Client, createClient } from '../support/http-client.ts'
import {
  castPassword,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  takeOver,
  test,
  words,
} from './fixtures.ts'
import { newEmail } from './journey.ts'

/** A collector's evening, on a phone and at a desk: find, remember, put into a folder, follow, take home, rate, show to others. */

const world = 'de'
const t = words(world)
const f = (key: string, values: Record<string, string> = {}) => t(`cabinet-materials:folders.${key}`, values)

async function looksRight(page: Page): Promise<void> {
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
}

/** Somebody new, logged in in this browser. */
async function newMember(page: Page, base: string): Promise<Client> {
  const client = createClient(base)
  const answer = await client.api('POST', '/v1/user/register', {
    ...{ email: newEmail(), password: castPassword, publicName: 'Frau Sammel', agb: true },
  })
  expect(answer.status).toBe(202)
  await takeOver(page, client)
  return client
}

for (const viewport of [
  { width: 360, height: 780 },
  { width: 1280, height: 800 },
])
  test(`a collector’s evening at ${viewport.width} px`, async ({ page, baseURL }) => {
    await page.setViewportSize(viewport)
    const base = baseURL ?? ''
    const client = await newMember(page, base)
    const found = await client.get(`/api/v1/search?world=${world}&free=1`)
    const [card] = found.json<{ materials: MaterialCard[] }>().materials
    if (card === undefined) throw new Error('The demo catalogue has nothing for free.')
    const main = page.getByRole('main')

    // Find and remember.
    await page.goto(url('search', { world, query: { free: '1' } }))
    await main.getByRole('link', { name: card.title }).first().click()
    await page.waitForURL((at) => at.pathname === card.url)
    const heart = page.locator(`[data-favorite="${card.id}"]`).first()
    await heart.click()
    await expect(heart).toHaveAttribute('aria-pressed', 'true')

    // Follow.
    await page.goto(card.author.url)
    const follow = page.locator(`[data-follow="${card.author.id}"]`).first()
    await follow.click()
    await expect
      .poll(async () => {
        const answer = await client.get(`/api/v1/subscriptions?world=${world}`)
        return answer.json<{ _total: number }>()._total
      })
      .toBe(1)
    await page.goto(url('feed', { world }))
    await expect(main.getByRole('link', { name: card.author.name }).first()).toBeVisible()
    await looksRight(page)

    // A folder, and a link for others.
    await page.goto(url('favorites', { world }))
    await main.getByText(f('new'), { exact: true }).click()
    await main.getByLabel(f('name'), { exact: true }).fill('Für Montag')
    await main.getByRole('button', { name: f('create'), exact: true }).click()
    await expect(main).toContainText(f('empty'))
    await main.getByRole('link', { name: f('all') }).click()
    const line = main.locator('li.line').filter({ hasText: card.title })
    await line
      .locator('summary')
      .filter({ hasText: f('put') })
      .click()
    await line.getByRole('checkbox', { name: 'Für Montag' }).check()
    await line.getByRole('button', { name: f('save'), exact: true }).click()
    await main.getByRole('link', { name: 'Für Montag' }).click()
    await expect(main).toContainText(card.title)
    await main.getByRole('button', { name: t('favorites:share.start') }).click()
    const link = page.locator('#share a')
    await expect(link).toBeVisible()
    await looksRight(page)
    const address = new URL((await link.getAttribute('href')) ?? '').pathname
    const guest = createClient(base)
    const shown = await guest.get(address)
    expect([shown.status, shown.text.includes(card.title), shown.text.includes('Frau Sammel')]).toEqual([
      ...[200, true, true],
    ])
    await page.getByRole('button', { name: t('favorites:share.stop') }).click()
    await expect(page.getByRole('button', { name: t('favorites:share.start') })).toBeVisible()
    expect((await guest.get(address)).status).toBe(404)
    guest.close()

    // Take home and rate.
    await page.goto(card.url)
    const started = page.waitForEvent('download')
    await page.getByRole('button', { name: t('material-page:buy.free') }).click()
    await started
    await page.goto(url('bought-materials', { world, query: { review: card.id } }))
    const form = page.locator(`#write-${card.id}`)
    await form.getByRole('radio', { name: t('material-feedbacks:stars', { count: 5 }) }).check()
    await form.getByRole('textbox').fill('Passt genau in eine Stunde.')
    await form.getByRole('button', { name: t('material-feedbacks:form.submit') }).click()
    await expect(page.locator('#review-saved')).toBeInViewport()
    await expect
      .poll(async () => {
        const answer = await client.get(`/api/v1/materials/${card.id}/reviews?world=${world}`)
        return answer.json<{ reviews: { author: string }[] }>().reviews.map(({ author }) => author)
      })
      .toContain('Frau Sammel')
    client.close()
  })
