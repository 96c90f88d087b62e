import { expect, test } from 'vitest'
import { ProductError } from '#shared/errors.ts'
import { createRateLimits, networkOf, rateLimitHeaders } from './rate-limits.ts'

async function refusal(task: Promise<unknown>): Promise<ProductError | undefined> {
  const [outcome] = await Promise.allSettled([task])
  return outcome.status === 'rejected' && outcome.reason instanceof ProductError ? outcome.reason : undefined
}

test('an allowance runs out with the time to wait, for one network only', async () => {
  const limits = createRateLimits()
  for (let i = 0; i < 19; i++) await limits.consume('register', '192.0.2')
  const last = await limits.consume('register', '192.0.2')
  expect(rateLimitHeaders(last)).toMatchObject({ 'RateLimit-Limit': '20', 'RateLimit-Remaining': '0' })
  const error = await refusal(limits.consume('register', '192.0.2'))
  expect(error?.code).toBe('rate_limited')
  expect(error?.retryAfterSeconds).toBeGreaterThan(3500)
  expect(await refusal(limits.consume('register', '198.51.100'))).toBeUndefined()
})

test('a network has ten guesses an hour at an account, and the right password forgets the wrong ones', async () => {
  const limits = createRateLimits()
  for (let i = 0; i < 10; i++) await limits.guessPassword('lea@schule.example', '192.0.2.1')
  expect((await refusal(limits.guessPassword('lea@schule.example', '192.0.2.99')))?.code).toBe('rate_limited')
  await limits.guessedRight('lea@schule.example', '192.0.2.1')
  expect(await refusal(limits.guessPassword('lea@schule.example', '192.0.2.1'))).toBeUndefined()
})

test('strangers all over the world are stopped, but do not lock the owner out', async () => {
  const limits = createRateLimits()
  await limits.guessPassword('lea@schule.example', '192.0.2.1')
  await limits.guessedRight('lea@schule.example', '192.0.2.1')
  for (let i = 0; i < 50; i++) await limits.guessPassword('lea@schule.example', `10.0.${i}.1`)
  expect((await refusal(limits.guessPassword('lea@schule.example', '10.0.99.1')))?.code).toBe('rate_limited')
  expect(await refusal(limits.guessPassword('lea@schule.example', '192.0.2.7'))).toBeUndefined()
})

test('one network cannot try many accounts', async () => {
  const limits = createRateLimits()
  for (let i = 0; i < 100; i++) await limits.guessPassword(`teacher${i}@schule.example`, '192.0.2.1')
  expect((await refusal(limits.guessPassword('another@schule.example', '192.0.2.1')))?.code).toBe(
    'rate_limited',
  )
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
