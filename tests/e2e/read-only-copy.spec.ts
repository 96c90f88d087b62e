import { url } from '#platform/routing/url.ts'
import type { Client } from '../support/http-client.ts'
import { newSchool } from '../support/journey-school.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, words } from './fixtures.ts'
import { buyExercise, loggedIn, sellExercise } from './school-buying.ts'

/* What is left of a copy when its teacher leaves the school that bought the original, and what brings it back. */

const world = 'de'
const t = words(world)

test('who leaves a school reads their copy and buys it to go on', async ({
  browser,
  page,
  baseURL,
}, info) => {
  const base = baseURL ?? ''
  const author = await loggedIn(base, 'seller@aularium.example')
  const { unitId, materialId } = await sellExercise(author)
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
