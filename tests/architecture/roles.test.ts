import { expect, test } from 'vitest'
import { readSources } from './sources.ts'

/*
 * What a role may stands in `shared/permissions.ts`, what it is in `shared/roles.ts`, and nobody else compares one: a name that is compared elsewhere is a
 * second permission table, which the first knows nothing of.
 */

const table = 'src/shared/roles.ts'
/** The people of the demonstration are made with their roles, the table's files list them as data. */
const mayName = /^src\/(shared\/(permissions|roles)\.ts|server\/demo\/)/

const role =
  '[\'"`](?:member|seller|school-member|school-master|master|editor|moderator|finance|support|admin)[\'"`]'
const comparisons = [
  // role === 'admin', 'admin' !== account.role, `case 'admin'` of a switch over a role
  new RegExp(`\\brole\\b[\\w.?!)\\]]*\\s*[!=]==?\\s*${role}`, 'i'),
  new RegExp(`${role}\\s*[!=]==?\\s*[\\w.?!]*\\brole\\b`, 'i'),
  /switch\s*\([^)]*\brole\b/i,
  // ['admin', 'finance'].includes(account.role), new Set([...]).has(role)
  new RegExp(`${role}[^)\\n]*\\]\\)?\\.(?:has|includes)\\([^)]*\\brole\\b`, 'i'),
  // where('account.role', '=', 'admin'), and the same inside SQL
  new RegExp(`role['"\`]\\s*,\\s*['"\`](?:=|!=|<>|in|not in)['"\`]\\s*,\\s*\\[?\\s*${role}`, 'i'),
  /\brole\s*(?:=|<>|!=|in\s*\()\s*'\w+'/i,
  // who.has('seller'), roles.includes('admin')
  new RegExp(`\\b(?:who|roles?)\\b[\\w.?!]*\\.(?:has|includes|some)\\(\\s*${role}`, 'i'),
  // member.isSeller, const { isSeller } = requireMember(context): `sellerOf` of http/access.ts asks that
  /[\w)\]!]\??\.isSeller\b/,
  /\{[^{}]*\bisSeller\b[^{}]*\}\s*=\s*(?:requireMember|requireInPerson|memberOf|(?:\w+\.)?(?:member|visitor)\b)/,
]
/** A row of the permission table that stands elsewhere. */
const permission = new RegExp(`\\bwho:\\s*\\[[^\\]]*${role}`)

function comparedRoles(text: string): string[] {
  return text.split('\n').filter((line) => comparisons.some((comparison) => comparison.test(line)))
}

test('no role is compared outside the permission table and what it stands on', () => {
  const found = readSources()
    .filter(({ path }) => !mayName.test(path))
    .flatMap(({ path, text }) => comparedRoles(text).map((line) => `${path}: ${line.trim()}`))
  expect(found).toEqual([])
})

test('no permission is written beside the table', () => {
  const found = readSources()
    .filter(({ path, text }) => !mayName.test(path) && permission.test(text))
    .map(({ path }) => path)
  expect(found).toEqual([])
  expect(permission.test("finance: { who: ['finance', 'admin'], terms: 'skipped' }")).toBe(true)
  expect(permission.test("refuse(context, { who: ['anyone'], terms })")).toBe(false)
})

test('there is a table, and it compares them', () => {
  const own = readSources().find(({ path }) => path === table)
  expect(comparedRoles(own?.text ?? '').length).toBeGreaterThan(0)
})

test.each([
  "if (member.role === 'admin') return",
  "const isOne = 'admin' === row?.role",
  "lacks: member.role !== 'member' && true",
  "where('admin.role', '=', 'admin')",
  "sql`select id from account where role = 'admin'`",
  "sql`and account.role in ('admin', 'finance')`",
  "if (facts.who.has('seller'))",
  "who.includes('editor')",
  "if (['admin', 'finance'].includes(account.role)) return",
  "new Set(['seller', 'admin']).has(member.role)",
  'switch (account.role) {',
  'if (!member.isSeller) throw',
  'return member?.isSeller === true',
  'requireMember(context).isSeller',
  'const { accountId, isSeller } = requireMember(context)',
  'const { isSeller } = context.visitor',
])('a comparison is found: %s', (line) => {
  expect(comparedRoles(line)).toEqual([line])
})

test.each([
  "each.role === 'topic'",
  'if (isAdmin(member.role)) return',
  'role="status"',
  "const person = { name: 'editor', role: 'editor' }",
  "{ who: ['seller'], terms: 'skipped' }",
  'if (isSeller(facts)) {',
  'return { ...member, isSeller: true }',
  'const { open, isSeller } = await load(Astro.locals, loadVouchers(context))',
])('and nothing where there is none: %s', (line) => {
  expect(comparedRoles(line)).toEqual([])
})
