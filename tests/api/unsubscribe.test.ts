import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { strangerContext } from '#platform/context/context.ts'
import { transaction } from '#platform/db/transaction.ts'
import { linkToken } from '#platform/http/access/link-token.ts'
import { queueMail } from '#platform/mail/server/service.ts'
import { linkState } from '#platform/mail/server/subscriptions.ts'
import { url } from '#platform/routing/url.ts'
import type { SavedSearch } from '#shop/catalogue/saved-searches/rules/contract.ts'
import { savedSearchNews } from '#shop/catalogue/saved-searches/server/mails.ts'
import { member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { createClient, send } from '../support/http-client.ts'

let app: TestApp
let reader: Person
let other: Person
const settings = url('mail-settings', { world: 'de' })

beforeAll(async () => {
  app = await openTestApp()
  reader = await member(app, 'reader')
  other = await member(app, 'other')
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.deps.db.deleteFrom('mail_recipient').execute()
  await app.deps.db.deleteFrom('mail').execute()
})

let events = 0

/** Writes the mail of a saved search; whether there was one, and where it is left. */
async function news(to = reader.email) {
  const dedupeKey = `news-${events++}`
  const isSent = await transaction(app.deps.db, (tx) =>
    queueMail(
      tx,
      { ...app.deps, world: 'de' },
      {
        mail: savedSearchNews,
        to,
        vars: {
          publicName: 'x',
          searches: [{ name: 'Igel', titles: ['Igel'], count: 1 }],
          listUrl: 'https://x.example/',
        },
        dedupeKey,
      },
    ),
  )
  const mail = await app.deps.db
    .selectFrom('mail')
    .select(['html', 'text', 'unsubscribe_url'])
    .where('dedupe_key', '=', dedupeKey)
    .executeTakeFirst()
  const path = (address: string | null | undefined) => (address ? new URL(address).pathname : '')
  const mailing = /https?:\S+\/newsletter-abmelden\/\S+/.exec(mail?.text ?? '')?.[0]
  return { isSent, mail, one: path(mail?.unsubscribe_url), mailing: path(mailing) }
}

const comes = async (to?: string) => (await news(to)).isSent

describe('a mail one can leave', () => {
  test('says where, in text, in HTML and for the mail program; nothing about the person is in the address', async () => {
    const { mail, one, mailing } = await news()
    expect(one).toMatch(/^\/de\/abmelden\/saved-searches\/[\w.-]+$/)
    expect(mailing).toMatch(/^\/de\/newsletter-abmelden\/[\w.-]+$/)
    for (const address of [one, mailing]) {
      expect(mail?.text).toContain(`${app.deps.env.siteUrl}${address}`)
      expect(mail?.html).toContain(`href="${app.deps.env.siteUrl}${address}"`)
      expect(address).not.toContain('reader')
    }
  })

  test('is left by one click of a mail program: no cookie, no origin, any kind of body, no redirect', async () => {
    for (const [type, body] of [
      ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
      [
        'multipart/form-data; boundary=x',
        '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
      ],
      ['text/plain', ''],
    ] as const) {
      await app.deps.db.deleteFrom('mail_optout').execute()
      const { one } = await news()
      const click = () =>
        send(app.base, { method: 'POST', path: one, headers: { 'Content-Type': type }, body })
      expect([(await click()).status, (await click()).status]).toEqual([200, 200])
      expect(await comes()).toBe(false)
      expect(await comes(other.email)).toBe(true)
    }
  })

  test('D2 38: is not left by looking', async () => {
    const { one, mailing } = await news()
    for (const path of [one, mailing]) {
      const page = await createClient(app.base).get(path)
      expect(page.headers['referrer-policy']).toBe('no-referrer')
      expect(page.headers['cache-control']).toContain('no-store')
      await send(app.base, { method: 'HEAD', path })
    }
    expect(await comes()).toBe(true)
  })

  test('is left on the page, without a login, and comes again when that is wished', async () => {
    const { one } = await news()
    const stranger = createClient(app.base)
    for (const [intent, expected] of [
      ['leave-mails', false],
      ['leave-mails', false],
      ['take-mails-again', true],
      ['take-mails-again', true],
    ] as const) {
      const done = await stranger.submit(one, { intent })
      expect([done.status, done.headers.location]).toEqual([303, one])
      expect(await comes()).toBe(expected)
    }
  })

  test('all mailings are left at once; one of them wanted again leaves the others off', async () => {
    const { one, mailing } = await news()
    expect((await send(app.base, { method: 'POST', path: mailing })).status).toBe(200)
    expect(await comes()).toBe(false)
    await createClient(app.base).submit(one, { intent: 'take-mails-again' })
    expect(await comes()).toBe(true)
    const left = await app.deps.db
      .selectFrom('mail_optout')
      .select('partition')
      .orderBy('partition')
      .execute()
    expect(left.map(({ partition }) => partition)).toEqual([
      ...['abandoned-cart', 'following', 'new-versions', 'newsletter', 'price-drops', 'ratings'],
      'recommendations',
    ])
  })

  test('the API leaves it by the same link', async () => {
    const { one } = await news()
    const token = one.split('/').at(-1)
    const leave = (path: string) => send(app.base, { method: 'POST', path: `/api/v1/subscriptions/${path}` })
    expect((await leave(`saved-searches/${token}?world=de`)).json()).toEqual({
      partition: 'saved-searches',
      isOn: false,
    })
    expect((await leave(`saved-searches/${token}?world=es`)).status).toBe(410)
    expect((await leave(`ratings/${token}?world=de`)).status).toBe(410)
    expect((await leave(`everything/${token}?world=de`)).status).toBe(404)
    expect(await comes()).toBe(false)
  })
})

describe('links that are none', () => {
  test('forged, of another kind or world, of nobody, too old: nothing changes and all are answered alike', async () => {
    const { one } = await news()
    const token = one.split('/').at(-1) ?? ''
    const link = { purpose: 'unsubscribe:saved-searches', world: 'de' } as const
    const wrong = [
      one.replace(/.$/, one.endsWith('A') ? 'B' : 'A'),
      url('unsubscribe', { world: 'de', partition: 'comments', token }),
      url('unsubscribe', { world: 'de', partition: 'no-such-kind', token }),
      url('unsubscribe', { world: 'es', partition: 'saved-searches', token }),
      url('mailing-unsubscribe', { world: 'de', token }),
      url('unsubscribe', { world: 'de', partition: 'saved-searches', token: 'x' }),
      ...[
        { id: 987_654, days: 1 },
        { id: 1, days: -1 },
      ].map((claim) =>
        url('unsubscribe', {
          ...{ world: 'de', partition: 'saved-searches' },
          token: linkToken(app.deps.env, { ...link, ...claim }),
        }),
      ),
    ]
    for (const path of wrong)
      expect([path, (await send(app.base, { method: 'POST', path })).status]).toEqual([path, 410])
    expect(await comes()).toBe(true)
  })

  test('hostile values are not found or over, never a mistake of ours', async () => {
    for (const end of [
      'saved-searches/%00',
      'saved-searches/..%2f..',
      '%27%20or%201=1/x',
      `ratings/${'a.'.repeat(120)}`,
    ]) {
      const answer = await send(app.base, { method: 'POST', path: `/de/abmelden/${end}` })
      expect([end, [404, 410].includes(answer.status)]).toEqual([end, true])
    }
    const stranger = strangerContext(app.deps, 'de')
    await expect(linkState(stranger, 'ratings', 'x')).rejects.toThrow('link_expired')
  })

  test('other forms still take nothing from elsewhere', async () => {
    const answer = await send(app.base, {
      ...{ method: 'POST', path: settings, body: 'intent=set-mails&isOn=0&partition=ratings' },
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', Cookie: 'session=x' },
    })
    expect(answer.status).toBe(403)
  })
})

describe('the account', () => {
  const off = (partition: string) => ({ intent: 'set-mails', partition, isOn: '0' })
  const set = (isOn: boolean, partition: string) =>
    reader.client.submit(settings, { ...off(partition), isOn: isOn ? '1' : '0' })

  test('writes the same rows as the links', async () => {
    expect((await set(false, 'saved-searches')).headers.location).toBe(`${settings}#mails`)
    expect(await comes()).toBe(false)
    await set(true, 'saved-searches')
    const { one } = await news()
    await createClient(app.base).submit(one, { intent: 'leave-mails' })
    await set(true, 'saved-searches')
    expect(await comes()).toBe(true)
    expect((await set(false, 'orders')).status).toBe(422)
    expect((await createClient(app.base).submit(settings, off('ratings'))).status).toBe(303)
  })

  test('a saved search whose mails were left says so, and asking for one brings back that one alone', async () => {
    const save = async (params: string) =>
      (await reader.client.api('POST', '/v1/saved-searches', { params, wantsMail: true })).json<SavedSearch>()
    const [first] = [await save('query=igel'), await save('query=laub')]
    const { one } = await news()
    await send(app.base, { method: 'POST', path: one })
    const wanted = async () =>
      (await reader.client.api('GET', '/v1/saved-searches'))
        .json<{ searches: SavedSearch[] }>()
        .searches.map(({ wantsMail }) => wantsMail)
    expect(await wanted()).toEqual([false, false])
    await reader.client.api('PUT', `/v1/saved-searches/${first.id}`, { wantsMail: true })
    expect(await wanted()).toEqual([false, true])
    expect(await comes()).toBe(true)
  })
})
