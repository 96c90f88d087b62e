import sharp from 'sharp'
import { url } from '#platform/routing/url.ts'
import type { Client } from '../support/http-client.ts'
import { makeUnit } from '../support/sold-units.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, expectValidHtml, test, words } from './fixtures.ts'
import { newMember } from './journey.ts'

/* A course from its teacher's desk to a pupil's certificate, on a phone, with scripts and without. */

const world = 'de'
const t = words(world)
test.describe.configure({ mode: 'serial' })

/** A course of a text and an exercise of two tasks. */
async function courseOf(client: Client) {
  const unitId = await makeUnit({ id: 0, email: '', client }, true, '1+1? {=2 ~3}\n\n2+2? {=4 ~5}')
  const { id } = (await client.api('POST', '/v3/courses', { title: 'Rechnen mit Plus' })).json<{
    id: number
  }>()
  const items = [
    { kind: 'text', ref: 'Lies das zuerst.', title: 'Anfnag' },
    { kind: 'unit', ref: String(unitId) },
  ]
  for (const [at, item] of items.entries())
    await client.api('POST', `/v3/courses/${id}/items`, { revision: at + 1, ...item })
  return { id, unitId, page: url('interactive-course', { world, courseId: id }) }
}

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled, viewport: { width: 360, height: 740 } })

    test('its teacher mends it, a pupil does it and gets a certificate, its teacher sees that', async ({
      page,
      browser,
      baseURL,
    }) => {
      const { client } = await newMember(page, baseURL ?? '')
      const course = await courseOf(client)
      await expectValidHtml(page, await page.goto(course.page))
      // A word is mended.
      const first = page.locator('[data-course-row]').first()
      await first.locator('summary', { hasText: t('interactive-shop:courses.edit') }).click()
      await first.getByLabel(t('interactive-shop:courses.itemTitle')).fill('Anfang')
      await first.getByLabel(t('interactive-shop:courses.minutesLabel')).fill('viel')
      const save = first.getByRole('button', { name: t('interactive-shop:courses.save') })
      await save.click()
      const minutes = first.getByLabel(t('interactive-shop:courses.minutesLabel'))
      await expect(minutes).toHaveAttribute('aria-invalid', 'true')
      await expect(first.getByLabel(t('interactive-shop:courses.itemTitle'))).toHaveValue('Anfang')
      await minutes.fill('5')
      await save.click()
      await expect(first).toContainText('1. Anfang')
      await expect(first).toContainText(t('interactive-shop:courses.minutes', { count: 5 }))
      // The exercise has a newer version.
      await client.api('POST', `/v3/units/${course.unitId}/publish`)
      await page.goto(course.page)
      const second = page.locator('[data-course-row]').nth(1)
      const take = second.getByRole('button', { name: t('interactive-shop:shadow.take', { version: 2 }) })
      await take.click()
      await expect(take).toHaveCount(0)
      // Another window was there first: it is said, and the newest state shown.
      const { revision } = (await client.api('GET', `/v3/courses/${course.id}`)).json<{ revision: number }>()
      const other = { revision, kind: 'text', ref: 'Von nebenan.', title: 'Nebenan', isRequired: false }
      await client.api('POST', `/v3/courses/${course.id}/items`, other)
      await second.getByRole('button', { name: t('interactive-shop:courses.up') }).click()
      await expect(page.getByText(t('interactive-shop:courses.changed'))).toBeVisible()
      await expect(page.locator('[data-course-row]').nth(2)).toContainText('3. Nebenan')
      // A picture; what is none is said at its field.
      const send = async (name: string, buffer: Buffer) => {
        const fold = page.locator('#cover')
        if ((await fold.getAttribute('open')) === null) await fold.locator('summary').click()
        await fold.getByLabel(t('interactive-shop:courses.coverFile')).setInputFiles({
          ...{ name, mimeType: 'image/png', buffer },
        })
        await fold.getByRole('button', { name: t('new-interactive:editor.sendFile') }).click()
      }
      await send('a.png', Buffer.from('none'))
      await expect(page.getByLabel(t('interactive-shop:courses.coverFile'))).toHaveAttribute(
        ...(['aria-invalid', 'true'] as const),
      )
      const create = { width: 64, height: 36, channels: 3, background: '#0a6' } as const
      await send('b.png', await sharp({ create }).png().toBuffer())
      await expect(page.locator('.course-cover')).toHaveCount(1)
      if (javaScriptEnabled) await expectAccessible(page)
      await expectNoSidewaysScroll(page)
      await page.getByRole('button', { name: t('interactive-shop:courses.open'), exact: true }).click()
      const address = page.getByLabel(t('interactive-shop:courses.openAt'))
      await expect(address).toHaveValue(/interaktiv\/kurs\/c/)
      const open = await address.inputValue()

      const context = await browser.newContext({ javaScriptEnabled, viewport: { width: 360, height: 740 } })
      const pupil = await context.newPage()
      const seen = await pupil.goto(new URL(open).pathname.replace(/^/, baseURL ?? ''))
      await expectValidHtml(pupil, seen)
      expect((await seen?.text()) ?? '').toContain('noindex')
      await expect(pupil.locator('.course-cover')).toBeVisible()
      await pupil.getByLabel(t('interactive-shop:learn.name')).fill('Mutiger Otter')
      await pupil.getByRole('button', { name: t('interactive-shop:learn.start') }).click()
      await expect(pupil).toHaveURL(/\/kurs\/k/)
      const way = pupil.url()
      await pupil
        .getByRole('button', { name: t('interactive-shop:learn.tick') })
        .first()
        .click()
      await expect(pupil.locator('#items li').first()).toContainText(t('interactive-shop:learn.done'))
      await expect(pupil).toHaveURL(/#items$/)
      await pupil.getByRole('link', { name: t('interactive-shop:learn.play') }).click()
      await expect(pupil).toHaveURL(/\/ueben\/k/)
      for (const sum of ['2', '4']) await pupil.getByLabel(sum, { exact: true }).check()
      await pupil.getByRole('button', { name: t('new-interactive:play.check'), exact: true }).click()
      // Other numbers are folded away on the page: only the outcome says that the server has counted.
      const outcome = pupil.getByText(t('new-interactive:play.outcome', { raw: 2, max: 2, percent: 100 }))
      await expect(outcome.filter({ visible: true }).first()).toBeVisible()
      await pupil.goto(way)
      const certificate = pupil.getByRole('link', { name: t('interactive-shop:learn.certificate') })
      const paper = await pupil.request.get((await certificate.getAttribute('href')) ?? '')
      expect([paper.status(), paper.headers()['content-type']]).toEqual([200, 'application/pdf'])
      if (javaScriptEnabled) await expectAccessible(pupil)
      await expectNoSidewaysScroll(pupil)
      await context.close()

      await page.goto(course.page)
      const learners = page.locator('#learners')
      await learners.locator('summary').click()
      await expect(learners.getByRole('row', { name: /Mutiger Otter/ })).toContainText('2 / 3')
      await expect(learners).toContainText(t('interactive-shop:courses.progress.finished'))
      if (javaScriptEnabled) await expectAccessible(page)
      await expectNoSidewaysScroll(page)
      client.close()
    })
  })
