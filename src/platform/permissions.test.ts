import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  may,
  type Permission,
  pagePermissions,
  permissions,
  refusalOf,
  type VisitorFacts,
} from './permissions.ts'
import type { Who } from './roles.ts'

const roles: readonly Who[] = [
  'seller',
  'school-member',
  'school-master',
  'editor',
  'moderator',
  'finance',
  'support',
  'admin',
]

const stranger: VisitorFacts = {
  who: new Set<Who>(['anyone']),
  isAgbAccepted: true,
  isEmailConfirmed: false,
  isImpersonated: false,
}

function member(facts: Partial<VisitorFacts> = {}, ...more: Who[]): VisitorFacts {
  return {
    who: new Set<Who>(['anyone', 'member', ...more]),
    isAgbAccepted: true,
    isEmailConfirmed: true,
    isImpersonated: false,
    secondsSinceLogin: 60,
    ...facts,
  }
}

describe('a second step of the login', () => {
  const rows = Object.entries(permissions) as [string, Permission][]
  const roles = ['editor', 'moderator', 'finance', 'support', 'admin'] as const

  test.each(roles)('opens all that somebody is let into as %s, and nothing else needs it', (role) => {
    const facts = { secondsSinceLogin: 0, isSchoolVerified: true }
    for (const [name, permission] of rows) {
      if (!permission.who.includes(role)) continue
      const isForAll = permission.who.some((who) => who === 'member' || who === 'anyone')
      const without = refusalOf(member({ ...facts, lacksSecondFactor: true }, role), permission)
      expect(without, name).toBe(
        isForAll ? refusalOf(member(facts, role), permission) : 'second_factor_missing',
      )
    }
    expect(
      refusalOf(member({ lacksSecondFactor: true }, role), permissions['cart.use-credit']),
    ).toBeUndefined()
  })
})

describe('who may', () => {
  const plain: Permission = { who: ['member'], terms: 'required' }

  test('a stranger is asked to log in, a member without the role is refused', () => {
    const admin: Permission = { who: ['admin'], terms: 'required' }
    expect(refusalOf(stranger, admin)).toBe('unauthorized')
    expect(refusalOf(member(), admin)).toBe('forbidden')
    expect(refusalOf(member({}, 'admin'), admin)).toBeUndefined()
  })

  test('terms come before everything a member does, but not before what needs none', () => {
    const pending = member({ isAgbAccepted: false })
    expect(refusalOf(pending, plain)).toBe('terms_not_accepted')
    expect(refusalOf(pending, { who: ['anyone'], terms: 'required' })).toBe('terms_not_accepted')
    expect(refusalOf(pending, { who: ['anyone'], terms: 'skipped' })).toBeUndefined()
    expect(refusalOf(stranger, { who: ['anyone'], terms: 'required' })).toBeUndefined()
  })

  test('a confirmed address and a fresh login are asked for where the row says so', () => {
    expect(refusalOf(member({ isEmailConfirmed: false }), { ...plain, emailConfirmed: true })).toBe(
      'email_not_confirmed',
    )
    const fresh: Permission = { ...plain, freshLoginMinutes: 10 }
    expect(refusalOf(member({ secondsSinceLogin: 600 }), fresh)).toBeUndefined()
    expect(refusalOf(member({ secondsSinceLogin: 601 }), fresh)).toBe('login_too_old')
    expect(refusalOf(member({ secondsSinceLogin: undefined }), fresh)).toBe('login_too_old')
  })

  test('nobody pays or consents in another one’s name', () => {
    const acting = member({ isImpersonated: true }, 'seller')
    expect(refusalOf(acting, permissions['order.place'])).toBe('forbidden')
    expect(refusalOf(acting, permissions['terms.accept'])).toBe('forbidden')
    expect(refusalOf(acting, permissions['cart.add'])).toBeUndefined()
  })

  test('the list of a school is for who is known to belong to it', () => {
    const colleague = member({ isSchoolVerified: true }, 'school-member')
    expect(refusalOf(colleague, permissions['favorites.school-list'])).toBeUndefined()
    expect(refusalOf(member({}, 'school-member'), permissions['favorites.school-list'])).toBe('forbidden')
    expect(refusalOf(member({ isSchoolVerified: true }), permissions['order.on-invoice'])).toBe('forbidden')
    expect(refusalOf({ ...colleague, isAgbAccepted: false }, permissions['order.on-invoice'])).toBeUndefined()
  })

  test('only who acts in another one’s name can stop', () => {
    expect(refusalOf(member(), permissions['login-as.stop'])).toBe('forbidden')
    expect(refusalOf(member({ isImpersonated: true }), permissions['login-as.stop'])).toBeUndefined()
  })

  test('pages of the person alone open to nobody else, whatever their terms', () => {
    for (const access of ['member-in-person', 'seller-in-person'] as const) {
      const own = { isAgbAccepted: false, secondsSinceLogin: undefined }
      expect(refusalOf(member(own, 'seller'), pagePermissions[access])).toBeUndefined()
      expect(refusalOf(member({ isImpersonated: true }, 'seller'), pagePermissions[access])).toBe('forbidden')
      expect(refusalOf(stranger, pagePermissions[access])).toBe('unauthorized')
    }
  })

  test('admins and moderators read reports, editors change synonyms, support opens accounts for members', () => {
    const rights = {
      'report.list': 'moderator',
      'synonyms.save': 'editor',
      'account.invite': 'support',
    } as const
    for (const role of roles)
      for (const [name, its] of Object.entries(rights))
        expect([role, name, may(member({}, role), name as keyof typeof rights)]).toEqual([
          ...[role, name],
          role === 'admin' || role === its,
        ])
  })
})

test('another role never takes a right away', () => {
  const names = Object.keys(permissions) as (keyof typeof permissions)[]
  fc.assert(
    fc.property(
      fc.constantFrom(...names),
      fc.subarray([...roles]),
      fc.constantFrom(...roles),
      fc.boolean(),
      (name, some, one, isAgbAccepted) => {
        const before = member({ isAgbAccepted }, ...some)
        const after = member({ isAgbAccepted }, ...some, one)
        if (may(before, name)) expect(may(after, name)).toBe(true)
      },
    ),
  )
})
