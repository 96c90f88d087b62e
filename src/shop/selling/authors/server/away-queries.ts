import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'

interface AwayRow {
  away_from: Date | null
  away_until: Date | null
  away_text: string
}

export async function awayRow(db: Db, authorId: number): Promise<AwayRow | undefined> {
  return await db
    .selectFrom('author_profile')
    .select(['away_from', 'away_until', 'away_text'])
    .where('account_id', '=', authorId)
    .executeTakeFirst()
}

/** `from` and `until` are both there or both null. */
export async function writeAway(
  tx: Db,
  authorId: number,
  away: { from: Date | null; until: Date | null; text: string },
): Promise<void> {
  await tx
    .updateTable('author_profile')
    .set({ away_from: away.from, away_until: away.until, away_text: away.text })
    .where('account_id', '=', authorId)
    .execute()
}

/** Notes who left or came back since it was last noted. */
export async function turnAway(tx: Db, limit: number): Promise<{ account_id: number; world: string }[]> {
  const { rows } = await sql<{ account_id: number; world: string }>`
    update author_profile a set is_away = not a.is_away
    where a.account_id in (
      select account_id from author_profile
      where is_away is distinct from coalesce(now() >= away_from and now() < away_until, false)
      order by account_id limit ${limit} for update skip locked)
    returning a.account_id, a.world`.execute(tx)
  return rows
}
