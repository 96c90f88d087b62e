import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadPrivacySettings } from '#loaders/editorial.ts'
import { strangerContext } from '#platform/context/context.ts'
import { url } from '#platform/routing/url.ts'
import { asksForConsent, readConsentCookie } from '#shop/visits/consent/rules/consent.ts'
import type { ConsentQuestion } from '#shop/visits/consent/rules/contract.ts'
import { deleteOldConsents } from '#shop/visits/consent/server/queries.ts'
import { openTestApp, type TestApp } from '../support/app.ts'
import { createClient } from '../support/http-client.ts'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

const settings = (consentChoice: string | undefined) =>
  loadPrivacySettings({ ...strangerContext(app.deps, 'it'), consentChoice })

const records = async () =>
  (
    await sql<{ world: string; text_version: number; categories: string[] }>`
      select world, text_version, categories from consent_choice order by chosen_at`.execute(app.deps.db)
  ).rows

test('the question is asked where the country has it asked, in the words of the world', async () => {
  const visitor = createClient(app.base)
  const question = (await visitor.api('GET', '/v3/consent?world=gr')).json<ConsentQuestion>()
  expect([question.isAsked, question.texts.buttons.none]).toEqual([true, 'Άρνηση όλων'])
  visitor.cookies.set('country', 'CH')
  expect((await visitor.api('GET', '/v3/consent?world=de')).json<ConsentQuestion>().isAsked).toBe(true)
  expect(['DE', 'NO', 'GB', 'US', 'CL'].filter(asksForConsent)).toEqual(['DE', 'NO', 'GB'])
  visitor.close()
})

test('a choice is on record before it counts, and taken back as easily', async () => {
  const visitor = createClient(app.base)
  const before = (await records()).length
  const given = await visitor.api('POST', '/v3/consent?world=it', { categories: ['statistics'] })
  expect([given.status, given.json()]).toEqual([200, { categories: ['statistics'] }])
  expect(readConsentCookie(visitor.cookies.get('consent'))?.categories).toEqual(['statistics'])
  expect(given.headers['set-cookie']?.join()).toContain(`Max-Age=${365 * 86_400}`)
  expect((await settings(visitor.cookies.get('consent'))).chosen?.categories).toEqual(['statistics'])

  const page = url('privacy-settings', { world: 'it' })
  const intent = 'choose-consent'
  const back = await visitor.submit(page, { intent, choice: 'none', categories: 'statistics' })
  expect([back.status, back.headers.location]).toEqual([303, `${page}#saved`])
  expect((await settings(visitor.cookies.get('consent'))).chosen?.categories).toEqual([])
  await visitor.submit(page, { intent, choice: 'ticked', categories: 'statistics' })
  await visitor.submit(page, { intent, choice: 'all' })
  expect((await records()).slice(before)).toEqual(
    [['statistics'], [], ['statistics'], ['statistics']].map((categories) => ({
      ...{ world: 'it', text_version: 1, categories },
    })),
  )
  expect((await visitor.api('POST', '/v3/consent?world=it', { categories: ['everything'] })).status).toBe(422)
  visitor.close()
})

test('a forged choice is on no record, and Global Privacy Control is heard before any', async () => {
  expect((await settings(`1.s.${'x'.repeat(22)}`)).chosen).toBeUndefined()
  expect(readConsentCookie('2.s.xxxxxxxxxxxxxxxxxxxxxx')).toBeUndefined()
  expect(readConsentCookie('1.sx.xxxxxxxxxxxxxxxxxxxxxx')).toBeUndefined()
  const browser = await settings('1')
  expect(browser).toEqual({ chosen: undefined, offered: ['statistics'], saysNoByBrowser: true })
})

test('records go after 12 months', async () => {
  await sql`update consent_choice set chosen_at = now() - interval '366 days'`.execute(app.deps.db)
  expect(await deleteOldConsents(app.deps.db, 365)).toBeGreaterThan(0)
  expect(await records()).toEqual([])
})
