import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'

/** How much a member's pictures take. */
export async function usedBytes(db: Db, accountId: number): Promise<number> {
  const { sum } = await db
    .selectFrom('unit_asset')
    .select((asset) => asset.fn.coalesce(asset.fn.sum<string>('bytes'), asset.lit(0)).as('sum'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return Number(sum)
}

/** Notes a picture of a member; the same one once. */
export async function insertAsset(
  tx: Db,
  { accountId, hash, bytes }: { accountId: number; hash: string; bytes: number },
): Promise<void> {
  await tx
    .insertInto('unit_asset')
    .values({ account_id: accountId, hash, bytes })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function hashesOf(db: Db, accountId: number): Promise<string[]> {
  const rows = await db.selectFrom('unit_asset').select('hash').where('account_id', '=', accountId).execute()
  return rows.map(({ hash }) => hash)
}

/** Pictures by the keys that content names, as the indexes of the tables have them. */
const picturesIn = (column: string) => sql`jsonb_path_query_array(${sql.ref(column)}, '$.**.asset')`

/** Whether a picture belongs to somebody or stands in an exercise, a version of one, or a room. */
export async function isNamed(db: Db, hash: string, key: string): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select exists (select from unit_asset where hash = ${hash})
      or exists (select from unit where ${picturesIn('draft')} ? ${key})
      or exists (select from unit_version where ${picturesIn('content')} ? ${key})
      or exists (select from room where ${picturesIn('content')} ? ${key}) as is`.execute(db)
  return rows[0]?.is ?? true
}

/** Forgets pictures that were given so many days ago and stand in none of their owner's exercises; answers which. */
export async function forgetUnused(db: Db, days: number): Promise<string[]> {
  const key = sql`'unit/' || left(a.hash, 2) || '/' || a.hash || '.webp'`
  const { rows } = await sql<{ hash: string }>`
    delete from unit_asset a where a.created_at < now() - make_interval(days => ${days})
      and not exists (select from unit u where u.owner_id = a.account_id and ${picturesIn('u.draft')} ? (${key}))
      and not exists (select from unit_version v join unit u on u.world = v.world and u.id = v.unit_id
        where u.owner_id = a.account_id and ${picturesIn('v.content')} ? (${key}))
    returning a.hash`.execute(db)
  return [...new Set(rows.map(({ hash }) => hash))]
}
