import { createHash } from 'node:crypto'
import type { Db } from '#platform/db/pool.ts'
import { ProductError } from '#platform/errors.ts'
import {
  judgeVoucher,
  normalCode,
  normalEmail,
  type VoucherLine,
  type VoucherReason,
} from '#shop/buying/credits/rules/voucher.ts'
import { findVoucher, reserveUse, returnUse, settleUse, type VoucherRow } from './queries.ts'

export { manageableVouchers, ownVouchers, sellableMaterials } from './management.ts'

/** Who buys; a stranger is nobody yet. */
export interface Customer {
  accountId: number
  email: string
}

/** A voucher with what it does to the lines it was asked for. */
export interface AppliedVoucher {
  id: number
  code: string
  kind: 'percent' | 'fixed'
  value: number
  fundedBy: 'platform' | 'author'
  /** Why it gives nothing now; null when it does. */
  reason: VoucherReason | null
  /** What it takes off each line, in cents and in their order; all 0 with a reason. */
  discounts: number[]
}

/** Looks up the voucher of a cart and judges it for this buyer and these lines; undefined when there is none. */
export async function applyVoucher(
  db: Db,
  world: string,
  asked: {
    voucher: { id: number } | { code: string }
    customer: Customer | undefined
    lines: readonly VoucherLine[]
  },
): Promise<AppliedVoucher | undefined> {
  const { customer, lines } = asked
  const voucher = 'id' in asked.voucher ? asked.voucher : { code: normalCode(asked.voucher.code) }
  const who = {
    accountId: customer?.accountId ?? null,
    emailHash: customer ? hashOfEmail(customer.email) : null,
  }
  const row = await findVoucher(db, world, voucher, who)
  if (row === undefined) return undefined
  const verdict = judgeVoucher(termsOf(row), {
    accountId: who.accountId,
    uses: { total: row.total_uses, own: row.own_uses, hasOrdered: row.has_ordered },
    lines,
    now: new Date(),
  })
  const { id, code, kind, value, funded_by: fundedBy } = row
  const discounts = verdict.reason === null ? verdict.discounts : lines.map(() => 0)
  return { id, code, kind, value, fundedBy, reason: verdict.reason, discounts }
}

/**
 * Sets a use aside for an order, in its transaction.
 * @throws ProductError conflict when somebody else took the last one since the cart was looked at
 */
export async function reserveVoucher(
  tx: Db,
  world: string,
  use: { orderId: number; voucherId: number; customer: Customer; discountCents: number },
): Promise<void> {
  const { orderId, voucherId, customer, discountCents } = use
  const { accountId, email } = customer
  const emailHash = hashOfEmail(email)
  if (!(await reserveUse(tx, world, { orderId, voucherId, accountId, emailHash, discountCents })))
    throw new ProductError('conflict')
}

/** The order is paid: its voucher is used. */
export async function redeemVoucher(tx: Db, world: string, orderId: number): Promise<void> {
  await settleUse(tx, world, orderId)
}

/** The order came to nothing, or all of it was given back. */
export async function returnVoucher(tx: Db, world: string, orderId: number): Promise<void> {
  await returnUse(tx, world, orderId)
}

function termsOf(row: VoucherRow) {
  return {
    ...{ kind: row.kind, value: row.value, authorId: row.author_id, materialIds: row.material_ids },
    ...{ accountId: row.account_id, isFirstOrder: row.is_first_order, minimumCents: row.minimum_cents },
    ...{ startsAt: row.starts_at, endsAt: row.ends_at },
    ...{ maxUses: row.max_uses, maxPerCustomer: row.max_per_customer },
  }
}

function hashOfEmail(email: string): Buffer {
  return createHash('sha256').update(normalEmail(email)).digest()
}
