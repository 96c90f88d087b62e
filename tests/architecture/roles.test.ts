import { expect, test } from 'vitest'
import { readSources } from './sources.ts'

/*
 * What a role may stands in `platform/permissions.ts`, what it is in `platform/roles.ts`, and nobody else compares one: a name that is compared elsewhere is a
 * second permission table, which the first knows nothing of.
 */

const table = 'src/platform/roles.ts'
/** The people of the demonstration are made with their roles, the table's files list them as data. */
const mayName = /^src\/(platform\/(permissions|roles)\.ts|demo\/)/

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
  // member.isSeller, const { isSeller } = requireMember(context): `sellerOf` of platform/http/access/access.ts asks that
  /[\w)\]!]\??\.isSeller\b/,
  /\{[^{}]*\bisSeller\b[^{}]*\}\s*=\s*(?:requireMember|requireInPerson|memberOf|(?:\w+\.)?(?:member|visitor)\b)/,
]
/** A row of the permission table that stands elsewhere. */
const permission = new RegExp(`\\bwho:\\s*\\[[^\\]]*${role}`)

/** What else the table asks about a visitor; `platform/http/access/authorize.ts` makes the facts of it, and nobody else reads it to decide. */
const facts = [
  // member.impersonatorId, const { impersonatorId } = member: `isActedFor` of context.ts says it
  /[\w)\]!]\??\.impersonatorId\b/,
  /\{[^{}]*\bimpersonatorId\b[^{}]*\}\s*=/,
  /\.emailConfirmed\b/,
  /\{[^{}]*\bemailConfirmed\b[^{}]*\}\s*=/,
  // schoolAccount?.isVerified, school.isVerified, place.isVerified
  /\b(?:school\w*|place)[?!]?\.isVerified\b/,
  /\{[^{}]*\bisVerified\b[^{}]*\}\s*=\s*[\w.?!]*(?:school|place)/i,
  // how long ago the password was typed, and how long that may be
  /[\w)\]!]\??\.secondsSinceLogin\b/,
  /\{[^{}]*\bsecondsSinceLogin\b[^{}]*\}\s*=/,
  /\bfreshLoginMinutes\b\s*(?:\*|[<>])/,
  /[<>]=?\s*freshLoginMinutes\b/,
  /import\b[^;\n]*\bfreshLoginMinutes\b/,
]
/** Where the facts are made. */
const mayRead =
  /^src\/(platform\/(permissions|context\/context|http\/access\/authorize)|shop\/people\/identity\/server\/view)\.ts$/
/** Where a fact is shown, and nothing is decided by it. */
const shown: Readonly<Record<string, string>> = {
  'src/loaders/seller-start.ts': 'the confirmed address is one of the steps that are ticked off',
  'src/shells/parts/AccountNotices.astro': 'says that the address is not confirmed yet',
  'src/shop/schools/schools/ui/OwnPlace.astro': 'says that the place is not verified yet',
  'src/pages/[world]/account/my-school.astro':
    'an empty list of who has to wait would say that the school has nothing',
}

function readFacts(text: string): string[] {
  return text.split('\n').filter((line) => facts.some((fact) => fact.test(line)))
}

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

test('no fact of a visitor is read to decide beside the table', () => {
  const found = readSources()
    .filter(({ path }) => !mayRead.test(path) && !(path in shown))
    .flatMap(({ path, text }) => readFacts(text).map((line) => `${path}: ${line.trim()}`))
  expect(found).toEqual([])
})

test('each exception still reads one', () => {
  const needless = Object.keys(shown).filter(
    (path) => !readSources().some((source) => source.path === path && readFacts(source.text).length > 0),
  )
  expect(needless).toEqual([])
})

test.each([
  "if (member.impersonatorId !== undefined) throw new ProductError('forbidden')",
  'const { impersonatorId } = requireMember(context)',
  '{page.member?.emailConfirmed === true && <WizardFiles />}',
  '  {member.emailConfirmed ? (',
  "if (schoolAccount?.isVerified !== true) throw new ProductError('forbidden')",
  'if (school?.isVerified !== true || due === 0) return null',
  'const { isVerified } = member.schoolAccount',
  'const age = requireMember(context).secondsSinceLogin ?? Number.POSITIVE_INFINITY',
  'return age <= freshLoginMinutes * 60',
  "import { freshLoginMinutes } from '#platform/limits.ts'",
])('a fact that is read is found: %s', (line) => {
  expect(readFacts(line)).toEqual([line])
})

test.each([
  '{ ...personally, emailConfirmed: true },',
  'impersonatorId: row.impersonator_id ?? undefined,',
  'visitor: { ...member, secondsSinceLogin: 0 },',
  'if (isActedFor(context)) return',
  'const vatId = author.isVerified ? author.billing?.vatId : null',
])('and none where there is none: %s', (line) => {
  expect(readFacts(line)).toEqual([])
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
