import { type RawBuilder, sql } from 'kysely'
import { maxNumberedPage } from '#platform/limits.ts'
import { type Order, readCursor, writeCursor } from './order.ts'
import type { SearchRequest } from './search-engine.ts'

export interface Page {
  materialIds: number[]
  nextCursor: string | null
}

/** A row of a page: its material and what orders it. */
export interface PageRow {
  material_id: number
  keys: number[]
}

/** Where a page begins: after a cursor, or at an offset. */
export function positionOf(
  request: SearchRequest,
  order: Order,
): { after: RawBuilder<boolean>; offset: number } {
  if (request.cursor) return { after: order.after(readCursor(order, request.cursor)), offset: 0 }
  const page = Math.min(Math.max(1, request.page ?? 1), maxNumberedPage)
  return { after: sql`true`, offset: (page - 1) * request.limit }
}

/** A page of rows that were read with one more than its limit. */
export function toPage(rows: readonly PageRow[], order: Order, limit: number): Page {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    materialIds: shown.map((row) => row.material_id),
    nextCursor: rows.length > limit && last ? writeCursor(order, [...last.keys, last.material_id]) : null,
  }
}
