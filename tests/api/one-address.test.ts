import { afterAll, beforeAll, expect, test } from 'vitest'
import { castPassword, materialRow, member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { createClient, send } from '../support/http-client.ts'

/** A school behind one address: what one person used up is not used up for the others. */

let app: TestApp
let author: Person
let materialId: number

beforeAll(async () => {
  app = await openTestApp({ environment: { RATE_LIMITS: 'on' } })
  author = await member(app, 'address-author', { isSeller: true })
  materialId = await materialRow(app, { authorId: author.id, price: 0 })
})
afterAll(() => app.close())

function notice(name: string) {
  return {
    ...{ reason: 'other', text: 'Das ist nicht in Ordnung und gehört geprüft.', name, goodFaith: true },
    email: `${name}@school.example`,
  }
}

/** A program's token: it sends no cookies, so its account is all that tells it from its neighbours. */
async function tokenOf(person: Person): Promise<string> {
  const answer = await send(app.base, {
    method: 'POST',
    path: '/api/v3/oauth2/authenticate?world=de',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      ...{ client_id: 'aularium-web', grant_type: 'password', scopes: 'full', platform: 'ios' },
      ...{ username: person.email, password: castPassword },
    }),
  })
  expect(answer.status, answer.text).toBe(200)
  return answer.json<{ access_token: string }>().access_token
}

async function reportWith(token: string, name: string): Promise<number> {
  const answer = await send(app.base, {
    method: 'POST',
    path: `/api/v1/materials/${materialId}/reports?world=de`,
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    body: JSON.stringify(notice(name)),
  })
  return answer.status
}

test('one member’s reports are used up: colleagues, strangers, free materials and complaints go on', async () => {
  const [lea, max] = [await member(app, 'address-lea'), await member(app, 'address-max')]
  const [ofLea, ofMax] = [await tokenOf(lea), await tokenOf(max)]
  const answers: number[] = []
  for (let nth = 0; nth < 11; nth++) answers.push(await reportWith(ofLea, 'lea'))
  expect(answers).toEqual([...Array(10).fill(200), 429])
  expect(await reportWith(ofMax, 'max')).toBe(200)

  const stranger = createClient(app.base)
  const path = `/v1/materials/${materialId}/reports?world=de`
  expect((await stranger.api('POST', path, notice('stranger'))).status).toBe(200)
  for (let nth = 0; nth < 12; nth++) {
    const pupil = createClient(app.base)
    const form = await pupil.submit(`/de/material/${materialId}/brueche-addieren`, {
      ...{ intent: 'send-free-material', email: `teacher-${nth}@school.example` },
    })
    expect(form.status).toBe(303)
  }
  const complaint = await stranger.api('POST', '/v1/appeals/unknown?world=de', { text: 'x'.repeat(40) })
  expect(complaint.status).toBe(410)
})

test('a made-up token takes from its network, not from anybody’s account', async () => {
  const answer = await send(app.base, {
    path: '/api/v1/user?world=de',
    headers: { Authorization: `Bearer ${'a'.repeat(43)}` },
  })
  expect(answer.status).toBe(401)
})
