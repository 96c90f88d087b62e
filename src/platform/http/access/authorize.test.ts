import { expect, test } from 'vitest'
import type { Context, MemberVisitor } from '#platform/context/context.ts'
import { requireAccess, requireTerms } from './access.ts'
import { factsOf } from './authorize.ts'

const member: MemberVisitor = {
  kind: 'member',
  accountId: 7,
  sessionHash: Buffer.alloc(32),
  publicName: 'Lea',
  slug: 'lea',
  email: 'lea@schule.example',
  homeWorld: 'de',
  isSeller: false,
  role: 'member',
  emailConfirmed: true,
  agbAccepted: true,
  imageKey: null,
  anonymousId: undefined,
  secondsSinceLogin: 90,
}
const as = (facts: Partial<MemberVisitor>) => ({ visitor: { ...member, ...facts } }) as unknown as Context
const stranger = { visitor: { kind: 'anonymous', anonymousId: undefined } } as unknown as Context
const school = { schoolId: 1, isVerified: true } as const

test.each([
  [{}, ['anyone', 'member']],
  [{ isSeller: true }, ['anyone', 'member', 'seller']],
  [{ role: 'moderator' as const }, ['anyone', 'member', 'moderator']],
  [{ schoolAccount: { ...school, role: 'member' as const } }, ['anyone', 'member', 'school-member']],
  [
    { schoolAccount: { ...school, role: 'master' as const } },
    ['anyone', 'member', 'school-member', 'school-master'],
  ],
])('%j is %j', (facts, who) => {
  expect([...factsOf(as(facts)).who]).toEqual(who)
})

test('who acts in whose name, and when the password was typed, is known', () => {
  expect(factsOf(as({}))).toMatchObject({ isImpersonated: false, secondsSinceLogin: 90 })
  expect(factsOf(as({ impersonatorId: 1 }))).toMatchObject({ isImpersonated: true })
})

test('pages are opened by the same facts', () => {
  const master = as({ schoolAccount: { ...school, role: 'master' } })
  expect(() => requireAccess(stranger, 'public')).not.toThrow()
  expect(() => requireAccess(stranger, 'member')).toThrow('unauthorized')
  expect(() => requireAccess(as({ agbAccepted: false }), 'member')).not.toThrow()
  expect(() => requireAccess(as({ role: 'admin' }), 'seller')).toThrow('forbidden')
  expect(() => requireAccess(as({ role: 'moderator' }), 'admin')).toThrow('forbidden')
  expect(() => requireAccess(master, 'master')).not.toThrow()
  expect(() => requireTerms(as({ agbAccepted: false }), 'required')).toThrow('terms_not_accepted')
  expect(() => requireTerms(stranger, 'required')).not.toThrow()
})
