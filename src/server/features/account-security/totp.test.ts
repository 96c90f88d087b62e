import { expect, test } from 'vitest'
import { base32, newTotpSecret, otpauthUri, sealed, stepOfCode, totpCode, unsealed } from './totp.ts'

const secret = Buffer.from('12345678901234567890')

// RFC 6238, appendix B, the last six digits.
test.each([
  [59, '287082'],
  [1111111109, '081804'],
  [1234567890, '005924'],
  [20000000000, '353130'],
])('at %i the code is %s', (seconds, code) => {
  expect(totpCode(secret, Math.floor(seconds / 30))).toBe(code)
  expect(stepOfCode(secret, code, seconds * 1000)).toBe(Math.floor(seconds / 30))
})

test('a clock may be one step off and not two', () => {
  const code = totpCode(secret, 100)
  expect([99, 100, 101].map((step) => stepOfCode(secret, code, step * 30_000))).toEqual([100, 100, 100])
  expect([98, 102].map((step) => stepOfCode(secret, code, step * 30_000))).toEqual([undefined, undefined])
  expect(stepOfCode(secret, 'abc')).toBeUndefined()
})

test('base32 is that of RFC 4648', () => {
  expect(base32(Buffer.from('foobar'))).toBe('MZXW6YTBOI')
  expect(otpauthUri(secret, 'a+b@c.example')).toContain('Aularium%3Aa%2Bb%40c.example?secret=GEZDGNBV')
})

test('what is stored tells nothing without the key', () => {
  const own = newTotpSecret()
  const stored = sealed(own, 'one key')
  expect(stored.includes(own)).toBe(false)
  expect(unsealed(stored, 'one key').equals(own)).toBe(true)
  expect(() => unsealed(stored, 'another key')).toThrow()
})
