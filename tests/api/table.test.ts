import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ZodType } from 'zod'
import { errors } from '#platform/errors.ts'
import { tokenRefusalSchema } from '#platform/rules/contract/user.ts'
import { type Endpoint, endpoints } from '../support/api-rows.ts'
import { materialRow, member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { arbitraryOf, fuzzSeed, nastyTexts, validValueOf } from '../support/arbitrary.ts'
import { type Answer, type Client, createClient } from '../support/http-client.ts'
import { watchLoop } from '../support/loop-watch.ts'

watchLoop()

/** What holds for every row of the API table, read off the rows themselves. */

let app: TestApp
let owner: Person
let intruder: Person
let intruderSeller: Person

beforeAll(async () => {
  app = await openTestApp()
  owner = await member(app, 'owner', { isSeller: true })
  intruder = await member(app, 'intruder')
  intruderSeller = await member(app, 'intruder-seller', { isSeller: true })
  await materialRow(app, { authorId: owner.id, status: 'draft' })
  await materialRow(app, { authorId: owner.id })
  await materialRow(app, { authorId: owner.id, price: 0 })
  await materialRow(app, { authorId: intruderSeller.id, status: 'draft' })
})
afterAll(() => app.close())

const named = endpoints.map((row) => [`${row.method.toUpperCase()} ${row.path}`, row] as const)
const closed = named.filter(([, row]) => row.access !== 'public')

function pathOf(row: Endpoint, values: Record<string, unknown>): string {
  const path = row.path.replace(/\{(\w+)\}/g, (_all, name: string) =>
    encodeURIComponent(wellFormed(values[name] ?? '1')),
  )
  return path
}

function wellFormed(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '1')
  return text.toWellFormed().slice(0, 600) || '1'
}

function queryOf(values: unknown): string {
  if (typeof values !== 'object' || values === null) return 'world=de'
  const query = new URLSearchParams({ world: 'de' })
  for (const [name, value] of Object.entries(values)) {
    for (const one of Array.isArray(value) ? value : [value]) query.append(name, wellFormed(one))
  }
  return query.toString().slice(0, 3500)
}

interface Input {
  params?: Record<string, unknown>
  query?: unknown
  body?: unknown
}

function call(client: Client, row: Endpoint, { params = {}, query, body }: Input): Promise<Answer> {
  const path = `${pathOf(row, params)}?${queryOf(query)}`
  const hasBody =
    row.method !== 'get' && row.bodyKind !== 'raw' && row.bodyKind !== 'webhook' && row.body !== undefined
  return client.api(row.method.toUpperCase(), path, hasBody ? body : undefined)
}

const isSchema = (schema: ZodType | undefined): schema is ZodType => schema !== undefined

describe('the table itself', () => {
  test('no two rows answer the same call', () => {
    const keys = endpoints.map(({ method, path }) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`)
    expect(new Set(keys).size).toBe(keys.length)
  })

  test.each(named)('%s is described and its parameters have a schema', (_name, row) => {
    expect(row.summary.length).toBeGreaterThan(5)
    expect(row.path).toMatch(/^\/v\d\//)
    expect(row.path.includes('{')).toBe(row.params !== undefined)
  })

  test.each(named.filter(([, row]) => row.once))(
    '%s moves money and is closed to strangers',
    (_name, row) => {
      expect(row.access).not.toBe('public')
    },
  )
})

describe('the OpenAPI document', () => {
  interface Document {
    openapi: string
    paths: Record<string, Record<string, { responses: Record<string, unknown>; summary: string }>>
  }
  let document: Document

  beforeAll(async () => {
    document = (await createClient(app.base).get('/api/openapi.json')).json<Document>()
  })

  test('is 3.1 and lists every row, each with its answer and its errors', () => {
    expect(document.openapi).toBe('3.1.0')
    for (const { method, path } of endpoints) {
      expect(Object.keys(document.paths[path]?.[method]?.responses ?? {}).sort()).toEqual([
        '2XX',
        '4XX',
        '5XX',
      ])
    }
  })

  test('refers to nothing that is not there', () => {
    const text = JSON.stringify(document)
    const references = [...text.matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path = '']) => path.split('/'))
    for (const path of references) {
      expect(
        path.reduce<unknown>((node, key) => (node as Record<string, unknown>)?.[key], document),
      ).toBeDefined()
    }
  })

  interface Multipart {
    schema: { properties: Record<string, { format?: string; description?: string }>; required?: string[] }
    encoding: Record<string, { contentType: string }>
  }
  function multipartOf(path: string): Multipart {
    const posted = document.paths[path]?.post as
      | { requestBody?: { content: Record<string, Multipart> } }
      | undefined
    const content = posted?.requestBody?.content ?? {}
    expect(Object.keys(content)).toEqual(['multipart/form-data'])
    return content['multipart/form-data'] as Multipart
  }

  test('names the fields and files of an upload', () => {
    expect(multipartOf('/v1/materials').schema.properties).toMatchObject({
      title: { type: 'string' },
      subjects: { type: 'array' },
      price: { type: 'string' },
      lessonMinutes: { type: ['integer', 'null'], minimum: 1 },
      isOwnWork: { type: 'boolean' },
      aiUse: { enum: expect.arrayContaining(['none']) },
      files: { type: 'array', items: { type: 'string', format: 'binary' }, maxItems: 10 },
      video: { type: 'string', format: 'binary' },
      action: { enum: ['draft', 'publish'] },
    })
  })

  test('says what must come with a picture, of which types it may be and how large', () => {
    const { schema, encoding } = multipartOf('/v1/post-pictures')
    expect(schema.required?.toSorted()).toEqual(['alt', 'file'])
    expect(schema.properties).toMatchObject({
      alt: { type: 'string', minLength: 3, maxLength: 300 },
      file: { type: 'string', format: 'binary', description: expect.stringContaining('10 MB') },
    })
    expect(encoding.file?.contentType).toContain('image/webp')
  })

  const streamed = endpoints.flatMap(({ path, parts }) => (parts ? [[path, parts] as const] : []))
  test.each(streamed)('lists all parts of %s, files as bytes with their types', (path, parts) => {
    const { schema, encoding } = multipartOf(path)
    const [fields, files] = [Object.keys(parts.fields.shape), Object.keys(parts.files)]
    expect(Object.keys(schema.properties).sort()).toEqual([...fields, ...files].sort())
    for (const name of files) {
      expect(JSON.stringify(schema.properties[name])).toContain('"format":"binary"')
      expect(schema.properties[name]?.description).toMatch(/\d MB\.$/)
      expect(encoding[name]?.contentType).toMatch(/^\w+\/[\w.+-]+(, \w+\/[\w.+-]+)*$/)
    }
  })

  test('has a page for people', async () => {
    const answer = await createClient(app.base).get('/api/docs')
    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toContain('text/html')
  })
})

describe('who may call', () => {
  test.each(closed)('%s: a stranger must log in', async (_name, row) => {
    const answer = await call(createClient(app.base), row, { body: row.body ? validValueOf(row.body) : {} })
    expect([answer.status, answer.json<{ error: { code: string } }>().error.code]).toEqual([
      401,
      'unauthorized',
    ])
  })

  test.each(closed.filter(([, row]) => row.access !== 'member'))(
    '%s: a plain member may not',
    async (_name, row) => {
      const answer = await call(intruder.client, row, { body: row.body ? validValueOf(row.body) : {} })
      expect([answer.status, answer.json<{ error: { code: string } }>().error.code]).toEqual([
        403,
        'forbidden',
      ])
    },
  )

  test.each(closed.filter(([, row]) => row.terms === 'required'))(
    '%s: not before the terms are accepted',
    async (_name, row) => {
      await app.deps.db
        .updateTable('account')
        .set({ agb_accepted_version: null })
        .where('id', '=', intruderSeller.id)
        .execute()
      const answer = await call(intruderSeller.client, row, { body: row.body ? validValueOf(row.body) : {} })
      await app.deps.db
        .updateTable('account')
        .set({ agb_accepted_version: owner.id > 0 ? await acceptedVersion() : null })
        .where('id', '=', intruderSeller.id)
        .execute()
      expect(answer.status).toBe(403)
    },
  )
})

async function acceptedVersion(): Promise<string | null> {
  const row = await app.deps.db
    .selectFrom('account')
    .select('agb_accepted_version')
    .where('id', '=', owner.id)
    .executeTakeFirstOrThrow()
  return row.agb_accepted_version
}

/** Codes an answer may carry however wrong the input is; anything the operators must hear of is a fault of ours. */
const harmless = new Set(Object.entries(errors).flatMap(([code, status]) => (status >= 500 ? [] : [code])))

function expectHarmless(answer: Answer, what: string) {
  if (answer.status < 400) return
  const { error } = answer.json<{ error: { code: string } | string }>()
  // RFC 6749, 5.2: programs hear it in words of their own.
  if (typeof error === 'string') return expect(tokenRefusalSchema.parse(answer.json()).error).toBe(error)
  const { code } = error
  expect(answer.status, `${what} -> ${answer.status} ${code}`).toBeLessThan(500)
  expect(harmless.has(code), `${what} -> ${code}`).toBe(true)
}

describe('whatever comes in, nothing breaks and every answer fits its schema', () => {
  // In test mode the API checks each answer against the row's own schema and fails when it does not fit.
  test.each(named)(
    '%s',
    async (name, row) => {
      const stranger = createClient(app.base)
      const input = fc.record({
        params: isSchema(row.params) ? arbitraryOf(row.params) : fc.constant({}),
        query: isSchema(row.query) ? arbitraryOf(row.query) : fc.constant({}),
        body: isSchema(row.body) ? arbitraryOf(row.body) : fc.constant({}),
      })
      const isSlow = row.rate === 'login' || row.rate === 'register'
      await fc.assert(
        fc.asyncProperty(input, fc.boolean(), async ({ params, query, body }, isMember) => {
          const client = isMember && !row.path.endsWith('/logout') ? intruderSeller.client : stranger
          const safeParams =
            typeof params === 'object' && params !== null
              ? (params as Record<string, unknown>)
              : { id: params }
          const answer = await call(client, row, { params: safeParams, query, body })
          expectHarmless(answer, `${name} ${JSON.stringify({ params, query, body }).slice(0, 400)}`)
        }),
        { numRuns: isSlow ? 12 : 40, seed: fuzzSeed },
      )
      stranger.close()
    },
    60_000,
  )

  test.each(named.filter(([, row]) => row.bodyKind === 'raw' || row.bodyKind === 'webhook'))(
    '%s with a body of noise',
    async (name, row) => {
      const types = [
        'application/json',
        'multipart/form-data',
        'multipart/form-data; boundary=x',
        'text/plain',
        '',
      ]
      for (const type of types) {
        for (const body of [
          '',
          '{}',
          '--x\r\n\r\n',
          '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n--x--\r\n',
          '\u0000\u0001',
        ]) {
          const { client } = intruderSeller
          const answer = await client.send({
            method: row.method.toUpperCase(),
            path: `/api${pathOf(row, { provider: 'sandbox' })}?world=de`,
            headers: {
              Origin: app.base,
              'X-CSRF-Token': client.cookies.get('csrf') ?? '',
              ...(type === '' ? {} : { 'Content-Type': type }),
              'Content-Length': String(Buffer.byteLength(body)),
            },
            body,
          })
          expectHarmless(answer, `${name} ${type}`)
        }
      }
    },
  )

  test('nasty texts in the search', async () => {
    const client = createClient(app.base)
    for (const text of nastyTexts) {
      for (const path of ['/v1/search', '/v1/search/suggest']) {
        const query = encodeURIComponent(text.toWellFormed().slice(0, 1000))
        expectHarmless(
          await client.api('GET', `${path}?world=de&query=${query}`),
          `${path} ${text.slice(0, 40)}`,
        )
      }
    }
  })
})
