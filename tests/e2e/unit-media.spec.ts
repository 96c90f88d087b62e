import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { url } from '#platform/routing/url.ts'
import { createClient } from '../support/http-client.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, words } from './fixtures.ts'
import { newMember } from './journey.ts'

/*
 * A teacher puts a picture into the words of a question, another one above it and one above the whole exercise, publishes, and a
 * pupil sees all of it on a phone, without script, without network and on paper.
 */

const world = 'de'
const t = words(world)
const text = (key: string, vars = {}) => t(`new-interactive:${key}`, vars)
const phone = { width: 360, height: 780 }
const button = (part: Page | Locator, name: string) => part.getByRole('button', { name, exact: true })

const png = async (background: string) => ({
  name: 'bild.png',
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 900, height: 500, channels: 3, background } })
    .png()
    .toBuffer(),
})

const choice = {
  ...{ id: 'e1', type: 'choice', prompt: '<p>Was zeigt das Bild?</p>', points: 1, right: '', wrong: '' },
  data: {
    ...{ isMulti: false, policy: 'net' },
    options: ['ein Turm', 'ein Baum'].map((option, at) => ({
      ...{ id: 'ab'[at], text: option, weight: 1 - at, feedback: '' },
    })),
  },
}

/** Every picture of a place is there and drawn. */
async function expectDrawn(page: Page, alts: readonly string[]): Promise<void> {
  // A page that is drawn anew meanwhile has another picture of the same name.
  for (const alt of alts)
    await expect(async () => {
      const image = page.getByRole('img', { name: alt, exact: true }).first()
      await image.scrollIntoViewIfNeeded({ timeout: 2000 })
      const width = await image.evaluate((shown: HTMLImageElement) => shown.naturalWidth)
      expect(width, alt).toBeGreaterThan(0)
    }).toPass()
}

test('a picture in the words of a question, one above it and one above all: written, published, played, printed', async ({
  page,
  baseURL: base,
  browser,
}) => {
  const baseURL = base ?? ''
  const { client } = await newMember(page, baseURL)
  const { id: unitId } = (await client.api('POST', '/v3/units', { title: 'Türme' })).json<{ id: number }>()
  const content = { title: 'Türme', pages: [{ id: 'p1', title: '', elements: [choice] }] }
  expect((await client.api('PUT', `/v3/units/${unitId}`, { revision: 1, content })).status).toBe(200)
  await page.setViewportSize(phone)
  await page.goto(url('interactive-unit', { world, unitId }))
  await page.locator('#e1 .edit-card__name').click()
  const card = page.locator('#e1')

  // Into the words: nothing is put there that nobody describes.
  await button(card, text('editor.picture')).click()
  await page.locator('#e1-prompt-picture').setInputFiles(await png('#0a5'))
  await expect(card.locator('.panel .rich__picture')).toBeVisible()
  await button(card, text('editor.insert')).click()
  await expect(card.getByText(text('editor.pictureNeedsAlt'))).toBeVisible()
  await page.locator('#e1-prompt-picture-alt').fill('ein grüner Turm')
  await button(card, text('editor.insert')).click()
  await expect(page.locator('#e1-prompt img')).toHaveAttribute('alt', 'ein grüner Turm')
  await page.locator('#e1-prompt').press('End')
  await page.keyboard.type(' Sieh genau hin.')

  // Above it, and above all of it; their words are missed before anything is published.
  await card.getByLabel(text('fields.media'), { exact: true }).selectOption({ label: text('fields.picture') })
  await page.locator('#e1-media').setInputFiles(await png('#05a'))
  await page
    .locator('details', { hasText: text('editor.settings') })
    .first()
    .locator('summary')
    .first()
    .click()
  await page.locator('#head-cover').setInputFiles(await png('#a50'))
  const missing = page.getByRole('button', { name: new RegExp(text('fields.mediaAlt')) })
  await missing.click()
  await expect(page.locator('#e1-media-alt')).toBeFocused()
  await page.keyboard.type('ein blauer Platz')
  await page.getByRole('button', { name: new RegExp(text('fields.coverAlt')) }).click()
  await expect(page.locator('#head-cover-alt')).toBeFocused()
  await page.keyboard.type('eine Stadt')
  await expect(missing).toHaveCount(0)
  await expect(page.getByText(text('editor.savedAt'))).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)

  await button(page, text('editor.preview')).click()
  await expectDrawn(page, ['ein grüner Turm', 'ein blauer Platz'])
  await button(page, text('desk.publish')).click()
  await expect(page.getByText(text('desk.published', { version: 1 }))).toBeVisible()
  await page.goto(url('interactive-my', { world }))
  await expect(page.locator('.unit-row__cover')).toBeVisible()

  const shared = await client.api('PUT', `/v3/units/${unitId}/practice`, { isOpen: true })
  const { practiceKey: key } = shared.json<{ practiceKey: string }>()
  const play = url('interactive-play', { world, key })
  const all = ['eine Stadt', 'ein blauer Platz', 'ein grüner Turm']

  // Without script, as a phone shows it first.
  const plain = await browser.newPage({ baseURL, javaScriptEnabled: false, viewport: phone })
  await plain.goto(play)
  for (const alt of all) await expect(plain.getByRole('img', { name: alt, exact: true })).toBeVisible()
  await expect(plain.getByText('Sieh genau hin.')).toBeVisible()
  await plain.close()

  // A pupil: the picture in the words stands below the one above the task; it is there without network, too.
  const pupil = await browser.newPage({ baseURL, viewport: phone, serviceWorkers: 'allow' })
  await pupil.goto(play)
  await expectDrawn(pupil, all)
  await expectNoSidewaysScroll(pupil)
  await expectAccessible(pupil)
  await pupil.getByRole('radio', { name: 'ein Turm', exact: true }).check()
  const cachedCount = () =>
    pupil.evaluate(async () => {
      const cache = await caches.open('exercises-1')
      return (await cache.keys()).filter(({ url: address }) => address.includes('unit-assets')).length
    })
  await expect.poll(cachedCount).toBe(3)
  await pupil.context().setOffline(true)
  await pupil.reload()
  await expectDrawn(pupil, all)
  await pupil.context().setOffline(false)
  await pupil.close()

  await page.goto(url('interactive-print', { world, unitId }))
  await page.emulateMedia({ media: 'print' })
  await expectDrawn(page, ['ein blauer Platz', 'ein grüner Turm'])
  const pdf = await createClient(baseURL).get(`/api/v3/units/practice/${key}/paper?world=${world}`)
  expect(pdf.body.toString('latin1').match(/\/Subtype \/Image/g)).toHaveLength(2)
})
