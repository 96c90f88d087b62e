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
