import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** What users of other shops complain about most (features.md (c), 1 to 15): impossible here, and which test says so. */
const pains = [
  'a cart that gets slower with each thing in it',
  'webhook and return page race: paid without an order, or with several',
  'states of money that lie',
  'a refund that leaves the seller’s balance, and nobody knows who bears the fee',
  'payouts that cannot be settled by hand or come back',
  'one flat commission, recomputed later',
  'tax on digital goods by the buyer’s country, and sales to businesses',
  'a credit note over another sum than went back',
  'gaps in invoice numbers, or locks to avoid them',
  'download links that are shared, and limits that hurt who is honest',
  'big uploads that die',
  'work on files that blocks the receipt',
  'refunds that freeze a seller’s payouts without a person',
  'a guest’s cart that is lost at login',
  'vouchers, credit and rounding that give wrong cents',
]

const named = globSync(['tests/api/*.test.ts', 'src/**/*.test.ts'], { cwd: root }).map((path) =>
  readFileSync(join(root, path), 'utf8'),
)

test.each(pains.map((pain, index) => [index + 1, pain] as const))(
  'pain %i: %s: has a test of its number',
  (number) => {
    const isNamed = new RegExp(String.raw`(test|describe)(\.each\([^\n]*\))?\(\s*['"\x60]pain ${number}:`)
    expect(named.some((source) => isNamed.test(source))).toBe(true)
  },
)
