import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { encodeCursor } from '#platform/db/paging.ts'
import { signSandboxCall } from '#platform/gateways/payments/sandbox.ts'
import { type Route, routes } from '#platform/routing/routes.ts'
import { localizedPath } from '#platform/routing/url.ts'
import { logIn, member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { fuzzSeed, nastyTexts } from '../support/arbitrary.ts'
import { type FrontMatter, readFrontMatter } from '../support/front-matter.ts'
import { type Answer, type Client, createClient, multipart } from '../support/http-client.ts'
import { formCases, insertNouns, type Noun, type NounIds } from '../support/nouns.ts'
import { formPages, rowsOf, takesFiles, wishOf } from '../support/page-forms.ts'

/** Pages, forms, webhooks and files with whatever can stand in an address or a field. The API itself: table.test.ts. */

let app: TestApp
let pages: FrontMatter
let stranger: Client
let owner: Person
let admin: Person
let things: Record<Noun, NounIds>

beforeAll(async () => {
  pages = await readFrontMatter()
  app = await openTestApp({ renderPage: pages.render })
  stranger = createClient(app.base)
  owner = await member(app, 'owner', { isSeller: true })
  admin = await member(app, 'admin', { role: 'admin' })
  const [reader, far, gone] = [
    await member(app, 'reader'),
    await member(app, 'far', { isSeller: true, world: 'es' }),
    await member(app, 'gone', { isSeller: true }),
  ]
  things = await insertNouns(app, { owner, reader, far, gone })
})
afterAll(() => app.close())

const options = (numRuns: number) => ({ numRuns, seed: fuzzSeed })
const onPurpose = new Set([503, 507])

function expectNoFault(answer: Answer, what: string): void {
  const isFault = answer.status >= 500 && !onPurpose.has(answer.status)
  expect(isFault, `${what.slice(0, 600)} -> ${answer.status}`).toBe(false)
}

const numberText = fc.constantFrom(
  ...['0', '1', '-1', '+7', ' 7', '7.0', '1e3', '0x7', '2147483647', '2147483648', '9007199254740991'],
  ...['9007199254740993', '9999999999999999', '9223372036854775807', '9223372036854775808', '1e309'],
)
const cursorPart = fc.oneof(
  fc.constantFrom<string | number>(
    0,
    -1,
    1.5,
    2 ** 31,
    2 ** 53,
    1e300,
    1e-320,
    '',
    '\u0000',
    '\ud800',
    '2026-02-31',
  ),
  fc.constantFrom('2026-01-01T00:00:00.000Z', '+275760-09-13T00:00:00.000Z', '0000-01-01T00:00:00Z'),
  fc.integer(),
)
const cursorText = fc
  .tuple(
    fc.constantFrom(
      'reviews',
      'helpful',
      'questions',
      'comments',
      'own',
      'bought',
      'sales',
      'author',
      'activity',
    ),
    fc.array(cursorPart, { maxLength: 3 }),
  )
  .map(([name, key]) => encodeCursor(name, key))
const knownId = fc.constantFrom(
  ...[1, 2, 3, 4, 5, 6, 9].flatMap((kind) => [0, 1, 2, 3].map((at) => `${kind}00${at}`)),
)
/** Known only when the things are there: see `filled`. */
const later = fc.constantFrom('{author}', '{order}')
const text = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...nastyTexts.map((each) => each.slice(0, 500))) },
  { weight: 2, arbitrary: fc.constantFrom('\u0000', 'a\u0000b') },
  { weight: 2, arbitrary: numberText },
  { weight: 3, arbitrary: knownId },
  { weight: 1, arbitrary: later },
  { weight: 2, arbitrary: cursorText },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
)

function filled(address: string): string {
  const author = encodeURIComponent('{author}')
  const order = encodeURIComponent('{order}')
  return address.replaceAll(author, things.author.open).replaceAll(order, things.order.open)
}

/** Percent-encoded as it is, lone surrogates (which no address can hold) as three bytes of UTF-8. */
function encoded(value: string): string {
  return [...value].map((sign) => (sign.isWellFormed() ? encodeURIComponent(sign) : '%ED%A0%80')).join('')
}

const personalNames = [
  'order',
  'status',
  'country',
  'removed',
  'deleted',
  'material',
  'review',
  'after',
  'page',
]
const otherNames = ['sort', 'id', 'saved', 'next', 'sent', 'confirmed', 'problems', 'query', '__proto__']

function queryArbitrary(route: Route): fc.Arbitrary<string> {
  const names =
    route.queryParams.length > 0 ? [...route.queryParams, ...otherNames] : [...personalNames, ...otherNames]
  return fc
    .array(fc.tuple(fc.constantFrom(...names), text), { maxLength: 4 })
    .map((pairs) => pairs.map(([name, value]) => `${name}=${encoded(value)}`).join('&'))
}

/** Mostly what exists: what does not is not found before anything else is looked at. */
const id = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('1000', '2000', '{author}') },
  { weight: 1, arbitrary: knownId },
  { weight: 1, arbitrary: numberText },
)
const slug = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('brueche-addieren', 'owner') },
  { weight: 1, arbitrary: text },
)
const values = new Map<string, fc.Arbitrary<string>>([
  ['id', id],
  ['materialId', id],
  ['slug', slug],
  ['tab', fc.oneof(fc.constantFrom('following', 'activity'), text)],
])

function addressArbitrary(route: Route): fc.Arbitrary<string> {
  const names = [...route.pattern.matchAll(/\{(\w+)\??\}/g)].map(([, name = '']) => name)
  const params = fc.tuple(...names.map((name) => values.get(name) ?? text))
  return params.map((given) => {
    const own = route.words.de.split('/').map((part) => {
      const at = names.findIndex((name) => part === `{${name}}` || part === `{${name}?}`)
      return at < 0 ? part : encoded(given[at] ?? '').slice(0, 600) || '-'
    })
    return `/de/${own.join('/')}`
  })
}

describe('pages', () => {
  const rows = routes.filter(({ name }) => name !== 'root-landing')
  test.each(rows.map((route) => [route.name, route] as const))('%s', async (name, route) => {
    const request = fc.tuple(addressArbitrary(route), queryArbitrary(route), fc.constantFrom(0, 1, 2))
    await fc.assert(
      fc.asyncProperty(request, async ([address, query, who]) => {
        const client = [stranger, owner.client, admin.client][who] ?? stranger
        const target = filled(`${address}?${query}`)
        const answer = await client.get(target.slice(0, 4000).replace(/%[0-9A-F]?$/, ''))
        expectNoFault(answer, `${name} ${target}`)
      }),
      options(50),
    )
  })

  test.each(['order-confirmation', 'thank-you'] as const)('%s: a NUL is no order', async (name) => {
    const answer = await owner.client.get(`${localizedPath(name, 'de', {})}?order=%00`)
    expect(answer.status).toBe(400)
  })
})

describe('forms', () => {
  const fields = [
    'action',
    'intent',
    'materialId',
    'licence',
    'id',
    'material_id',
    'reviewId',
    'commentId',
    'parentId',
    'text',
    'goodFaith',
    'title',
  ]
  const more = [
    'source',
    'version',
    'key',
    'name',
    'email',
    'password',
    'params',
    'next',
    'expectedTotal',
    'country',
  ]
  const rest = [
    'consentImmediate',
    'consentWaiver',
    'partition',
    'rating',
    'language',
    'fileId',
    'code',
    '__proto__',
  ]
  const last = ['price', 'subjects', 'removeFiles', 'materials', 'constructor', 'invitation', 'agb', 'postId']
  const names = fc.constantFrom(...fields, ...more, ...rest, ...last)

  // Among the intents is the logout: what is tried after it would only be sent to the login.
  beforeEach(async () => {
    const { status } = await owner.client.get('/api/v1/user?world=de')
    if (status === 401) await logIn(owner.client, owner.email)
  })

  test.each(formPages)('%s', async (name) => {
    // A form before may have ended the session.
    await logIn(owner.client, owner.email)
    const route = routes.find((each) => each.name === name) as Route
    const known = (formCases[route.name] ?? []).map((each) => each)
    const actions = [
      ...known.map((each) => wishOf(each) ?? 'x'),
      ...rowsOf(name).map((row) => String(row.intent)),
    ]
    const isSlow = rowsOf(name).some(({ action }) => ['login', 'register'].includes(action.rate))
    const action = fc.constantFrom('__proto__', 'constructor', 'pay', 'country', 'save', ...actions)
    const body = fc.tuple(
      action,
      fc.array(fc.tuple(names, text), { maxLength: 8 }),
      fc.option(fc.constantFrom(...known, undefined)),
    )
    await fc.assert(
      fc.asyncProperty(addressArbitrary(route), body, async (given, [chosen, pairs, like]) => {
        const address = filled(given)
        const field =
          like?.field === undefined ? [] : [[like.field, things[like.noun].open] as [string, string]]
        const sent: [string, string][] = [
          [rowsOf(name).length > 0 ? 'intent' : 'action', chosen],
          ...Object.entries(like?.values ?? {}),
          ...field,
          ...pairs,
        ]
        const answer = takesFiles(name)
          ? await upload(address, sent)
          : await owner.client.submit(address, sent)
        expectNoFault(answer, `${name} ${address} ${JSON.stringify(sent)}`)
      }),
      options(isSlow ? 8 : 25),
    )
  })

  test('an action nobody thought of is refused, not a fault', async () => {
    await logIn(owner.client, owner.email)
    const answer = await owner.client.submit(localizedPath('account', 'de', {}), { intent: '__proto__' })
    expect(answer.status).toBe(400)
  })

  function upload(path: string, sent: readonly [string, string][]): Promise<Answer> {
    const { body, contentType } = multipart(
      sent.map(([name, value]) => ({ name, value: value.toWellFormed() })),
    )
    const headers = { Origin: app.base, 'Sec-Fetch-Site': 'same-origin', 'Content-Type': contentType }
    return owner.client.send({ method: 'POST', path, headers, body })
  }
})

test('webhooks whose signature is right', async () => {
  const reference = fc.oneof(text, fc.constant(`sbx_${'a'.repeat(32)}`))
  const amount = fc.constantFrom<unknown>(0, 390, -1, 2147483648, 2 ** 53, 1e308, 1.5, '1', null)
  const call = fc.record({
    id: text,
    type: fc.constantFrom('payment.updated', '__proto__'),
    reference,
    status: fc.constantFrom('pending', 'succeeded', 'declined', 'cancelled', 'constructor'),
    amount,
    currency: fc.constantFrom('EUR', '\u0000\u0000\u0000', '\ud800UR', 'X'),
  })
  await fc.assert(
    fc.asyncProperty(call, async (given) => {
      const body = JSON.stringify(given)
      const answer = await stranger.send({
        method: 'POST',
        path: '/api/v1/payments/webhook/sandbox',
        headers: { 'Content-Type': 'application/json', ...signSandboxCall(body, app.deps.env) },
        body,
      })
      expectNoFault(answer, body)
    }),
    options(200),
  )
})

test('everything that is no page', async () => {
  const places = [
    '/files/',
    '/images/',
    '/images/crop/card/',
    '/videos/',
    '/og/',
    '/sitemaps/',
    '/sandbox-payment/',
  ]
  const feeds = [
    '/de/feed/',
    '/de/feed.',
    '/de/podcast/feed.',
    '/api/v1/',
    '/api/',
    '/health/',
    '/outbox/',
    '/',
  ]
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...places, ...feeds),
      text,
      fc.constantFrom('GET', 'HEAD', 'POST'),
      async (place, rest, method) => {
        const path = `${place}${encoded(rest)}`.slice(0, 2000).replace(/%[0-9A-F]?$/, '')
        expectNoFault(await stranger.send({ method, path }), `${method} ${path}`)
      },
    ),
    options(300),
  )
})
