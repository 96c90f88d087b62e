import { expect, test } from 'vitest'
import { nextPath } from './next-path.ts'
import { routes } from './routes.ts'
import { url } from './url.ts'

test('no address with a secret, but the authorization page, which holds what a program asks', () => {
  const open = routes.filter(({ traits }) => (traits as readonly string[]).includes('token'))
  const goals = open.filter(({ name }) => {
    const values = { partition: 'reviews', token: 't'.repeat(43) }
    const secrets = { registrationToken: values.token, confirmationToken: values.token }
    return nextPath(url(name, { world: 'de', ...values, ...secrets } as never)) !== undefined
  })
  expect(goals.map(({ name }) => name)).toEqual(['authorize'])
})

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
