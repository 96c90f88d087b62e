import type { Db } from '#platform/db/pool.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'
import { type AppliedVoucher, applyVoucher, type Customer } from '#shop/buying/vouchers/server/service.ts'
import type { Line } from './pricing.ts'
import type { CartLineRow, CartRow } from './queries.ts'

/** What makes a cart cheaper than its prices. Cents. */
export interface Reduction {
  voucher: AppliedVoucher | undefined
  /** What the voucher takes off each line, in the order of the lines. */
  discounts: number[]
  /** What the buyer could spend. */
  availableCredit: number
  usesCredit: boolean
}

/** The voucher and the credit of a cart, judged for its lines: the one place for the cart, the payment page and the order. */
export async function reduce(
  db: Db,
  world: LiveWorldCode,
  input: {
    cart: CartRow | undefined
    rows: readonly CartLineRow[]
    lines: readonly Line[]
    customer: Customer | undefined
    /** What the customer could spend. */
    availableCredit: number
  },
): Promise<Reduction> {
  const { cart, lines, customer, availableCredit } = input
  const authors = new Map(input.rows.map((row) => [row.material_id, row.author_id]))
  const asked = lines.map(({ materialId, finalPrice: price }) => {
    return { materialId, authorId: authors.get(materialId) ?? 0, price }
  })
  const voucherId = cart?.voucher_id ?? null
  const voucher =
    voucherId === null
      ? undefined
      : await applyVoucher(db, world, { voucher: { id: voucherId }, customer, lines: asked })
  const discounts = voucher?.discounts ?? lines.map(() => 0)
  const usesCredit = cart?.uses_credit ?? true
  return { voucher, discounts, availableCredit, usesCredit }
}
