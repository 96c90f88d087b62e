import { url } from '#routing/url.ts'
import { docx } from '../support/files.ts'
import { createClient } from '../support/http-client.ts'
import { castPassword, expect, expectAccessible, expectNoSidewaysScroll, test, words } from './fixtures.ts'
import { newEmail } from './journey.ts'
import { linkIn, newestMail } from './mailbox.ts'
import { worksheet } from './worksheet.ts'

/** An author's first upload on a phone: a Word file and a PDF, one step after the other, until it is public. */

const world = 'de'
const t = words(world)
const title = 'Wortarten am Gymnasium: Nomen und Verben'

test('a first upload of a Word file and a PDF is published step by step', async ({ page, baseURL }) => {
  test.slow()
  await page.setViewportSize({ width: 360, height: 780 })
  const main = page.getByRole('main')
  const next = () => main.getByRole('button', { name: t('seller:wizard.next'), exact: true }).click()
  await test.step('a stranger is told that an account is needed', async () => {
    await page.goto(url('step-upload', { world }))
    await expect(main).toContainText(t('seller:wizard.account'))
  })
  await test.step('register and confirm', async () => {
    const client = createClient(baseURL ?? '')
    const email = newEmail()
    await client.api('POST', '/v1/user/register', {
      ...{ email, password: castPassword, publicName: 'Frau Erstling', agb: true },
    })
    await page
      .context()
      .addCookies([...client.cookies].map(([name, value]) => ({ name, value, url: client.base })))
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
    await expect(main.getByLabel(t('cabinet-sales:form.description'))).toHaveValue('Aus dem zweiten Fenster.')
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
  })
})

function file(name: string, buffer: Buffer) {
  return { name, mimeType: 'application/octet-stream', buffer }
}
