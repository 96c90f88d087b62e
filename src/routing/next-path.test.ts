import { expect, test } from 'vitest'
import { nextPath } from './next-path.ts'

test.each(['/de/warenkorb', '/de/zahlung', '/fr/compte', '/de/material/12/brueche?x=1'])(
  '%s is ours',
  (path) => {
    expect(nextPath(path)).toBe(path)
  },
)

test.each([
  undefined,
  '',
  'de/warenkorb',
  'https://evil.example/de',
  '//evil.example/de',
  '/\\evil.example/de',
  '/de/..//evil.example',
  '/x/..//evil.example/de',
  '/\tevil.example',
  '/de\r\nSet-Cookie: a=b',
  'javascript:alert(1)',
  '/api/v1/user',
  '/de/login',
  '/de/registrieren',
  '/nowhere',
  `/de?x=${'x'.repeat(2000)}`,
])('D2 43: %j is not', (path) => {
  expect(nextPath(path)).toBeUndefined()
})
