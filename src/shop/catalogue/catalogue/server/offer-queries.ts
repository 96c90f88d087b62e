import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'

/** A published material that may be called reduced, and when its sale ends. */
export interface OfferRow {
  id: number
  sale_until: Date | null
}

/** What is reduced in a world, the biggest saving first. */
export async function offerRows(db: Db, world: string, limit: number): Promise<OfferRow[]> {
  // By the index material_offer.
  const { rows } = await sql<OfferRow>`
    select id, sale_until from reduced_material where world = ${world} and saving_bp > 0
    order by saving_bp desc, id desc limit ${limit}`.execute(db)
  return rows
}
