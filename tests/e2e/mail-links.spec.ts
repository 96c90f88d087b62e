import { url } from '#routing/url.ts'
import type { Client } from '../support/http-client.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, expectValidHtml, test, words } from './fixtures.ts'
import { newEmail } from './journey.ts'

/** Pages that mails lead to: nobody has to log in there, and they say so when a link is over. */

const world = 'de'
const t = words(world)

/** The newest mail to somebody: its text, as the viewer shows it to the operator. */
async function newestMail(client: Client, to: string): Promise<string> {
  const list = (await client.get('/outbox')).text
  const row = list.split('<tr>').find((each) => each.includes(`<td>${to}</td>`))
  const path = /href="(\/outbox\/\d+)"/.exec(row ?? '')?.[1]
  expect(path, `a mail to ${to}`).toBeTruthy()
  return (await client.get(path ?? '')).text.split('<h2>Text</h2>')[1] ?? ''
}

/** The path of the first link of a text that is an address of this route. */
function linkIn(mail: string, start: string): string {
  const found = [...mail.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => new URL(href).pathname)
  return found.find((path) => path.startsWith(start)) ?? ''
}

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

test('links that are over say what happened and what to do', async ({ page }) => {
  const token = 'nobody-has-this-token'
  for (const path of [
    url('unsubscribe', { world, partition: 'ratings', token }),
    url('mailing-unsubscribe', { world, token }),
    url('rating-email', { world, token }),
  ]) {
    const response = await page.goto(path)
    expect([path, response?.status()]).toEqual([path, 410])
    expect(response?.headers()['cache-control']).toContain('no-store')
    await expectValidHtml(page, response)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('service-pages:over.heading'))
    await expectAccessible(page)
  }
})
