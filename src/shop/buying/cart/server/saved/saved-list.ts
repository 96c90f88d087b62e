import type { Context } from '#platform/context/context.ts'
import { cardsByIds } from '#shop/catalogue/catalogue/server/service.ts'
import type { SavedForLater } from '../../rules/contract.ts'
import { holderOf } from '../policy.ts'
import { savedRows } from './saved-queries.ts'

/** What the caller keeps beside the cart, the last kept first; what cannot be bought now is left out. */
export async function savedForLater(context: Context): Promise<SavedForLater[]> {
  const rows = await savedRows(context.db, context.world, holderOf(context))
  if (rows.length === 0) return []
  const cards = await cardsByIds(
    context,
    rows.map((row) => row.material_id),
  )
  const byId = new Map(cards.map((card) => [card.id, card]))
  return rows.flatMap(({ material_id: id, licence }) => {
    const material = byId.get(id)
    return material === undefined ? [] : { material, licence }
  })
}
