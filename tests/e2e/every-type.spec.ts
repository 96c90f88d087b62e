import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { elementTypes, typeOf } from '#exercises/model/task/types.ts'
import { url } from '#platform/routing/url.ts'
import { type Client, multipart } from '../support/http-client.ts'
import { weighJavaScript } from '../support/javascript-weight.ts'
import { browserArguments } from './browser.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, words } from './fixtures.ts'
import { newMember } from './journey.ts'
import { played } from './played-types.ts'
import { at, button, write } from './playing.ts'

/*
 * Every type of task is answered by keyboard alone and is wholly right at the end; axe looks at each when it is. One exercise
 * holds all of them: what is missing here is a type nobody tried without a mouse.
 */

const world = 'de'
const t = words(world)
const text = (key: string, vars = {}) => t(`new-interactive:${key}`, vars)

const idOf = (type: string) => type.replaceAll('_', '')
const all = elementTypes.map(({ type, kind, editor }) => {
  const hasPicture = editor.some((field) => field.kind === 'picture')
  return { type, kind, hasPicture, ...played[type] }
})

/** A tenth of a second of silence. */
function silence(): Buffer {
  const head = Buffer.from(
    'RIFF....WAVEfmt \x10\0\0\0\x01\0\x01\0\x40\x1f\0\0\x40\x1f\0\0\x01\0\x08\0data....',
    'latin1',
  )
  head.writeUInt32LE(36 + 800, 4)
  head.writeUInt32LE(800, 40)
  return Buffer.concat([head, Buffer.alloc(800, 128)])
}

async function sendFile(client: Client, fileName: string, bytes: Buffer): Promise<string> {
  const value = { fileName, mediaType: 'application/octet-stream', body: bytes }
  const { body, contentType } = multipart([{ name: 'file', value }])
  const path = `/v3/unit-assets?world=${world}`
  const sent = await client.api('POST', path, body, { 'Content-Type': contentType })
  expect(sent.status, sent.text).toBe(201)
  return sent.json<{ asset: string }>().asset
}

interface Typed {
  type: string
  f: Record<string, string>
  prompt?: string
}

/** A draft of these tasks; answers its number. */
async function makeDraft(client: Client, tasks: readonly Typed[]): Promise<number> {
  const shared = { prompt: 'Was ist hier zu tun?', points: '', right: '', wrong: '' }
  const elements = tasks.map((task) => ({ ...shared, ...task, id: idOf(task.type) }))
  const { id } = (await client.api('POST', '/v3/units', { title: 'Alles einmal' })).json<{ id: number }>()
  const { revision } = (await client.api('GET', `/v3/units/${id}`)).json<{ revision: number }>()
  const settings = { showsSolution: true, shufflesElements: false, passPercent: 50 }
  const pages = [{ id: 'p1', title: 'Alles', elements }]
  const draft = { title: 'Alles einmal', description: '', settings, pages, revision }
  expect((await client.api('POST', `/v3/units/${id}/typed`, draft)).json()).toMatchObject({ unfinished: [] })
  return id
}

const bluePicture = async (client: Client) =>
  await sendFile(
    client,
    'a.png',
    await sharp({ create: { width: 200, height: 200, channels: 3, background: '#046' } })
      .png()
      .toBuffer(),
  )

/** An exercise of every type; answers the address at which its teacher tries it. */
async function makeUnit(client: Client): Promise<string> {
  const picture = await bluePicture(client)
  const sound = await sendFile(client, 'a.wav', silence())
  const tasks = all.map(({ type, kind, hasPicture, f = {} }) => {
    const typed = Object.entries(f).map(([name, value]) => [name, value.replace('SOUND', sound)])
    const shown = { ...Object.fromEntries(typed), ...(hasPicture && { picture, alt: 'Ein blaues Quadrat' }) }
    return { type, f: shown, ...(kind === 'content' && { prompt: '' }) }
  })
  return url('interactive-play', { world, key: await makeDraft(client, tasks) })
}

async function expectTaskAccessible(page: Page, id: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .include(`#${id}`)
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  expect
    .soft(violations.map((each) => `${each.id}: ${each.nodes.map(({ html }) => html).join(' | ')}`))
    .toEqual([])
}

test.use({
  permissions: ['microphone'],
  launchOptions: {
    ...(process.env.E2E_BROWSER && { executablePath: process.env.E2E_BROWSER }),
    args: [...browserArguments, '--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
  },
})

test('every type is answered by keyboard, wholly right', async ({ page, baseURL }) => {
  const { client } = await newMember(page, baseURL ?? '')
  const address = await makeUnit(client)
  await page.setViewportSize({ width: 360, height: 780 })
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.postData() ?? ''))
  const player = await page.goto(address)
  expect(player?.headers()['permissions-policy']).toContain('microphone=()')
  await expect(page.locator('#order .ordered')).toBeVisible()
  for (const { type, kind, play, isLookedAt } of all)
    await test.step(type, async () => {
      const task = page.locator(`#${idOf(type)}`)
      await play?.(task, page)
      if (kind === 'scored' && !isLookedAt) {
        await at(button(task, text('play.checkOne')), 'Enter')
        await expect(task.locator('.notice')).toBeFocused()
        await expect(task.locator('.notice')).toContainText(text('values.correct'))
      }
      await expectTaskAccessible(page, idOf(type))
    })
  await at(page.getByRole('button', { name: text('play.check'), exact: true }), 'Enter')
  await expect(page.locator('#sum')).toBeFocused()
  await expect(page.locator('#sum')).toContainText('100')
  await expectNoSidewaysScroll(page)
  // What is drawn and chosen outside of a room stays on the device.
  expect(sent.filter((body) => /"elements"|"answers"/.test(body)).join('')).not.toMatch(
    /strokes|Ein Strich|brief|%PDF/,
  )
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await expectAccessible(page)
})

test('places are drawn, gaps are made of words, and a sentence is spoken', async ({ page, baseURL }) => {
  const { client } = await newMember(page, baseURL ?? '')
  const picture = await bluePicture(client)
  const areas = '* Ecke | 0, 0, 20, 20\nMitte | 40, 40, 20, 20'
  const unitId = await makeDraft(client, [
    { type: 'hotspot', f: { areas, picture, alt: 'Ein blaues Quadrat' } },
    { type: 'gap_text', f: { gapText: 'Der *Himmel* ist blau.' } },
    { type: 'dictation', f: { sentences: 'Der Hund bellt.' } },
  ])
  const editor = await page.goto(url('interactive-unit', { world, unitId }))
  expect(editor?.headers()['permissions-policy']).toContain('microphone=(self)')
  const open = (number: number) => at(page.locator('.edit-card__name').nth(number), 'Enter')
  const press = (name: string) => at(button(page.locator('main'), text(`editor.${name}`)).first(), 'Enter')

  await open(0)
  const drawing = page.locator('.area-drawing')
  // Waits until the picture stands still.
  await drawing.hover()
  const box = await drawing.boundingBox()
  if (!box) throw new Error('no picture')
  await page.mouse.move(box.x + box.width * 0.1, box.y + box.height * 0.7)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * 0.3, box.y + box.height * 0.9, { steps: 4 })
  await page.mouse.up()
  const name = (number: number) => page.getByLabel(`${text('columns.name')} ${number}`, { exact: true })
  await expect(name(3)).toBeFocused()
  await page.keyboard.type('Unten')
  await press('addArea')
  await expect(name(4)).toBeFocused()
  await page.keyboard.type('Rand')
  await page.getByLabel(`${text('columns.x')} 4`, { exact: true }).fill('80')

  await open(1)
  const gaps = page.getByLabel(text('fields.gapText'), { exact: true })
  await at(gaps, 'Control+End', 'ArrowLeft')
  await press('makeGap')
  await expect(gaps).toHaveValue('Der *Himmel* ist *blau*.')
  const second = text('editor.gapNumber', { number: 2 })
  await write(page.getByLabel(`${text('columns.gapOthers')} (${second})`), 'hellblau; azur')
  await page.keyboard.press('Tab')
  await expect(gaps).toHaveValue('Der *Himmel* ist *blau/hellblau/azur*.')

  await open(2)
  await press('record')
  await expect(page.getByText(text('editor.recording', { time: '0:01' }))).toBeVisible()
  await press('stopRecording')
  await expect(page.locator('audio.sound')).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  const stored = async () =>
    (await client.api('GET', `/v3/units/${unitId}/typed`)).text.replaceAll(/unit\/[^"\\]+/g, 'SOUND')
  await expect.poll(stored).toContain('Der Hund bellt. | SOUND')
  expect(await stored()).toMatch(/Unten \| (10|9\.9|10\.1), (70|69\.9|70\.1), .*\\nRand \| 80, 40, 20, 20/)
})

test('corners of an outline are set by clicks, and what belongs to several partners is put to each', async ({
  page,
  baseURL,
}) => {
  const { client } = await newMember(page, baseURL ?? '')
  const picture = await bluePicture(client)
  const unitId = await makeDraft(client, [
    {
      type: 'hotspot',
      f: { areas: '* Ecke | 0, 0, 20, 20\nMitte | 60, 0, 20, 20', picture, alt: 'Ein blaues Quadrat' },
    },
    { type: 'match', f: { pairs: 'Rom | Italien | Europa\nMadrid | Spanien | Europa' } },
  ])
  await page.goto(url('interactive-unit', { world, unitId }))
  const main = page.locator('main')
  await at(page.locator('.edit-card__name').first(), 'Enter')
  const drawing = page.locator('.area-drawing')
  await drawing.hover()
  await button(main, text('editor.addOutline')).click()
  const corners = page.getByLabel(`${text('columns.corners')} 3`, { exact: true })
  await page.getByLabel(`${text('columns.name')} 3`, { exact: true }).fill('Dreieck')
  const clicking = main.getByRole('button', { name: `${text('editor.clickCorners')} 3`, exact: true })
  await clicking.click()
  await expect(clicking).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByText(text('editor.cornersHint'))).toBeVisible()
  const click = async (x: number, y: number) => {
    const box = await drawing.boundingBox()
    if (!box) throw new Error('no picture')
    await drawing.click({ position: { x: (box.width * x) / 100, y: (box.height * y) / 100 } })
  }
  for (const [x, y] of [
    [10, 50],
    [50, 50],
    [30, 90],
    [10, 90],
  ] as const)
    await click(x, y)
  await clicking.click()
  await expect(clicking).toHaveAttribute('aria-pressed', 'false')
  await expect(corners).toHaveValue(/^10[.,\d]*, 50|^9[.,]\d+, (50|49)/)
  expect((await corners.inputValue()).split(';')).toHaveLength(4)
  // The first click began anew: nothing of the outline that was offered is left.
  const stored = async () => (await client.api('GET', `/v3/units/${unitId}/typed`)).text
  await expect.poll(stored).toMatch(/Dreieck \| \S+, \S+; \S+, \S+; \S+, \S+; \S+, \S+ \| poly/)
  await expectAccessible(page)

  await page.goto(url('interactive-play', { world, key: unitId }))
  const task = page.locator('#match')
  const put = async (thing: string, target: string) => {
    await at(button(task, thing), 'Enter')
    await at(button(task, text('play.placeHere', { name: thing, target })), 'Enter')
  }
  await put('Italien', 'Rom')
  await put('Europa', 'Rom')
  await put('Spanien', 'Madrid')
  await at(button(task, text('play.checkOne')), 'Enter')
  await expect(task.locator('.notice').first()).toContainText(text('values.partial'))
  await put('Europa', 'Madrid')
  // Taken back and put there again: nothing else moves.
  await at(button(task, text('play.takeBack', { name: 'Italien', target: 'Rom' })), 'Enter')
  await expect(button(task, text('play.takeBack', { name: 'Europa', target: 'Rom' }))).toBeVisible()
  await put('Italien', 'Rom')
  await at(button(task, text('play.checkOne')), 'Enter')
  await expect(task.locator('.notice').first()).toContainText(text('values.correct'))
  await expectTaskAccessible(page, 'match')
})

test('the player weighs little, and so does each of its types', async ({ page, baseURL, browser }) => {
  const { client } = await newMember(page, baseURL ?? '')
  const picture = await bluePicture(client)
  const sound = await sendFile(client, 'a.wav', silence())
  const light = all.filter(({ type }) => !typeOf(type)?.editor.some(({ kind }) => kind === 'video'))
  const tasks = light.map(({ type, hasPicture, f = {} }) => {
    const typed = Object.entries(f).map(([name, value]) => [name, value.replace('SOUND', sound)])
    return { type, f: { ...Object.fromEntries(typed), ...(hasPicture && { picture, alt: 'Blau' }) } }
  })
  const open = async (part: readonly Typed[]) => {
    const id = await makeDraft(client, part)
    const published = await client.api('POST', `/v3/units/${id}/publish`)
    expect(published.status, published.text).toBe(200)
    await client.api('PUT', `/v3/units/${id}/practice`, { isOpen: true })
    const unit = await client.api('GET', `/v3/units/${id}`)
    return url('interactive-play', { world, key: unit.json<{ practiceKey: string }>().practiceKey })
  }
  const plain = tasks.filter(({ type }) => ['choice', 'gap_text', 'true_false'].includes(type))
  const pages = { plain: await open(plain), whole: await open(tasks) }
  const [few, many] = await weighJavaScript(baseURL ?? '', pages, browser)
  if (!few || !many) throw new Error('nothing was weighed')
  // Here the whole page is for input: all of it wakes at once.
  expect(few.beforeIntent, few.early.join(', ')).toBeLessThanOrEqual(90_000)
  const cookies = [...client.cookies].map(([name, value]) => ({ name, value, url: client.base }))
  const [asMember] = await weighJavaScript(baseURL ?? '', { plain: pages.plain }, browser, cookies)
  // What is theirs loads when the page is idle, after the exercise, and was loaded.
  expect(asMember?.early.length).toBeGreaterThan(few.early.length)
  const ofMembers = (asMember?.beforeIntent ?? Number.NaN) - few.beforeIntent
  expect(ofMembers, asMember?.early.join(', ')).toBeLessThanOrEqual(15_000)
  const own = many.files.filter(([address]) => !few.early.includes(address))
  expect(own.length).toBeGreaterThan(10)
  for (const [address, bytes] of own) expect.soft(bytes, address).toBeLessThanOrEqual(15_000)
})
