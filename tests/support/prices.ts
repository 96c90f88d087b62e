import { sql } from 'kysely'
import type { TestApp } from './app.ts'

/** What a material is asked for from so many days ago on, as its author's forms and time would have left it. Cents. */
export async function priceSince(
  app: TestApp,
  materialId: number,
  change: { daysAgo: number; price?: number; sale?: number | null; saleUntil?: Date | null },
): Promise<void> {
  const { db } = app.deps
  const { price, sale, saleUntil } = change
  const row = await db
    .updateTable('material')
    .set({
      ...(price !== undefined && { price_cents: price }),
      ...(sale !== undefined && { sale_price_cents: sale }),
      ...(saleUntil !== undefined && { sale_until: saleUntil }),
      updated_at: sql<Date>`now()`,
    })
    .where('id', '=', materialId)
    .returningAll()
    .executeTakeFirstOrThrow()
  await db
    .insertInto('material_price_change')
    .values({
      world: row.world,
      material_id: materialId,
      changed_at: sql<Date>`now() - make_interval(secs => ${change.daysAgo * 86_400})`,
      price_cents: row.price_cents,
      sale_price_cents: row.sale_price_cents,
      sale_until: row.sale_until,
    })
    .execute()
}
