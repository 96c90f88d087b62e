import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { url } from '#routing/url.ts'
import { elementTypes } from '#shared/interactive/types.ts'
import { type Client, multipart } from '../support/http-client.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, words } from './fixtures.ts'
import { newMember } from './journey.ts'
import { at, button, played } from './played-types.ts'

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

/** An exercise of every type; answers the address at which its teacher tries it. */
async function makeUnit(client: Client): Promise<string> {
  const square = sharp({ create: { width: 200, height: 200, channels: 3, background: '#046' } })
  const picture = await sendFile(client, 'a.png', await square.png().toBuffer())
  const sound = await sendFile(client, 'a.wav', silence())
  const shared = { prompt: 'Was ist hier zu tun?', points: '', right: '', wrong: '', hint: '' }
  const elements = all.map(({ type, kind, hasPicture, f = {} }) => {
    const typed = Object.entries(f).map(([name, value]) => [name, value.replace('SOUND', sound)])
    return {
      ...shared,
      ...(kind === 'content' && { prompt: '' }),
      id: idOf(type),
      type,
      f: { ...Object.fromEntries(typed), ...(hasPicture && { picture, alt: 'Ein blaues Quadrat' }) },
    }
  })
  const { id } = (await client.api('POST', '/v3/units', { title: 'Alles einmal' })).json<{ id: number }>()
  const { revision } = (await client.api('GET', `/v3/units/${id}`)).json<{ revision: number }>()
  const settings = { showsSolution: true, shufflesElements: false, passPercent: 50 }
  const pages = [{ id: 'p1', title: 'Alles', elements }]
  const draft = { title: 'Alles einmal', description: '', settings, pages, revision }
  expect((await client.api('POST', `/v3/units/${id}/typed`, draft)).json()).toMatchObject({ unfinished: [] })
  return url('interactive-play', { world, key: id })
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

test('every type is answered by keyboard, wholly right', async ({ page, baseURL }) => {
  const { client } = await newMember(page, baseURL ?? '')
  const address = await makeUnit(client)
  await page.setViewportSize({ width: 360, height: 780 })
  await page.goto(address)
  await expect(page.locator('#order .ordered')).toBeVisible()
  for (const { type, kind, play } of all)
    await test.step(type, async () => {
      const task = page.locator(`#${idOf(type)}`)
      await play?.(task, page)
      if (kind === 'scored') {
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
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await expectAccessible(page)
})
