import { url } from '#routing/url.ts'
import { type Client, createClient } from '../support/http-client.ts'
import { newSchool } from '../support/journey-school.ts'
import { upload } from '../support/sold-units.ts'
import { castPassword, expect, expectAccessible, expectNoSidewaysScroll, test, words } from './fixtures.ts'

/* What is left of a copy when its teacher leaves the school that bought the original, and what brings it back. */

const world = 'de'
const t = words(world)

async function loggedIn(base: string, username: string): Promise<Client> {
  const client = createClient(base)
  const body = { grant_type: 'password', username, password: castPassword }
  const session = await client.api('POST', '/v3/oauth2/authenticate', body)
  expect(session.status, session.text).toBe(200)
  return client
}

async function buyExercise(client: Client, materialId: number, licence: 'single' | 'school', cents: number) {
  await client.api('POST', '/v1/cart/items?world=de', { materialId, licence })
  const consents = { consentImmediate: true, consentWaiver: true }
  const wish = { country: 'DE', ...consents, expectedTotal: cents }
  const placed = await client.api('POST', '/v1/orders?world=de', wish)
  expect(placed.status, placed.text).toBe(201)
  const { redirectUrl } = placed.json<{ redirectUrl: string }>()
  const paid = await client.submit(new URL(redirectUrl).pathname, { outcome: 'pay' })
  const back = new URL(paid.headers.location ?? '')
  await client.get(back.pathname + back.search)
}

/** Written, not imported: a member's files are read one at a time, and other journeys send some in this name. */
async function onSale(author: Client): Promise<{ unitId: number; materialId: number }> {
  const made = await author.api('POST', '/v3/units', { title: 'Doppelt' })
  const unitId = made.json<{ id: number }>().id
  const [right, wrong] = ['4', '5'].map((text, at) => ({ id: 'ab'[at], text, weight: 1 - at, feedback: '' }))
  const task = {
    id: 'e1',
    type: 'choice',
    prompt: '<p>Wie viel ist 2 + 2?</p>',
    points: 1,
    right: '',
    wrong: '',
  }
  const data = { isMulti: false, policy: 'net', options: [right, wrong] }
  const content = { title: 'Doppelt', pages: [{ id: 'p1', title: '', elements: [{ ...task, data }] }] }
  const saved = await author.api('PUT', `/v3/units/${unitId}`, { revision: 1, content })
  expect(saved.status, saved.text).toBe(200)
  expect((await author.api('POST', `/v3/units/${unitId}/publish`)).status).toBe(200)
  const fields = { interactiveId: String(unitId), action: 'publish', mayCopyInteractive: '1' }
  const { materialId } = await upload({ id: 0, email: '', client: author }, fields)
  return { unitId, materialId }
}

test('who leaves a school reads their copy and buys it to go on', async ({
  browser,
  page,
  baseURL,
}, info) => {
  const base = baseURL ?? ''
  const author = await loggedIn(base, 'seller@aularium.example')
  const { unitId, materialId } = await onSale(author)
  const [master, leaver] = (await newSchool(base, [
    { publicName: 'Mia Linde', role: 'master' },
    { publicName: 'Lea Wandel', role: 'member' },
  ])) as [Client, Client]
  await buyExercise(master, materialId, 'school', 1000)
  const copied = await leaver.api('POST', `/v3/units/${unitId}/copy`, {})
  expect(copied.status, copied.text).toBe(201)
  const copyId = copied.json<{ id: number }>().id
  const course = (await leaver.api('POST', '/v3/courses', { title: 'Üben' })).json<{ id: number }>().id
  expect((await leaver.api('POST', `/v3/units/${unitId}/shadow`, { course_id: course })).status).toBe(201)

  const cookies = [...leaver.cookies].map(([name, value]) => ({ name, value, url: base }))
  await page.context().addCookies(cookies)
  const editor = url('interactive-unit', { world, unitId: copyId })
  const reason = page.getByText(t('interactive-shop:licence.title'))
  await page.goto(editor)
  await expect(page.getByText(t('interactive-shop:resale.copy'))).toBeVisible()
  await expect(reason).toHaveCount(0)

  expect((await leaver.api('DELETE', '/v1/school/place')).status).toBe(200)
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto(editor)
    await expect(reason).toBeVisible()
    await expect(page.getByText('Wie viel ist 2 + 2?')).toBeVisible()
    await expect(page.getByRole('button', { name: t('new-interactive:desk.publish') })).toHaveCount(0)
    await expect(page.locator('[data-plain-editor], a[download]')).toHaveCount(0)
    await expectNoSidewaysScroll(page)
    await page.screenshot({ path: info.outputPath(`read-only-${width}.png`) })
  }
  await expectAccessible(page)
  await page.goto(url('interactive-my', { world }))
  await expect(page.getByText(t('interactive-shop:licence.badge'))).toBeVisible()
  await page.goto(url('interactive-course', { world, courseId: course }))
  await expect(page.getByText(t('interactive-shop:licence.item'))).toBeVisible()
  await page.screenshot({ path: info.outputPath('course.png') })

  // Without scripts, and with the keyboard alone: to what helps, and out of it.
  const plain = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } })
  await plain.addCookies(cookies)
  const paper = await plain.newPage()
  await paper.goto(base + editor)
  await expect(paper.getByText(t('interactive-shop:licence.title'))).toBeVisible()
  const helps = paper.getByRole('link', { name: t('interactive-shop:licence.buy') })
  await helps.focus()
  await paper.keyboard.press('Enter')
  await expect(paper).toHaveURL(new RegExp(`/${materialId}/`))
  await plain.close()

  await buyExercise(leaver, materialId, 'single', 250)
  await page.goto(editor)
  await expect(reason).toHaveCount(0)
  await expect(page.getByRole('button', { name: t('new-interactive:desk.publish') })).toBeVisible()
  for (const client of [author, master, leaver]) client.close()
})
