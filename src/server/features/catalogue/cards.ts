import type { MaterialCard } from '#shared/contract/material.ts'
import type { Context } from '../../context.ts'
import { cardRows } from './queries.ts'
import { cardView } from './view.ts'

/**
 * Cards in the order of `ids`, of the context's world, published and unlisted only. `includeHidden` also gives
 * drafts, blocked and deleted ones: for what somebody owns or has sold.
 */
export async function cardsByIds(
  context: Context,
  ids: readonly number[],
  options: { includeHidden?: boolean } = {},
): Promise<MaterialCard[]> {
  const now = new Date()
  const rows = await cardRows(context.pool, context.world, ids, options.includeHidden ?? false)
  return rows.map((row) => cardView(context, row, now))
}
