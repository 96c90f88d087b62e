import type { Page } from '@playwright/test'
import { url } from '#platform/routing/url.ts'
import type { Client } from '../support/http-client.ts'
import { multipart } from '../support/http-client.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, words } from './fixtures.ts'
import { newMember } from './journey.ts'

/*
 * A video stops at its question, on a phone; things are placed by a finger. Both on one exercise, which somebody without an
 * account plays.
 */

const world = 'de'
const t = words(world)

test.use({ hasTouch: true, viewport: { width: 360, height: 780 } })

/** Two seconds of a square that moves, drawn and recorded by the browser itself. */
async function recordVideo(page: Page): Promise<Buffer> {
  const base64 = await page.evaluate(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 160, height: 90 })
    const pen = canvas.getContext('2d')
    const recorder = new MediaRecorder(canvas.captureStream(10), { mimeType: 'video/webm' })
    const chunks: Blob[] = []
    recorder.ondataavailable = ({ data }) => chunks.push(data)
    const stopped = new Promise((resolve) => recorder.addEventListener('stop', resolve))
    recorder.start()
    for (let at = 0; at < 20; at += 1) {
      if (pen) pen.fillStyle = at % 2 ? '#fff' : '#046'
      pen?.fillRect(at * 6, 20, 30, 30)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    recorder.stop()
    await stopped
    const bytes = new Uint8Array(await new Blob(chunks).arrayBuffer())
    return btoa([...bytes].map((byte) => String.fromCharCode(byte)).join(''))
  })
  return Buffer.from(base64, 'base64')
}

/** An exercise with the video and a board, open to everybody; answers its address. */
async function openUnit(client: Client, video: Buffer): Promise<string> {
  const value = { fileName: 'a.webm', mediaType: 'video/webm', body: video }
  const { body, contentType } = multipart([{ name: 'file', value }])
  const sent = await client.api('POST', `/v3/unit-assets?world=${world}`, body, {
    'Content-Type': contentType,
  })
  expect(sent.status, sent.text).toBe(201)
  const { asset } = sent.json<{ asset: string }>()
  const { id } = (await client.api('POST', '/v3/units', { title: 'Ein Quadrat' })).json<{ id: number }>()
  const element = { prompt: 'Sieh zu.', points: '', right: '', wrong: '' }
  const video_quiz = {
    video: asset,
    captions: '0:00 | Das Quadrat wandert.',
    moments: '0:01 | Wohin?\n* nach rechts\nnach links',
  }
  const elements = [
    { ...element, id: 'e1', type: 'video_quiz', f: video_quiz },
    { ...element, id: 'e2', type: 'match', f: { pairs: 'Italien | Rom\nSpanien | Madrid' } },
  ]
  const settings = { showsSolution: true, shufflesElements: false, passPercent: 50 }
  const draft = {
    title: 'Ein Quadrat',
    description: '',
    settings,
    pages: [{ id: 'p1', title: '', elements }],
  }
  const { revision } = (await client.api('GET', `/v3/units/${id}`)).json<{ revision: number }>()
  const typed = await client.api('POST', `/v3/units/${id}/typed`, { ...draft, revision })
  expect(typed.json()).toMatchObject({ unfinished: [], missing: [] })
  expect((await client.api('POST', `/v3/units/${id}/publish`)).status).toBe(200)
  const shared = await client.api('PUT', `/v3/units/${id}/practice`, { isOpen: true })
  return url('interactive-play', { world, key: shared.json<{ practiceKey: string }>().practiceKey })
}

test('a video stops where it asks, and a finger places words', async ({ page, baseURL, context }) => {
  const { client } = await newMember(page, baseURL ?? '')
  await page.goto(url('interactive-my', { world }))
  const address = await openUnit(client, await recordVideo(page))
  await context.clearCookies()
  await page.goto(address)

  const [quiz, board] = [page.locator('section.exercise').first(), page.locator('section.exercise').nth(1)]
  const question = quiz.locator('.moment')
  await expect(quiz.getByRole('list', { name: t('new-interactive:play.moments') })).toBeVisible()
  await expect(question).toBeHidden()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  const video = quiz.locator('video')
  await video.evaluate((element: HTMLVideoElement) => {
    element.muted = true
    return element.play()
  })
  await expect(question).toBeVisible()
  expect(await video.evaluate((element: HTMLVideoElement) => element.paused)).toBe(true)
  const captions = () => video.evaluate(({ textTracks }: HTMLVideoElement) => textTracks[0]?.cues?.length)
  await expect.poll(captions).toBe(1)
  await question.getByLabel('nach rechts').press('Space')
  await quiz.getByRole('button', { name: t('new-interactive:play.checkOne') }).press('Enter')
  await expect(quiz.locator('.notice')).toContainText(t('new-interactive:values.correct'))
  await quiz.getByRole('button', { name: t('new-interactive:play.continueVideo') }).press('Enter')
  await expect(question).toBeHidden()

  // A finger goes down on the word and up over its place.
  const word = board.getByRole('button', { name: 'Rom', exact: true })
  const place = board.locator('.board__target').first()
  // Both are on the screen, away from its edges, where the page would move along.
  await board
    .locator('.bank')
    .evaluate((bank) => bank.scrollIntoView({ block: 'center', behavior: 'instant' }))
  const [from, to] = [await word.boundingBox(), await place.boundingBox()]
  if (!from || !to) throw new Error('nothing to drag')
  const touch = await context.newCDPSession(page)
  const finger = (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0, y = 0) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] })
  const [x, y] = [from.x + from.width / 2, from.y + from.height / 2]
  await finger('touchStart', x, y)
  for (const part of [0.25, 0.5, 0.75, 1])
    await finger('touchMove', x + (to.x + 20 - x) * part, y + (to.y + to.height / 2 - y) * part)
  await finger('touchEnd')
  await expect(place.locator('.chip-thing--placed')).toHaveText('Rom')
})
