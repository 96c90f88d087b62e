import type pg from 'pg'
import { prepared, runPrepared } from '../../db/prepared.ts'

/** A published material that may be called reduced, and when its sale ends. */
export interface OfferRow {
  id: number
  sale_until: Date | null
}

// The biggest saving first, by the index material_offer.
const offers = prepared<OfferRow>(
  'catalogue_offers',
  `select id, sale_until from reduced_material where world = $1 and saving_bp > 0
   order by saving_bp desc, id desc limit $2`,
)

/** What is reduced in a world, the biggest saving first. */
export function offerRows(pool: pg.Pool, world: string, limit: number): Promise<OfferRow[]> {
  return runPrepared(pool, offers, [world, limit])
}
