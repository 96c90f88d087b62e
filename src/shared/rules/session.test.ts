import { describe, expect, test } from 'vitest'
import {
  countUnauthorized,
  isWrongAccount,
  nextSession,
  onUnauthorized,
  resetUnauthorized,
  type SessionState,
  type UnauthorizedCounts,
} from './session.ts'

const states: SessionState[] = ['anonymous', 'logged_in', 'terms_pending', 'auth_error']

describe('session states (specification 4 and 8)', () => {
  test.each(states)('from %s a full validation logs in and pending terms ask for them', (state) => {
    expect(nextSession(state, 'validated_full')).toEqual({ state: 'logged_in', effect: 'none' })
    expect(nextSession(state, 'terms_not_accepted')).toEqual({
      state: 'terms_pending',
      effect: 'ask_for_terms',
    })
  })

  test.each([
    ['anonymous', 'login_anonymously'],
    ['auth_error', 'login_anonymously'],
    ['logged_in', 'reload_to_login'],
    ['terms_pending', 'reload_to_login'],
  ] as const)('from %s a failed validation leads to %s', (state, effect) => {
    expect(nextSession(state, 'validation_failed')).toEqual({ state: 'anonymous', effect })
  })

  test('when anonymous access fails, too, the error is kept until something succeeds', () => {
    expect(nextSession('anonymous', 'anonymous_login_failed').state).toBe('auth_error')
    expect(nextSession('auth_error', 'terms_accepted').state).toBe('auth_error')
    expect(nextSession('auth_error', 'anonymous_login_done').state).toBe('anonymous')
  })

  test('accepting the terms ends their waiting and makes nobody a member', () => {
    expect(nextSession('terms_pending', 'terms_accepted').state).toBe('logged_in')
    expect(nextSession('anonymous', 'terms_accepted').state).toBe('anonymous')
  })
})

describe('401 (specification 8)', () => {
  const answer = { path: '/v1/cart/view', state: 'logged_in', reason: 'unauthorized', count: 1 } as const

  test('a member validates and tries again, a stranger gets a public session first', () => {
    expect(onUnauthorized(answer)).toBe('validate_then_retry')
    expect(onUnauthorized({ ...answer, state: 'anonymous' })).toBe('login_anonymously_then_retry')
    expect(onUnauthorized({ ...answer, state: 'auth_error' })).toBe('reject')
  })

  test('on validate a member goes to the login, unless only the terms are missing', () => {
    const path = '/v3/oauth2/validate'
    expect(onUnauthorized({ ...answer, path })).toBe('reload_to_login')
    expect(onUnauthorized({ ...answer, path, reason: 'terms_not_accepted' })).toBe('reject')
    expect(onUnauthorized({ ...answer, path, state: 'anonymous' })).toBe('reject')
  })

  test.each(['/v3/oauth2/authenticate', '/v1/item-tags', '/v3/item-tags/query'])(
    '%s is never tried again',
    (path) => {
      expect(onUnauthorized({ ...answer, path })).toBe('reject')
    },
  )

  test('the fifth 401 in a row is tried again, the sixth is rejected', () => {
    expect(onUnauthorized({ ...answer, count: 5 })).toBe('validate_then_retry')
    expect(onUnauthorized({ ...answer, count: 6 })).toBe('reject')
  })

  test('each path has its own count, and another answer starts it anew', () => {
    let counts: UnauthorizedCounts = {}
    for (let i = 0; i < 3; i++) counts = countUnauthorized(counts, '/v1/a')
    counts = countUnauthorized(counts, '/v1/b')
    expect(counts).toEqual({ '/v1/a': 3, '/v1/b': 1 })
    expect(resetUnauthorized(counts, '/v1/a')).toEqual({ '/v1/b': 1 })
    expect(resetUnauthorized(counts, '/v1/never')).toBe(counts)
  })
})

test('a wrong account is one that differs from what the browser remembers', () => {
  expect(isWrongAccount(7, 8)).toBe(true)
  expect(isWrongAccount(7, 7)).toBe(false)
  expect(isWrongAccount(undefined, 8)).toBe(false)
  expect(isWrongAccount(7, null)).toBe(false)
})
