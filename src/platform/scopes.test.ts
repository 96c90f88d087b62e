import { expect, test } from 'vitest'
import { type PermissionName, permissions } from './permissions.ts'
import { areaOf, isWithin, programScopes, readScopes, scopeText } from './scopes.ts'

const names = Object.keys(permissions) as PermissionName[]

test('every action and read has its area', () => {
  expect(names.filter((name) => areaOf(name) === undefined)).toEqual([])
})

test('no program may touch devices, logins, money that leaves, or what staff decides', () => {
  const all = new Set(programScopes)
  const closed = names.filter((name) => !isWithin(all, name))
  for (const name of [
    ...['device.list', 'device.end', 'device.end-others', 'program.end', 'passkey.add', 'two-factor.stop'],
    ...['account.close', 'account.change-email', 'own-data.export', 'login-as.start', 'moderation.decide'],
  ])
    expect(closed.length > 0 && !names.includes(name as PermissionName) ? name : closed, name).toContain(name)
})

test('what only staff may is within no area', () => {
  const staff = names.filter((name) => {
    const who: readonly string[] = permissions[name].who
    return who.every((each) => ['admin', 'finance', 'moderator', 'editor', 'support'].includes(each))
  })
  expect(staff.length).toBeGreaterThan(10)
  expect(staff.filter((name) => isWithin(new Set(programScopes), name))).toEqual([])
})

test.each([
  [undefined, ['profile']],
  ['full', [...programScopes]],
  ['public', []],
  ['library classroom', ['library', 'classroom']],
  ['classroom library public', ['library', 'classroom']],
  ['library everything', undefined],
  ['full everything', undefined],
])('asked for %j', (asked, scopes) => {
  expect(readScopes(asked)).toEqual(scopes)
})

test('a token answer names what was granted', () => {
  expect([scopeText([...programScopes]), scopeText([]), scopeText(['shop', 'library'])]).toEqual([
    'full',
    'public',
    'shop library',
  ])
})
