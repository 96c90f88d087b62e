import { expect, test } from 'vitest'
import { createCookies, platformCookies } from '../send/cookies.ts'
import { deviceCookie, deviceKnownTo, deviceOf } from './device.ts'

const secret = 'a secret for tests only, longer than thirty-two'
const lea = 'lea@schule.example'

test('a device knows the accounts that logged in on it, and no others', () => {
  const first = deviceCookie(undefined, lea, secret).value
  const id = deviceOf(first, secret)
  expect(id).toMatch(/^[\w-]{16}$/)
  expect(deviceKnownTo(first, lea, secret)).toBe(id)
  expect(deviceKnownTo(first, 'tom@schule.example', secret)).toBeUndefined()
  const both = deviceCookie(first, 'tom@schule.example', secret).value
  expect([deviceKnownTo(both, lea, secret), deviceKnownTo(both, 'tom@schule.example', secret)]).toEqual([
    id,
    id,
  ])
  expect(deviceCookie(both, 'tom@schule.example', secret).value).toBe(both)
})

test('it says nothing of the accounts, and a full one still fits a cookie', () => {
  const full = Array.from({ length: 12 }, (_, i) => `teacher${i}@schule.example`).reduce(
    (cookie, email) => deviceCookie(cookie, email, secret).value,
    '',
  )
  expect(full).not.toContain('teacher')
  expect(createCookies(platformCookies, 'http://localhost').read(`device=${full}`).device).toBe(full)
  expect(deviceKnownTo(full, 'teacher11@schule.example', secret)).toBeDefined()
  expect(deviceKnownTo(full, 'teacher0@schule.example', secret)).toBeUndefined()
})

test.each(['', 'x', '.', 'abc.def', `${'a'.repeat(16)}.${'b'.repeat(16)}.${'c'.repeat(16)}`])(
  '%j is no device of ours, and is not taken over',
  (cookie) => {
    expect(deviceOf(cookie, secret)).toBeUndefined()
    expect(deviceKnownTo(cookie, '', secret)).toBeUndefined()
    expect(deviceCookie(cookie, lea, secret).value.startsWith(`${cookie.split('.')[0]}.`)).toBe(false)
  },
)

test('marks of one device do not serve another, nor one secret another', () => {
  const one = deviceCookie(undefined, lea, secret).value.split('.')
  const other = deviceCookie(undefined, 'eve@schule.example', secret).value.split('.')
  const mixed = [other[0], other[1], one[2]].join('.')
  expect(deviceOf(mixed, secret)).toBe(other[0])
  expect(deviceKnownTo(mixed, lea, secret)).toBeUndefined()
  expect(deviceOf(one.join('.'), `${secret}!`)).toBeUndefined()
})
