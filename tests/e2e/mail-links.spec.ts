import { url } from '#platform/routing/url.ts'
import type { Client } from '../support/http-client.ts'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  expectValidHtml,
  logInBrowser,
  test,
  words,
} from './fixtures.ts'
import { newEmail } from './journey.ts'
import { linkIn, newestMail } from './mailbox.ts'

/** Pages that mails lead to: nobody has to log in there, and they say so when a link is over. */

const world = 'de'
const t = words(world)

async function register(client: Client, email: string): Promise<void> {
  const body = { email, password: 'Igel im Herbstlaub 26', publicName: 'Frau Igel', agb: true }
  const answer = await client.api('POST', '/v1/user/register?world=de', body)
  expect(answer.status, answer.text).toBe(202)
}

test('a mail is left and taken back, without a login', async ({ page, client, published }) => {
  await register(client, newEmail())
  await client.api('POST', `/v1/materials/${published.id}/questions?world=de`, {
    text: 'Gibt es die Seiten auch mit Lösungen?',
  })
  const start = url('unsubscribe', { world, partition: 'questions', token: 'x' }).slice(0, -1)
  const path = linkIn(await newestMail(client, 'seller@aularium.example'), start)
  const response = await page.goto(path)
  expect(response?.status()).toBe(200)
  await expectValidHtml(page, response)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: t('service-pages:leave.button') }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('service-pages:leave.doneHeading'))
  await expectAccessible(page)
  await page.getByRole('button', { name: t('service-pages:leave.again') }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('service-pages:leave.heading'))
})

test('a free material comes by mail, without an account', async ({ page, client }) => {
  test.slow()
  await page.goto(url('search', { world, query: { price: 'free' } }))
  await page.getByRole('main').locator('article a, .card a').first().click()
  const email = newEmail()
  await page.getByText(t('service-pages:freeMail.open')).click()
  await page.locator('#free-ways').getByLabel(t('service-pages:freeMail.email')).fill('no address')
  await page.getByRole('button', { name: t('service-pages:freeMail.submit') }).click()
  const field = page.locator('#free-ways').getByLabel(t('service-pages:freeMail.email'))
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toHaveValue('no address')
  await page.locator('#free-ways').getByLabel(t('service-pages:freeMail.email')).fill(email)
  await page.getByRole('button', { name: t('service-pages:freeMail.submit') }).click()
  await expect(page.getByText(t('service-pages:freeMail.sent'))).toBeVisible()
  await expectAccessible(page)
  const start = url('free-download', { world, token: 'x' }).slice(0, -1)
  const response = await page.goto(linkIn(await newestMail(client, email), start))
  expect(response?.status()).toBe(200)
  await expectValidHtml(page, response)
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 800 })
  await expectNoSidewaysScroll(page)
  const arrives = page.waitForEvent('download')
  await page.getByRole('main').getByRole('button').first().click()
  expect((await arrives).suggestedFilename()).toMatch(/\.\w+$/)
})

test('a colleague gets a recommendation, and sees from whom', async ({ page, client, published }) => {
  test.slow()
  await logInBrowser(page, client, 'buyer@aularium.example')
  await page.goto(published.url)
  const colleague = newEmail()
  await page.getByText(t('material-page:share.open'), { exact: true }).click()
  await page.getByText(t('service-pages:recommend.open')).click()
  await page.getByLabel(t('service-pages:recommend.email')).fill(colleague)
  await page.getByLabel(t('service-pages:recommend.message')).fill('Schau auf https://evil.example')
  const send = page.getByRole('button', { name: t('service-pages:recommend.submit') })
  await send.click()
  await expect(page.getByText(t('service-pages:recommend.noLinks'))).toBeVisible()
  await page.getByLabel(t('service-pages:recommend.message')).fill('Das passt zu deiner 6a.')
  await send.click()
  await expect(page.getByText(t('service-pages:recommend.sent'))).toBeVisible()
  await expectAccessible(page)
  await page.context().clearCookies()
  const start = url('recommendation-token', { world, token: 'x' }).slice(0, -1)
  const response = await page.goto(linkIn(await newestMail(client, colleague), start))
  expect(response?.status()).toBe(200)
  await expectValidHtml(page, response)
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 800 })
  await expectNoSidewaysScroll(page)
  await expect(page.getByRole('main')).toContainText('Das passt zu deiner 6a.')
  await page
    .getByRole('main')
    .getByRole('link', { name: t('service-pages:recommended.open') })
    .click()
  await page.waitForURL((address) => address.pathname.startsWith(`${published.url}/`))
})

test('a member invites, and who registers with the link is counted', async ({ page, client }) => {
  test.slow()
  await logInBrowser(page, client, 'buyer@aularium.example')
  const account = await page.goto(url('account', { world }))
  await expectValidHtml(page, account)
  await expectAccessible(page)
  const link = await page.getByLabel(t('landing:invitation.link')).inputValue()
  await page.context().clearCookies()
  const response = await page.goto(new URL(link).pathname)
  expect(response?.status()).toBe(200)
  expect(response?.headers()['x-robots-tag']).toBe('noindex,follow')
  await expectValidHtml(page, response)
  await expectAccessible(page)
  const canonical = await page.locator('link[rel=canonical]').getAttribute('href')
  expect(new URL(canonical ?? '').pathname).toBe(url('referral', { world }))
  await page.getByRole('link', { name: t('landing:invitation.register') }).click()
  const code = link.split('/').at(-1)
  await expect(page.locator('input[name=invitation]')).toHaveValue(code ?? '')
  expect((await page.goto(url('referral', { world })))?.status()).toBe(200)
  const unknown = await page.goto(url('referral', { world, code: '000000000000' }))
  expect(unknown?.status()).toBe(404)
  await expect(page.getByText(t('landing:invitation.unknown'))).toBeVisible()
  await expectAccessible(page)
})

test('links that are over say what happened and what to do', async ({ page }) => {
  test.slow()
  const token = 'nobody-has-this-token'
  for (const path of [
    url('unsubscribe', { world, partition: 'ratings', token }),
    url('mailing-unsubscribe', { world, token }),
    url('rating-email', { world, token }),
    url('free-download', { world, token }),
    url('recommendation-token', { world, token }),
  ]) {
    const response = await page.goto(path)
    expect([path, response?.status()]).toEqual([path, 410])
    expect(response?.headers()['cache-control']).toContain('no-store')
    await expectValidHtml(page, response)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('service-pages:over.heading'))
    await expectAccessible(page)
  }
})
