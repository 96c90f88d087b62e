import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { castPassword, materialRow, member, openTestHouse, type TestHouse } from '../support/house.ts'
import { type Client, createClient } from '../support/http-client.ts'

let house: TestHouse
let materialId: number

beforeAll(async () => {
  house = await openTestHouse()
  const seller = await member(house, 'session-seller', { isSeller: true })
  materialId = Number(await materialRow(house, { authorId: seller.id }))
})

afterAll(() => house.close())

const newcomer = { password: 'Ein ganz neuer Satz', publicName: 'Lea Berger', agb: true }

async function cartIds(client: Client): Promise<number[]> {
  const answer = await client.api('GET', '/v1/cart/view?world=de')
  const { items } = answer.json<{ items: { cart: { cartItems: { material: { id: number } }[] } } }>()
  return items.cart.cartItems.map(({ material }) => material.id)
}

async function linkTo(email: string): Promise<string> {
  const mail = await house.deps.db
    .selectFrom('mail')
    .where('recipient', '=', email)
    .where('template', '=', 'confirm-registration')
    .orderBy('id', 'desc')
    .select('text')
    .executeTakeFirstOrThrow()
  return /\/de\/registrieren\/bestaetigen\/[\w-]{43}/.exec(mail.text)?.[0] ?? ''
}

describe('by API', () => {
  test('a stranger with a cart registers, is logged in, keeps the cart and logs out', async () => {
    const client = createClient(house.base)
    await client.api('POST', '/v1/cart/items?world=de', { materialId })
    expect(await cartIds(client)).toEqual([materialId])
    const anonymousId = client.cookies.get('v_id')
    const answer = await client.api('POST', '/v1/user/register?world=de', {
      ...newcomer,
      email: 'cart@schule.example',
    })
    expect(answer.status).toBe(202)
    expect(answer.json()).toEqual({ status: 'accepted' })
    expect(client.cookies.get('logged_in')).toBe('1')
    expect(await cartIds(client)).toEqual([materialId])
    const session = client.cookies.get('session')
    expect((await client.api('GET', '/v1/user?world=de')).json()).toMatchObject({
      email: 'cart@schule.example',
    })
    expect((await client.api('GET', '/v3/oauth2/validate')).json()).toMatchObject({
      oauth_access_token: null,
    })
    expect((await client.api('GET', '/v3/oauth2/logout')).status).toBe(200)
    expect([...client.cookies.keys()].sort()).toEqual(['csrf', 'v_id'])
    expect(client.cookies.get('v_id')).not.toBe(anonymousId)
    expect(await cartIds(client)).toEqual([])
    client.cookies.set('session', session ?? '')
    expect((await client.api('GET', '/v1/user?world=de')).status).toBe(401)
  })

  test('a known address gets the same words, and no cookie', async () => {
    await createClient(house.base).api('POST', '/v1/user/register', {
      ...newcomer,
      email: 'two@schule.example',
    })
    const client = createClient(house.base)
    const body = { ...newcomer, email: 'TWO@schule.example', password: 'ein anderer Satz' }
    const answer = await client.api('POST', '/v1/user/register', body)
    expect([answer.status, answer.json()]).toEqual([202, { status: 'accepted' }])
    expect(client.cookies.has('session')).toBe(false)
  })

  test('an app gets its token and no cookie, and uses it as a bearer without csrf', async () => {
    const client = createClient(house.base)
    const headers = { 'Content-Type': 'application/json' }
    const body = JSON.stringify({
      grant_type: 'password',
      username: 'session-seller@aularium.example',
      password: castPassword,
    })
    const answer = await client.send({ method: 'POST', path: '/api/v3/oauth2/authenticate', headers, body })
    expect(answer.headers['set-cookie']).toBeUndefined()
    const { access_token } = answer.json<{ access_token: string }>()
    const bearer = { Authorization: `Bearer ${access_token}` }
    const validated = await client.send({ path: '/api/v3/oauth2/validate', headers: bearer })
    expect(validated.json()).toMatchObject({ oauth_access_token: access_token, scope: 'full' })
    const accepted = await client.send({
      method: 'POST',
      path: '/api/v1/agb',
      headers: { ...headers, ...bearer },
    })
    expect(accepted.json()).toEqual({ isAgbAccepted: true })
  })

  test('a link on another site logs nobody out', async () => {
    const { client } = await member(house, 'session-victim')
    const headers = { 'Sec-Fetch-Site': 'cross-site' }
    const answer = await client.send({ path: '/api/v3/oauth2/logout', headers })
    expect(answer.status).toBe(403)
    expect((await client.api('GET', '/v1/user?world=de')).status).toBe(200)
  })

  test('every wrong field is named', async () => {
    const client = createClient(house.base)
    const body = { email: 'x', password: 'password1', publicName: 'Lea', agb: false }
    const answer = await client.api('POST', '/v1/user/register?world=de', body)
    expect(answer.status).toBe(422)
    expect(answer.json()).toMatchObject({
      error: {
        code: 'invalid_input',
        fields: { email: 'invalid', password: 'weak_password', agb: 'required' },
      },
    })
  })
})

describe('without JavaScript', () => {
  test('register, confirm with the button, log out, log in and go on to where one wanted to go', async () => {
    const client = createClient(house.base)
    const email = 'form@schule.example'
    const fields = { email, password: newcomer.password, publicName: 'Lea', agb: 'on', next: '/de/zahlung' }
    const registered = await client.submit('/de/registrieren', fields)
    expect([registered.status, registered.headers.location]).toEqual([303, '/de/zahlung'])

    const link = await linkTo(email)
    await client.get(link)
    const before = await client.api('GET', '/v1/user?world=de')
    expect(before.json()).toMatchObject({ doubleOptIn: false })
    const stranger = createClient(house.base)
    const confirmed = await stranger.submit(link, {})
    expect([confirmed.status, confirmed.headers.location]).toEqual([303, '/de/login?confirmed=1'])
    expect((await client.api('GET', '/v1/user?world=de')).json()).toMatchObject({ doubleOptIn: true })

    const login = { email, password: newcomer.password }
    const evil = await stranger.submit('/de/login', { ...login, next: '//evil.example/de' })
    expect([evil.status, evil.headers.location]).toEqual([303, '/de/konto'])
    expect(stranger.cookies.get('session')).toMatch(/^[\w-]{43}$/)
  })

  test('a wrong password shows the form again and sets no session', async () => {
    const client = createClient(house.base)
    const answer = await client.submit('/de/login', {
      email: 'session-seller@aularium.example',
      password: 'falsch geraten',
    })
    expect(answer.status).not.toBe(303)
    expect(answer.text).not.toContain('falsch geraten')
    expect(client.cookies.has('session')).toBe(false)
  })

  test('an unknown confirmation link is not confirmed', async () => {
    const client = createClient(house.base)
    const answer = await client.submit(`/de/registrieren/bestaetigen/${'A'.repeat(43)}`, {})
    expect(answer.status).not.toBe(303)
  })
})
