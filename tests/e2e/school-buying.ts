import { type Client, createClient } from '../support/http-client.ts'
import { upload } from '../support/sold-units.ts'
import { castPassword, expect } from './fixtures.ts'

/* What a school buys, and from whom, without a browser. */

/** A caller without a browser, as one of the cast. */
export async function loggedIn(base: string, username: string): Promise<Client> {
  const client = createClient(base)
  const body = { grant_type: 'password', username, password: castPassword }
  const session = await client.api('POST', '/v3/oauth2/authenticate', body)
  expect(session.status, session.text).toBe(200)
  return client
}

/** From the cart to the books; what it costs is checked on the way. */
export async function buyExercise(
  client: Client,
  materialId: number,
  licence: 'single' | 'school',
  cents: number,
) {
  await client.api('POST', '/v1/cart/items?world=de', { materialId, licence })
  const consents = { consentImmediate: true, consentWaiver: true }
  const wish = { country: 'DE', ...consents, expectedTotal: cents }
  const placed = await client.api('POST', '/v1/orders?world=de', wish)
  expect(placed.status, placed.text).toBe(201)
  const { redirectUrl } = placed.json<{ redirectUrl: string }>()
  const paid = await client.submit(new URL(redirectUrl).pathname, { outcome: 'pay' })
  const back = new URL(paid.headers.location ?? '')
  await client.get(back.pathname + back.search)
}

/** Written, not imported: a member's files are read one at a time, and other journeys send some in this name. */
export async function sellExercise(author: Client): Promise<{ unitId: number; materialId: number }> {
  const made = await author.api('POST', '/v3/units', { title: 'Doppelt' })
  const unitId = made.json<{ id: number }>().id
  const [right, wrong] = ['4', '5'].map((text, at) => ({ id: 'ab'[at], text, weight: 1 - at, feedback: '' }))
  const task = {
    id: 'e1',
    type: 'choice',
    prompt: '<p>Wie viel ist 2 + 2?</p>',
    points: 1,
    right: '',
    wrong: '',
  }
  const data = { isMulti: false, policy: 'net', options: [right, wrong] }
  const content = { title: 'Doppelt', pages: [{ id: 'p1', title: '', elements: [{ ...task, data }] }] }
  const saved = await author.api('PUT', `/v3/units/${unitId}`, { revision: 1, content })
  expect(saved.status, saved.text).toBe(200)
  expect((await author.api('POST', `/v3/units/${unitId}/publish`)).status).toBe(200)
  const fields = { interactiveId: String(unitId), action: 'publish', mayCopyInteractive: '1' }
  const { materialId } = await upload({ id: 0, email: '', client: author }, fields)
  return { unitId, materialId }
}
