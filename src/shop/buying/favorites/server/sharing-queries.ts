import type { Db } from '#platform/db/pool.ts'

export async function findShare(db: Db, world: string, accountId: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('favorite_share')
    .select('token')
    .where('world', '=', world)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row?.token
}

/** The share that is there stays: whoever presses twice has one address. */
export async function insertShare(
  db: Db,
  world: string,
  share: { accountId: number; token: string },
): Promise<void> {
  await db
    .insertInto('favorite_share')
    .values({ world, account_id: share.accountId, token: share.token })
    .onConflict((conflict) => conflict.columns(['world', 'account_id']).doNothing())
    .execute()
}

export async function deleteShare(db: Db, world: string, accountId: number): Promise<void> {
  await db
    .deleteFrom('favorite_share')
    .where('world', '=', world)
    .where('account_id', '=', accountId)
    .execute()
}

/** Whose list an address shows; nobody's after the account is closed. */
export async function findSharer(
  db: Db,
  world: string,
  token: string,
): Promise<{ id: number; public_name: string } | undefined> {
  return await db
    .selectFrom('favorite_share as s')
    .innerJoin('account', 'account.id', 's.account_id')
    .select(['account.id', 'account.public_name'])
    .where('s.world', '=', world)
    .where('s.token', '=', token)
    .where('account.disabled_at', 'is', null)
    .executeTakeFirst()
}
