import { setTimeout as wait } from 'node:timers/promises'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { jobs } from '#features'
import type { Context, Deps, MemberVisitor, Visitor } from '#platform/context/context.ts'
import { readEnv } from '#platform/env/env.ts'
import { hashToken } from '#platform/env/secrets.ts'
import { listenersOf } from '#platform/events/events.ts'
import { createMailGateway } from '#platform/gateways/mail/create.ts'
import { createRateLimits } from '#platform/http/access/rate-limits.ts'
import { createQueue } from '#platform/jobs/queue.ts'
import { currentUser } from '#shop/people/identity/server/account/account.ts'
import {
  confirmRegistration,
  register,
  resendConfirmation,
} from '#shop/people/identity/server/account/registration.ts'
import { createPasswords } from '#shop/people/identity/server/login/password.ts'
import {
  acceptTerms,
  authenticate,
  becomeSeller,
  cleanSessions,
  resolveVisitor,
} from '#shop/people/identity/server/service.ts'
import { logout, validate } from '#shop/people/identity/server/sessions/sessions.ts'
import { authors } from '#shop/selling/authors/feature.ts'
import { type TestDatabase, testDatabase } from '../support/database.ts'

const password = 'Ein ganz neuer Satz'
let database: TestDatabase
let deps: Deps
const termsDay = '2026-11-30'

beforeAll(async () => {
  database = await testDatabase()
  const log = pino({ level: 'silent' })
  const env = readEnv({
    NODE_ENV: 'test',
    DATABASE_URL: database.databaseUrl,
    SECRET: 'a secret for tests only, longer than thirty-two',
    DATA_DIR: '/tmp/aularium-identity-test',
  })
  const queue = createQueue({
    connectionString: database.databaseUrl,
    log,
    role: 'send',
    types: jobs.map(({ type }) => type),
  })
  await queue.start()
  const { db, pool } = database
  const parts = {
    // A new author's page is the authors' matter; who else listens needs more than there is here.
    listeners: listenersOf([authors.on ?? []]),
    db,
    pool,
    log,
    env,
    queue,
    mail: createMailGateway(env),
    passwords: createPasswords(),
    termsVersion: () => termsDay,
  }
  // Identity needs only these; files, images, payments and search stay closed.
  deps = { ...parts, rateLimits: createRateLimits() } as unknown as Deps
})

afterAll(async () => {
  await deps.queue.stop()
  await database.drop()
})

function context(visitor: Visitor = { kind: 'anonymous', anonymousId: undefined }): Context {
  return {
    ...deps,
    world: 'de',
    visitor,
    requestId: 'test',
    rateClient: { network: 'test' },
    cartToken: undefined,
  }
}

function signUp(email: string, ip = '192.0.2.1', secret = password) {
  return register(context(), { email, password: secret, publicName: 'Lea Berger', agb: true }, { ip })
}

function logIn(email: string, secret = password, ip = '192.0.2.1', as = context()) {
  return authenticate(as, { grant_type: 'password', username: email, password: secret }, { ip })
}

async function mailsTo(email: string) {
  const { db } = database
  return await db.selectFrom('mail').where('recipient', '=', email).selectAll().orderBy('id').execute()
}

function tokenOf(text: string | undefined): string {
  return /\/registrieren\/bestaetigen\/([\w-]{43})/.exec(text ?? '')?.[1] ?? ''
}

async function memberBy(token: string): Promise<MemberVisitor> {
  const visitor = await resolveVisitor(deps, { sessionToken: token })
  if (visitor.kind !== 'member') throw new Error('not a member')
  return visitor
}

async function loggedIn(email: string): Promise<string> {
  const registration = await signUp(email)
  if (registration.kind !== 'logged_in') throw new Error('not logged in')
  return registration.login.token
}

describe('registration', () => {
  test('a newcomer is logged in at once, unconfirmed, with the terms accepted, and has one mail', async () => {
    const token = await loggedIn(' New.Teacher@Schule.example ')
    const member = await memberBy(token)
    expect(member).toMatchObject({
      email: 'new.teacher@schule.example',
      emailConfirmed: false,
      agbAccepted: true,
    })
    expect(await currentUser(context(member))).toMatchObject({
      doubleOptIn: false,
      isAgbAccepted: true,
      world: 'de',
    })
    const [mail, ...others] = await mailsTo('new.teacher@schule.example')
    expect(others).toEqual([])
    expect(mail).toMatchObject({ template: 'confirm-registration', status: 'queued' })
    const account = await database.db.selectFrom('account').selectAll().executeTakeFirstOrThrow()
    expect(account.agb_accepted_version).toBe(termsDay)
    expect(account.agb_accepted_at).toBeInstanceOf(Date)
    expect(account.password_hash).toMatch(/^\$argon2id\$/)
  })

  test('nothing secret is stored in the clear', async () => {
    const token = await loggedIn('secret@schule.example')
    const [mail] = await mailsTo('secret@schule.example')
    const sessions = await database.db.selectFrom('session').select('token_hash').execute()
    expect(sessions.some((row) => row.token_hash.equals(hashToken(token)))).toBe(true)
    const tokens = await database.db.selectFrom('email_token').select('token_hash').execute()
    expect(tokens.some((row) => row.token_hash.equals(hashToken(tokenOf(mail?.text))))).toBe(true)
  })

  test('every wrong field is named at once and nothing is written', async () => {
    const input = { email: 'nobody', password: 'kurz', publicName: 'x', agb: false }
    await expect(register(context(), input, { ip: '192.0.2.1' })).rejects.toMatchObject({
      code: 'invalid_input',
      fields: { email: 'invalid', password: 'too_short', publicName: 'too_short', agb: 'required' },
    })
  })

  test('D2 23: a confirmed address gets the same kind of answer, not sooner than others, and only its owner a mail', async () => {
    await loggedIn('known@schule.example')
    await confirmRegistration(context(), tokenOf((await mailsTo('known@schule.example'))[0]?.text))
    const knownMs = await timed(async () => {
      expect(await signUp('known@schule.example', '192.0.2.2', 'ein anderes Passwort')).toEqual({
        kind: 'check_mailbox',
      })
    })
    const newMs = await timed(() => signUp('unknown@schule.example'))
    expect(Math.min(knownMs, newMs)).toBeGreaterThanOrEqual(249)
    const mails = await mailsTo('known@schule.example')
    expect(mails.map(({ template }) => template)).toEqual([
      'confirm-registration',
      'welcome',
      'already-registered',
    ])
    const right = await signUp('known@schule.example')
    expect(right.kind).toBe('logged_in')
  })

  test('used up guesses do not show on the registration either', async () => {
    await loggedIn('flooded@schule.example')
    await confirmRegistration(context(), tokenOf((await mailsTo('flooded@schule.example'))[0]?.text))
    for (let i = 0; i < 12; i++) {
      const answer = await signUp('flooded@schule.example', '203.0.113.1', `falsches Passwort ${i}`)
      expect(answer).toEqual({ kind: 'check_mailbox' })
    }
  })

  test('D2 25: 20 registrations of one address at once make one account', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => signUp('race@schule.example')))
    expect(answers.filter(({ kind }) => kind === 'logged_in')).toHaveLength(1)
    const { db } = database
    expect(
      await db.selectFrom('account').where('email', '=', 'race@schule.example').select('id').execute(),
    ).toHaveLength(1)
  })

  test('D2 25: who registered an address first does not keep it: the owner of the mailbox decides', async () => {
    const thief = await loggedIn('victim@schule.example')
    expect((await signUp('victim@schule.example', '192.0.2.9', 'das echte Passwort')).kind).toBe(
      'check_mailbox',
    )
    const mails = await mailsTo('victim@schule.example')
    expect(mails).toHaveLength(2)
    expect(await confirmRegistration(context(), tokenOf(mails[1]?.text))).toEqual({ isFirst: true })
    expect(await resolveVisitor(deps, { sessionToken: thief })).toMatchObject({ kind: 'anonymous' })
    await expect(logIn('victim@schule.example')).rejects.toMatchObject({ code: 'invalid_credentials' })
    expect((await logIn('victim@schule.example', 'das echte Passwort')).member?.emailConfirmed).toBe(true)
  })
})

describe('confirmation', () => {
  test('D2 25: 200 at once have one effect, and all hear that it worked', async () => {
    await loggedIn('parallel@schule.example')
    const token = tokenOf((await mailsTo('parallel@schule.example'))[0]?.text)
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => confirmRegistration(context(), token)),
    )
    expect(answers.filter(({ isFirst }) => isFirst)).toHaveLength(1)
    expect(answers).toHaveLength(200)
    const mails = await mailsTo('parallel@schule.example')
    expect(mails.map(({ template }) => template)).toEqual(['confirm-registration', 'welcome'])
    expect(mails[1]?.text).toContain(`${deps.env.siteUrl}/de/suchergebnisse?price=free`)
  })

  test.each(['', 'x', 'A'.repeat(43), "' or 1=1 --"])('%j is a link that does not work', async (token) => {
    await expect(confirmRegistration(context(), token)).rejects.toMatchObject({ code: 'link_expired' })
  })

  test('an expired link does nothing', async () => {
    await loggedIn('late@schule.example')
    const token = tokenOf((await mailsTo('late@schule.example'))[0]?.text)
    await database.db
      .updateTable('email_token')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('token_hash', '=', hashToken(token))
      .execute()
    await expect(confirmRegistration(context(), token)).rejects.toMatchObject({ code: 'link_expired' })
  })

  test('asking again sends one mail in five minutes; unknown and confirmed addresses get the same silence', async () => {
    await loggedIn('again@schule.example')
    const waiting = await timed(() => resendConfirmation(context(), 'again@schule.example'))
    await resendConfirmation(context(), 'again@schule.example')
    const unknown = await timed(() => resendConfirmation(context(), 'who@schule.example'))
    expect(Math.min(waiting, unknown)).toBeGreaterThanOrEqual(249)
    const mails = await mailsTo('again@schule.example')
    expect(mails.length).toBeGreaterThanOrEqual(2)
    expect(mails.length).toBeLessThanOrEqual(3)
    expect(await mailsTo('who@schule.example')).toEqual([])
    await confirmRegistration(context(), tokenOf(mails[1]?.text))
    await resendConfirmation(context(), 'again@schule.example')
    const confirmations = (await mailsTo('again@schule.example')).filter(
      ({ template }) => template !== 'welcome',
    )
    expect(confirmations).toHaveLength(mails.length)
  })
})

describe('login', () => {
  test('D2 23: an unknown e-mail and a wrong password are one answer', async () => {
    await loggedIn('lea@schule.example')
    const wrong = await logIn('lea@schule.example', 'falsch geraten').catch((error: unknown) => error)
    const unknown = await logIn('keiner@schule.example', 'falsch geraten').catch((error: unknown) => error)
    expect(wrong).toEqual(unknown)
    expect(wrong).toMatchObject({ code: 'invalid_credentials' })
  })

  test('an address that is pasted with signs that show nothing is the one that is seen', async () => {
    await loggedIn('\u200bpasted@schule.example')
    expect((await logIn('pasted@schule.example')).token).toBeTruthy()
    expect((await logIn(' ｐａｓｔｅｄ@schule\u00ad.example\ufeff')).token).toBeTruthy()
  })

  test('D2 32: each login is a new session and ends the one it came with (no fixation)', async () => {
    const first = await loggedIn('fix@schule.example')
    const second = (await logIn('FIX@Schule.example', password, '192.0.2.1', context(await memberBy(first))))
      .token
    expect(second).not.toBe(first)
    expect(await resolveVisitor(deps, { sessionToken: first })).toMatchObject({ kind: 'anonymous' })
    expect(await resolveVisitor(deps, { sessionToken: second })).toMatchObject({ kind: 'member' })
  })

  test('D2 32: a token that a stranger chose opens nothing', async () => {
    const chosen = 'C'.repeat(43)
    expect(await resolveVisitor(deps, { sessionToken: chosen, anonymousId: 'v' })).toEqual({
      kind: 'anonymous',
      anonymousId: 'v',
    })
    await expect(resolveVisitor(deps, { bearer: chosen })).rejects.toMatchObject({ code: 'unauthorized' })
    await expect(resolveVisitor(deps, { bearer: '' })).rejects.toMatchObject({ code: 'unauthorized' })
  })

  test('after ten wrong guesses each waits a little longer, then the right one is in; elsewhere nobody waits', async () => {
    await loggedIn('guess@schule.example')
    for (let i = 0; i < 12; i++) {
      await expect(logIn('guess@schule.example', `geraten ${i}`, '198.51.100.1')).rejects.toMatchObject({
        code: 'invalid_credentials',
      })
    }
    const slowed = await timed(async () => {
      expect((await logIn('guess@schule.example', password, '198.51.100.77')).scope).toBe('full')
    })
    expect(slowed).toBeGreaterThanOrEqual(990)
    expect((await logIn('guess@schule.example', password, '192.0.2.1')).scope).toBe('full')
  })

  test('D2 23: an e-mail without an account waits just as long as one with', async () => {
    await loggedIn('exists@schule.example')
    const heldFor = async (email: string) => {
      for (let i = 0; i < 11; i++) await logIn(email, `geraten ${i}`, '198.51.100.9').catch(() => undefined)
      return await timed(() => logIn(email, 'geraten', '198.51.100.9').catch(() => undefined))
    }
    const [known, unknown] = [await heldFor('exists@schule.example'), await heldFor('nobody@schule.example')]
    expect(Math.min(known, unknown)).toBeGreaterThanOrEqual(490)
    expect(Math.abs(known - unknown)).toBeLessThan(400)
  })

  test('without a confirmed address logging in works for two days', async () => {
    await loggedIn('slow@schule.example')
    expect((await logIn('slow@schule.example')).member?.emailConfirmed).toBe(false)
    await database.db
      .updateTable('account')
      .set({ created_at: new Date(Date.now() - 49 * 3_600_000) })
      .where('email', '=', 'slow@schule.example')
      .execute()
    await expect(logIn('slow@schule.example')).rejects.toMatchObject({ code: 'email_not_confirmed' })
    await expect(logIn('slow@schule.example', 'falsch geraten')).rejects.toMatchObject({
      code: 'invalid_credentials',
    })
  })

  test('a disabled account is out at once and looks like a wrong password', async () => {
    const token = await loggedIn('gone@schule.example')
    await database.db
      .updateTable('account')
      .set({ disabled_at: new Date() })
      .where('email', '=', 'gone@schule.example')
      .execute()
    expect(await resolveVisitor(deps, { sessionToken: token })).toMatchObject({ kind: 'anonymous' })
    await expect(logIn('gone@schule.example')).rejects.toMatchObject({ code: 'invalid_credentials' })
  })

  test('a hash of another cost is replaced by the login, and the password stays what it was', async () => {
    await signUp('before@schule.example', '192.0.2.1', 'Grüße aus Köln')
    const before =
      '$argon2id$v=19$m=19456,t=2,p=1$YSBzYWx0IG9mIGJlZm9yZQ$WcVNgcvK2q0dVXkQ5r+u5uqExcItavnx/NSz8E7pvE8'
    const ofAccount = database.db.updateTable('account').where('email', '=', 'before@schule.example')
    await ofAccount.set({ password_hash: before }).execute()
    const wrong = (email: string) =>
      timed(() =>
        expect(logIn(email, 'wrong password')).rejects.toMatchObject({ code: 'invalid_credentials' }),
      )
    // No sooner than both hashes take: the one of before is not known by its time.
    for (const email of ['before@schule.example', 'nobody-before@schule.example'])
      expect(await wrong(email)).toBeGreaterThanOrEqual(245)
    for (const _time of ['hashed anew', 'by the new hash'])
      expect((await logIn('before@schule.example', 'Grüße aus Köln')).scope).toBe('full')
    const { password_hash } = await database.db
      .selectFrom('account')
      .where('email', '=', 'before@schule.example')
      .select('password_hash')
      .executeTakeFirstOrThrow()
    expect(password_hash).not.toBe(before)
    expect(deps.passwords.isOutdated(password_hash ?? '')).toBe(false)
  })

  test('an account without a password cannot be logged in to', async () => {
    const values = { world: 'de', email: 'demo@schule.example', public_name: 'Demo', slug: 'demo' }
    await database.db.insertInto('account').values(values).execute()
    await expect(logIn('demo@schule.example', '')).rejects.toMatchObject({ code: 'invalid_input' })
    await expect(logIn('demo@schule.example', 'null')).rejects.toMatchObject({ code: 'invalid_credentials' })
  })
})

describe('session', () => {
  test('D2 33: client credentials open a public session that is nobody', async () => {
    const { token, scope, member } = await authenticate(
      context(),
      { grant_type: 'client_credentials' },
      { ip: '192.0.2.1' },
    )
    expect([scope, member]).toEqual(['public', undefined])
    const visitor = await resolveVisitor(deps, { bearer: token })
    expect(visitor.kind).toBe('anonymous')
    expect(validate(context(visitor), token)).toEqual({
      oauth_user_id: null,
      oauth_access_token: token,
      expires_in: null,
      scope: 'public',
    })
  })

  test('expiry ends a session, cleaning removes its row', async () => {
    const token = await loggedIn('expire@schule.example')
    const tokenHash = hashToken(token)
    await database.db
      .updateTable('session')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('token_hash', '=', tokenHash)
      .execute()
    expect(await resolveVisitor(deps, { sessionToken: token })).toMatchObject({ kind: 'anonymous' })
    await cleanSessions(deps)
    expect(
      await database.db.selectFrom('session').where('token_hash', '=', tokenHash).select('scope').execute(),
    ).toEqual([])
  })

  test('D2 32: after logout the token is worth nothing; a second logout is fine', async () => {
    const token = await loggedIn('bye@schule.example')
    const member = await memberBy(token)
    await logout(context(member))
    await logout(context(member))
    await expect(resolveVisitor(deps, { bearer: token })).rejects.toMatchObject({ code: 'unauthorized' })
  })

  test('new terms must be accepted before validation says yes; a cookie session never shows its token', async () => {
    const token = await loggedIn('terms@schule.example')
    const { db } = database
    await db
      .updateTable('account')
      .set({ agb_accepted_version: '2020-01-01' })
      .where('email', '=', 'terms@schule.example')
      .execute()
    const before = context(await memberBy(token))
    expect(() => validate(before, token)).toThrow(expect.objectContaining({ code: 'terms_not_accepted' }))
    await acceptTerms(before)
    const after = await memberBy(token)
    expect(validate(context(after), undefined)).toEqual({
      oauth_user_id: after.accountId,
      oauth_access_token: expect.not.stringContaining(token),
      expires_in: 900,
      scope: 'full',
    })
    expect(() => validate(context(), undefined)).toThrow(expect.objectContaining({ code: 'unauthorized' }))
  })

  test('only a confirmed member becomes a seller, twice is once', async () => {
    const token = await loggedIn('seller@schule.example')
    await expect(becomeSeller(context(await memberBy(token)))).rejects.toMatchObject({
      code: 'email_not_confirmed',
    })
    await confirmRegistration(context(), tokenOf((await mailsTo('seller@schule.example'))[0]?.text))
    const member = await memberBy(token)
    await Promise.all([becomeSeller(context(member)), becomeSeller(context(member))])
    expect((await memberBy(token)).isSeller).toBe(true)
    const { db } = database
    const profiles = await db
      .selectFrom('author_profile')
      .where('account_id', '=', member.accountId)
      .selectAll()
      .execute()
    expect(profiles).toMatchObject([{ public_name: 'Lea Berger', slug: 'lea-berger', world: 'de' }])
    await expect(becomeSeller(context())).rejects.toMatchObject({ code: 'unauthorized' })
  })
})

async function timed(task: () => Promise<unknown>): Promise<number> {
  await wait(20)
  const start = performance.now()
  await task()
  return performance.now() - start
}
