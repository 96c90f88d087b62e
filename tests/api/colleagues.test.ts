import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { strangerContext } from '#platform/context/context.ts'
import { maxRecommendationsPerDay } from '#platform/limits.ts'
import { url } from '#platform/routing/url.ts'
import type { Referral } from '#shop/people/colleagues/rules/contract.ts'
import { invitationPage, recommendationPage } from '#shop/people/colleagues/server/service.ts'
import { castPassword, materialRow, member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { createClient, send } from '../support/http-client.ts'

let app: TestApp
let seller: Person
let teacher: Person
let material: number
const colleague = 'herr.dachs@schule.example'

beforeAll(async () => {
  app = await openTestApp()
  seller = await member(app, 'seller', { isSeller: true })
  teacher = await member(app, 'teacher')
  material = await materialRow(app, { authorId: seller.id, title: 'Igel im Herbst' })
})
afterAll(() => app.close())
beforeEach(async () => {
  for (const table of ['recommendation', 'mail', 'mail_recipient'] as const)
    await app.deps.db.deleteFrom(table).execute()
})

const page = (id: number) => url('material', { world: 'de', id, slug: 'brueche-addieren' })
const recommend = (values: Record<string, string> = {}, person: Pick<Person, 'client'> = teacher) =>
  person.client.submit(page(material), {
    ...{ intent: 'recommend-material', email: colleague, message: 'Das passt zu deiner 3b.' },
    ...values,
  })
const mails = () =>
  app.deps.db
    .selectFrom('mail')
    .select(['recipient', 'subject', 'text', 'html', 'unsubscribe_url'])
    .where('template', '=', 'material-recommended')
    .execute()

async function link(): Promise<string> {
  await recommend()
  const [mail] = await mails()
  return new URL(/https?:\S+\/empfehlung\/\S+/.exec(mail?.text ?? '')?.[0] ?? 'http://none/').pathname
}

describe('recommending a material to a colleague', () => {
  test('writes the colleague once, with a way to hear no more; no address is stored beside the mail', async () => {
    const done = await recommend()
    expect([done.status, done.headers.location]).toEqual([303, `${page(material)}#recommended`])
    expect((await recommend()).status).toBe(303)
    const sent = await mails()
    expect(sent.map(({ recipient }) => recipient)).toEqual([colleague])
    expect(sent[0]?.subject).toContain('teacher')
    expect(sent[0]?.text).toContain('Das passt zu deiner 3b.')
    expect(sent[0]?.unsubscribe_url).toContain('/de/abmelden/recommendations/')
    const path = await link()
    expect(path).not.toMatch(/teacher|dachs|igel/i)
  })

  test('D2 23: a colleague who wants none gets none, and the sender does not learn it', async () => {
    await recommend()
    const [mail] = await mails()
    const { pathname } = new URL(mail?.unsubscribe_url ?? '')
    expect((await send(app.base, { method: 'POST', path: pathname })).status).toBe(200)
    const other = await materialRow(app, { authorId: seller.id })
    const answer = await teacher.client.api('POST', `/v1/materials/${other}/recommend`, { email: colleague })
    expect([answer.status, answer.json()]).toEqual([200, { done: true }])
    expect(await mails()).toHaveLength(1)
  })

  test('carries no link but ours', async () => {
    for (const message of ['https://evil.example', 'www.evil.example', 'Schau://da'])
      expect([message, (await recommend({ message })).status]).toEqual([message, 422])
    await recommend({ message: 'Geh auf evil.example <img src=x onerror=alert(1)>' })
    const [mail] = await mails()
    expect(mail?.text).toContain('evil. example')
    expect(mail?.html).not.toContain('<img')
    const hosts = [...(mail?.html ?? '').matchAll(/href="(https?:[^"]+)"/g)].map(
      ([, href = '']) => new URL(href).host,
    )
    const own = new URL(app.deps.env.siteUrl).host
    expect(hosts.filter((host) => host !== own && host !== 'fonts.googleapis.com')).toEqual([])
  })

  test('needs a confirmed member, an address of somebody else and a public material', async () => {
    const stranger = createClient(app.base)
    expect((await recommend({}, { client: stranger })).status).toBe(401)
    for (const typed of ['', 'x', teacher.email, 'a@x.de\r\nBcc: b@x.de'])
      expect([typed, (await recommend({ email: typed })).status]).toEqual([typed, 422])
    expect((await recommend({ message: 'x'.repeat(501) })).status).toBe(422)
    const draft = await materialRow(app, { authorId: seller.id, status: 'draft' })
    const hidden = await teacher.client.api('POST', `/v1/materials/${draft}/recommend`, { email: colleague })
    expect(hidden.status).toBe(404)
    const fresh = await member(app, 'fresh')
    await app.deps.db
      .updateTable('account')
      .set({ email_confirmed_at: null })
      .where('id', '=', fresh.id)
      .execute()
    expect((await recommend({}, fresh)).status).toBe(403)
    expect(await mails()).toEqual([])
  })

  test('is limited a day, also when many come at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: maxRecommendationsPerDay + 3 }, (_, n) =>
        recommend({ email: `dachs${n}@schule.example` }),
      ),
    )
    const states = answers.map(({ status }) => status)
    expect(states.filter((status) => status === 303)).toHaveLength(maxRecommendationsPerDay)
    expect(states.filter((status) => status === 429)).toHaveLength(3)
  })

  test('its link shows sender, words and material, until one of them is gone', async () => {
    const token = (await link()).split('/').at(-1) ?? ''
    const show = (world: 'de' | 'it' = 'de') => recommendationPage(strangerContext(app.deps, world), token)
    expect(await show()).toMatchObject({
      ...{ sender: 'teacher', message: 'Das passt zu deiner 3b.' },
      material: { id: material },
    })
    await expect(show('it')).rejects.toThrow('link_expired')
    const { db } = app.deps
    const lock = (disabled_at: Date | null) =>
      db.updateTable('account').set({ disabled_at }).where('id', '=', teacher.id).execute()
    await lock(new Date())
    await expect(show()).rejects.toThrow('link_expired')
    await lock(null)
    await db.updateTable('material').set({ status: 'blocked' }).where('id', '=', material).execute()
    await expect(show()).rejects.toThrow('link_expired')
    await db.updateTable('material').set({ status: 'published' }).where('id', '=', material).execute()
  })
})

describe('invitations', () => {
  const own = async (person: Person) =>
    (await person.client.api('GET', '/v1/referrals?world=de')).json<Referral>()

  let people = 0
  async function register(invitation: string): Promise<string> {
    const email = `neu${people++}@schule.example`
    const typed = { email, password: castPassword, publicName: 'Neu', agb: '1' }
    const values = { intent: 'register', ...typed, invitation }
    const answer = await createClient(app.base).submit(url('register', { world: 'de' }), values)
    expect(answer.status).toBe(303)
    return email
  }
  const account = (email: string) =>
    app.deps.db
      .selectFrom('account')
      .select(['id', 'referred_by', 'referred_at'])
      .where('email', '=', email)
      .executeTakeFirstOrThrow()

  test('everybody has one of their own, which stays', async () => {
    const [mine, again, other] = [await own(teacher), await own(teacher), await own(seller)]
    expect(mine).toEqual(again)
    expect(mine.code).toMatch(/^[0-9a-f]{12}$/)
    expect(mine.url).toBe(`${app.deps.env.siteUrl}/de/einladung/${mine.code}`)
    expect(other.code).not.toBe(mine.code)
    expect((await createClient(app.base).get('/api/v1/referrals')).status).toBe(401)
  })

  test('who registers with it is noted, and counts once the address is confirmed', async () => {
    const { code, joined } = await own(teacher)
    const newcomer = await account(await register(code))
    expect(newcomer.referred_by).toBe(teacher.id)
    expect(newcomer.referred_at).toBeInstanceOf(Date)
    expect((await own(teacher)).joined).toBe(joined)
    await app.deps.db
      .updateTable('account')
      .set({ email_confirmed_at: new Date() })
      .where('id', '=', newcomer.id)
      .execute()
    expect((await own(teacher)).joined).toBe(joined + 1)
  })

  test('a code nobody has, or a hostile one, still lets people register, without an inviter', async () => {
    for (const code of ['000000000000', "' or 1=1 --", '\u0007', 'x'.repeat(5000), '__proto__']) {
      const { referred_by, referred_at } = await account(await register(code))
      expect([referred_by, referred_at]).toEqual([null, null])
    }
  })

  test('an account that exists is not noted anew', async () => {
    const email = await register('')
    const { code } = await own(teacher)
    await createClient(app.base).submit(url('register', { world: 'de' }), {
      ...{
        intent: 'register',
        email,
        password: `${castPassword}x`,
        publicName: 'Neu',
        agb: '1',
        invitation: code,
      },
    })
    expect((await account(email)).referred_by).toBeNull()
  })

  test('the page names who invites, and nobody for other codes', async () => {
    const { code } = await own(teacher)
    const stranger = strangerContext(app.deps, 'de')
    expect(await invitationPage(stranger, code)).toMatchObject({
      inviter: { name: 'teacher' },
      isUnknown: false,
    })
    expect(await invitationPage(stranger, undefined)).toMatchObject({ inviter: undefined, isUnknown: false })
    for (const wrong of ['000000000000', 'x', '%00'])
      expect(await invitationPage(stranger, wrong)).toMatchObject({ inviter: undefined, isUnknown: true })
  })
})
