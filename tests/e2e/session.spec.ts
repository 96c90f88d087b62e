import type { Browser, Page, Request } from '@playwright/test'
import { url } from '#platform/routing/url.ts'
import { createClient } from '../support/http-client.ts'
import { castPassword, expect, expectAccessible, logInBrowser, takeOver, test, words } from './fixtures.ts'
import { putIntoCart } from './journey.ts'

/*
 * The session as a person meets it (specification 4 and 8): two tabs, a session that ends, terms that change while a page
 * is open, and no network. Each test has an account of its own, because sessions end in them.
 */

const world = 'de'
const t = words(world)
const isMember = (page: Page) => expect(page.locator('html')).toHaveAttribute('data-visitor', 'member')
const isStranger = (page: Page) => expect(page.locator('html')).toHaveAttribute('data-visitor', 'stranger')
const toast = (page: Page, text: string) => page.locator('[data-toasts]').getByText(text)
const heart = (page: Page, id: number) => page.locator(`button[data-favorite="${id}"]`).first()

/** A new member: their client and their address. */
async function newMember(base: string): Promise<{ client: ReturnType<typeof createClient>; email: string }> {
  const client = createClient(base)
  const email = `session-${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}@aularium.example`
  const answer = await client.api('POST', '/v1/user/register', {
    email,
    password: castPassword,
    publicName: 'Frau Zwei Tabs',
    agb: true,
  })
  expect(answer.status).toBe(202)
  return { client, email }
}

async function logInByForm(page: Page, email: string, next: string): Promise<void> {
  await page.goto(url('login', { world, query: { next } }))
  await page.getByLabel(t('login:email')).fill(email)
  await page.getByLabel(t('login:password')).fill(castPassword)
  await page
    .getByRole('main')
    .getByRole('button', { name: t('login:submit'), exact: true })
    .click()
  await page.waitForURL((address) => address.pathname.startsWith(next))
}

/** Ends the session behind the browser's back, as a logout on another device does. */
async function endSession(page: Page, base: string): Promise<void> {
  const elsewhere = createClient(base)
  for (const { name, value } of await page.context().cookies()) elsewhere.cookies.set(name, value)
  expect((await elsewhere.api('GET', '/v3/oauth2/logout')).status).toBe(200)
  elsewhere.close()
}

/** What the page keeps in its tab. */
const storedToken = (page: Page) => page.evaluate(() => sessionStorage.getItem('token'))

/** A new member on a page, whose token has arrived. */
async function arriveAsMember(page: Page, address: string, base: string) {
  const made = await newMember(base)
  await takeOver(page, made.client)
  await page.goto(address)
  await expect.poll(() => storedToken(page)).not.toBeNull()
  return made
}

async function secondPage(browser: Browser, page: Page): Promise<Page> {
  const context = await browser.newContext({
    ...(page.url() !== 'about:blank' && { storageState: await page.context().storageState() }),
    serviceWorkers: 'block',
    locale: 'de-DE',
  })
  return await context.newPage()
}

test('two tabs: what a stranger kept is the member’s, a login and a logout are seen in both', async ({
  page,
  baseURL,
  published,
}) => {
  const { email } = await newMember(baseURL ?? '')
  const other = await page.context().newPage()
  await other.goto(published.url)
  await isStranger(other)
  await page.goto(published.url)
  await heart(page, published.id).click()
  await expect(heart(page, published.id)).toHaveAttribute('aria-pressed', 'true')
  await putIntoCart(page, world)
  await expect(page.locator('[data-count="cart"]').first()).toHaveText('1')
  // The other tab listens as soon as it has something to show.
  await other.reload()
  await expect(other.locator('[data-count="cart"]').first()).toHaveText('1')
  await logInByForm(page, email, published.url)
  await isMember(page)
  await expect(page.locator('[data-count="cart"]').first()).toHaveText('1')
  await expect(heart(page, published.id)).toHaveAttribute('aria-pressed', 'true')
  await isMember(other)
  await other.goto(url('account', { world }))
  await expect(other.getByRole('heading', { level: 1 })).toContainText('Frau Zwei Tabs')
  await page.goto(url('account', { world }))
  await page
    .getByRole('main')
    .getByRole('button', { name: t('header:logout'), exact: true })
    .click()
  await page.waitForURL((address) => address.pathname === url('home', { world }))
  await isStranger(page)
  await other.waitForURL((address) => address.pathname === url('login', { world }))
})

test('the token is used until its time is over; then the session is looked at again', async ({
  page,
  baseURL,
  published,
}) => {
  const { client } = await newMember(baseURL ?? '')
  await takeOver(page, client)
  const calls: { path: string; bearer: string | undefined }[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    // Texts are the same for everybody: they are not asked for in anybody's name.
    if (pathname.startsWith('/api/v') && !pathname.endsWith('/page-texts'))
      calls.push({ path: pathname, bearer: request.headers().authorization })
  })
  const validations = () => calls.filter(({ path }) => path.endsWith('/validate')).length
  await page.goto(published.url)
  await expect.poll(() => storedToken(page)).not.toBeNull()
  await expect.poll(() => calls.some(({ path, bearer }) => path.endsWith('/v1/user') && bearer)).toBe(true)
  expect([calls[0]?.path, validations()]).toEqual(['/api/v3/oauth2/validate', 1])
  expect(await storedToken(page)).not.toContain(client.cookies.get('session') ?? '')
  // A page that is left while it asks who its member is forgets the token (specification 8): this one has its answer first.
  await page.waitForLoadState('networkidle')
  calls.length = 0
  await page.reload()
  await isMember(page)
  await expect.poll(() => calls.some(({ path, bearer }) => path.endsWith('/cart/view') && bearer)).toBe(true)
  expect(validations()).toBe(0)
  await page.evaluate(() => {
    const stored = JSON.parse(sessionStorage.getItem('token') ?? '{}')
    sessionStorage.setItem('token', JSON.stringify({ ...stored, validUntil: 0 }))
  })
  await page.reload()
  await expect.poll(validations).toBe(1)
})

test('a session that ended elsewhere leads to the login and back', async ({ page, baseURL, published }) => {
  const { email } = await arriveAsMember(page, published.url, baseURL ?? '')
  await page.waitForLoadState('networkidle')
  // What else the page asks waits meanwhile: it is the press that meets the end of the session.
  await page.route(
    (address) => /^\/api\/(?!v3\/(subscriptions\/subscribe|oauth2\/))/.test(address.pathname),
    () => undefined,
  )
  await endSession(page, baseURL ?? '')
  const pressed = page.waitForResponse((answer) => answer.url().includes('/v3/subscriptions/subscribe'))
  await heart(page, published.id).click()
  expect((await pressed).status()).toBe(401)
  await page.waitForURL((address) => address.pathname === url('login', { world }))
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await isStranger(page)
  await page.getByLabel(t('login:email')).fill(email)
  await page.getByLabel(t('login:password')).fill(castPassword)
  await page
    .getByRole('main')
    .getByRole('button', { name: t('login:submit'), exact: true })
    .click()
  await page.waitForURL((address) => address.pathname.startsWith(published.url))
  await isMember(page)
})

test('a session that ended elsewhere leaves a page for everybody where it is, and says so', async ({
  page,
  baseURL,
  published,
}) => {
  await arriveAsMember(page, published.url, baseURL ?? '')
  await page.waitForLoadState('networkidle')
  await endSession(page, baseURL ?? '')
  await page.reload()
  await expect(toast(page, t('login:loggedOut'))).toBeVisible()
  await isStranger(page)
  expect(new URL(page.url()).pathname.startsWith(published.url)).toBe(true)
})

test('a session that ended elsewhere throws nobody out of a page that needs none', async ({
  page,
  baseURL,
  published,
}) => {
  const secret = 's'.repeat(43)
  const pages = [
    url('password-recovery', { world, token: secret }),
    url('change-email-confirm', { world, confirmationToken: secret }),
    url('complete-registration', { world, token: secret }),
    url('room-enter', { world }),
    url('register', { world }),
    url('forgot-password', { world }),
  ]
  for (const address of pages) {
    await arriveAsMember(page, published.url, baseURL ?? '')
    await page.waitForLoadState('networkidle')
    await endSession(page, baseURL ?? '')
    const validated = page.waitForResponse((answer) => answer.url().includes('/v3/oauth2/validate'))
    await page.goto(address)
    const field = page.getByRole('main').getByRole('textbox').first()
    const isForm = (await field.count()) > 0
    if (isForm) await field.fill('abc')
    expect((await validated).status()).toBe(401)
    await isStranger(page)
    expect(new URL(page.url()).pathname).toBe(address)
    if (isForm) await expect(field).toHaveValue('abc')
    await expect(page.locator('[data-toasts] .toast')).toHaveCount(0)
    await page.context().clearCookies()
    await page.evaluate(() => localStorage.clear())
    await page.evaluate(() => sessionStorage.clear())
  }
})

test('terms that change while a page is open are asked for over it, and what was begun is done', async ({
  page,
  baseURL,
  published,
}) => {
  await arriveAsMember(page, published.url, baseURL ?? '')
  // The terms in force are a constant of the product: that they changed is said in its place, everything else is real.
  let isAccepted = false
  await page.route('**/api/v1/agb*', async (route) => {
    isAccepted = true
    await route.continue()
  })
  await page.route('**/api/v3/subscriptions/subscribe*', async (route) => {
    if (isAccepted) return await route.continue()
    await route.fulfill({ status: 403, json: { error: { code: 'terms_not_accepted', message: '' } } })
  })
  await heart(page, published.id).click()
  const dialog = page.getByRole('dialog', { name: t('login:acceptHeading') })
  await expect(dialog.getByRole('link', { name: t('signup:agbLink') })).toHaveAttribute(
    'href',
    url('terms', { world }),
  )
  await expectAccessible(page)
  await dialog.getByRole('button', { name: t('login:later'), exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(heart(page, published.id)).toHaveAttribute('aria-pressed', 'false')
  await isMember(page)
  await heart(page, published.id).click()
  // The heart is filled before it is kept, and a call that goes through this test ends with its page.
  const subscribed = page.waitForResponse((answer) => answer.url().includes('/subscribe') && answer.ok())
  await dialog.getByRole('button', { name: t('login:accept'), exact: true }).click()
  await subscribed
  await expect(dialog).toBeHidden()
  await expect(heart(page, published.id)).toHaveAttribute('aria-pressed', 'true')
  await page.reload()
  await expect(heart(page, published.id)).toHaveAttribute('aria-pressed', 'true')
})

test('without network nobody is logged out, and afterwards all goes on', async ({
  browser,
  page,
  client,
  published,
}) => {
  await logInBrowser(page, client, 'buyer@aularium.example')
  await page.goto(published.url)
  const there = await secondPage(browser, page)
  await there.goto(published.url)
  await expect.poll(() => storedToken(there)).not.toBeNull()
  await there.evaluate(() => sessionStorage.removeItem('token'))
  await there.context().setOffline(true)
  await heart(there, published.id).click()
  await expect(there.locator('[data-toasts] .toast')).toBeVisible()
  const names = (await there.context().cookies()).map(({ name }) => name)
  expect(names).toContain('logged_in')
  expect(there.url()).toContain(published.url)
  await there.context().setOffline(false)
  await there.reload()
  await isMember(there)
  await expect.poll(() => storedToken(there)).not.toBeNull()
  await there.context().close()
})

test('a slow answer is said, and no longer when it is there', async ({ page, baseURL, published }) => {
  const { client } = await newMember(baseURL ?? '')
  await takeOver(page, client)
  const gate = Promise.withResolvers<void>()
  await page.route('**/api/v1/user*', async (route) => {
    await gate.promise
    await route.continue()
  })
  await page.goto(published.url)
  await expect(toast(page, t('header:session.slow'))).toBeVisible()
  gate.resolve()
  await expect(toast(page, t('header:session.slow'))).toBeHidden()
})

test('a browser that remembers another account says so and logs out', async ({
  page,
  baseURL,
  published,
}) => {
  const { client } = await newMember(baseURL ?? '')
  await page.goto(published.url)
  await page.evaluate(() => localStorage.setItem('account_id', '1'))
  await takeOver(page, client)
  await page.goto(published.url)
  await expect(toast(page, t('header:session.wrongAccount'))).toBeVisible()
  await isStranger(page)
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('logged_in')
  expect(await page.evaluate(() => localStorage.getItem('account_id'))).toBeNull()
})

/** Answers the first so many calls of an address with 401; whoever looks at `requests` sees all that came. */
async function refuse(page: Page, address: string, times: number): Promise<Request[]> {
  const requests: Request[] = []
  await page.route(address, async (route) => {
    requests.push(route.request())
    if (requests.length > times) return await route.continue()
    await route.fulfill({ status: 401, json: { error: { code: 'unauthorized', message: '' } } })
  })
  return requests
}

const bearerOf = (request: Request | undefined) => request?.headers().authorization

test('a refused call of a member is done again after one validation; a profile that cannot be read clears what is kept', async ({
  page,
  baseURL,
  published,
}) => {
  await arriveAsMember(page, published.url, baseURL ?? '')
  const validations = await refuse(page, '**/api/v3/oauth2/validate*', 0)
  const calls = await refuse(page, '**/api/v3/subscriptions/subscribe*', 1)
  await heart(page, published.id).click()
  await expect.poll(() => calls.length).toBe(2)
  expect(validations).toHaveLength(1)
  await expect(heart(page, published.id)).toHaveAttribute('aria-pressed', 'true')
  await isMember(page)

  await page.route('**/api/v1/user?*', (route) => route.fulfill({ status: 400, json: {} }))
  await page.evaluate(() => sessionStorage.removeItem('user'))
  await page.reload()
  await expect(toast(page, t('login:loggedOut'))).toBeVisible()
  await isStranger(page)
  const names = (await page.context().cookies()).map(({ name }) => name)
  expect(names).not.toContain('logged_in')
  const left = () => page.evaluate(() => [sessionStorage.getItem('user'), localStorage.getItem('account_id')])
  expect(await left()).toEqual([null, null])
})

test('a refused call of a stranger: a public session, then again; after five in a row it is given up', async ({
  page,
  published,
}) => {
  const address = '**/api/v3/subscriptions/anonymous/*'
  await page.goto(published.url)
  const logins = await refuse(page, '**/api/v3/oauth2/authenticate*', 0)
  const calls = await refuse(page, address, 1)
  await heart(page, published.id).click()
  await expect.poll(() => calls.length).toBe(2)
  expect(logins.map((request) => request.postDataJSON().grant_type)).toEqual(['client_credentials'])
  expect([bearerOf(calls[0]), bearerOf(calls[1])]).toEqual([undefined, expect.stringMatching(/^Bearer \S+$/)])
  await page.reload()
  await expect(heart(page, published.id)).toHaveAttribute('aria-pressed', 'true')

  await page.unrouteAll({ behavior: 'wait' })
  const refused = await refuse(page, address, Number.POSITIVE_INFINITY)
  await heart(page, published.id).click()
  await expect.poll(() => refused.length).toBe(6)
  await expect(page.locator('[data-toasts] .toast')).toBeVisible()
  await expect(heart(page, published.id)).toHaveAttribute('aria-pressed', 'true')
})

test('where not even a public session is given, that is said', async ({ page, published }) => {
  await page.goto(published.url)
  await page.route('**/api/v3/oauth2/authenticate*', (route) => route.fulfill({ status: 400, json: {} }))
  const calls = await refuse(page, '**/api/v3/subscriptions/anonymous/*', Number.POSITIVE_INFINITY)
  await heart(page, published.id).click()
  await expect(toast(page, t('errors:authError'))).toBeVisible()
  expect(calls).toHaveLength(1)
})
