import { describe, expect, test } from 'vitest'
import { ProductError } from '#platform/errors.ts'
import { createPasswords, passwordProblem } from './password.ts'

const person = { email: 'lea.berger@schule.example', publicName: 'Lea Berger' }

describe('hashes', () => {
  const passwords = createPasswords()

  test('a hash is argon2id with its own salt and fits its password only', async () => {
    const [one, other] = await Promise.all([
      passwords.hash('Grüße aus Köln'),
      passwords.hash('Grüße aus Köln'),
    ])
    expect(one).toMatch(/^\$argon2id\$v=19\$m=7168,t=5,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
    expect(one).not.toBe(other)
    expect(await passwords.verify('Grüße aus Köln', one)).toBe(true)
    expect(await passwords.verify('Grusse aus Koln', one)).toBe(false)
  })

  test('the same letters composed differently are the same password', async () => {
    expect(await passwords.verify('caf\u00e9 creme', await passwords.hash('cafe\u0301 creme'))).toBe(true)
  })

  test('a hash made at another cost still fits, and is outdated', async () => {
    const before =
      '$argon2id$v=19$m=19456,t=2,p=1$YSBzYWx0IG9mIGJlZm9yZQ$WcVNgcvK2q0dVXkQ5r+u5uqExcItavnx/NSz8E7pvE8'
    expect(await passwords.verify('Grüße aus Köln', before)).toBe(true)
    expect(passwords.isOutdated(before)).toBe(true)
    expect(passwords.isOutdated(await passwords.hash('Grüße aus Köln'))).toBe(false)
  })

  test('without a stored hash nothing fits, and there is no short cut that a clock could tell', async () => {
    const stored = await passwords.hash('any password')
    const known = await shortest(() => passwords.verify('wrong password', stored))
    const unknown = await shortest(() => passwords.verify('wrong password', undefined))
    expect(await passwords.verify('', null)).toBe(false)
    // A short cut would take less than a millisecond; more is not asked of a busy machine.
    expect(unknown).toBeGreaterThan(known / 4)
  })

  test('a flood is turned away instead of kept waiting', async () => {
    const crowded = createPasswords()
    const outcomes = await Promise.allSettled(
      Array.from({ length: 140 }, () => crowded.verify('x', undefined)),
    )
    const refused = outcomes.filter((each) => each.status === 'rejected')
    expect(refused).toHaveLength(10)
    expect(refused[0]?.reason).toBeInstanceOf(ProductError)
    expect(await crowded.verify('x', undefined)).toBe(false)
  })
})

async function shortest(task: () => Promise<unknown>): Promise<number> {
  let best = Number.POSITIVE_INFINITY
  for (let i = 0; i < 5; i++) {
    const start = performance.now()
    await task()
    best = Math.min(best, performance.now() - start)
  }
  return best
}

describe('rules', () => {
  test.each([
    ['kurz', 'too_short'],
    ['x'.repeat(257), 'too_long'],
    ['Password123', 'weak_password'],
    ['ΚΩΔΙΚΟΣ123', 'weak_password'],
    ['aaaaaaaaaaaa', 'weak_password'],
    ['Lea.Berger@schule.example', 'weak_password'],
    ['lea.berger', 'weak_password'],
    ['leaberger', 'weak_password'],
  ])('%s: %s', (password, problem) => {
    expect(passwordProblem(password, person)).toBe(problem)
  })

  test.each(['Aularium-2026!', 'ein kurzer satz', '🦊🐻🐼🐨🐯🦁🐮🐷', 'ab c'.repeat(64)])(
    '%s is fine',
    (password) => {
      expect(passwordProblem(password, person)).toBeUndefined()
    },
  )
})
