import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'

/** Recommendations a member sent in the last day. Holds the account: they are counted one after the other. */
export async function countSentToday(tx: Db, accountId: number): Promise<number> {
  await tx.selectFrom('account').select('id').where('id', '=', accountId).forNoKeyUpdate().execute()
  const row = await tx
    .selectFrom('recommendation')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('account_id', '=', accountId)
    .where('created_at', '>', sql<Date>`now() - interval '1 day'`)
    .executeTakeFirstOrThrow()
  return row.count
}

export async function insertRecommendation(
  tx: Db,
  world: string,
  values: { materialId: number; accountId: number; message: string },
): Promise<number> {
  const { materialId, accountId, message } = values
  const row = await tx
    .insertInto('recommendation')
    .values({ world, material_id: materialId, account_id: accountId, message })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export interface RecommendationRow {
  material_id: number
  message: string
  sender: string
}

/** A recommendation of a member whose account is not disabled. */
export async function findRecommendation(
  db: Db,
  world: string,
  id: number,
): Promise<RecommendationRow | undefined> {
  return await db
    .selectFrom('recommendation')
    .innerJoin('account', 'account.id', 'recommendation.account_id')
    .select(['material_id', 'message', 'account.public_name as sender'])
    .where('recommendation.world', '=', world)
    .where('recommendation.id', '=', id)
    .where('account.disabled_at', 'is', null)
    .executeTakeFirst()
}

/** Words to a colleague are kept no longer than their link lives. */
export async function deleteOldRecommendations(db: Db, days: number): Promise<void> {
  await db
    .deleteFrom('recommendation')
    .where('created_at', '<', sql<Date>`now() - make_interval(days => ${days})`)
    .execute()
}

// ------------------------------------------------------------------ invitations

/** The member an invitation is of. */
export async function findInviter(
  db: Db,
  code: string,
): Promise<{ id: number; public_name: string } | undefined> {
  return await db
    .selectFrom('account')
    .select(['id', 'public_name'])
    .where('referral_code', '=', code)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
}

/** A member's code, and how many who came with it have confirmed their address. */
export async function ownReferral(db: Db, accountId: number): Promise<{ code: string; joined: number }> {
  return await db
    .selectFrom('account')
    .select([
      'referral_code as code',
      sql<number>`(select count(*)::integer from account as friend
        where friend.referred_by = account.id and friend.email_confirmed_at is not null)`.as('joined'),
    ])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
}
