import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { features } from '#features'
import { featureOf } from './layout.ts'
import { root } from './sources.ts'
import { tablesOfSql, tablesUsed } from './tables.ts'

/*
 * Who writes and who reads which table. A feature writes its own tables, asks the service of those before it and tells those after
 * it by events; SQL knows nothing of imports, so it is read here. The demo fills an empty database, whoever owns it.
 */

interface Use {
  path: string
  /** The folder of a feature; undefined for what is none. */
  user: string | undefined
  table: string
  isWrite: boolean
}

const order = features.map(({ name }) => name)
const owners = new Map(features.flatMap(({ name, tables = [] }) => tables.map((table) => [table, name])))

const uses: readonly Use[] = globSync('src/{platform,shop,exercises,loaders}/**/*.ts', { cwd: root })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => !/\.test\.ts$/.test(path))
  .sort()
  .flatMap((path) => {
    const code = readFileSync(join(root, path), 'utf8')
    if (!/sql|select|\b(insertInto|updateTable|deleteFrom|mergeInto)\b/.test(code)) return []
    const user = featureOf(path)
    return tablesUsed({ path, code }).map((use) => ({ path, user, ...use }))
  })

function isForeign({ user, table }: Pick<Use, 'user' | 'table'>): boolean {
  const owner = owners.get(table)
  return owner !== undefined && owner !== user
}

/** A table of a feature that stands behind the one that uses it. */
function isLater({ user, table }: Pick<Use, 'user' | 'table'>): boolean {
  return isForeign({ user, table }) && order.indexOf(owners.get(table) ?? '') > order.indexOf(user ?? '')
}

const unique = (lines: readonly string[]) => [...new Set(lines)].sort()
const shown = ({ user, table }: Use) => `${user} -> ${table}`

/** Features that write a table of another one, with the reason. None is left, so none may come. */
const foreignWrites: Readonly<Record<string, string>> = {}

/** Where the name of a table that is written stands only when the code runs. */
const unnamed: Readonly<Record<string, string>> = {
  'src/shop/people/privacy/server/queries.ts':
    'erasing does to each personal table what the manifest of its owner says, in one transaction',
  'src/shop/selling/statistics/server/queries.ts':
    'its own sums by day and month are one statement with two names each, which its types list',
  'src/platform/gateways/search/index-document.ts':
    "counts of words are one statement for the index's two tables of words, which its types list",
}

/** What is no feature and writes a table of one. */
const beside: Readonly<Record<string, string>> = {
  'src/platform/db/taxonomy.ts -> taxonomy_term':
    'every start writes the terms of the file, before any feature is there',
  'src/platform/gateways/payments/sandbox.ts -> sandbox_payment':
    'the provider that stands in for a real one',
  'src/platform/gateways/payments/sandbox.ts -> sandbox_refund': 'the provider that stands in for a real one',
  'src/platform/gateways/search/index-document.ts -> material_search':
    'the index of the search engine behind its port',
  'src/platform/gateways/search/similar-store.ts -> material_similar': 'what the search engine found alike',
}

/** Tables of features that stand behind the reader, mostly in joins. The list may become shorter, never longer. */
const readsOfLater: readonly { who: string; tables: readonly string[]; why: string }[] = [
  {
    who: 'identity',
    tables: ['school_account'],
    why: 'a session knows the place in a school, in its one statement',
  },
  {
    who: 'account-security',
    tables: ['account'],
    why: 'whom to write to, and whether an admin needs a second step',
  },
  { who: 'credits', tables: ['account'], why: 'whom to remind of credit that ends, where they are at home' },
  {
    who: 'credits',
    tables: ['purchase_order'],
    why: 'the statement of credit names the orders it was used for',
  },
  {
    who: 'catalogue',
    tables: [
      ...['material', 'material_file', 'material_preview', 'material_version'],
      ...['bundle_item', 'author_profile', 'material_question', 'review'],
    ],
    why: 'a material page and a list of cards are one statement each, which is measured; the catalogue is the shown side of what others write',
  },
  {
    who: 'catalogue',
    tables: ['order_item', 'purchase_order'],
    why: 'what buyers of a material bought besides, ranked in one statement',
  },
  {
    who: 'statistics',
    tables: ['material', 'author_profile'],
    why: 'counts what is there, for whom it belongs to',
  },
  {
    who: 'statistics',
    tables: ['order_item', 'purchase_order', 'refund_item'],
    why: 'the reaction to a payment or refund takes its lines in one statement of that transaction',
  },
  {
    who: 'materials',
    tables: ['author_profile'],
    why: 'whether an author may publish, and the name on papers',
  },
  {
    who: 'materials',
    tables: ['entitlement', 'order_item', 'free_download'],
    why: 'who may have a file, and which files nobody bought, is decided beside the file itself',
  },
  {
    who: 'materials',
    tables: ['unit', 'unit_version', 'task_sketch', 'course'],
    why: 'exercises and courses that are sold: their state at the moment of publication',
  },
  {
    who: 'bulk-listings',
    tables: ['order_item', 'purchase_order'],
    why: 'the sales of each listing, in the list of listings',
  },
  { who: 'vouchers', tables: ['purchase_order'], why: 'first orders, and orders a voucher was used for' },
  {
    who: 'cart',
    tables: ['entitlement'],
    why: 'what is owned is not sold again: asked with the prices, on the way to pay',
  },
  {
    who: 'tax',
    tables: ['purchase_order'],
    why: 'where a buyer is, written in one statement with the order it proves',
  },
  { who: 'orders', tables: ['author_profile'], why: 'the names of authors in the books' },
  {
    who: 'orders',
    tables: ['payout'],
    why: 'the lines of an account name the payout that a booking went with',
  },
  { who: 'invoices', tables: ['author_profile'], why: 'the name of a seller on their documents' },
  { who: 'follow', tables: ['author_profile', 'post'], why: 'the list and the feed of those one follows' },
  { who: 'charts', tables: ['author_profile'], why: 'how many follow an author' },
  {
    who: 'authors',
    tables: ['review', 'post'],
    why: 'the time line of an author is one list of all they did',
  },
  {
    who: 'feedback',
    tables: ['post', 'comment', 'author_announcement'],
    why: 'what a report, or a question, is about: one of several kinds of words',
  },
  {
    who: 'units',
    tables: ['course', 'course_pass', 'course_progress', 'room'],
    why: 'which pictures are still in use, and the task of a course that is played, if its gate is open',
  },
]
const mostReadsOfLater = 47

describe('tables', () => {
  test('are written by the feature that owns them', () => {
    const found = uses.filter((use) => use.user !== undefined && use.isWrite && isForeign(use))
    expect(unique(found.map(shown))).toEqual(Object.keys(foreignWrites).sort())
    expect(Object.keys(foreignWrites)).toHaveLength(0)
  })

  test('of persons are declared by the feature that owns them, and of the platform by the one over all', () => {
    const foreign = features.flatMap(({ name, personalData = [] }) =>
      personalData.flatMap(({ table }) => (owners.get(table) === name ? [] : [`${name} -> ${table}`])),
    )
    expect(foreign).toEqual(['privacy -> idempotency_key'])
  })

  test('are named where they are written', () => {
    const found = uses.filter(({ isWrite, table }) => isWrite && table === '?')
    expect(unique(found.map(({ path }) => path))).toEqual(Object.keys(unnamed).sort())
  })

  test('are written beside the features only by what stands in for a part of one', () => {
    const found = uses.filter((use) => use.user === undefined && use.isWrite && isForeign(use))
    expect(unique(found.map(({ path, table }) => `${path} -> ${table}`))).toEqual(Object.keys(beside).sort())
  })

  test('of later features are read only where it is said why', () => {
    const found = uses.filter((use) => use.user !== undefined && isLater(use))
    const known = readsOfLater.flatMap(({ who, tables }) => tables.map((table) => `${who} -> ${table}`))
    expect(unique(found.map(shown))).toEqual(known.sort())
    expect(known.length).toBeLessThanOrEqual(mostReadsOfLater)
  })
})

describe('what breaks a rule is found', () => {
  test('who uses a table of another feature, and of a later one', () => {
    expect(isForeign({ user: 'cart', table: 'cart_item' })).toBe(false)
    expect(isForeign({ user: 'orders', table: 'cart_item' })).toBe(true)
    expect(isLater({ user: 'orders', table: 'cart_item' })).toBe(false)
    expect(isLater({ user: 'cart', table: 'purchase_order' })).toBe(true)
    expect(isForeign({ user: 'cart', table: 'changed' })).toBe(false)
  })

  test.each([
    ["db.insertInto('cart').values(x)", ['cart!']],
    ["db.updateTable('cart as c').from('account')", ['account', 'cart!']],
    ["db.deleteFrom('cart').using(['account', 'session as s'])", ['account', 'cart!', 'session']],
    ["db.updateTable(isOld ? 'cart' : 'cart_item')", ['cart!', 'cart_item!']],
    ['db.deleteFrom(table)', ['?!']],
    ["db.selectFrom('cart').innerJoin('account as a', 'a.id', 'id')", ['account', 'cart']],
    [`sql\`delete from \${sql.table(name)} where true\``, ['?!']],
    [`sql<X>\`update \${name} set a = 1\``, ['?!']],
    [`Array.from(list); Buffer.from(\`a \${b}\`)`, []],
    ["pool.query('select 1 from cart c join account a on true')", ['account', 'cart']],
    ["const words = 'a word from account'", []],
  ])('%s', (code, tables) => {
    const found = tablesUsed({ path: 'src/shop/x/x/server/queries.ts', code })
    expect(unique(found.map(({ table, isWrite }) => table + (isWrite ? '!' : '')))).toEqual(tables)
  })

  test.each([
    ['insert into cart (a) select 1 from account', ['account', 'cart!']],
    ['INSERT INTO cart AS c VALUES (1) ON CONFLICT DO UPDATE SET a = 1', ['cart!']],
    ['with gone as (delete from only cart returning a) select a from gone', ['cart!', 'gone']],
    ['update cart c set a = 1 from account a where true', ['account', 'cart!']],
    ['select from cart for update of cart; select 1 from cart for update skip locked', ['cart']],
    ['select 1 from cart c, account as a, session where true', ['account', 'cart', 'session']],
    ['-- delete from cart\nselect 1', []],
  ])('%s', (sql, tables) => {
    const found = tablesOfSql(sql)
    expect(unique(found.map(({ table, isWrite }) => table + (isWrite ? '!' : '')))).toEqual(tables)
  })
})
