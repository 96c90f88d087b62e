import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { linkToken } from '#platform/http/access/link-token.ts'
import { wishlistPageSize } from '#platform/limits.ts'
import { castPassword, materialRow, member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { createClient, multipart } from '../support/http-client.ts'
import { buy, makeUnit, upload } from '../support/sold-units.ts'

/*
 * Section 7 of the specification, line by line, by a client that was written from its text alone: what it sends with every
 * call, and what it reads of the answers. It knows no route, schema or type of the product.
 */

type Json = Record<string, unknown>

/** What the specification's front end reads of a refusal. */
class Refused extends Error {
  readonly status: number
  readonly reason: string
  constructor(status: number, reason: string) {
    super(`${status} ${reason}`)
    this.status = status
    this.reason = reason
  }
}

/** Every call that was answered, as the specification writes it. */
const answered = new Set<string>()
/** What stands in an address and is nobody's name. */
const nameOf = (path: string) =>
  path
    .replace(/subscriptions\/[\w-]+\/[\w.-]{20,}$/, 'subscriptions/{partition}/{token}')
    .replace(/\/\d+(?=\/|$)/g, '/{id}')

/**
 * "All calls send credentials. Every request to a versioned API path gets the world param, except URLs containing a specific
 * partner marker. Bearer authorization is added when the token is valid (validate call: only the bearer). POST without file
 * upload uses JSON utf-8. Cart and payment-options requests carry X-Cart-Token (from storage or c_t cookie). Responses: only
 * the response data is returned. Cross-site-request token cookie and header are used."
 */
function frontEnd() {
  const browser = createClient(app.base)
  let bearer: string | undefined
  let cartToken: string | undefined

  async function call<T = Json>(
    method: string,
    path: string,
    data: Json | Buffer = {},
    type = '',
  ): Promise<T> {
    const address = new URL(`/api/${path}`, app.base)
    const isValidation = path === 'v3/oauth2/validate'
    if (/^v\d+\//.test(path) && !isValidation && !path.includes('/partner/'))
      address.searchParams.set('world', 'de')
    if (method === 'GET')
      for (const [name, value] of Object.entries(data)) address.searchParams.set(name, String(value))
    const headers: Record<string, string> = { Origin: app.base, 'Sec-Fetch-Site': 'same-origin' }
    if (bearer !== undefined && path !== 'v3/oauth2/authenticate') headers.Authorization = `Bearer ${bearer}`
    const csrf = browser.cookies.get('csrf')
    if (csrf !== undefined) headers['X-CSRF-Token'] = csrf
    const storedToken = cartToken ?? browser.cookies.get('c_t')
    if (/^v1\/(?:cart|payments\/options)/.test(path) && storedToken !== undefined)
      headers['X-Cart-Token'] = storedToken
    if (method !== 'GET') headers['Content-Type'] = type || 'application/json; charset=utf-8'
    const body = Buffer.isBuffer(data) ? data : JSON.stringify(data)
    const answer = await browser.send({
      ...{ method, path: `${address.pathname}${address.search}`, headers },
      ...(method !== 'GET' && { body }),
    })
    if (answer.status >= 400) {
      const { error, reason } = answer.json<{ error: { code?: string } | string; reason?: string }>()
      throw new Refused(answer.status, reason ?? (typeof error === 'string' ? error : (error.code ?? '')))
    }
    answered.add(`${method} ${nameOf(path)}`)
    return answer.json<T>()
  }

  return {
    browser,
    get: <T = Json>(path: string, data: Json = {}) => call<T>('GET', path, data),
    post: <T = Json>(path: string, data: Json = {}) => call<T>('POST', path, data),
    put: <T = Json>(path: string, data: Json = {}) => call<T>('PUT', path, data),
    upload: async (path: string, file: Buffer) => {
      const value = { fileName: 'bild.jpg', mediaType: 'image/jpeg', body: file }
      const { body, contentType } = multipart([{ name: 'file', value }])
      return await call('POST', path, body, contentType)
    },
    async authenticate(grant: Json): Promise<number | null> {
      const whole = { client_id: 'aularium-web', platform: 'web', ...grant }
      const answer = await call('POST', 'v3/oauth2/authenticate', whole)
      bearer = String(answer.access_token)
      return answer.oauth_user_id as number | null
    },
    async validate(): Promise<number | null> {
      const answer = await call('GET', 'v3/oauth2/validate')
      bearer = String(answer.oauth_access_token)
      return answer.oauth_user_id as number | null
    },
    /** Browsers without cookies have the token in their storage. */
    carry(token: string): void {
      cartToken = token
    },
    forget(): void {
      bearer = undefined
    },
  }
}
type FrontEnd = ReturnType<typeof frontEnd>

const anonymous = async (): Promise<FrontEnd> => {
  const page = frontEnd()
  expect(await page.authenticate({ grant_type: 'client_credentials', scopes: 'public' })).toBeNull()
  return page
}

const loggedIn = async ({ email, id }: Person): Promise<FrontEnd> => {
  const page = frontEnd()
  const grant = { grant_type: 'password', username: email, password: castPassword, scopes: 'full' }
  expect(await page.authenticate(grant)).toBe(id)
  expect(await page.validate()).toBe(id)
  return page
}

const refused = async (call: Promise<unknown>): Promise<[number, string]> =>
  call.then(
    () => [200, 'nothing was refused'],
    (error: unknown) => {
      if (!(error instanceof Refused)) throw error
      return [error.status, error.reason]
    },
  )

let app: TestApp
let author: Person
let buyer: Person
let materials: number[]

beforeAll(async () => {
  app = await openTestApp()
  author = await member(app, 'wire-author', { isSeller: true })
  buyer = await member(app, 'wire-buyer')
  materials = []
  for (const title of ['Brüche addieren', 'Brüche kürzen', 'Der Igel'])
    materials.push(Number(await materialRow(app, { authorId: author.id, title })))
})
afterAll(() => app.close())

describe('the session', () => {
  test('authenticate: client credentials, then a password; validate; logout', async () => {
    const page = await anonymous()
    expect(await page.validate()).toBeNull()
    const wrong = { grant_type: 'password', username: buyer.email, password: 'falsch', scopes: 'full' }
    expect(await refused(page.authenticate(wrong))).toEqual([401, 'invalid_credentials'])
    await page.authenticate({ ...wrong, password: castPassword })
    expect(await page.validate()).toBe(buyer.id)
    await page.get('v3/oauth2/logout')
    page.forget()
    expect(await refused(page.get('v1/user'))).toEqual([401, 'unauthorized'])
  })

  test.each([
    ['facebook', { facebook_access_token: 'x' }],
    ['google', { id_token: 'x' }],
    ['apple_id', { id_token: 'x' }],
    ['microsoft', { id_token: 'x' }],
  ])('authenticate: %s is known, and not configured here', async (grant_type, proof) => {
    const page = frontEnd()
    const [status] = await refused(page.authenticate({ grant_type, scopes: 'full', ...proof }))
    expect([400, 401, 404]).toContain(status)
  })

  test('validate reads the error reason terms_not_accepted; agb accepts them', async () => {
    const late = await member(app, 'wire-late')
    const page = await loggedIn(late)
    await app.deps.db
      .updateTable('account')
      .set({ agb_accepted_version: 'an older one' })
      .where('id', '=', late.id)
      .execute()
    expect(await refused(page.validate())).toEqual([401, 'terms_not_accepted'])
    expect(await page.get('v1/user')).toMatchObject({ isAgbAccepted: false })
    await page.post('v1/agb')
    expect(await page.validate()).toBe(late.id)
    expect(await page.get('v1/user')).toMatchObject({ isAgbAccepted: true })
  })
})

describe('people', () => {
  test('user, and its details, which are changed', async () => {
    const page = await loggedIn(author)
    expect(await page.get('v1/user')).toMatchObject({
      ...{ id: author.id, email: author.email, isSeller: true, loggedInAsAnotherUser: false },
      profileDetails: {
        details: {
          ...{ credits: { amount: 0, had_credits: false }, currencyCode: 'EUR', schoolAccount: null },
        },
        invoiceDetails: { email: author.email },
      },
      ...{ availableCredits: 0, hadCredits: false, isAgbAccepted: true, doubleOptIn: true },
      personalisation: { personalisationRequested: false },
    })
    await page.post('v1/user/details', { subtitle: 'Mathe für alle' })
    expect(await page.get('v1/user/details')).toMatchObject({ subtitle: 'Mathe für alle', is_seller: true })
  })

  test('user-details: the query, the pictures, and the background taken away', async () => {
    const page = await loggedIn(author)
    const picture = await sharp({ create: { width: 1600, height: 900, channels: 3, background: '#369' } })
      .jpeg()
      .toBuffer()
    await page.upload('v3/user-details/avatar', picture)
    await page.upload('v3/user-details/background', picture)
    const fields = 'user_id public_name slug image_path profile_background_path total_followers following'
    const query = `{ user_details(user_id: ${author.id}) { ${fields} } }`
    const read = async () => (await page.post('v3/user-details/query', { query })).user_details as Json
    const before = await read()
    expect(before).toMatchObject({ user_id: author.id, slug: 'wire-author', following: false })
    const { image_path: avatar, profile_background_path: background } = before
    // "Image URLs are built for crop, convert and resize services; WebP used where supported."
    for (const path of [avatar, background].map(String)) {
      for (const [accept, type] of [
        ['image/webp,*/*', 'image/webp'],
        ['image/png,*/*;q=0.1', 'image/jpeg'],
      ] as const) {
        const answer = await page.browser.send({ path, headers: { Accept: accept } })
        expect([answer.status, answer.headers['content-type']], path).toEqual([200, type])
      }
    }
    await page.post('v3/user-details/remove-background')
    expect((await read()).profile_background_path).toBeNull()
  })

  test('personalisations', async () => {
    const page = await loggedIn(await member(app, 'wire-new'))
    expect(await page.get('v3/personalisations/get')).toMatchObject({ personalisationRequested: false })
    await page.post('v3/personalisations/popup-shown')
    expect(await page.get('v3/personalisations/get')).toMatchObject({ personalisationRequested: true })
  })
})

describe('the shop', () => {
  test('filters, which are the grade rules as well; school classification', async () => {
    const page = await anonymous()
    const { filters } = await page.get<{ filters: { kind: string; values: Json[] }[] }>('v1/filters')
    expect(filters.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['class_grade', 'learning_years', 'material_type', 'subject']),
    )
    // Specification 5: a grade of this list may be typed for a material, and no other one.
    const grades =
      filters.find(({ kind }) => kind === 'class_grade')?.values.map(({ id }) => String(id)) ?? []
    expect([grades.includes('5'), grades.includes('55')]).toEqual([true, false])
    const problemsOf = async (grade: string) => (await upload(author, { grades: grade })).problems.grades
    expect([await problemsOf('5'), await problemsOf('55')]).toEqual([undefined, 'invalid'])
    const { schools } = await page.get<{ schools: Json[] }>('v3/mega-menu/get-subjects')
    expect(schools[0]).toMatchObject({
      ...{ schoolName: expect.any(String), type: expect.any(String) },
      ...{ grades: expect.any(Array), subjects: expect.any(Array) },
    })
  })

  test('item tags are for members: 401 is the answer', async () => {
    expect(await refused((await anonymous()).post('v3/item-tags', { title: 'Brüche' }))).toEqual([
      401,
      'unauthorized',
    ])
    const page = await loggedIn(author)
    expect(await page.post('v3/item-tags', { title: 'Brüche' })).toEqual({ tags: expect.any(Array) })
  })

  test('the country is known by default, chosen for a year, and read again', async () => {
    const page = await anonymous()
    expect(await page.get('v3/location/get-country')).toMatchObject({
      ...{ countryCode: 'DE', loaded: true },
      currency: { code: 'EUR', symbol: '€', loaded: true },
    })
    await page.post('v3/location/set-country', { code: 'AT', name: 'Österreich', expires_in: '1 year' })
    expect(await page.get('v3/location/get-country')).toMatchObject({ countryCode: 'AT', code: 'AT' })
  })

  test('the cart and the payment options by X-Cart-Token', async () => {
    const page = await anonymous()
    await page.post('v1/cart/items', { materialId: materials[0] })
    const view = async (at: FrontEnd) =>
      (await at.get<{ items: { cart: Json } }>('v1/cart/view')).items.cart as Json & { token: string }
    const cart = await view(page)
    expect(cart).toMatchObject({
      cartItems: [{ material: { id: materials[0] }, finalPrice: 390, discount: 0 }],
      ...{ itemsInBundles: [], voucher: null, usedCredits: 0, originalPrice: 390, finalPrice: 390 },
      ...{ totalVoucherDiscount: 0, voucherError: null, loaded: true },
    })
    // A browser that refuses cookies has nothing but the token in its storage.
    const other = frontEnd()
    expect((await view(other)).cartItems).toEqual([])
    other.carry(cart.token)
    expect((await view(other)).cartItems).toHaveLength(1)
    const options = await other.get('v1/payments/options', { country: 'DE' })
    expect(options).toMatchObject({ methods: ['test'], total: 390, due: 390, country: 'DE', currency: 'EUR' })
    expect(await (await anonymous()).get('v1/payments/options')).toMatchObject({ methods: [], total: 0 })
  })
})

describe('what is remembered and followed', () => {
  const remember = (subjectId: number | undefined) => ({ subjectId, subjectType: 'material', world: 'de' })
  const wishlist = (limit = wishlistPageSize) => ({
    query: `{ wishlist(limit: ${limit}) { _total items { id } } }`,
  })
  const ids = (answer: Json) => (answer.items as { id: number }[]).map(({ id }) => id)

  test('by a stranger, whose list becomes the member’s', async () => {
    const page = await anonymous()
    for (const id of materials) await page.post('v3/subscriptions/anonymous/subscribe', remember(id))
    await page.post('v3/subscriptions/anonymous/unsubscribe', remember(materials[2]))
    const remembered = [materials[1], materials[0]]
    expect(ids(await page.post('v3/subscriptions/anonymous/list'))).toEqual(remembered)
    const strangers = await page.post('v3/elastic-indexer/anonymous-wishlist/query', wishlist())
    expect([ids(strangers), strangers._total]).toEqual([remembered, 2])
    const newcomer = await member(app, 'wire-newcomer')
    const grant = { grant_type: 'password', username: newcomer.email, password: castPassword, scopes: 'full' }
    await page.authenticate(grant)
    await page.post('v3/subscriptions/anonymous/persist')
    expect(ids(await page.post('v3/elastic-indexer/wishlist/query', wishlist()))).toEqual(remembered)
    expect(await refused(page.post('v3/elastic-indexer/wishlist/query', wishlist(201)))).toEqual([
      422,
      'invalid_input',
    ])
  })

  test('by a member; authors are left by the link of a mail', async () => {
    const page = await loggedIn(buyer)
    await page.post('v3/subscriptions/subscribe', remember(materials[0]))
    await page.post('v3/subscriptions/unsubscribe', remember(materials[0]))
    await page.post('v3/subscriptions/subscribe', {
      subjectId: author.id,
      subjectType: 'author',
      world: 'de',
    })
    const list = () => page.get('v1/subscriptions', { limit: 10, page: 1, type: 'author' })
    expect(await list()).toMatchObject({ items: [{ id: author.id }], _total: 1 })
    const token = linkToken(app.deps.env, {
      ...{ purpose: `unfollow:${author.id}`, world: 'de', id: buyer.id, days: 30 },
    })
    const stranger = frontEnd()
    await stranger.post(`v1/subscriptions/author-${author.id}/${token}`)
    expect(await list()).toMatchObject({ _total: 0 })
  })

  test('for the whole school by its verified members', async () => {
    const { id } = await app.deps.db
      .insertInto('school')
      .values({ world: 'de', name: 'Schule am Draht' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const master = await member(app, 'wire-master')
    const place = {
      account_id: master.id,
      world: 'de',
      school_id: id,
      role: 'master',
      is_verified: true,
    } as const
    await app.deps.db.insertInto('school_account').values(place).execute()
    const page = await loggedIn(master)
    await page.post('v3/subscriptions/subscribe/school', remember(materials[0]))
    await page.post('v3/subscriptions/subscribe/school', remember(materials[1]))
    await page.post('v3/subscriptions/unsubscribe/school', remember(materials[0]))
    const list = await page.post('v3/elastic-indexer/wishlist/school/query', wishlist())
    expect([ids(list), list._total]).toEqual([[materials[1]], 1])
    expect(await page.get('v1/user')).toMatchObject({
      profileDetails: {
        details: { schoolAccount: { school_id: Number(id), role: 'master', is_verified: true } },
      },
    })
  })
})

test('folders: made, filled, read page by page, changed, archived and deleted', async () => {
  const page = await loggedIn(author)
  interface Folder {
    id: number
    title: string
    folders_materials: { material_id: number }[]
  }
  const made: Folder[] = []
  for (const title of ['Eins', 'Zwei', 'Drei'])
    made.push(await page.post<Folder>('v3/folders/create', { title, type: 'own' }))
  const [one, two, three] = made.map(({ id }) => id)

  await page.post('v3/folders/materials/add-by-query', {
    folder_ids: [one],
    queryFilter: { ids: [materials[0], materials[1]], type: 'own' },
  })
  await page.post(`v3/folders/materials/${materials[2]}/sync`, { folder_ids: [two], folder_type: 'own' })
  await page.post('v3/folders/update-by-query', {
    fields: { title: 'Zwei neu', parent_id: one },
    queryFilter: { ids: [two] },
  })

  // "Paged queries fetch remaining pages in parallel."
  const part = (number: number) =>
    page.post<{ items: Folder[]; _total: number }>('v3/folders/public/query', {
      query: `{ folders(filter: { type: "own", is_archive: false }, limit: 1, page: ${number}) {
        _total items { id title parent_id folders_materials { material_id } } } }`,
    })
  const first = await part(1)
  expect(first._total).toBe(3)
  const rest = await Promise.all([2, 3].map(part))
  const folders = [first, ...rest].flatMap(({ items }) => items)
  expect(folders.sort((a, b) => a.id - b.id)).toMatchObject([
    { id: one, title: 'Eins', parent_id: null },
    { id: two, title: 'Zwei neu', parent_id: one, folders_materials: [{ material_id: materials[2] }] },
    { id: three, folders_materials: [] },
  ])
  const inFolders = async () =>
    (
      await page.post('v3/folders/materials/query', {
        query: `{ folders_materials(filter: { folder_ids: [${one}, ${two}] }) { _total items { material_id } } }`,
      })
    )._total
  expect(await inFolders()).toBe(3)

  const queryFilter = { ids: [materials[0]] }
  expect(await page.post('v3/folders/archive/add-by-query', { queryFilter, type: 'own' })).toEqual({
    count: 1,
  })
  expect(await page.post('v3/folders/archive/delete-by-query', { queryFilter, type: 'own' })).toEqual({
    count: 1,
  })
  await page.post('v3/folders/delete-by-query', { queryFilter: { ids: [three] } })
  expect((await part(1))._total).toBe(2)
})

describe('calls whose payload the specification does not show', () => {
  test('ratings, likes and comments', async () => {
    const [id = 0] = materials
    await buy(app, buyer, id)
    const page = await loggedIn(buyer)
    await page.put(`v1/materials/${id}/review`, { rating: 5, text: 'Sehr hilfreich im Unterricht.' })
    expect(await page.get(`v1/materials/${id}/reviews`)).toMatchObject({ reviews: [{ rating: 5 }] })

    const writer = await loggedIn(author)
    const post = await writer.post<{ id: number }>('v1/posts', {
      title: 'Brüche im Alltag',
      source: 'Worte über Brüche. '.repeat(40),
    })
    await writer.put(`v1/posts/${post.id}/published`)
    expect(await page.put(`v1/posts/${post.id}/like`)).toMatchObject({ likeCount: 1 })
    const comment = await page.post<{ id: number }>(`v1/posts/${post.id}/comments`, { text: 'Danke!' })
    expect(await writer.put(`v1/comments/${comment.id}/like`)).toMatchObject({ likeCount: 1 })
  })

  test('credits, referrals, change-email', async () => {
    const page = await loggedIn(buyer)
    expect(await page.get('v1/credits')).toMatchObject({ balances: [], history: [] })
    expect(await page.get('v1/referrals')).toMatchObject({ code: expect.any(String), joined: 0 })
    await page.post('v1/user/change-email', { email: 'wire-elsewhere@aularium.example' })
  })

  test('sales bulk-delete and the price recommender', async () => {
    const page = await loggedIn(author)
    const ids = [Number(await materialRow(app, { authorId: author.id, title: 'Weg damit' }))]
    expect(await page.post('v3/price-recommender', { materialId: materials[1] })).toMatchObject({
      ...{ currency: 'EUR', price: expect.any(Number), confidence: expect.any(String) },
    })
    expect(await page.post('v3/sales/bulk-delete', { ids })).toMatchObject({ done: [{ id: ids[0] }] })
  })

  test('unit copy and shadow', async () => {
    const unitId = await makeUnit(author)
    const page = await loggedIn(author)
    const copy = await page.post<{ id: number }>(`v3/units/${unitId}/copy`, { title: 'Kopie' })
    expect(copy.id).not.toBe(unitId)
    expect(await page.post(`v3/units/${unitId}/shadow`)).toMatchObject({ unit_id: unitId, version: 1 })
  })
})

test('every call that section 7 writes out was answered above', () => {
  const written = [
    ...['POST v3/oauth2/authenticate', 'GET v3/oauth2/validate', 'GET v3/oauth2/logout', 'GET v1/user'],
    ...['GET v1/user/details', 'POST v1/user/details', 'POST v3/user-details/query'],
    ...['avatar', 'background', 'remove-background'].map((name) => `POST v3/user-details/${name}`),
    ...['GET v1/cart/view', 'GET v1/filters', 'GET v3/mega-menu/get-subjects'],
    ...['GET v3/location/get-country', 'POST v3/location/set-country', 'GET v1/subscriptions'],
    ...['subscribe', 'subscribe/school', 'unsubscribe', 'unsubscribe/school'].map(
      (name) => `POST v3/subscriptions/${name}`,
    ),
    ...['subscribe', 'unsubscribe', 'list', 'persist'].map(
      (name) => `POST v3/subscriptions/anonymous/${name}`,
    ),
    'POST v1/subscriptions/{partition}/{token}',
    ...['wishlist', 'anonymous-wishlist', 'wishlist/school'].map(
      (name) => `POST v3/elastic-indexer/${name}/query`,
    ),
    ...['public/query', 'materials/query', 'materials/add-by-query', 'materials/{id}/sync', 'create'].map(
      (name) => `POST v3/folders/${name}`,
    ),
    ...['update-by-query', 'delete-by-query', 'archive/add-by-query', 'archive/delete-by-query'].map(
      (name) => `POST v3/folders/${name}`,
    ),
    ...['POST v3/personalisations/popup-shown', 'GET v3/personalisations/get', 'POST v3/item-tags'],
  ]
  expect(written.filter((call) => !answered.has(call))).toEqual([])
})
