import type { Db } from '#platform/db/pool.ts'
import { editorRole } from '#platform/roles.ts'

export interface EditorRow {
  id: number
  public_name: string
  email: string
  world: string
}

/** Everybody with the role, by name. */
export async function editorRows(db: Db): Promise<EditorRow[]> {
  return await db
    .selectFrom('account')
    .select(['id', 'public_name', 'email', 'world'])
    .where('role', '=', editorRole)
    .where('disabled_at', 'is', null)
    .orderBy('public_name')
    .orderBy('id')
    .limit(500)
    .execute()
}

/** An editor by number, held until the transaction ends. */
export async function lockEditor(tx: Db, id: number): Promise<EditorRow | undefined> {
  return await tx
    .selectFrom('account')
    .select(['id', 'public_name', 'email', 'world'])
    .where('id', '=', id)
    .where('role', '=', editorRole)
    .where('disabled_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Worlds given to editors: all, or those of one. */
export async function grantedWorlds(
  db: Db,
  accountId?: number,
): Promise<{ account_id: number; world: string }[]> {
  return await db
    .selectFrom('editor_world')
    .select(['account_id', 'world'])
    .$if(accountId !== undefined, (query) => query.where('account_id', '=', accountId ?? 0))
    .orderBy('world')
    .execute()
}

/** @returns false when nothing is different */
export async function writeGrant(
  tx: Db,
  { accountId, world, isGranted }: { accountId: number; world: string; isGranted: boolean },
): Promise<boolean> {
  const changed = isGranted
    ? await tx
        .insertInto('editor_world')
        .values({ account_id: accountId, world })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
    : await tx
        .deleteFrom('editor_world')
        .where('account_id', '=', accountId)
        .where('world', '=', world)
        .executeTakeFirst()
  return Number('numDeletedRows' in changed ? changed.numDeletedRows : changed.numInsertedOrUpdatedRows) > 0
}

export async function noteGrant(
  tx: Db,
  row: { accountId: number; world: string; isGranted: boolean; reason: string; madeBy: number },
): Promise<void> {
  await tx
    .insertInto('editor_world_change')
    .values({
      account_id: row.accountId,
      world: row.world,
      is_granted: row.isGranted,
      reason: row.reason,
      made_by: row.madeBy,
    })
    .execute()
}

/** Who gave or took what, the newest first. */
export async function grantChanges(db: Db, limit: number) {
  return await db
    .selectFrom('editor_world_change as c')
    .innerJoin('account as a', 'a.id', 'c.account_id')
    .leftJoin('account as m', 'm.id', 'c.made_by')
    .select(['c.id', 'c.world', 'c.is_granted', 'c.reason', 'c.made_at', 'a.public_name as editor'])
    .select('m.public_name as maker')
    .orderBy('c.id', 'desc')
    .limit(limit)
    .execute()
}
