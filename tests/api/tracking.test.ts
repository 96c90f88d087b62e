import { randomBytes, randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { strangerContext } from '#platform/context/context.ts'
import type { AnalyticsEvent } from '#platform/gateways/analytics/analytics.ts'
import { createAnalytics } from '#platform/gateways/analytics/create-analytics.ts'
import { url } from '#platform/routing/url.ts'
import { deleteOldEvents, sumUpEvents } from '#shop/visits/tracking/server/queries.ts'
import { eventFigures } from '#shop/visits/tracking/server/service.ts'
import { member, openTestApp, type TestApp } from '../support/app.ts'
import { type Client, createClient } from '../support/http-client.ts'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

const visit = randomBytes(16).toString('base64url')
const event = (name: string, more: object = {}) => ({
  ...{ name, id: randomUUID(), at: Date.now(), visit, path: url('home', { world: 'de' }) },
  ...more,
})
const send = async (client: Client, events: object[]) =>
  await client.api('POST', '/v3/events/track?world=de', { events })
const stored = async () =>
  (
    await sql<{ name: string; page: string; subject: string }>`
      select name, page, subject from tracked_event order by name, page`.execute(app.deps.db)
  ).rows

async function willing(client = createClient(app.base)): Promise<Client> {
  await client.api('POST', '/v3/consent?world=de', { categories: ['statistics', 'marketing'] })
  return client
}

describe('what is counted', () => {
  test('each event once, of an address only its page', async () => {
    const client = await willing()
    const one = event('page_view')
    const secret = event('page_view', { path: '/de/passwort-neu/ada@example.com-geheim' })
    const answer = await send(client, [one, one, secret, event('material_view', { materialId: 999_999_999 })])
    expect([answer.status, answer.json()]).toEqual([200, { counted: 2 }])
    expect((await send(client, [one])).json()).toEqual({ counted: 0 })
    expect(await stored()).toEqual([
      { name: 'material_view', page: 'home', subject: '999999999' },
      { name: 'page_view', page: 'home', subject: '' },
    ])
    client.close()
  })

  test('nothing without consent on record, with a forged one, or of a browser that says no', async () => {
    const before = (await stored()).length
    const stranger = createClient(app.base)
    expect((await send(stranger, [event('page_view')])).json()).toEqual({ counted: 0 })
    stranger.cookies.set('consent', `1.s.${'x'.repeat(22)}`)
    expect((await send(stranger, [event('page_view')])).json()).toEqual({ counted: 0 })
    const client = await willing()
    const answer = await client.api(
      'POST',
      '/v3/events/track?world=de',
      { events: [event('page_view')] },
      { 'Sec-GPC': '1' },
    )
    expect(answer.json()).toEqual({ counted: 0 })
    expect((await stored()).length).toBe(before)
    stranger.close()
    client.close()
  })

  test('nothing of who acts in a member’s name', async () => {
    const before = (await stored()).length
    const admin = await member(app, 'tracking-admin', { role: 'admin' })
    const target = await member(app, 'tracking-target')
    await sql`update session set impersonator_id = ${admin.id} where account_id = ${target.id}`.execute(
      app.deps.db,
    )
    await willing(target.client)
    expect((await send(target.client, [event('page_view')])).json()).toEqual({ counted: 0 })
    expect((await stored()).length).toBe(before)
  })

  test.each([
    ['10,000 in a batch', Array.from({ length: 10_000 }, () => event('page_view'))],
    ['an unknown name', [event('anything')]],
    ['words it does not have', [event('page_view', { email: 'ada@example.com' })]],
    ['a material of no number', [event('material_view', { materialId: 'x' })]],
    ['a NUL', [event('chunk_late', { chunk: 'a\0' })]],
    ['none', []],
  ])('%s: refused', async (_what, events) => {
    const client = await willing()
    expect((await send(client, events)).status).toBe(events.length > 1000 ? 413 : 422)
    client.close()
  })

  test('sums stay when events go', async () => {
    const client = await willing()
    await send(client, [event('engaged', { value: 200 }), event('engaged', { value: 200 })])
    await sumUpEvents(app.deps.db)
    await sumUpEvents(app.deps.db)
    const { figures, pages } = await eventFigures(strangerContext(app.deps, 'de'))
    expect(figures.find(({ name }) => name === 'engaged')).toEqual({ name: 'engaged', times: 2, visits: 1 })
    expect(pages).toEqual([{ page: 'home', times: 1 }])
    await sql`update tracked_event set day = day - 31`.execute(app.deps.db)
    expect(await deleteOldEvents(app.deps.db, 30)).toBeGreaterThan(0)
    expect(await stored()).toEqual([])
    expect((await eventFigures(strangerContext(app.deps, 'de'))).figures).toEqual(figures)
    client.close()
  })
})

describe('who else is told', () => {
  const heard: { path: string; body: unknown }[] = []
  let status = 200
  let service: Server
  beforeAll(async () => {
    service = createServer(async (request, response) => {
      let body = ''
      for await (const part of request) body += part
      heard.push({ path: request.url ?? '', body: JSON.parse(body) })
      response.writeHead(status).end()
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => service.once('listening', resolve))
  })
  afterAll(() => void service.close())

  const sample: AnalyticsEvent = {
    ...{
      id: randomUUID(),
      name: 'material_view',
      at: 1_700_000_000_000,
      world: 'de',
      visit,
      page: 'material',
    },
    email: { md5: 'm', sha256: 's' },
    material: {
      ...{ id: 7, price: 399, finalPrice: 299, currency: 'EUR', sale: true, bestInCategories: ['Mathe'] },
      ...{ createdAt: '2026-01-01', interactiveId: null, isBundleInteractive: false },
      ...{ isStandaloneInteractive: false, hasFixedPrice: false, purchase_id: 3 },
      materialFiles: [{ type: 'cover' }],
    },
  }
  const at = () => `http://127.0.0.1:${(service.address() as AddressInfo).port}`

  test('a Matomo, in one call', async () => {
    heard.length = 0
    const matomo = createAnalytics(
      { analytics: { kind: 'matomo', url: `${at()}/stats`, site: '5' } },
      app.deps.log,
    )
    await matomo.tell([sample, { ...sample, name: 'page_view' }])
    expect(heard.map(({ path }) => path)).toEqual(['/stats/matomo.php'])
    const requests = (heard[0]?.body as { requests?: string[] })?.requests ?? []
    const first = new URLSearchParams(requests[0])
    expect([first.get('idsite'), first.get('e_a'), first.get('_pkp'), first.get('_id')?.length]).toEqual([
      ...['5', 'material_view', '2.99', 16],
    ])
    expect(requests).toHaveLength(2)
  })

  test('a service in the style of GA4, with the material as it is tracked', async () => {
    heard.length = 0
    const keys = { kind: 'ga4', url: at(), site: 'G-1', secret: 'x' } as const
    const ga4 = createAnalytics({ analytics: keys }, app.deps.log)
    await ga4.tell(Array.from({ length: 30 }, () => sample))
    expect(heard.map(({ path }) => path)).toEqual(
      Array(2).fill('/mp/collect?measurement_id=G-1&api_secret=x'),
    )
    expect(heard[0]?.body).toMatchObject({
      client_id: visit,
      user_data: { sha256_email_address: ['s'], md5_email_address: ['m'] },
    })
    const events = (heard[1]?.body as { events?: unknown[] })?.events ?? []
    expect(events).toHaveLength(5)
    expect(events[0]).toMatchObject({
      name: 'material_view',
      params: {
        currency: 'EUR',
        items: [{ item_id: '7', price: 2.99, purchase_id: 3, bestInCategories: ['Mathe'] }],
      },
    })
  })

  test('one that answers 500 is told again later', async () => {
    status = 500
    const matomo = createAnalytics({ analytics: { kind: 'matomo', url: at(), site: '5' } }, app.deps.log)
    await expect(matomo.tell([sample])).rejects.toThrow('500')
  })
})

test('with another service the address goes as a checksum, if the member allows that too', async () => {
  const other = await openTestApp({
    environment: {
      ANALYTICS: 'ga4',
      ANALYTICS_SITE: 'G-1',
      ANALYTICS_SECRET: 'x',
      ANALYTICS_URL: 'http://127.0.0.1:9',
    },
  })
  try {
    const jobs = async () =>
      (
        await sql<{ events: AnalyticsEvent[] }>`
          select data->'events' as events from jobs.job where name = 'tell_events' order by created_on`.execute(
          other.deps.db,
        )
      ).rows
    const reader = await member(other, 'ada')
    await reader.client.api('POST', '/v3/consent?world=de', { categories: ['statistics'] })
    expect((await send(reader.client, [event('page_view')])).json()).toEqual({ counted: 1 })
    await reader.client.api('POST', '/v3/consent?world=de', { categories: ['statistics', 'marketing'] })
    const later = event('page_view', { at: Date.now() + 86_400_000 })
    expect((await send(reader.client, [later])).json()).toEqual({ counted: 1 })
    const [first, second] = (await jobs()).map(({ events }) => events[0])
    expect(first?.email).toBeUndefined()
    expect([second?.email?.md5.length, second?.email?.sha256.length]).toEqual([32, 64])
    expect(second?.at).toBeLessThanOrEqual(Date.now())
  } finally {
    await other.close()
  }
})
