import type { LeftOut } from '../rules/contract.ts'
import type { Line } from './pricing.ts'
import type { CartLineRow } from './queries.ts'

/** What lies in a cart and is in no sum, with the reason its owner is told. */
export function leftOutOf(
  rows: readonly CartLineRow[],
  { lines, accountId }: { lines: readonly Line[]; accountId: number | undefined },
): LeftOut[] {
  const isIn = new Set(lines.map(({ materialId }) => materialId))
  return rows
    .filter((row) => !isIn.has(row.material_id))
    .map((row) => ({ materialId: row.material_id, title: row.title, reason: reasonOf(row, accountId) }))
}

function reasonOf(row: CartLineRow, accountId: number | undefined): LeftOut['reason'] {
  if (row.author_id === accountId) return 'own'
  if (row.is_awaited) return 'awaiting_payment'
  // Of a bundle nothing is held; that it is for sale and still not a line means that all in it is.
  const isAllOwned = row.held_licence !== null || (row.is_bundle && row.licence === 'single')
  return isAllOwned && row.is_for_sale ? 'owned' : 'unavailable'
}
