import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../support/app.ts'
import { send } from '../support/http-client.ts'

const token = 'a token for tests only'
const open: TestApp[] = []

async function appWith(environment: Record<string, string>): Promise<TestApp> {
  const app = await openTestApp({ environment })
  open.push(app)
  return app
}

async function statuses(app: TestApp, headers: Record<string, string> = {}): Promise<number[]> {
  const paths = ['/metrics', '/outbox']
  return await Promise.all(paths.map(async (path) => (await send(app.base, { path, headers })).status))
}

afterAll(async () => {
  for (const app of open) await app.close()
})

describe('on one’s own machine', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await appWith({})
  })

  test('metrics and mails are open to who asks for it by its own name', async () => {
    expect(await statuses(app)).toEqual([200, 200])
    expect(await statuses(app, { Host: 'localhost:4321' })).toEqual([200, 200])
  })

  test.each<Record<string, string>>([
    { Host: 'aularium.example' },
    { 'X-Forwarded-For': '203.0.113.9' },
    { 'X-Forwarded-Proto': 'https' },
    { 'X-Real-IP': '203.0.113.9' },
    { Forwarded: 'for=203.0.113.9' },
    { Via: '1.1 proxy' },
    { Authorization: `Bearer ${token}` },
  ])('%j is not the machine itself', async (headers) => {
    const [metrics, outbox] = await statuses(app, headers)
    expect(metrics).toBe(404)
    expect(outbox).toBeOneOf([404, 421])
  })
})

describe('on a public site behind a proxy on loopback that says nothing of itself', () => {
  const site = { SITE_URL: 'https://aularium.example', ALLOW_SANDBOX_PAYMENTS: 'true' }

  test('neither is open, whichever Host the proxy sends; the token opens both', async () => {
    const app = await appWith({ ...site, METRICS_TOKEN: token })
    for (const Host of ['aularium.example', '127.0.0.1:4321', 'localhost']) {
      expect(await statuses(app, { Host })).toEqual([404, 404])
      expect(await statuses(app, { Host, Authorization: `Bearer ${token}` })).toEqual([200, 200])
      expect(await statuses(app, { Host, Authorization: 'Bearer a token for nobody' })).toEqual([404, 404])
    }
  })

  test('a setting opens them to the machine itself, never through proxies that are known', async () => {
    const app = await appWith({ ...site, OPERATOR_ON_LOOPBACK: 'true' })
    expect(await statuses(app)).toEqual([200, 200])
    expect(await statuses(app, { Host: 'aularium.example' })).toEqual([404, 404])
    const proxied = await appWith({ ...site, OPERATOR_ON_LOOPBACK: 'true', TRUSTED_PROXIES: '1' })
    expect(await statuses(proxied)).toEqual([404, 404])
  })
})
