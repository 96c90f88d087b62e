import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'

/** Addresses that somebody typed and nobody confirmed. */
export async function deleteUnconfirmed(db: Db, days: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from newsletter_subscription where confirmed_at is null
      and asked_at < now() - make_interval(days => ${days})`.execute(db)
  return Number(numAffectedRows)
}

/** Who left, or is not reached any more, once nobody can ask for the proof of the consent. */
export async function deleteLeftSubscriptions(db: Db, days: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from newsletter_subscription
      where coalesce(left_at, bounced_at) < now() - make_interval(days => ${days})`.execute(db)
  return Number(numAffectedRows)
}
