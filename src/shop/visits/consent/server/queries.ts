import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import type { LiveWorld } from '#platform/routing/worlds.ts'
import type { ConsentCategory } from '../rules/consent.ts'

export interface ConsentRow {
  text_version: number
  categories: string[]
  chosen_at: Date
}

/** Writes down what was chosen; the record before it stays as it was. */
export async function insertConsent(
  db: Db,
  row: { key: string; world: LiveWorld; textVersion: number; categories: readonly ConsentCategory[] },
): Promise<void> {
  await db
    .insertInto('consent_choice')
    .values({
      key: row.key,
      world: row.world,
      text_version: row.textVersion,
      categories: [...row.categories],
    })
    .execute()
}

export async function findConsent(db: Db, key: string): Promise<ConsentRow | undefined> {
  return await db
    .selectFrom('consent_choice')
    .select(['text_version', 'categories', 'chosen_at'])
    .where('key', '=', key)
    .executeTakeFirst()
}

/** Records of choices that are asked for anew anyway. */
export async function deleteOldConsents(db: Db, days: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from consent_choice where chosen_at < now() - make_interval(days => ${days})`.execute(db)
  return Number(numAffectedRows)
}
