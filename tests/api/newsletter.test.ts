import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { loadArchivedLetter, loadLetterArchive } from '#loaders/editorial.ts'
import { strangerContext } from '#platform/context/context.ts'
import { createMailGateway } from '#platform/gateways/mail/create.ts'
import { newsletterTextVersion } from '#platform/limits.ts'
import { sendMail } from '#platform/mail/server/service.ts'
import { url } from '#platform/routing/url.ts'
import { retention } from '#platform/rules/retention.ts'
import { sendDueLetters } from '#shop/content/newsletter/server/sending.ts'
import { enforceRetention } from '#shop/people/privacy/server/retention.ts'
import { member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { createClient, send } from '../support/http-client.ts'

/** The newsletter: asked for twice, left by one click, sent once. */

let app: TestApp
let editor: Person
let elsewhere: Person
let smtp: SMTPServer
let received: string[] = []

beforeAll(async () => {
  app = await openTestApp()
  editor = await member(app, 'editor', { role: 'editor' })
  elsewhere = await member(app, 'redacteur', { role: 'editor', world: 'fr' })
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _session, done) {
      if (!address.startsWith('nobody')) return done()
      done(Object.assign(new Error('no such mailbox'), { responseCode: 550 }))
    },
    onData(stream, session, done) {
      received.push(...session.envelope.rcptTo.map(({ address }) => address))
      stream.on('end', done).resume()
    },
  })
  smtp.listen(0, '127.0.0.1')
  await once(smtp.server, 'listening')
})
afterAll(async () => {
  await new Promise<void>((resolve) => smtp.close(resolve))
  await app.close()
})
beforeEach(async () => {
  received = []
  await app.deps.db.deleteFrom('newsletter_subscription').execute()
  await app.deps.db.deleteFrom('newsletter_letter').execute()
  await app.deps.db.deleteFrom('mail_recipient').execute()
  await app.deps.db.deleteFrom('mail').execute()
})

const stranger = () => createClient(app.base)
const page = (world: 'de' | 'fr' = 'de') => url('newsletter', { world })

async function ask(email: string, world: 'de' | 'fr' = 'de') {
  return await stranger().submit(page(world), { intent: 'sign-up-newsletter', email })
}

async function mailsTo(email: string) {
  return await app.deps.db
    .selectFrom('mail')
    .select(['id', 'template', 'text', 'unsubscribe_url', 'status', 'subject'])
    .where('recipient', '=', email)
    .orderBy('id')
    .execute()
}

async function confirmLink(email: string): Promise<string> {
  const mail = (await mailsTo(email)).findLast(({ template }) => template === 'newsletter-confirm')
  const [address = ''] = /https?:\S+/.exec(mail?.text ?? '') ?? []
  return new URL(address).pathname
}

async function subscribe(email: string, world: 'de' | 'fr' = 'de') {
  expect((await ask(email, world)).status).toBe(303)
  const link = await confirmLink(email)
  expect((await stranger().submit(link, { intent: 'confirm-newsletter' })).status).toBe(303)
}

const subscriptionOf = async (email: string, world = 'de') =>
  await app.deps.db
    .selectFrom('newsletter_subscription')
    .selectAll()
    .where('email', '=', email)
    .where('world', '=', world)
    .executeTakeFirst()

let letters = 0
/** A letter, published at the desk and ordered. */
async function order(other: { body?: string } = {}): Promise<string> {
  const title = `Neues im Dezember ${++letters}`
  const begun = await editor.client.api('POST', '/v1/texts', { kind: 'newsletter', title })
  expect(begun.status, begun.text).toBe(200)
  const { key } = begun.json<{ key: string }>()
  const words = { title, body: other.body ?? 'Lies [im Magazin](route:magazine).\n' }
  const published = await editor.client.api('PUT', '/v1/texts/published', {
    ...{ kind: 'newsletter', key, words },
    version: await versionOf(key),
  })
  expect(published.status, published.text).toBe(200)
  await expect
    .poll(() => app.deps.articles.source({ kind: 'newsletter', world: 'de', key }), { timeout: 2000 })
    .toBeDefined()
  const ordered = await editor.client.submit(url('console-letter', { world: 'de', key }), {
    intent: 'send-letter',
  })
  expect(ordered.status, ordered.text).toBe(303)
  return key
}
async function versionOf(key: string) {
  const row = await app.deps.db
    .selectFrom('text_edition')
    .select('version')
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  return row.version
}
const letterOf = async (key: string) =>
  await app.deps.db
    .selectFrom('newsletter_letter')
    .selectAll()
    .where('key', '=', key)
    .executeTakeFirstOrThrow()

test('nothing goes to an address before it said yes by the link of its mail; looking at the link is no yes', async () => {
  expect((await ask('anna@schule.example')).headers.location).toBe(`${page()}#asked`)
  expect((await mailsTo('anna@schule.example')).map(({ template }) => template)).toEqual([
    'newsletter-confirm',
  ])
  const link = await confirmLink('anna@schule.example')
  await stranger().get(link)
  await order()
  await sendDueLetters(app.deps)
  expect((await mailsTo('anna@schule.example')).length).toBe(1)
  expect(await subscriptionOf('anna@schule.example')).toMatchObject({ confirmed_at: null })

  expect((await stranger().submit(link, { intent: 'confirm-newsletter' })).status).toBe(303)
  expect(await subscriptionOf('anna@schule.example')).toMatchObject({
    text_version: newsletterTextVersion,
    confirmed_at: expect.any(Date),
    left_at: null,
  })
  await order()
  await sendDueLetters(app.deps)
  const last = (await mailsTo('anna@schule.example')).at(-1)
  expect(last?.template).toBe('newsletter')
  expect(last?.text).toContain(`im Magazin (${app.deps.env.siteUrl}/de/magazin)`)
})

test('a letter is a page once it went out, in its world alone, and its mail leads there', async () => {
  await subscribe('leser@schule.example')
  const key = await order()
  const here = strangerContext(app.deps, 'de')
  await expect(loadArchivedLetter(here, { key })).rejects.toMatchObject({ code: 'not_found' })
  await sendDueLetters(app.deps)
  const last = (await mailsTo('leser@schule.example')).at(-1)
  expect(last?.text).toContain(app.deps.env.siteUrl + url('newsletter-letter', { world: 'de', key }))
  expect(await loadArchivedLetter(here, { key })).toMatchObject({
    html: expect.stringContaining('href="/de/magazin"'),
  })
  expect((await loadLetterArchive(here)).map((letter) => letter.key)).toContain(key)
  await expect(loadArchivedLetter(strangerContext(app.deps, 'fr'), { key })).rejects.toMatchObject({
    code: 'not_found',
  })
  for (const other of ['', '..', 'x'.repeat(500), '\0', 'unknown'])
    await expect(loadArchivedLetter(here, { key: other })).rejects.toMatchObject({ code: 'not_found' })
})

test('asked again and again, an address gets one mail; one that is known gets none, and the answer is the same', async () => {
  const first = await ask('bert@schule.example')
  const second = await ask(' Bert@Schule.example ')
  expect(second.headers.location).toBe(first.headers.location)
  expect((await mailsTo('bert@schule.example')).length).toBe(1)
  const link = await confirmLink('bert@schule.example')
  await stranger().submit(link, { intent: 'confirm-newsletter' })
  expect((await ask('bert@schule.example')).headers.location).toBe(first.headers.location)
  expect((await mailsTo('bert@schule.example')).length).toBe(1)
  expect((await ask('no address')).status).toBe(422)
  expect((await stranger().submit(`${link}x`, { intent: 'confirm-newsletter' })).status).toBe(410)
})

test('one click of a mail program leaves, without cookie, login or redirect, and is counted with the letter', async () => {
  await subscribe('carla@schule.example')
  const key = await order()
  await sendDueLetters(app.deps)
  const [, letter] = await mailsTo('carla@schule.example')
  const path = new URL(letter?.unsubscribe_url ?? '').pathname
  expect(path).toMatch(/^\/de\/abmelden\/newsletter\//)
  const click = await send(app.base, {
    method: 'POST',
    path,
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  })
  expect(click.status).toBe(200)
  expect((await subscriptionOf('carla@schule.example'))?.left_at).toBeInstanceOf(Date)
  expect((await letterOf(key)).left_count).toBe(1)
  await order()
  await sendDueLetters(app.deps)
  expect((await mailsTo('carla@schule.example')).length).toBe(2)

  // And takes it back on the page of the same link.
  await stranger().submit(path, { intent: 'take-mails-again' })
  expect((await subscriptionOf('carla@schule.example'))?.left_at).toBeNull()
})

test('a letter goes out once, however often it is ordered and sent, and each world has its own readers', async () => {
  await subscribe('dora@schule.example')
  await subscribe('dorothee@ecole.example', 'fr')
  const key = await order()
  const address = url('console-letter', { world: 'de', key })
  expect((await editor.client.submit(address, { intent: 'send-letter' })).status).toBe(409)
  await Promise.all([sendDueLetters(app.deps), sendDueLetters(app.deps)])
  await sendDueLetters(app.deps)
  expect(
    (await mailsTo('dora@schule.example')).filter(({ template }) => template === 'newsletter').length,
  ).toBe(1)
  expect((await mailsTo('dorothee@ecole.example')).length).toBe(1)
  expect(await letterOf(key)).toMatchObject({ state: 'sent', queued_count: 1 })
  // Published again it stays sent.
  expect((await editor.client.submit(address, { intent: 'stop-letter' })).status).toBe(409)
})

test('a process that dies while it hands a letter over leaves it: nobody gets two', async () => {
  await subscribe('emil@schule.example')
  const key = await order()
  await sendDueLetters(app.deps)
  const letter = (await mailsTo('emil@schule.example')).at(-1)
  const mailId = letter?.id ?? 0
  // As it is when the process was killed between the server's yes and its note.
  await app.deps.db.updateTable('mail').set({ handed_at: new Date() }).where('id', '=', mailId).execute()
  const mail = createMailGateway({
    smtpUrl: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
    mailFrom: app.deps.env.mailFrom,
  })
  await sendMail({ ...app.deps, mail }, { mailId })
  expect(received).toEqual([])
  expect((await mailsTo('emil@schule.example')).at(-1)?.status).toBe('failed')
  expect((await letterOf(key)).sent_count).toBe(0)
  await mail.close()
})

test('what went out and what came back is counted; an address that is none gets no more', async () => {
  await subscribe('fatma@schule.example')
  await subscribe('nobody@schule.example')
  const key = await order()
  await sendDueLetters(app.deps)
  const mail = createMailGateway({
    smtpUrl: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
    mailFrom: app.deps.env.mailFrom,
  })
  for (const email of ['fatma@schule.example', 'nobody@schule.example']) {
    const mailId = (await mailsTo(email)).at(-1)?.id ?? 0
    await sendMail({ ...app.deps, mail }, { mailId })
    await sendMail({ ...app.deps, mail }, { mailId })
  }
  await mail.close()
  expect(received).toEqual(['fatma@schule.example'])
  expect(await letterOf(key)).toMatchObject({ sent_count: 1, bounced_count: 1 })
  expect((await subscriptionOf('nobody@schule.example'))?.bounced_at).toBeInstanceOf(Date)
  await order()
  await sendDueLetters(app.deps)
  expect((await mailsTo('nobody@schule.example')).length).toBe(2)
})

test('a member switches it on and off in the account; their address is known to be theirs', async () => {
  const reader = await member(app, 'gerda')
  const settings = url('mail-settings', { world: 'de' })
  const set = (isOn: boolean) =>
    reader.client.submit(settings, { intent: 'set-mails', partition: 'newsletter', isOn: String(isOn) })
  expect((await set(true)).status).toBe(303)
  expect(await subscriptionOf(reader.email)).toMatchObject({ confirmed_at: expect.any(Date), left_at: null })
  expect(await mailsTo(reader.email)).toEqual([])
  await set(false)
  expect((await subscriptionOf(reader.email))?.left_at).toBeInstanceOf(Date)
  expect((await reader.client.api('PUT', '/v1/newsletter/mine', {})).status).toBe(200)
  expect((await subscriptionOf(reader.email))?.left_at).toBeNull()

  // Where it is not known, the mail asks.
  const other = await member(app, 'hanna')
  await app.deps.db
    .updateTable('account')
    .set({ email_confirmed_at: null })
    .where('id', '=', other.id)
    .execute()
  await other.client.submit(settings, { intent: 'set-mails', partition: 'newsletter', isOn: 'true' })
  expect(await subscriptionOf(other.email)).toMatchObject({ confirmed_at: null })
  expect((await mailsTo(other.email)).map(({ template }) => template)).toEqual(['newsletter-confirm'])
})

test('a test goes to the editor alone; a plan may be taken back; an editor of another world may do neither', async () => {
  const begun = await editor.client.api('POST', '/v1/texts', { kind: 'newsletter', title: 'Nur eine Probe' })
  const { key } = begun.json<{ key: string }>()
  const address = url('console-letter', { world: 'de', key })
  expect((await editor.client.submit(address, { intent: 'test-letter' })).status).toBe(303)
  expect((await mailsTo(editor.email)).map(({ subject }) => subject)).toEqual(['Probe: Nur eine Probe'])
  // A draft is not sent.
  expect((await editor.client.submit(address, { intent: 'send-letter' })).status).toBe(409)
  expect((await elsewhere.client.submit(address, { intent: 'test-letter' })).status).toBe(403)
  expect((await elsewhere.client.submit(address, { intent: 'send-letter' })).status).toBe(403)
  const other = await order()
  await app.deps.db
    .updateTable('newsletter_letter')
    .set({ send_at: new Date(Date.now() + 60_000) })
    .execute()
  await subscribe('ida@schule.example')
  await sendDueLetters(app.deps)
  expect((await mailsTo('ida@schule.example')).length).toBe(1)
  const there = url('console-letter', { world: 'de', key: other })
  expect((await editor.client.submit(there, { intent: 'stop-letter' })).status).toBe(303)
  expect(
    (await editor.client.submit(there, { intent: 'send-letter', sendAt: '2020-01-01T08:00' })).status,
  ).toBe(422)
})

test('an address nobody confirmed goes after its days; the proof of one that left stays longer', async () => {
  await ask('jan@schule.example')
  await subscribe('kim@schule.example')
  const before = (days: number) => new Date(Date.now() - days * 86_400_000)
  const { newsletterAsked, newsletterLeft } = retention
  const age = async (email: string, what: 'asked_at' | 'left_at', days: number) =>
    await app.deps.db
      .updateTable('newsletter_subscription')
      .set({ [what]: before(days) })
      .where('email', '=', email)
      .execute()
  await age('jan@schule.example', 'asked_at', newsletterAsked.period.days + 1)
  await age('kim@schule.example', 'left_at', newsletterLeft.period.days - 1)
  await enforceRetention(app.deps)
  expect(await subscriptionOf('jan@schule.example')).toBeUndefined()
  expect(await subscriptionOf('kim@schule.example')).toBeDefined()
  await age('kim@schule.example', 'left_at', newsletterLeft.period.days + 1)
  await enforceRetention(app.deps)
  expect(await subscriptionOf('kim@schule.example')).toBeUndefined()
})
