import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Guess } from '#platform/context/rate-limits.ts'
import type { ProductError } from '#platform/errors.ts'
import { createRateLimits, networkOf, rateLimitHeaders } from './rate-limits.ts'

const lea = 'lea@schule.example'
const atSchool: Guess = { email: lea, ip: '192.0.2.1', knownDevice: undefined }
const longestHeldMs = 20_000

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

interface Outcome {
  code: ProductError['code'] | undefined
  retryAfterSeconds: number
  heldMs: number
}

/** How a call ended, and how long it was held. */
async function outcome(call: Promise<unknown>): Promise<Outcome> {
  const started = Date.now()
  const ended = call.then(
    () => ({ code: undefined, retryAfterSeconds: 0 }),
    (error: ProductError) => ({ code: error.code, retryAfterSeconds: error.retryAfterSeconds ?? 0 }),
  )
  return await ended.then((answer) => ({ ...answer, heldMs: Date.now() - started }))
}

/** Runs all timers until the calls have ended. */
async function settled<T>(calls: Promise<T>): Promise<T> {
  const state = { isDone: false }
  const done = calls.finally(() => {
    state.isDone = true
  })
  for (let i = 0; i < 20_000 && !state.isDone; i++) await vi.advanceTimersByTimeAsync(50)
  return await done
}

const lea7 = { own: 'account 7', network: '192.0.2' }

test('an allowance runs out with the time to wait, for one account only', async () => {
  const limits = createRateLimits()
  for (let i = 0; i < 9; i++) await limits.consume('report', lea7)
  const last = await limits.consume('report', lea7)
  expect(rateLimitHeaders(last)).toMatchObject({ 'RateLimit-Limit': '10', 'RateLimit-Remaining': '0' })
  const refused = await outcome(limits.consume('report', lea7))
  expect(refused.code).toBe('rate_limited')
  expect(refused.retryAfterSeconds).toBeGreaterThan(3500)
  const colleague = { own: 'account 8', network: '192.0.2' }
  const stranger = { network: '192.0.2' }
  for (const client of [colleague, stranger])
    expect((await outcome(limits.consume('report', client))).code).toBeUndefined()
  // Complaints and free materials are not reports.
  for (const rate of ['appeal', 'free_material'] as const)
    expect((await outcome(limits.consume(rate, lea7))).code).toBeUndefined()
})

test('a course of forty strangers behind one address gets its free material', async () => {
  const limits = createRateLimits()
  for (let nth = 0; nth < 40; nth++)
    expect((await outcome(limits.consume('free_material', { network: '192.0.2' }))).code).toBeUndefined()
})

test('a factor widens the registrations of a network, too', async () => {
  const heldOf = async (factor: number) => {
    const { openAccount } = createRateLimits({ factor })
    for (let n = 0; n < 125; n++)
      await settled(openAccount({ email: `${n}@schule.example`, ip: '192.0.2.1', device: undefined }))
    return (await settled(outcome(openAccount({ email: lea, ip: '192.0.2.1', device: undefined })))).heldMs
  }
  expect(await heldOf(100)).toBe(0)
  expect(await heldOf(1)).toBeGreaterThan(1000)
})

test('a factor widens the allowances and leaves guesses at passwords as they are', async () => {
  const limits = createRateLimits({ factor: 100 })
  for (let i = 0; i < 11; i++) await limits.consume('report', lea7)
  expect(await limits.consume('report', lea7)).toMatchObject({ limit: 1000, remaining: 988 })
  const held: number[] = []
  for (let i = 0; i < 11; i++) held.push((await settled(outcome(limits.guessPassword(atSchool)))).heldMs)
  expect(held.at(-1)).toBeGreaterThan(100)
})

test('ten wrong passwords cost nothing, each further one waits twice as long, none is shut out', async () => {
  const limits = createRateLimits()
  const held: number[] = []
  for (let i = 0; i < 18; i++) held.push((await settled(outcome(limits.guessPassword(atSchool)))).heldMs)
  expect(held.slice(0, 10).every((ms) => ms < 100)).toBe(true)
  expect(held.slice(10).map((ms) => Math.round(ms / 250) * 250)).toEqual([
    250, 500, 1000, 2000, 4000, 8000, 8000, 8000,
  ])
  await limits.guessedRight(atSchool)
  expect((await settled(outcome(limits.guessPassword(atSchool)))).heldMs).toBeLessThan(100)
})

test('a thousand at once stand in a line, and whoever would wait too long is told when to come back', async () => {
  const limits = createRateLimits()
  const all = await settled(
    Promise.all(Array.from({ length: 1000 }, () => outcome(limits.guessPassword(atSchool)))),
  )
  expect(all.filter(({ code }) => code === undefined).length).toBeLessThan(20)
  for (const { code, heldMs, retryAfterSeconds } of all) {
    expect(heldMs).toBeLessThanOrEqual(longestHeldMs + 100)
    if (code !== undefined) expect(retryAfterSeconds).toBeLessThanOrEqual(30)
  }
  const next = await settled(outcome(limits.guessPassword(atSchool)))
  expect(next).toMatchObject({ code: undefined })
})

test('strangers with a thousand wrong passwords do not touch a known device, and slow a new one down', async () => {
  const limits = createRateLimits()
  const strangers = Array.from({ length: 1000 }, (_, i) => ({
    ...atSchool,
    ip: `10.0.${i % 100}.${i % 250}`,
  }))
  await settled(Promise.all(strangers.map((guess) => outcome(limits.guessPassword(guess)))))
  const known = await settled(
    outcome(limits.guessPassword({ ...atSchool, ip: '10.0.7.7', knownDevice: 'd1' })),
  )
  expect(known).toMatchObject({ code: undefined, heldMs: expect.closeTo(0, -2) })
  const anew = await settled(outcome(limits.guessPassword({ ...atSchool, ip: '203.0.113.9' })))
  expect(anew.code).toBeUndefined()
  expect(anew.heldMs).toBeGreaterThan(1000)
  expect(anew.heldMs).toBeLessThan(6000)
})

test('a stolen device is slowed like everybody', async () => {
  const limits = createRateLimits()
  const guess = { ...atSchool, knownDevice: 'd1' }
  const all = await settled(
    Promise.all(Array.from({ length: 200 }, () => outcome(limits.guessPassword(guess)))),
  )
  expect(all.filter(({ code }) => code === undefined).length).toBeLessThan(20)
})

test('D2 22: one network cannot try many accounts fast', async () => {
  const limits = createRateLimits()
  const all = await settled(
    Promise.all(
      Array.from({ length: 1000 }, (_, i) =>
        outcome(limits.guessPassword({ ...atSchool, email: `teacher${i}@schule.example` })),
      ),
    ),
  )
  expect(all.filter(({ code }) => code === undefined).length).toBeLessThan(330)
})

/** 10,000 leaked pairs from 500 addresses, in the ways in which such a list is tried. */
const crowds = {
  'each account five times, each address in a network of its own': (i: number): Guess => ({
    email: `geleakt${i % 2000}@schule.example`,
    ip: `10.${Math.floor(i / 100) % 5}.${i % 100}.7`,
    knownDevice: undefined,
  }),
  'each account once, all addresses rented in two networks': (i: number): Guess => ({
    email: `geleakt${i}@schule.example`,
    ip: `10.0.${i % 2}.${i % 250}`,
    knownDevice: undefined,
  }),
  'one account, each address in a network of its own': (i: number): Guess => ({
    email: lea,
    ip: `10.${Math.floor(i / 100) % 5}.${i % 100}.7`,
    knownDevice: undefined,
  }),
}

test.each([
  // Five guesses are what anybody has; no account is guessed at more often than that.
  ['each account five times, each address in a network of its own', 10_000],
  ['each account once, all addresses rented in two networks', 2 * 330],
  // Fifty of an account are free, then each waits; none from elsewhere waits behind them.
  ['one account, each address in a network of its own', 50],
] as const)(
  'D2 20: 10,000 pairs from 500 addresses, %s: at most %i at full speed, nobody honest is kept out',
  async (name, most) => {
    const limits = createRateLimits()
    const guesses = Array.from({ length: 10_000 }, (_, i) => crowds[name](i))
    const calls = guesses.map((guess) => outcome(limits.guessPassword(guess)))
    const own = outcome(limits.guessPassword({ email: lea, ip: '10.0.0.7', knownDevice: 'own' }))
    const anew = outcome(limits.guessPassword({ email: lea, ip: '192.0.2.90', knownDevice: undefined }))
    const [all, known, elsewhere] = await settled(Promise.all([Promise.all(calls), own, anew]))
    expect(all.filter(({ code, heldMs }) => code === undefined && heldMs < 100).length).toBeLessThanOrEqual(
      most,
    )
    for (const { heldMs } of all) expect(heldMs).toBeLessThanOrEqual(longestHeldMs + 100)
    expect(known).toMatchObject({ code: undefined, heldMs: expect.closeTo(0, -2) })
    expect(elsewhere.code).toBeUndefined()
    expect(elsewhere.heldMs).toBeLessThan(6000)
  },
)

test('where waiting would tell something, a guess is looked at or not, at once', async () => {
  const limits = createRateLimits()
  const answers: boolean[] = []
  for (let i = 0; i < 12; i++) answers.push(await limits.mayGuess(atSchool))
  expect(answers).toEqual([...Array<boolean>(10).fill(true), false, false])
})

test('two hundred log in behind one address within a minute, every third mistyping first, and nobody waits', async () => {
  const limits = createRateLimits()
  const all = await settled(
    Promise.all(
      Array.from({ length: 200 }, async (_, i) => {
        const guess = { email: `t${i}@schule.example`, ip: '192.0.2.1', knownDevice: undefined }
        await limits.consume('login', { network: networkOf(guess.ip) })
        const mistyped = i % 3 === 0 ? await outcome(limits.guessPassword(guess)) : undefined
        const right = await outcome(limits.guessPassword(guess))
        await limits.guessedRight(guess)
        return [mistyped, right].flatMap((each) => each ?? [])
      }),
    ),
  )
  expect(all.flat().every(({ code, heldMs }) => code === undefined && heldMs < 100)).toBe(true)
})

test('sixty colleagues open accounts without waiting, a machine that opens hundreds waits', async () => {
  const limits = createRateLimits()
  const open = (i: number) =>
    outcome(limits.openAccount({ email: `t${i}@schule.example`, ip: '192.0.2.1', device: undefined }))
  const school = await settled(Promise.all(Array.from({ length: 60 }, (_, i) => open(i))))
  expect(school.every(({ code, heldMs }) => code === undefined && heldMs < 100)).toBe(true)
  const machine = await settled(Promise.all(Array.from({ length: 500 }, (_, i) => open(100 + i))))
  expect(machine.filter(({ code }) => code === undefined).length).toBeLessThan(80)
})

test.each([
  ['192.0.2.7', '192.0.2'],
  ['::ffff:192.0.2.7', '192.0.2'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::'],
  ['2001:0db8:0001:0002::9', '2001:db8:1:2::'],
  ['::1', '0:0:0:0::'],
  ['2001:db8::', '2001:db8:0:0::'],
])('%s lies in %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network)
})
