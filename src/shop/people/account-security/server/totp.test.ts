import { expect, test } from 'vitest'
import { base32, newTotpSecret, otpauthUri, sealed, stepOfCode, unsealed } from './totp.ts'

const secret = Buffer.from('12345678901234567890')

// RFC 6238, appendix B, the last six digits.
test.each([
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
])('at %i the code is %s', (seconds, code) => {
  expect(stepOfCode(secret, code, seconds * 1000)).toBe(Math.floor(seconds / 30))
})

// RFC 4226, appendix D: the codes of the steps 0 to 9.
const codes = '755224 287082 359152 969429 338314 254676 287922 162583 399871 520489'.split(' ')

test('a clock may be one step off and not two', () => {
  codes.forEach((code, step) => {
    const at = [-2, -1, 0, 1, 2].map((off) => step + off).filter((each) => each >= 0)
    expect(at.map((each) => stepOfCode(secret, code, each * 30_000))).toEqual(
      at.map((each) => (Math.abs(each - step) < 2 ? step : undefined)),
    )
  })
})

test.each(['abc', '', '75522', '7552244', 'éééééé', '７５５２２４', '75522\0', ' 75522', '-75522'])(
  'no code: %j',
  (code) => expect(stepOfCode(secret, code, 0)).toBeUndefined(),
)

test('base32 is that of RFC 4648', () => {
  expect(base32(Buffer.from('foobar'))).toBe('MZXW6YTBOI')
  // A piece of a pool: its neighbours are not the secret's.
  expect(base32(Buffer.from('xfoobarx').subarray(1, 7))).toBe('MZXW6YTBOI')
})

test('an app reads the product, the address and the secret', () => {
  const uri = new URL(otpauthUri(secret, 'a+b@c.example'))
  expect(uri.href).toContain('otpauth://totp/Aularium:a%2Bb%40c.example?')
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    issuer: 'Aularium',
    secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  })
})

test('a secret that was stored before is read as it was', () => {
  const stored = 'cFJ5ueweribGgGn/SQLDG9D9jclKYfEQdRj3jrTJp0dNv5oMQ5lHWg5E/YIJDai5'
  expect(unsealed(Buffer.from(stored, 'base64'), 'a key').equals(secret)).toBe(true)
})

test('what is stored tells nothing without the key', () => {
  const own = newTotpSecret()
  const stored = sealed(own, 'one key')
  expect(stored.includes(own)).toBe(false)
  expect(unsealed(stored, 'one key').equals(own)).toBe(true)
  expect(() => unsealed(stored, 'another key')).toThrow()
})
