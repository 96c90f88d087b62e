import { expect, test } from 'vitest'
import { errors } from '../../src/platform/errors.ts'
import * as limits from '../../src/platform/limits.ts'
import { pagePermissions, permissions } from '../../src/platform/permissions.ts'
import { routes } from '../../src/platform/routing/routes.ts'
import { worlds } from '../../src/platform/routing/worlds.ts'
import { readSources } from './sources.ts'

/*
 * What a table of the product declares is read by somebody: a trait, a column, a permission, an error or a limit that nothing
 * reads promises what is not so.
 */

const sources = readSources()

/** Whether any source outside the table itself has it. */
function isRead(pattern: RegExp, table: string): boolean {
  return sources.some(({ path, text }) => path !== table && pattern.test(text))
}

/** `row.robots`, `{ robots, traits }`, `row['robots']`. */
function property(name: string): RegExp {
  return new RegExp(`\\.${name}\\b|\\{[^{};]*\\b${name}\\b[^{};]*\\}\\s*[=):]|\\['${name}'\\]`)
}

function columnsOf(rows: readonly object[]): string[] {
  return [...new Set(rows.flatMap((row) => Object.keys(row)))]
}

function keysOf(table: string, name: string): string[] {
  const text = sources.find(({ path }) => path === table)?.text ?? ''
  const body = new RegExp(`export interface ${name}\\b[^{]*\\{([\\s\\S]*?)\\n\\}`).exec(text)?.[1] ?? ''
  return [...body.matchAll(/^ {2}(\w+)\??:/gm)].map(([, key = '']) => key)
}

test('each trait of a route', () => {
  const table = 'src/platform/routing/routes.ts'
  const traits = new Set(routes.flatMap((row) => row.traits as readonly string[]))
  const unread = [...traits].filter((trait) => !isRead(new RegExp(`'${trait}'`), table))
  expect([traits.size > 3, unread]).toEqual([true, []])
})

/** Read by tests alone, and why. */
const heldByTests: Readonly<Record<string, string>> = {
  tier: 'specification 9 names the main worlds: worlds.test.ts holds the table to it',
  textSearch: 'a world that goes live has the search of its row: words.test.ts of the search compares them',
}

test.each([
  ['src/platform/routing/routes.ts', columnsOf(routes)],
  ['src/platform/routing/worlds.ts', columnsOf(worlds)],
  ['src/platform/features/manifest.ts', keysOf('src/platform/features/manifest.ts', 'Feature')],
  ['src/platform/http/access/action.ts', keysOf('src/platform/http/access/action.ts', 'ApiBinding')],
])('each column of %s', (table, columns) => {
  expect(columns.length).toBeGreaterThan(5)
  const unread = columns.filter((column) => !(column in heldByTests) && !isRead(property(column), table))
  expect(unread).toEqual([])
})

test('each flag of a permission, where permissions are decided', () => {
  const table = 'src/platform/permissions.ts'
  const text = sources.find(({ path }) => path === table)?.text ?? ''
  const decided = text.slice(text.indexOf('export function refusalOf'))
  const flags = keysOf(table, 'Permission')
  expect(flags.length).toBeGreaterThan(4)
  expect(flags.filter((flag) => !property(flag).test(decided))).toEqual([])
})

test('each permission', () => {
  const table = 'src/platform/permissions.ts'
  // Some names are made of two parts: `follow.school-${verb}`.
  const named = (name: string) =>
    new RegExp(`'${name}'|\`${name.slice(0, name.lastIndexOf('-') + 1) || name}\\$\\{`)
  const unread = Object.keys(permissions).filter((name) => !isRead(named(name), table))
  expect(unread).toEqual([])
  const accesses = new Set<string>(routes.map(({ access }) => access))
  expect(Object.keys(pagePermissions).filter((access) => !accesses.has(access))).toEqual([])
})

test('each role may something that others may not', () => {
  const text = sources.find(({ path }) => path === 'src/platform/roles.ts')?.text ?? ''
  const roles = [
    ...(/export type Who =([^\n]*(?:\n {2}\|[^\n]*)+)/.exec(text)?.[1]?.matchAll(/'([\w-]+)'/g) ?? []),
  ]
  const used = new Set<string>(Object.values(permissions).flatMap(({ who }) => [...who]))
  expect(roles.length).toBeGreaterThan(5)
  expect(roles.map(([, role = '']) => role).filter((role) => !used.has(role))).toEqual([])
})

test('each error is thrown or told', () => {
  const unread = Object.keys(errors).filter(
    (code) => !isRead(new RegExp(`['"\`.]${code}\\b|\\b${code}:`), 'src/platform/errors.ts'),
  )
  expect(unread).toEqual([])
})

test('each limit', () => {
  const table = 'src/platform/limits.ts'
  const own = sources.find(({ path }) => path === table)?.text ?? ''
  const unread = Object.keys(limits).filter((name) => {
    const word = new RegExp(`\\b${name}\\b`, 'g')
    return !isRead(new RegExp(`\\b${name}\\b`), table) && [...own.matchAll(word)].length < 2
  })
  expect(unread).toEqual([])
})
