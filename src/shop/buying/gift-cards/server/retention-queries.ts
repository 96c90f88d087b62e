import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'

/** To whom a gift card went and with which words, once it is used or over, or its order came to nothing. */
export async function emptyOldLetters(db: Db, days: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update gift_card_sale g set recipient_name = '', recipient_email = null, message = ''
    where (g.recipient_name <> '' or g.recipient_email is not null or g.message <> '')
      and g.created_at < now() - make_interval(days => ${days})
      and (exists (select from gift_card c where c.world = g.world and c.order_id = g.order_id
          and least(c.redeemed_at, c.ended_at, c.expires_at) < now() - make_interval(days => ${days}))
        or exists (select from purchase_order o where o.world = g.world and o.id = g.order_id
          and o.status not in ('pending', 'processing', 'paid')))`.execute(db)
  return Number(numAffectedRows)
}
