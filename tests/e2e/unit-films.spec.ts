import sharp from 'sharp'
import { url } from '#platform/routing/url.ts'
import { type Client, multipart } from '../support/http-client.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, words } from './fixtures.ts'
import { newMember } from './journey.ts'

/*
 * A teacher gives a video above a question a name, with and without script; pupils hear it as the name of the player. What a page
 * that opens later shows is there without a network, too.
 */

const world = 'de'
const t = words(world)
const text = (key: string, vars = {}) => t(`new-interactive:${key}`, vars)
const phone = { width: 360, height: 780 }

async function give(client: Client, fileName: string, bytes: Buffer): Promise<string> {
  const value = { fileName, mediaType: 'application/octet-stream', body: bytes }
  const { body, contentType } = multipart([{ name: 'file', value }])
  const answer = await client.api('POST', `/v3/unit-assets?world=${world}`, body, {
    'Content-Type': contentType,
  })
  expect(answer.status, answer.text).toBe(201)
  return answer.json<{ asset: string }>().asset
}
const picture = async (client: Client, background: string) =>
  give(
    client,
    'bild.png',
    await sharp({ create: { width: 400, height: 200, channels: 3, background } })
      .png()
      .toBuffer(),
  )
const film = Buffer.concat([
  Buffer.from([0, 0, 0, 24]),
  Buffer.from('ftypisom\0\0\x02\0isomiso2'),
  Buffer.alloc(64),
])

const choice = (id: string, media: object) => ({
  ...{ id, type: 'choice', prompt: `<p>Was zeigt ${id}?</p>`, points: 1, right: '', wrong: '', media },
  data: {
    ...{ isMulti: false, policy: 'net' },
    options: ['ein Turm', 'ein Baum'].map((option, at) => ({
      ...{ id: 'ab'[at], text: option, weight: 1 - at, feedback: '' },
    })),
  },
})

async function unitOf(client: Client, pages: readonly object[]): Promise<number> {
  const { id } = (await client.api('POST', '/v3/units', { title: 'Filme' })).json<{ id: number }>()
  const saved = await client.api('PUT', `/v3/units/${id}`, {
    revision: 1,
    content: { title: 'Filme', pages },
  })
  expect(saved.status, saved.text).toBe(200)
  return id
}
async function openUnit(client: Client, unitId: number): Promise<string> {
  expect((await client.api('POST', `/v3/units/${unitId}/publish`)).status).toBe(200)
  const shared = await client.api('PUT', `/v3/units/${unitId}/practice`, { isOpen: true })
  return url('interactive-play', { world, key: shared.json<{ practiceKey: string }>().practiceKey })
}

test('a video above a question has a name: written in the editor and in its plain form, heard at the player', async ({
  page,
  baseURL,
  browser,
}) => {
  const { client } = await newMember(page, baseURL ?? '')
  const media = { asset: await give(client, 'a.mp4', film), kind: 'video', transcript: '<p>0:01 | Los!</p>' }
  const unitId = await unitOf(client, [
    { id: 'p1', title: '', elements: [choice('e1', { ...media, alt: '' })] },
  ])
  await page.setViewportSize(phone)
  await page.goto(url('interactive-unit', { world, unitId }))
  await page.locator('#e1 .edit-card__name').click()
  const name = page.getByLabel(text('fields.mediaLabel'), { exact: true })
  await expect(page.locator('#e1').getByText(text('play.transcript'), { exact: true })).toBeVisible()
  await name.fill('Der Versuch')
  await expect(page.getByText(text('editor.savedAt'))).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)

  const storageState = await page.context().storageState()
  const plain = await browser.newContext({ baseURL, javaScriptEnabled: false, storageState, viewport: phone })
  const form = await plain.newPage()
  await form.goto(`${url('interactive-unit', { world, unitId })}?element=e1`)
  const plainName = form.getByLabel(text('fields.mediaLabel'), { exact: true })
  await expect(plainName).toHaveValue('Der Versuch')
  await plainName.fill('Der zweite Versuch')
  await plainName.press('Enter')
  await form.waitForLoadState()
  await form.goto(`${url('interactive-unit', { world, unitId })}?element=e1`)
  await expect(plainName).toHaveValue('Der zweite Versuch')
  await plain.close()

  await page.goto(await openUnit(client, unitId))
  await expect(page.locator('video[aria-label="Der zweite Versuch"]')).toBeVisible()
})

test('pictures of a page that opens later are there without a network', async ({
  page,
  baseURL,
  browser,
}) => {
  const { client } = await newMember(page, baseURL ?? '')
  const [first, second] = [await picture(client, '#05a'), await picture(client, '#a05')]
  const seen = (asset: string, alt: string) => ({ asset, kind: 'picture', alt, transcript: '' })
  const unitId = await unitOf(client, [
    { id: 'p1', title: '', elements: [choice('e1', seen(first, 'vorn'))] },
    {
      ...{ id: 'p2', title: 'Später', condition: { afterElementId: 'e1', minScaled: 1 } },
      elements: [choice('e2', seen(second, 'hinten'))],
    },
  ])
  const play = await openUnit(client, unitId)
  const pupil = await browser.newPage({ baseURL, viewport: phone, serviceWorkers: 'allow' })
  await pupil.goto(play)
  const cachedCount = () =>
    pupil.evaluate(async () => {
      const cache = await caches.open('exercises-1')
      return (await cache.keys()).filter(({ url: address }) => address.includes('unit-assets')).length
    })
  await expect.poll(cachedCount).toBe(1)
  await pupil.locator('#e1').getByRole('radio', { name: 'ein Turm' }).check()
  await pupil
    .locator('#e1')
    .getByRole('button', { name: text('play.checkOne') })
    .click()
  await expect(pupil.locator('#e2')).toBeVisible()
  await expect.poll(cachedCount).toBe(2)
  await pupil.context().setOffline(true)
  await pupil.reload()
  const image = pupil.getByRole('img', { name: 'hinten', exact: true })
  await image.scrollIntoViewIfNeeded()
  await expect.poll(() => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBeGreaterThan(0)
  await pupil.close()
})
