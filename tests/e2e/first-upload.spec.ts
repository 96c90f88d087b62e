import { randomBytes } from 'node:crypto'
import { url } from '#platform/routing/url.ts'
import { docx } from '../support/files.ts'
import { createClient } from '../support/http-client.ts'
import {
  castPassword,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  takeOver,
  test,
  words,
} from './fixtures.ts'
import { newBuyer, newEmail } from './journey.ts'
import { linkIn, newestMail } from './mailbox.ts'
import { worksheet } from './worksheet.ts'

/*
 * An author's first day, on a phone and at a desk: an account, a Word file and a PDF, one step after the other until they are
 * public, a sale, the charts, an answer, a post.
 */

const world = 'de'
const t = words(world)
const viewports = [
  { width: 360, height: 780 },
  { width: 1280, height: 800 },
]

for (const viewport of viewports)
  test(`an author’s first day at ${viewport.width} px`, async ({ page, baseURL }) => {
    test.slow()
    await page.setViewportSize(viewport)
    const word = `ersttag${randomBytes(4).toString('hex')}`
    const title = `Wortarten ${word}: Nomen und Verben`
    const base = baseURL ?? ''
    const main = page.getByRole('main')
    const next = () => main.getByRole('button', { name: t('seller:wizard.next'), exact: true }).click()
    await test.step('a stranger is told that an account is needed', async () => {
      await page.goto(url('step-upload', { world }))
      await expect(main).toContainText(t('seller:wizard.account'))
    })
    await test.step('register and confirm', async () => {
      const client = createClient(base)
      const email = newEmail()
      await client.api('POST', '/v1/user/register', {
        ...{ email, password: castPassword, publicName: `Frau Erstling ${word}`, agb: true },
      })
      await takeOver(page, client)
      const start = url('register-confirm', { world, registrationToken: 'x' }).slice(0, -1)
      await page.goto(linkIn(await newestMail(client, email), start))
      await main.getByRole('button', { name: t('signup:confirm.button') }).click()
      await page.waitForURL((address) => !address.pathname.startsWith(start))
      client.close()
    })
    await test.step('files are sent as they are picked; what is wrong with one is said there', async () => {
      await page.goto(url('step-upload', { world }))
      await expectNoSidewaysScroll(page)
      await main
        .locator('input[name="files"]')
        .setInputFiles([
          file('wortarten.docx', docx(['Nomen schreibt man groß.', 'Verben klein.'])),
          file('wortarten.pdf', await worksheet({ title, pages: 3 })),
          file('programm.pdf', Buffer.from('MZ, but a PDF by its name')),
        ])
      await expect(main.getByText(t('seller:uploads.done'))).toHaveCount(2)
      const wrong = main.getByRole('listitem').filter({ hasText: 'programm.pdf' })
      await expect(wrong).toContainText(t('errors:file_disguised'))
      await expectAccessible(page)
      await wrong.getByRole('button', { name: new RegExp(`^${t('seller:uploads.remove')}`) }).click()
      await next()
      await page.waitForURL((address) => address.pathname === url('step-name', { world }))
    })
    await test.step('name', async () => {
      await expect(main).toContainText('wortarten.docx')
      await main.getByLabel(t('cabinet-sales:form.title'), { exact: true }).fill(title)
      await main.getByLabel(t('cabinet-sales:form.description')).fill('Übungen mit Lösungen.')
      const saved = t('cabinet-sales:autosave.saved', { time: '' }).replace('.', '').trim()
      await expect(main.getByRole('status').filter({ hasText: saved })).toBeVisible()
      // What was typed is there in another window; the one that is behind is told, and stores nothing more by itself.
      const other = await page.context().newPage()
      await other.goto(page.url())
      const there = other.getByRole('main')
      await expect(there.getByLabel(t('cabinet-sales:form.title'), { exact: true })).toHaveValue(title)
      await there.getByLabel(t('cabinet-sales:form.description')).fill('Aus dem zweiten Fenster.')
      await expect(there.getByRole('status').filter({ hasText: saved })).toBeVisible()
      await other.close()
      await main.getByLabel(t('cabinet-sales:form.description')).fill('Übungen ohne Lösungen.')
      await expect(main.getByText(t('cabinet-sales:autosave.conflict'))).toBeVisible()
      await page.reload()
      await expect(main.getByLabel(t('cabinet-sales:form.description'))).toHaveValue(
        'Aus dem zweiten Fenster.',
      )
      await expectNoSidewaysScroll(page)
      await next()
      await page.waitForURL((address) => address.searchParams.get('step') === 'details')
    })
    await test.step('details', async () => {
      for (const name of ['subjects', 'schoolTypes', 'grades']) {
        await main.locator(`#${name} summary`).click()
        await main.locator(`input[name="${name}"]`).first().check()
      }
      await main.getByLabel(t('cabinet-sales:form.materialType')).selectOption({ index: 1 })
      await main.getByLabel(t('cabinet-sales:form.isOwnWork')).check()
      await main.getByLabel(t('cabinet-sales:form.aiUse')).selectOption('none')
      await expectNoSidewaysScroll(page)
      await expectAccessible(page)
      await next()
      await page.waitForURL((address) => address.searchParams.get('step') === 'price')
    })
    await test.step('a price that is none is refused, another is kept', async () => {
      const price = main.getByLabel(new RegExp(`^${t('cabinet-sales:form.price')} \\(`))
      await price.fill('viel')
      await next()
      await expect(price).toHaveAttribute('aria-invalid', 'true')
      await price.fill('2,50')
      await next()
      await page.waitForURL((address) => address.searchParams.get('step') === 'preview')
    })
    await test.step('preview and publish', async () => {
      await expect(main).toContainText(t('seller:accessibility.tags', { name: 'wortarten.pdf' }))
      await next()
      await page.waitForURL((address) => address.searchParams.get('step') === 'publish')
      await expect(main).toContainText(t('seller:wizard.publish.text'))
      await expectNoSidewaysScroll(page)
      await expectAccessible(page)
      await main.getByRole('button', { name: t('cabinet-sales:actions.publish') }).click()
      await page.waitForURL((address) => address.pathname === url('cabinet-sales', { world }))
      await expect(main).toContainText(title)
      await expect(main).toContainText(t('cabinet-sales:status.published'))
      await expect(main.getByText(t('cabinet-sales:statusHint.published'))).toBeVisible()
    })
    const buyer = await test.step('it is bought, and the sale is there', async () => {
      const stranger = createClient(base)
      let id = 0
      await expect(async () => {
        const answer = await stranger.get(`/api/v1/search?world=de&query=${word}`)
        id = answer.json<{ materials: { id: number }[] }>().materials[0]?.id ?? 0
        expect(id).toBeGreaterThan(0)
      }).toPass({ timeout: 60_000 })
      stranger.close()
      const client = await newBuyer(base, id, 250)
      const asked = await client.api('POST', `/v1/materials/${id}/questions?world=de`, {
        text: `Und ${word}?`,
      })
      expect(asked.status, asked.text).toBe(201)
      await page.goto(url('sales-downloads', { world }))
      await expect(main).toContainText(title)
      await expectNoSidewaysScroll(page)
      return client
    })
    await test.step('the charts', async () => {
      await page.goto(url('charts', { world }))
      await expect(main.getByRole('figure', { name: t('charts:revenue') })).toBeVisible()
      await expectNoSidewaysScroll(page)
      await expectAccessible(page)
    })
    await test.step('the question of the buyer is answered', async () => {
      await page.goto(url('cabinet-sales', { world }))
      const question = main.getByRole('listitem').filter({ hasText: `Und ${word}?` })
      await question.getByLabel(t('comments:waiting.label')).fill('Auch das, auf Seite 2.')
      await question.getByRole('button', { name: t('comments:waiting.submit') }).click()
      await expect(main.getByText(t('comments:waiting.done'))).toBeVisible()
      await expectNoSidewaysScroll(page)
      await expectAccessible(page)
    })
    await test.step('a post', async () => {
      await page.goto(url('post-editor', { world }))
      await main
        .getByRole('textbox', { name: t('blogpost:editor.title'), exact: true })
        .fill(`Mein erster Tag ${word}`)
      // The editor takes the place of the plain field once its script is there.
      await expect(main.getByRole('toolbar')).toBeVisible()
      await main
        .getByRole('textbox', { name: t('blogpost:editor.source'), exact: true })
        .fill('Warum Wortarten im Herbst am besten gehen.')
      await main.getByRole('button', { name: t('blogpost:editor.publish'), exact: true }).click()
      await expect(page.getByRole('heading', { level: 1, name: `Mein erster Tag ${word}` })).toBeVisible()
      await expectNoSidewaysScroll(page)
    })
    buyer.close()
  })

function file(name: string, buffer: Buffer) {
  return { name, mimeType: 'application/octet-stream', buffer }
}
