import { randomBytes } from 'node:crypto'
import type { Browser, Page } from '@playwright/test'
import { formatPriceWithCode } from '#platform/i18n/prices.ts'
import { url } from '#platform/routing/url.ts'
import { type Client, createClient } from '../support/http-client.ts'
import {
  castPassword,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  logInBrowser,
  takeOver,
  test,
  words,
} from './fixtures.ts'
import { newBuyer, newEmail } from './journey.ts'
import { linkIn, newestMail } from './mailbox.ts'
import { publishSheet } from './publishing.ts'
import { worksheet } from './worksheet.ts'

/*
 * A buyer asks for money back, on a phone: outside of the author's rule somebody decides, and both sides hear of it; inside of
 * it nobody has to. Author and buyers are of this journey alone.
 */

const world = 'de'
const t = words(world)
const viewport = { width: 360, height: 780 }
const cents = 399
const amount = formatPriceWithCode(cents, 'EUR')
const reason = 'Passt nicht zu meiner Klasse.'
const main = (page: Page) => page.getByRole('main')

test.use({ viewport })

test('what no rule grants is decided at the desk of finance; what one grants goes back at once', async ({
  page,
  browser,
  baseURL,
}) => {
  const base = baseURL ?? ''
  const title = `Dezimalzahlen ${randomBytes(4).toString('hex')}`
  const author = await newAuthor(base)
  const materialId = await publishSheet(author.client, {
    ...{ title, priceCents: cents, fileName: 'dezimal.pdf', keywords: 'Dezimalzahlen' },
    ...{ description: 'Drei Seiten zum Runden und Ordnen.', body: await worksheet({ title, pages: 3 }) },
  })

  await test.step('the author sees that nothing is granted by itself', async () => {
    await takeOver(page, author.client)
    await page.goto(url('my-author-profile', { world }))
    await expect(main(page)).toContainText(t('cabinet-settings:profile.refund.nothing'))
  })
  const buyer = await newBuyer(base, materialId, cents)
  const buyersEmail = await emailOf(buyer)
  await test.step('the buyer asks, and is told that somebody decides', async () => {
    await becomes(page, buyer)
    await ask(page, title, t('cabinet-invoices:refund.noRule'))
    await expect(page.getByText(t('cabinet-invoices:refund.doneAsked'))).toBeVisible()
    await expect(main(page)).toContainText(t('cabinet-invoices:refund.open'))
    await expectAccessible(page)
  })
  await test.step('the author hears of it', async () => {
    expect(await newestMail(author.client, author.email)).toContain(reason)
    await becomes(page, author.client)
    await page.goto(url('sales-downloads', { world }))
    await expect(main(page).locator('form').filter({ hasText: reason })).toContainText(title)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  })
  await test.step('finance gives the money back', async () => {
    const { office, close } = await atDesk(browser, base)
    const wish = office.getByRole('article').filter({ hasText: title })
    await expect(wish).toContainText(amount)
    await wish.getByRole('link').click()
    await expect(wish).toContainText(t('cabinet-operations:refunds.confirm'))
    await expectAccessible(office)
    await expectNoSidewaysScroll(office)
    await wish.getByRole('button', { name: t('cabinet-operations:refunds.grant', { amount }) }).click()
    await expect(office.getByText(t('cabinet-operations:refunds.done'))).toBeVisible()
    await expect(wish).toHaveCount(0)
    await close()
  })
  await test.step('both sides hear of it, and the buyer has the paper for it', async () => {
    expect(await newestMail(buyer, buyersEmail)).toContain(amount)
    expect(await newestMail(author.client, author.email)).toContain(t('mail:saleRefunded.share'))
    await becomes(page, buyer)
    await page.goto(url('invoices', { world }))
    const papers = main(page).getByRole('row')
    await expect(papers.filter({ hasText: t('cabinet-invoices:kind.cancellation') })).toContainText(amount)
    await expect(main(page)).not.toContainText(t('cabinet-invoices:refund.heading'))
  })
  await test.step('with a rule the next buyer has the money at once', async () => {
    await becomes(page, author.client)
    await page.goto(url('my-author-profile', { world }))
    await main(page)
      .getByRole('heading', { name: t('cabinet-settings:profile.refund.heading') })
      .click()
    const rule = main(page).locator('#refund-rule')
    await rule.getByLabel(t('cabinet-settings:profile.refund.label')).selectOption('14')
    await rule.getByRole('button').click()
    await expect(main(page)).not.toContainText(t('cabinet-settings:profile.refund.nothing'))
    const next = await newBuyer(base, materialId, cents)
    await becomes(page, next)
    await ask(page, title, t('cabinet-invoices:refund.now'))
    await expect(page.getByText(t('cabinet-invoices:refund.doneNow'))).toBeVisible()
    const papers = main(page).getByRole('row')
    await expect(papers.filter({ hasText: t('cabinet-invoices:kind.cancellation') })).toContainText(amount)
    next.close()
  })
  buyer.close()
  author.client.close()
})

/** Somebody with a confirmed address, who may sell. */
async function newAuthor(base: string): Promise<{ client: Client; email: string }> {
  const client = createClient(base)
  const email = newEmail()
  const publicName = `Herr Dezimal ${randomBytes(4).toString('hex')}`
  const made = await client.api('POST', '/v1/user/register', {
    ...{ email, password: castPassword, publicName, agb: true },
  })
  expect(made.status, made.text).toBe(202)
  const start = url('register-confirm', { world, registrationToken: 'x' }).slice(0, -1)
  const confirmed = await client.submit(linkIn(await newestMail(client, email), start), {
    intent: 'confirm-address',
  })
  expect(confirmed.status).toBe(303)
  return { client, email }
}

async function emailOf(client: Client): Promise<string> {
  return (await client.api('GET', '/v1/user')).json<{ email: string }>().email
}

/** The browser goes on as somebody else. */
async function becomes(page: Page, client: Client): Promise<void> {
  await page.context().clearCookies()
  await takeOver(page, client)
}

/** In two steps, from the line of what was bought; until the confirmation is sent, the purchase can be withdrawn instead. */
async function ask(page: Page, title: string, explanation: string): Promise<void> {
  const start = page.getByRole('link', { name: t('cabinet-invoices:refund.startNamed', { title }) })
  await expect(async () => {
    await page.goto(url('invoices', { world }))
    await expect(start).toBeVisible({ timeout: 1000 })
  }).toPass()
  // On a phone no button of a document is squeezed into a column of single words.
  for (const button of await main(page).locator('tbody .button').all())
    expect((await button.boundingBox())?.height ?? 0).toBeLessThan(90)
  await start.click()
  const form = main(page).locator('#ask-refund')
  await expect(form).toContainText(explanation)
  await expectNoSidewaysScroll(page)
  await form.getByLabel(t('cabinet-invoices:refund.reason')).fill(reason)
  await form.getByRole('button', { name: t('cabinet-invoices:refund.send'), exact: true }).click()
}

async function atDesk(browser: Browser, baseURL: string): Promise<{ office: Page; close(): Promise<void> }> {
  const desk = await browser.newContext({ baseURL, viewport })
  const office = await desk.newPage()
  await logInBrowser(office, createClient(baseURL), 'finance@aularium.example')
  await office.goto(url('operator-tasks', { world }))
  return { office, close: () => desk.close() }
}
