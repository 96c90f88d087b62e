import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type ZodType, z } from 'zod'
import { type Endpoint, endpoints } from '../support/api-rows.ts'
import { materialRow, member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { validValueOf } from '../support/arbitrary.ts'
import { expectHarmless } from '../support/harmless.ts'
import {
  brokenEncodings,
  hostileTexts,
  longTexts,
  naughtyStrings,
  someNaughty,
  wrongTypes,
} from '../support/hostile-texts.ts'
import { type Answer, type Client, createClient } from '../support/http-client.ts'
import { watchLoop } from '../support/loop-watch.ts'

/*
 * The enemy at every field of the API: each body field and each query parameter with each hostile text and each wrong
 * type, the others right. Whatever is sent, the answer is the API's own, below 500, and nobody is held up for it.
 */

let app: TestApp
let seller: Person
let stranger: Client
const watch = watchLoop()

beforeAll(async () => {
  app = await openTestApp()
  seller = await member(app, 'seller', { isSeller: true })
  stranger = createClient(app.base)
  // How long wrong passwords are held is seen in slowing-down.test; here it would only be waited for.
  vi.spyOn(app.deps.rateLimits, 'guessPassword').mockResolvedValue()
  for (const price of [390, 0]) await materialRow(app, { authorId: seller.id, price })
  await materialRow(app, { authorId: seller.id, status: 'draft' })
})
afterAll(async () => {
  stranger.close()
  await app.close()
})

const named = endpoints.map((row) => [`${row.method.toUpperCase()} ${row.path}`, row] as const)
const isSchema = (schema: ZodType | undefined): schema is ZodType => schema !== undefined
/** Node's client sends no length with the body of a DELETE, so that it would be read as the next request. */
const hasJsonBody = ({ method, bodyKind = 'json' }: Endpoint) =>
  (method === 'post' || method === 'put') && bodyKind === 'json'

/** Names of the fields of an object; none for anything else. */
function fieldsOf(schema: ZodType): string[] {
  const described = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as { properties?: object }
  return Object.keys(described.properties ?? {})
}

function pathOf(row: Endpoint, part: string): string {
  return row.path.replace(/\{\w+\}/g, part)
}

/** A member's call, but nobody logs the member out, and passwords are hashed for few of the texts. */
function clientOf(row: Endpoint): Client {
  return row.path.endsWith('/logout') ? stranger : seller.client
}

const isSlow = ({ rate, path }: Endpoint) =>
  rate === 'login' || rate === 'register' || path.endsWith('/confirm-password')

function expectOwnAnswer(answer: Answer, what: string): void {
  expectHarmless(answer, what)
  if (answer.status < 400) return
  // The token endpoint refuses as OAuth has it (RFC 6749, 5.2): there the error itself is the code.
  const { error } = answer.json<{ error: string | { code: string } }>()
  expect(typeof error === 'string' ? error : error.code, what).toMatch(/^\w+$/)
}

async function sendBody(row: Endpoint, body: unknown, what: string): Promise<void> {
  const client = clientOf(row)
  const path = `${pathOf(row, '1')}?world=de`
  expectOwnAnswer(await client.api(row.method.toUpperCase(), path, body), `${row.path} ${what}`)
}

describe('D2 85: every field of every body', () => {
  test.each(named.filter(([, row]) => hasJsonBody(row) && isSchema(row.body)))('%s', async (_name, row) => {
    const schema = row.body as ZodType
    const right = validValueOf(schema) as Record<string, unknown>
    const fields = fieldsOf(schema)
    const texts = isSlow(row) ? hostileTexts.filter((_text, turn) => turn % 6 === 0) : hostileTexts
    for (const [turn, text] of texts.entries()) {
      const field = fields[turn % Math.max(1, fields.length)]
      if (field === undefined) break
      const what = `${field}=${text.slice(0, 60)}`
      await sendBody(row, { ...right, [field]: text }, what)
      await sendBody(row, { ...right, [field]: [text] }, `${what} in a list`)
    }
    for (const field of fields) {
      for (const value of [...wrongTypes, ...longTexts.slice(0, 3)]) {
        await sendBody(row, { ...right, [field]: value }, `${field}: ${JSON.stringify(value)?.slice(0, 60)}`)
      }
    }
    // All fields at once, so that the list goes round within as many calls as the API has.
    for (const text of someNaughty(endpoints.indexOf(row), 40)) {
      const body = Object.fromEntries(fields.map((field) => [field, text]))
      await sendBody(row, { ...right, ...body }, `naughty ${text.slice(0, 60)}`)
    }
    for (const value of wrongTypes) await sendBody(row, value, `a body of ${JSON.stringify(value)}`)
  })
})

describe('D2 85: every parameter of every query', () => {
  test.each(named.filter(([, row]) => isSchema(row.query)))('%s', async (_name, row) => {
    const parameters = fieldsOf(row.query as ZodType)
    const method = row.method.toUpperCase()
    const ask = async (query: string) => {
      const path = `${pathOf(row, '1')}?${query}`.slice(0, 4000).replace(/%.?$/, '')
      const body = hasJsonBody(row) ? {} : undefined
      expectOwnAnswer(await clientOf(row).api(method, path, body), path.slice(0, 200))
    }
    for (const [turn, text] of hostileTexts.entries()) {
      const name = parameters[turn % Math.max(1, parameters.length)] ?? 'x'
      await ask(`world=de&${name}=${encodeURIComponent(text)}`)
    }
    for (const text of someNaughty(endpoints.indexOf(row), 40)) {
      const name = parameters[0] ?? 'x'
      await ask(`world=de&${name}=${encodeURIComponent(text)}`)
    }
    for (const name of [...parameters, 'limit', 'after', 'id[]', '__proto__']) {
      const key = encodeURIComponent(name)
      await ask(`world=de&${key}=1&${key}=2&${key}[]=3&${key}[polluted]=4`)
      for (const value of [...brokenEncodings, '-1', '0', '1e9', '99999999999', '']) {
        await ask(`world=de&${key}=${value}`)
      }
    }
  })
})

describe('D2 85: every part of every path', () => {
  test.each(named.filter(([, row]) => row.params !== undefined))('%s', async (_name, row) => {
    const body = hasJsonBody(row) ? {} : undefined
    const parts = hostileTexts.map((text) => encodeURIComponent(text).slice(0, 1200).replace(/%.?$/, ''))
    for (const part of [...parts, ...brokenEncodings]) {
      if (part === '' || part === '.' || part === '..') continue
      const answer = await clientOf(row).api(row.method.toUpperCase(), `${pathOf(row, part)}?world=de`, body)
      expectOwnAnswer(answer, `${row.path} ${part.slice(0, 80)}`)
    }
  })
})

describe('D2 85: the big list of naughty strings, whole', () => {
  test('where words are kept: taken as they are or refused, and shown as words', async () => {
    const { client } = seller
    for (const text of naughtyStrings) {
      const profile = { subtitle: text, description: text, public_name: text }
      const answer = await client.api('POST', '/v1/user/details', profile)
      expectOwnAnswer(answer, text)
      if (answer.status < 400) {
        const shown = await client.api('GET', '/v1/user/details')
        expect(shown.status, text).toBe(200)
        expect(() => shown.json(), text).not.toThrow()
      }
      expectOwnAnswer(await client.api('POST', '/v3/folders/create', { title: text, type: 'own' }), text)
      expectOwnAnswer(await client.api('POST', '/v1/user/saved-searches', { params: text, name: text }), text)
    }
  })

  // A search that nobody made before is work: half of the list here, and each word of it in some parameter above.
  test('where words are searched', async () => {
    for (const text of someNaughty(0, 2)) {
      const query = encodeURIComponent(text)
      expectOwnAnswer(await stranger.api('GET', `/v1/search?query=${query}&world=de`), text)
    }
  })
})

/** JSON that is right as JSON and wrong as anything else; each fits into the 256 kB a body may have. */
const bombs: readonly (readonly [string, () => string])[] = [
  ['lists 10,000 deep', () => '['.repeat(10_000) + ']'.repeat(10_000)],
  ['objects 10,000 deep', () => `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
  ['objects 40,000 deep', () => `${'{"a":'.repeat(40_000)}1${'}'.repeat(40_000)}`],
  ['20,000 keys', () => `{${Array.from({ length: 20_000 }, (_, at) => `"k${at}":1`).join()}}`],
  ['100,000 items', () => `[${'1,'.repeat(99_999)}1]`],
  ['one key 30,000 times', () => `{${Array.from({ length: 30_000 }, () => '"a":1').join()}}`],
  ['a number of 200,000 digits', () => '1'.repeat(200_000)],
  ['a text of 250,000 quotes', () => JSON.stringify('"'.repeat(120_000))],
  ['pollution', () => '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}'],
  [
    'pollution, deep',
    () => '{"a":{"__proto__":{"polluted":1}},"filter":{"constructor":{"prototype":{"polluted":1}}}}',
  ],
  ['half a JSON', () => '{"materialId":'],
  ['two JSONs', () => '{}{}'],
  ['lone surrogates', () => '{"materialId":"\\ud800","text":"\\udfff\\ud800"}'],
  ['NUL in keys and values', () => '{"a\\u0000b":"c\\u0000d","text":"\\u0000"}'],
  ['a byte order mark', () => '\ufeff{}'],
  ['NaN', () => '{"materialId":NaN,"priceCents":Infinity}'],
]

describe('bodies no form would send', () => {
  test.each(bombs)('%s', async (_name, make) => {
    const body = watch.aside(() => Buffer.from(make()))
    for (const [, row] of named) {
      if (!hasJsonBody(row) || isSlow(row)) continue
      const path = `${pathOf(row, '1')}?world=de`
      const json = { 'Content-Type': 'application/json' }
      expectOwnAnswer(await clientOf(row).api(row.method.toUpperCase(), path, body, json), row.path)
    }
  })

  test('bytes that are no UTF-8', async () => {
    const body = Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x22, 0xc0, 0xaf, 0x22, 0x7d])
    for (const [, row] of named) {
      if (!hasJsonBody(row) || isSlow(row)) continue
      const json = { 'Content-Type': 'application/json' }
      const path = `${pathOf(row, '1')}?world=de`
      expectOwnAnswer(await clientOf(row).api(row.method.toUpperCase(), path, body, json), row.path)
    }
  })

  test('other types of body than JSON', async () => {
    const types = [
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/xml',
      'multipart/form-data',
      'x',
      ';;;',
    ]
    for (const [, row] of named) {
      if (!hasJsonBody(row) || isSlow(row)) continue
      for (const type of types) {
        const path = `${pathOf(row, '1')}?world=de`
        const answer = await clientOf(row).api(row.method.toUpperCase(), path, Buffer.from('a=1'), {
          'Content-Type': type,
        })
        expectOwnAnswer(answer, `${row.path} ${type}`)
      }
    }
  })
})

test('headers of any kind', async () => {
  const texts = hostileTexts.map((text) => encodeURIComponent(text).slice(0, 1500))
  const names = [
    'Accept-Language',
    'Cookie',
    'Idempotency-Key',
    'Authorization',
    'If-None-Match',
    'Range',
    'X-Request-Id',
  ]
  for (const [turn, text] of texts.entries()) {
    const name = names[turn % names.length] ?? 'Accept'
    const value = name === 'Cookie' ? `session=${text}; c_t=${text}; country=${text}; csrf=${text}` : text
    for (const path of ['/api/v1/cart?world=de', '/api/v1/search?world=de', '/de']) {
      expectHarmless(
        await stranger.send({ path, headers: { [name]: value } }),
        `${name}: ${value.slice(0, 60)}`,
      )
    }
  }
})
