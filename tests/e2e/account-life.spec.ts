import { createHash, randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { url } from '#platform/routing/url.ts'
import { wrongAccountLogoutMs } from '#platform/rules/web/session.ts'
import { createClient } from '../support/http-client.ts'
import { journeyProgram } from '../support/journey-program.ts'
import { totpCode } from '../support/totp.ts'
import {
  castPassword,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  logInBrowser,
  test,
  words,
} from './fixtures.ts'
import { newEmail, newMember } from './journey.ts'
import { linkIn, newestMail } from './mailbox.ts'

/*
 * The pages of an account that decide whose it is. Each is used as a person does, and looked at on a phone and on a
 * desk; each journey has an account of its own, because they end sessions and accounts.
 */

const world = 'de'
const t = words(world)
const newPassword = 'Ein ganz neuer Satz 7'
const main = (page: Page) => page.getByRole('main')
const press = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true }).click()
const startOf = (address: string) => address.slice(0, -1)
const isAt = (path: string) => (address: URL) => address.pathname === path

/** Nothing sticks out and nothing is wrong for those who read it otherwise, on a phone and on a desk. */
async function looksRight(page: Page): Promise<void> {
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 780 })
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  }
}

async function logIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto(url('login', { world }))
  await page.getByLabel(t('login:email')).fill(email)
  await page.getByLabel(t('login:password')).fill(password)
  await press(page, t('login:submit'))
}

/** The app's key on the security page, read and used as an authenticator app does. */
async function turnOnSecondStep(page: Page): Promise<string[]> {
  await page.goto(url('security', { world }))
  await press(page, t('cabinet-settings:security.twoFactor.start'))
  const key = (await page.locator('.guard__key').textContent()) ?? ''
  const code = totpCode(bytesOf(key), Math.floor(Date.now() / 30_000))
  await page.getByLabel(t('cabinet-settings:security.twoFactor.code')).fill(code)
  await press(page, t('cabinet-settings:security.twoFactor.confirm'))
  const codes = page.locator('.guard__codes li')
  await expect(codes.first()).toBeVisible()
  return await codes.allTextContents()
}

/** A device with a finger on it: the browser makes and uses passkeys without a person. */
async function useVirtualAuthenticator(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('WebAuthn.enable')
  await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  })
}

/** RFC 4648 base32, as it is typed into an app. */
function bytesOf(key: string): Buffer {
  const bits = [...key.replace(/[^A-Z2-7]/g, '')]
    .map((sign) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(sign).toString(2).padStart(5, '0'))
    .join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

test('a second step is set up, and asked for at the next login', async ({ page, baseURL }) => {
  const { email } = await newMember(page, baseURL ?? '')
  const codes = await turnOnSecondStep(page)
  expect(codes.length).toBeGreaterThanOrEqual(8)
  await looksRight(page)
  await page.context().clearCookies()
  await logIn(page, email, castPassword)
  await page.getByLabel(t('login:secondStep.code'), { exact: true }).fill('000000')
  await press(page, t('login:secondStep.button'))
  await expect(page.getByLabel(t('login:secondStep.code'), { exact: true })).toHaveAttribute(
    'aria-invalid',
    'true',
  )
  await looksRight(page)
  await page.getByLabel(t('login:secondStep.code'), { exact: true }).fill(codes[0] ?? '')
  await press(page, t('login:secondStep.button'))
  await page.waitForURL(isAt(url('account', { world })))
  await page.goto(url('security', { world }))
  await expect(main(page)).toContainText(
    t('cabinet-settings:security.codes.left', { count: codes.length - 1 }),
  )
})

test('a passkey is made on the security page, opens the account, and opens nothing once it is removed', async ({
  page,
  baseURL,
}) => {
  const { email } = await newMember(page, baseURL ?? '')
  await useVirtualAuthenticator(page)
  await page.goto(url('security', { world }))
  await press(page, t('cabinet-settings:security.passkeys.add'))
  const passkeys = page.locator('#passkeys .guard__item')
  await expect(passkeys).toHaveCount(1)
  await looksRight(page)
  await page.context().clearCookies()
  const logInByPasskey = async () => {
    await page.goto(url('login', { world, query: { next: url('security', { world }) } }))
    await press(page, t('login:passkey'))
  }
  await logInByPasskey()
  await page.waitForURL(isAt(url('security', { world })))
  await expect(passkeys).toContainText(t('cabinet-settings:security.passkeys.lastUsed', { date: '' }).trim())
  await passkeys.getByRole('button').click()
  await expect(page.locator('#passkeys')).toContainText(t('cabinet-settings:security.passkeys.none'))
  await page.context().clearCookies()
  await logInByPasskey()
  await expect(page.getByText(t('login:passkeyFailed'))).toBeVisible()
  await logIn(page, email, castPassword)
  await page.waitForURL(isAt(url('account', { world })))
})

test('another device is seen and logged out', async ({ page, baseURL }) => {
  const { email } = await newMember(page, baseURL ?? '')
  const elsewhere = createClient(baseURL ?? '')
  const body = { grant_type: 'password', username: email, password: castPassword }
  await elsewhere.api('POST', '/v3/oauth2/authenticate', body, {
    'User-Agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
  })
  await page.goto(url('security', { world }))
  const devices = page.locator('#devices .guard__item')
  await expect(devices).toHaveCount(2)
  await expect(devices.nth(1)).toContainText('Firefox')
  await looksRight(page)
  await devices
    .nth(1)
    .getByRole('button', { name: t('cabinet-settings:security.devices.end') })
    .click()
  await expect(devices).toHaveCount(1)
  expect((await elsewhere.api('GET', '/v3/oauth2/validate')).status).toBe(401)
  elsewhere.close()
})

test('a program is let in by its page, listed, and thrown out again', async ({ page, baseURL }) => {
  await newMember(page, baseURL ?? '')
  const verifier = randomBytes(32).toString('base64url')
  const query = {
    ...{ response_type: 'code', client_id: journeyProgram.id, redirect_uri: journeyProgram.redirectUri },
    ...{ state: 's1', code_challenge: createHash('sha256').update(verifier).digest('base64url') },
    code_challenge_method: 'S256',
  }
  let callback = ''
  await page.route(`${journeyProgram.redirectUri}*`, async (route) => {
    callback = route.request().url()
    await route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>notes</title>' })
  })
  await page.goto(url('authorize', { world, query }))
  await expect(page.getByRole('heading', { level: 1 })).toContainText(journeyProgram.name)
  await looksRight(page)
  await press(page, t('login:authorize.allow'))
  await expect.poll(() => callback).toContain('code=')
  const tokens = await fetch(`${baseURL}/api/v3/oauth2/authenticate?world=de`, {
    method: 'POST',
    body: new URLSearchParams({
      ...{ grant_type: 'authorization_code', client_id: journeyProgram.id, code_verifier: verifier },
      ...{ code: new URL(callback).searchParams.get('code') ?? '', redirect_uri: journeyProgram.redirectUri },
    }),
  })
  const { access_token: token } = (await tokens.json()) as { access_token: string }
  const asProgram = () =>
    fetch(`${baseURL}/api/v1/user?world=de`, { headers: { Authorization: `Bearer ${token}` } })
  expect((await asProgram()).status).toBe(200)
  await page.goto(url('security', { world }))
  const programs = page.locator('#programs .guard__item')
  await expect(programs).toContainText(journeyProgram.name)
  await looksRight(page)
  await programs.getByRole('button').click()
  await expect(page.locator('#programs')).toContainText(t('cabinet-settings:security.programs.none'))
  expect((await asProgram()).status).toBe(401)
})

test('another e-mail address counts once it is confirmed there', async ({ page, baseURL, client }) => {
  await newMember(page, baseURL ?? '')
  const next = newEmail()
  await page.goto(url('change-email', { world }))
  await page.getByLabel(t('cabinet-settings:email.label')).fill('keine Adresse')
  await press(page, t('cabinet-settings:email.button'))
  await expect(page.getByLabel(t('cabinet-settings:email.label'))).toHaveAttribute('aria-invalid', 'true')
  await looksRight(page)
  await page.getByLabel(t('cabinet-settings:email.label')).fill(next)
  await press(page, t('cabinet-settings:email.button'))
  await expect(main(page)).toContainText(t('cabinet-settings:email.sent'))
  const start = startOf(url('change-email-confirm', { world, confirmationToken: 'x' }))
  await page.goto(linkIn(await newestMail(client, next), start))
  await looksRight(page)
  await press(page, t('cabinet-settings:email.confirm'))
  // Who is logged in goes on to the account, and is told there.
  await page.waitForURL(isAt(url('account', { world })))
  await expect(main(page).getByText(t('login:moved'))).toBeVisible()
  await expect(main(page)).toContainText(next)
  await page.context().clearCookies()
  await logIn(page, next, castPassword)
  await page.waitForURL(isAt(url('account', { world })))
})

test('another password: the present one is asked for', async ({ page, baseURL }) => {
  const { email } = await newMember(page, baseURL ?? '')
  await page.goto(url('change-password', { world }))
  const current = page.getByLabel(t('cabinet-settings:password.current'))
  const next = page.getByLabel(t('cabinet-settings:password.new'))
  await current.fill('Das ist es nicht')
  await next.fill(newPassword)
  await press(page, t('cabinet-settings:password.button'))
  await expect(current).toHaveAttribute('aria-invalid', 'true')
  await looksRight(page)
  await current.fill(castPassword)
  await next.fill(newPassword)
  await press(page, t('cabinet-settings:password.button'))
  await expect(main(page)).toContainText(t('cabinet-settings:password.changed'))
  await page.context().clearCookies()
  await logIn(page, email, newPassword)
  await page.waitForURL(isAt(url('account', { world })))
})

test('a forgotten password is set anew by the link of a mail', async ({ page, baseURL, client }) => {
  const { email } = await newMember(page, baseURL ?? '')
  await page.context().clearCookies()
  await page.goto(url('login', { world }))
  await main(page)
    .getByRole('link', { name: t('login:forgot') })
    .click()
  await page.getByLabel(t('login:email')).fill(email)
  await looksRight(page)
  await press(page, t('login:forgotten.button'))
  await expect(main(page)).toContainText(t('login:forgotten.sentHeading'))
  const start = startOf(url('password-recovery', { world, token: 'x' }))
  await page.goto(linkIn(await newestMail(client, email), start))
  await looksRight(page)
  await page.getByLabel(t('login:recovery.label')).fill(newPassword)
  await press(page, t('login:recovery.button'))
  await expect(main(page)).toContainText(t('login:recovered'))
  await logIn(page, email, newPassword)
  await page.waitForURL(isAt(url('account', { world })))
})

test('an account is closed, and kept by the link of the mail', async ({ page, baseURL, client }) => {
  const { email } = await newMember(page, baseURL ?? '')
  await page.goto(url('delete-account', { world }))
  await press(page, t('cabinet-settings:delete.button'))
  await expect(page.getByLabel(t('cabinet-settings:delete.sure'))).toHaveAttribute('aria-invalid', 'true')
  await looksRight(page)
  await page.getByLabel(t('cabinet-settings:delete.sure')).check()
  await press(page, t('cabinet-settings:delete.button'))
  await page.waitForURL(isAt(url('login', { world })))
  await expect(main(page)).toContainText(t('login:closed'))
  const start = startOf(url('keep-account', { world, token: 'x' }))
  await page.goto(linkIn(await newestMail(client, email), start))
  await looksRight(page)
  await press(page, t('cabinet-settings:keep.button'))
  await expect(main(page)).toContainText(t('login:reopened'))
  await logIn(page, email, castPassword)
  await page.waitForURL(isAt(url('account', { world })))
})

test('an admin opens an account for somebody, who completes it, and acts for a member until it ends', async ({
  browser,
  page,
  baseURL,
  client,
}) => {
  const { email: helped } = await newMember(page, baseURL ?? '')
  const admin = createClient(baseURL ?? '')
  await page.context().clearCookies()
  await logInBrowser(page, admin, 'admin@aularium.example')
  await turnOnSecondStep(page)
  const invited = newEmail()
  const answer = await admin.api('POST', '/v1/user/invite?world=de', {
    email: invited,
    publicName: 'Ida Neu',
  })
  expect(answer.status, answer.text).toBe(202)
  const other = await (await browser.newContext({ locale: 'de-DE', serviceWorkers: 'block' })).newPage()
  const start = startOf(url('complete-registration', { world, token: 'x' }))
  await other.goto(`${baseURL}${linkIn(await newestMail(client, invited), start)}`)
  await press(other, t('signup:complete.button'))
  await expect(other.getByLabel(t('signup:password'))).toHaveAttribute('aria-invalid', 'true')
  await looksRight(other)
  await other.getByLabel(t('signup:password')).fill(newPassword)
  await other.getByLabel(t('signup:agb')).check()
  await press(other, t('signup:complete.button'))
  await other.waitForURL(isAt(url('account', { world })))
  await expect(main(other)).toContainText('Ida Neu')
  await other.context().close()
  // What this browser remembers of the admin: the product must not take the member for a wrong account.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('account_id'))).not.toBeNull()
  await page.goto(url('account', { world }))
  await page
    .getByRole('navigation', { name: t('header:account'), exact: true })
    .getByRole('link', { name: t('console-frame:name') })
    .click()
  await page
    .getByRole('navigation', { name: t('console-frame:name'), exact: true })
    .getByRole('link', { name: t('cabinet-settings:loginAs.heading'), exact: true })
    .click()
  await page.waitForURL(isAt(url('login-as', { world })))
  await looksRight(page)
  await page.getByLabel(t('cabinet-settings:loginAs.reason')).fill('Anfrage 4711: die Rechnung fehlt')
  await page.getByLabel(t('cabinet-settings:loginAs.member')).fill('Frau Konto')
  await press(page, t('cabinet-settings:loginAs.button'))
  await expect(main(page).getByRole('group', { name: t('cabinet-settings:loginAs.found') })).toContainText(
    'Frau Konto',
  )
  await looksRight(page)
  await main(page)
    .getByRole('group', { name: t('cabinet-settings:loginAs.found') })
    .getByRole('button', { name: helped })
    .click()
  const banner = page.getByRole('complementary', { name: t('header:acting.label') })
  await expect(banner).toContainText('Frau Konto')
  await page.goto(url('search', { world }))
  await expect(banner).toBeVisible()
  await looksRight(page)
  // The check of the account logs out after a second, where it does.
  await page.waitForTimeout(wrongAccountLogoutMs + 1000)
  await expect(banner).toBeVisible()
  await page.goto(url('account', { world }))
  await expect(main(page)).toContainText('Frau Konto')
  await banner.getByRole('button').click()
  await page.waitForURL(isAt(url('login-as', { world })))
  await expect(banner).toBeHidden()
  await expect(main(page)).toContainText('Anfrage 4711')
  admin.close()
})

test('a notification comes while the page is open, and stands in the centre until it is read', async ({
  page,
  baseURL,
  client,
  published,
}) => {
  const asker = await newMember(page, baseURL ?? '')
  await page.context().clearCookies()
  const sent: string[] = []
  page.on('websocket', (socket) => {
    socket.on('framesent', ({ payload }) => sent.push(String(payload)))
  })
  await logInBrowser(page, client, 'seller@aularium.example')
  await page.goto(url('notifications', { world }))
  await expect.poll(() => sent.some((frame) => frame.includes('"handshake"'))).toBe(true)
  const question = await asker.client.api('POST', `/v1/materials/${published.id}/questions?world=de`, {
    text: 'Passt das auch für Klasse 5 und 6?',
  })
  expect(question.status, question.text).toBeLessThan(300)
  await expect(page.locator('[data-toasts]')).toContainText(published.title)
  await expect.poll(() => sent.some((frame) => frame.includes('"ack"'))).toBe(true)
  // The open page has it, too.
  await expect(page.locator('.notes__item--new').first()).toContainText(published.title)
  await looksRight(page)
  await press(page, t('notifications:allRead'))
  await expect(page.locator('.notes__item--new')).toHaveCount(0)
})

test('another country is kept', async ({ page }) => {
  await page.goto(url('change-country', { world }))
  await looksRight(page)
  await page.getByLabel(t('header:country.label')).selectOption('AT')
  await press(page, t('header:country.save'))
  await expect(main(page)).toContainText(t('header:country.saved', { country: 'Österreich' }))
  await page.goto(url('change-country', { world }))
  await expect(page.getByLabel(t('header:country.label'))).toHaveValue('AT')
})

test('what somebody teaches is kept, and decides what is recommended', async ({ page, baseURL }) => {
  await newMember(page, baseURL ?? '')
  await page.goto(url('my-subjects', { world }))
  const subjects = page.locator('#subjects')
  await subjects.locator('summary').click()
  await looksRight(page)
  await subjects.getByRole('checkbox', { name: 'Mathematik', exact: true }).check()
  await press(page, t('personalization:mine.save'))
  await expect(main(page).getByText(t('personalization:mine.saved'))).toBeVisible()
  await expect(subjects.locator('summary')).toContainText('Mathematik')
  await page.goto(url('recommendations', { world }))
  await expect(main(page)).toContainText(t('personalization:why.taught.title', { subject: 'Mathematik' }))
})
