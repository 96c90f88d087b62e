import { expect, test } from 'vitest'
import { encodeChoice } from '#platform/routing/choice.ts'
import { savedTarget } from './saved-target.ts'

const cookie = (path: string) => `a=b; redirect_target=${encodeChoice(path)}; c_t=x`

test('a page of ours', () => {
  expect(savedTarget(cookie('/de'))).toBe('/de')
  expect(savedTarget(cookie('/fr/offres?page=2'))).toBe('/fr/offres?page=2')
})

test('everything else is no target', () => {
  for (const path of [
    '/',
    '/?x=1',
    '//evil.example',
    '/\\evil.example',
    'https://evil.example/',
    '/xx',
    '/de/no-such-page',
    '/de/login',
    '/api/v1/user',
    '/de\r\nSet-Cookie: x=1',
    'javascript:alert(1)',
  ]) {
    expect(savedTarget(cookie(path))).toBeUndefined()
  }
  for (const header of [
    undefined,
    '',
    'redirect_target=',
    'redirect_target=%2Fde',
    'other_redirect_target=L2Rl',
  ]) {
    expect(savedTarget(header)).toBeUndefined()
  }
})
