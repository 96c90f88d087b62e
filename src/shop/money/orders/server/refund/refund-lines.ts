import { ProductError } from '#platform/errors.ts'
import { partsOf, splitRefund } from '#platform/rules/money/booking.ts'
import { sumCents } from '#platform/rules/money/money.ts'
import { itemParts } from '../payment/fulfil.ts'
import type { OrderItemRow } from '../queries.ts'
import type { RefundedItem } from '../types.ts'
import type { GivenBackRow } from './refund-queries.ts'

export interface WantedBack {
  /** Undefined: everything that is left. Without an amount: what is left of that line. */
  items?: readonly { materialId: number; amount?: number | undefined }[] | undefined
  /** The buyer keeps what is wholly paid back. */
  keepsAccess: boolean
}

export interface RefundLines {
  items: RefundedItem[]
  /** Nothing of the order is left with its buyer: only then its voucher counts as unused. */
  isLast: boolean
}

/**
 * What of an order goes back, line by line, of what is left of it. A line that its voucher made free goes back with the
 * others, or alone when nothing else is left: for no money, but what its author got for it is taken back, and so is the
 * material.
 * @throws ProductError conflict (nothing is left), invalid_input (not of the order, or more than is left)
 */
export function refundLines(
  sold: readonly OrderItemRow[],
  before: readonly GivenBackRow[],
  { items: wanted, keepsAccess }: WantedBack,
): RefundLines {
  const lines = sold.map((item) =>
    leftOf(
      item,
      before.find((row) => row.material_id === item.material_id),
    ),
  )
  const open = lines.filter(isOpen)
  if (open.length === 0) throw new ProductError('conflict')
  const asked: NonNullable<WantedBack['items']> = wanted ?? open.map(({ materialId }) => ({ materialId }))
  if (asked.length === 0 || new Set(asked.map(({ materialId }) => materialId)).size < asked.length)
    throw new ProductError('invalid_input', { fields: { items: 'invalid' } })
  const items = asked.map(({ materialId, amount }) => {
    const line = lines.find((each) => each.materialId === materialId)
    if (line === undefined) throw new ProductError('invalid_input', { fields: { items: 'invalid' } })
    if (!isOpen(line)) throw new ProductError('conflict')
    return refundOf(line, amount ?? line.leftCents, keepsAccess)
  })
  // Where money is left, what was free goes back with it, not before.
  const hasMoney = open.some(({ leftCents }) => leftCents > 0)
  if (hasMoney && sumCents(items.map(({ amountCents }) => amountCents)) === 0)
    throw new ProductError('conflict')
  const isGone = ({ materialId, leftCents }: LeftLine) =>
    items.some((item) => item.materialId === materialId && item.amountCents === leftCents)
  return { items, isLast: open.every(isGone) }
}

interface LeftLine extends Pick<RefundedItem, 'materialId' | 'authorId' | 'title'> {
  leftCents: number
  parts: Pick<RefundedItem, 'taxCents' | 'authorShareCents' | 'commissionCents' | 'voucherCostCents'>
  /** Its voucher paid all of it, and it has not gone back. */
  isFree: boolean
}

function isOpen({ leftCents, isFree }: LeftLine): boolean {
  return leftCents > 0 || isFree
}

function leftOf(item: OrderItemRow, before: GivenBackRow | undefined): LeftLine {
  const sold = partsOf(itemParts(item))
  return {
    materialId: item.material_id,
    authorId: item.author_id,
    title: item.title,
    leftCents: item.price_cents - (before?.amount_cents ?? 0),
    isFree: item.price_cents === 0 && item.voucher_cents > 0 && before === undefined,
    parts: {
      taxCents: sold.taxCents - (before?.tax_cents ?? 0),
      authorShareCents: sold.authorShareCents - (before?.author_share_cents ?? 0),
      commissionCents: sold.commissionCents - (before?.commission_cents ?? 0),
      voucherCostCents: (sold.voucherCostCents ?? 0) - (before?.voucher_cost_cents ?? 0),
    },
  }
}

function refundOf(line: LeftLine, amountCents: number, keepsAccess: boolean): RefundedItem {
  const { materialId, authorId, title, leftCents, parts } = line
  if (amountCents > leftCents) throw new ProductError('invalid_input', { fields: { items: 'invalid' } })
  const split = amountCents === leftCents ? parts : splitRefund(amountCents, parts)
  const revokes = amountCents === leftCents && !keepsAccess
  return { materialId, authorId, title, amountCents, ...split, revokes }
}
