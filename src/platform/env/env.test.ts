import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { purposeKey, readEnv, variableNames } from './env.ts'

function dataDir(): string {
  return mkdtempSync(join(tmpdir(), 'env-'))
}

describe('readEnv', () => {
  it('needs nothing: embedded database, demo catalogue, and a secret that stays', () => {
    const DATA_DIR = dataDir()
    const env = readEnv({ DATA_DIR })
    expect(env).toMatchObject({
      port: 4321,
      siteUrl: 'http://localhost:4321',
      demo: true,
      databaseUrl: undefined,
    })
    expect(env.secret.length).toBeGreaterThanOrEqual(32)
    expect(readEnv({ DATA_DIR }).secret).toBe(env.secret)
  })

  it('lists every mistake at once', () => {
    const read = () => readEnv({ PORT: 'x', LOG_LEVEL: 'loud', DATABASE_POOL: '1' })
    expect(read).toThrow(/PORT[\s\S]*DATABASE_POOL[\s\S]*LOG_LEVEL/)
    const between = () =>
      readEnv({
        PORT: 'x',
        DATABASE_URL: 'postgres://db/x',
        SITE_URL: 'https://a.example',
        CLAMD_URL: 'nowhere',
      })
    expect(between).toThrow(/PORT: [\s\S]*SECRET: [\s\S]*PAYMENTS: [\s\S]*CLAMD_URL: /)
    const short = () => readEnv({ DATABASE_URL: 'postgres://db/x', SECRET: 'short' })
    expect(short).toThrow(/^The environment is not valid:\n {2}SECRET: [^\n]*$/)
  })

  it('shows the demo only where no money is real', () => {
    const site = { SITE_URL: 'https://aularium.example', DATA_DIR: dataDir() }
    const live = { PAYMENTS: 'stripe', STRIPE_SECRET_KEY: 'sk_live_abc', STRIPE_WEBHOOK_SECRET: 'whsec_abc' }
    expect(readEnv({ ...site, ...live })).toMatchObject({ demo: false, listingReview: true })
    expect(() => readEnv({ ...site, ...live, DEMO: 'true' })).toThrow(/DEMO/)
    expect(readEnv({ ...site, ...live, STRIPE_SECRET_KEY: 'sk_test_abc', DEMO: 'true' }).demo).toBe(true)
    expect(readEnv({ ...site, ALLOW_SANDBOX_PAYMENTS: 'true' })).toMatchObject({
      demo: true,
      listingReview: false,
    })
  })

  it('has each of its variables in the example, and no other stands there', () => {
    const example = readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8')
    const named = [...example.matchAll(/^([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) => name)
    expect(named.toSorted()).toEqual(variableNames.toSorted())
  })

  it('refuses the sandbox on a public site, and a foreign database without a secret', () => {
    expect(() => readEnv({ SITE_URL: 'https://aularium.example', DATA_DIR: dataDir() })).toThrow(/PAYMENTS/)
    expect(() => readEnv({ DATABASE_URL: 'postgres://localhost/x', DATA_DIR: dataDir() })).toThrow(/SECRET/)
    const staging = {
      SITE_URL: 'https://staging.example',
      ALLOW_SANDBOX_PAYMENTS: 'true',
      DATA_DIR: dataDir(),
    }
    expect(readEnv(staging).allowSandboxPayments).toBe(true)
  })

  it('takes payments by Stripe only with both keys, on a public site, too', () => {
    const site = { SITE_URL: 'https://aularium.example', DATA_DIR: dataDir(), PAYMENTS: 'stripe' }
    expect(() => readEnv(site)).toThrow(/STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET/)
    const keys = { STRIPE_SECRET_KEY: 'sk_live_abc', STRIPE_WEBHOOK_SECRET: 'whsec_abc' }
    expect(() => readEnv({ ...site, ...keys, STRIPE_SECRET_KEY: 'pk_live_abc' })).toThrow(/STRIPE_SECRET_KEY/)
    expect(readEnv({ ...site, ...keys }).stripe).toEqual({
      ...{ secretKey: 'sk_live_abc', webhookSecret: 'whsec_abc' },
      ...{ apiUrl: 'https://api.stripe.com', pageOrigin: 'https://checkout.stripe.com' },
      ...{ fields: undefined, hasConnect: false },
    })
    const shown = { STRIPE_PUBLISHABLE_KEY: 'pk_live_abc', STRIPE_CONNECT: 'true' }
    expect(readEnv({ ...site, ...keys, ...shown }).stripe).toMatchObject({
      fields: { publishableKey: 'pk_live_abc', policy: { scripts: ['https://js.stripe.com'] } },
      hasConnect: true,
    })
    expect(() => readEnv({ ...site, ...keys, STRIPE_PUBLISHABLE_KEY: 'sk_live_abc' })).toThrow(
      /STRIPE_PUBLISHABLE_KEY/,
    )
  })

  it('counts calls unless told otherwise, and takes no factor below the usual', () => {
    const DATA_DIR = dataDir()
    expect(readEnv({ DATA_DIR })).toMatchObject({ rateLimits: true, rateLimitFactor: 1 })
    expect(readEnv({ DATA_DIR, RATE_LIMIT_FACTOR: '10000' }).rateLimitFactor).toBe(10_000)
    for (const RATE_LIMIT_FACTOR of ['0', '0.5', '-1', 'off'])
      expect(() => readEnv({ DATA_DIR, RATE_LIMIT_FACTOR })).toThrow(/RATE_LIMIT_FACTOR/)
  })

  it('takes empty variables as unset', () => {
    expect(readEnv({ SITE_URL: '', SECRET: '', DATA_DIR: dataDir() }).siteUrl).toBe('http://localhost:4321')
  })

  it('derives another key for each purpose', () => {
    expect(purposeKey('s'.repeat(32), 'a')).not.toEqual(purposeKey('s'.repeat(32), 'b'))
  })
})
