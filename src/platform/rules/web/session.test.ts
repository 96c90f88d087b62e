import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  countUnauthorized,
  isChange,
  isMemberState,
  isValidToken,
  isWrongAccount,
  nextSession,
  onSessionEnd,
  onUnauthorized,
  partsOf,
  resetUnauthorized,
  type SessionEvent,
  type SessionState,
  type UnauthorizedCounts,
  waitsForValidation,
} from './session.ts'

const states: SessionState[] = ['anonymous', 'logged_in', 'terms_pending', 'auth_error']
const events: SessionEvent[] = [
  'validated_full',
  'validated_public',
  'terms_not_accepted',
  'session_over',
  'validation_failed',
  'terms_accepted',
  'anonymous_login_done',
  'anonymous_login_failed',
  'logged_in',
  'logged_out',
]
const anyState = fc.constantFrom(...states)
const anyEvents = fc.array(fc.constantFrom(...events), { maxLength: 30 })
const anyPath = fc.oneof(
  fc.constantFrom(
    '/v3/oauth2/authenticate',
    '/v3/oauth2/validate',
    '/v1/item-tags',
    '/v1/cart/view',
    '/health',
  ),
  fc.tuple(fc.nat(9), fc.webPath()).map(([version, path]) => `/v${version}${path}`),
)

function stateAfter(start: SessionState, all: readonly SessionEvent[]): SessionState {
  return all.reduce((state, event) => nextSession(state, event).state, start)
}

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
  ] as const)('from %s a session that is over leads to %s', (state, effect) => {
    expect(nextSession(state, 'session_over')).toEqual({ state: 'anonymous', effect })
  })

  test.each(states)('from %s any other failed validation logs in anonymously', (state) => {
    expect(nextSession(state, 'validation_failed')).toEqual({
      state: 'anonymous',
      effect: 'login_anonymously',
    })
  })

  test('when anonymous access fails, too, the error is told and kept until something succeeds', () => {
    expect(nextSession('anonymous', 'anonymous_login_failed')).toEqual({
      state: 'auth_error',
      effect: 'tell_auth_error',
    })
    expect(nextSession('auth_error', 'terms_accepted').state).toBe('auth_error')
    expect(nextSession('auth_error', 'anonymous_login_done').state).toBe('anonymous')
  })

  test('accepting the terms ends their waiting and makes nobody a member', () => {
    expect(nextSession('terms_pending', 'terms_accepted').state).toBe('logged_in')
    expect(nextSession('anonymous', 'terms_accepted').state).toBe('anonymous')
  })

  test('whatever happened before: after a logout nobody is logged in, after a full validation somebody is', () => {
    fc.assert(
      fc.property(anyState, anyEvents, (start, all) => {
        expect(stateAfter(start, [...all, 'logged_out'])).toBe('anonymous')
        expect(stateAfter(start, [...all, 'validated_full'])).toBe('logged_in')
      }),
    )
  })

  test('only a login, a validation or accepted terms of a member make a member', () => {
    const ways = new Set<SessionEvent>(['validated_full', 'terms_not_accepted', 'logged_in'])
    fc.assert(
      fc.property(anyEvents, (all) => {
        const others = all.filter((event) => !ways.has(event))
        expect(isMemberState(stateAfter('anonymous', others))).toBe(false)
      }),
    )
  })

  test('nobody is sent to the login who was no member', () => {
    fc.assert(
      fc.property(anyState, fc.constantFrom(...events), (state, event) => {
        const { effect } = nextSession(state, event)
        if (effect === 'reload_to_login')
          expect([isMemberState(state), event]).toEqual([true, 'session_over'])
      }),
    )
  })
})

describe('where the end of a session leads (specification 2 and 8)', () => {
  test.each([
    ['a page without the re-check', { isChecked: false, isPublic: false, isChange: true }, 'silent'],
    ['a page for everybody', { isChecked: true, isPublic: true, isChange: false }, 'told'],
    ['a change on a page for everybody', { isChecked: true, isPublic: true, isChange: true }, 'login'],
    ['a page of members', { isChecked: true, isPublic: false, isChange: false }, 'login'],
  ] as const)('%s', (_name, page, end) => {
    expect(onSessionEnd(page)).toBe(end)
  })
})

test('a query that is posted changes nothing (specification 7)', () => {
  expect(isChange('POST', '/v3/elastic-indexer/wishlist/query')).toBe(false)
  expect(isChange('POST', '/v3/subscriptions/anonymous/list')).toBe(false)
  expect(isChange('POST', '/v3/subscriptions/subscribe')).toBe(true)
  expect(isChange('DELETE', '/v1/cart/items/4')).toBe(true)
  expect(isChange('GET', '/v1/user')).toBe(false)
})

describe('what a call carries (specification 7)', () => {
  test.each([
    ['/v1/filters', { world: true, bearer: true, cartToken: false }],
    ['/v1/cart/view', { world: true, bearer: true, cartToken: true }],
    ['/v1/payments/options', { world: true, bearer: true, cartToken: true }],
    ['/v1/payments/webhooks/stripe', { world: true, bearer: true, cartToken: false }],
    ['/v1/cartoons', { world: true, bearer: true, cartToken: false }],
    ['/v1/partner/feed', { world: false, bearer: true, cartToken: false }],
    ['/v3/oauth2/validate', { world: false, bearer: true, cartToken: false }],
    ['/v3/oauth2/authenticate', { world: true, bearer: false, cartToken: false }],
    ['/health', { world: false, bearer: false, cartToken: false }],
  ])('%s', (path, parts) => {
    expect(partsOf(path)).toEqual(parts)
  })

  test('a token is valid until shortly before its end, and only for the visitor it was given to', () => {
    const token = { value: 't', scope: 'full', validUntil: 100_000 } as const
    expect(isValidToken(token, 'logged_in', 84_999)).toBe(true)
    expect(isValidToken(token, 'logged_in', 85_000)).toBe(false)
    expect(isValidToken(token, 'anonymous', 0)).toBe(false)
    expect(isValidToken({ ...token, scope: 'public' }, 'logged_in', 0)).toBe(false)
    expect(isValidToken({ ...token, scope: 'public' }, 'anonymous', 0)).toBe(true)
    expect(isValidToken(undefined, 'logged_in', 0)).toBe(false)
  })
})

describe('waiting for a validation (specification 4)', () => {
  const call = { path: '/v1/user', noValidate: false, state: 'logged_in', hasValidToken: false } as const

  test.each([
    ['a member’s versioned call', {}, true],
    ['an authentication', { path: '/v3/oauth2/authenticate' }, false],
    ['a call flagged noValidate', { noValidate: true }, false],
    ['a call without a version', { path: '/health' }, false],
    ['a stranger’s call', { state: 'anonymous' }, false],
    ['a call while the terms are not accepted', { state: 'terms_pending' }, false],
    ['a call soon after the last validation', { hasValidToken: true }, false],
  ] as const)('%s', (_name, change, waits) => {
    expect(waitsForValidation({ ...call, ...change })).toBe(waits)
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

  test('D2 34: the fifth 401 in a row is tried again, the sixth is rejected', () => {
    expect(onUnauthorized({ ...answer, count: 5 })).toBe('validate_then_retry')
    expect(onUnauthorized({ ...answer, count: 6 })).toBe('reject')
  })

  test('D2 34: whatever the call and the state: nothing is tried a seventh time', () => {
    fc.assert(
      fc.property(anyPath, anyState, fc.string(), fc.integer({ min: 6 }), (path, state, reason, count) => {
        expect(onUnauthorized({ path, state, reason, count })).toBe('reject')
      }),
    )
  })

  test('whatever the call: a stranger never validates, a member never becomes anonymous by it', () => {
    fc.assert(
      fc.property(anyPath, anyState, fc.integer({ min: 1, max: 9 }), (path, state, count) => {
        const step = onUnauthorized({ path, state, reason: 'unauthorized', count })
        expect(isMemberState(state) ? 'login_anonymously_then_retry' : 'validate_then_retry').not.toBe(step)
      }),
    )
  })

  test('each URL has its own count, and another answer starts it anew', () => {
    let counts: UnauthorizedCounts = {}
    for (let i = 0; i < 3; i++) counts = countUnauthorized(counts, '/v1/a')
    counts = countUnauthorized(counts, '/v1/b')
    expect(counts).toEqual({ '/v1/a': 3, '/v1/b': 1 })
    expect(resetUnauthorized(counts, '/v1/a')).toEqual({ '/v1/b': 1 })
    expect(resetUnauthorized(counts, '/v1/never')).toBe(counts)
  })

  test('however answers follow each other, a count is the 401s since the last other answer', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom('/v1/a', '/v1/b'), fc.boolean())), (answers) => {
        let counts: UnauthorizedCounts = {}
        const expected: Record<string, number> = {}
        for (const [url, isRefused] of answers) {
          counts = isRefused ? countUnauthorized(counts, url) : resetUnauthorized(counts, url)
          expected[url] = isRefused ? (expected[url] ?? 0) + 1 : 0
        }
        for (const [url, count] of Object.entries(expected)) expect(counts[url] ?? 0).toBe(count)
      }),
    )
  })
})

test('a wrong account is one that differs from what the browser remembers', () => {
  expect(isWrongAccount(7, 8)).toBe(true)
  expect(isWrongAccount(7, 7)).toBe(false)
  expect(isWrongAccount(undefined, 8)).toBe(false)
  expect(isWrongAccount(7, null)).toBe(false)
})
