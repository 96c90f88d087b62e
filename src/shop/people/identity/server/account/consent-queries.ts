import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import type { Database } from '#platform/db/schema.ts'

export type Channel = Database['terms_acceptance']['channel']

/** Notes that somebody accepted a version of the texts; the first time counts. */
export async function noteAcceptance(
  db: Db,
  acceptance: { accountId: number; version: string; world: string; channel: Channel },
): Promise<void> {
  await db
    .insertInto('terms_acceptance')
    .values({
      account_id: acceptance.accountId,
      version: acceptance.version,
      world: acceptance.world,
      channel: acceptance.channel,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Every version an account has accepted, the newest first. */
export async function acceptancesOf(db: Db, accountId: number) {
  return await db
    .selectFrom('terms_acceptance')
    .where('account_id', '=', accountId)
    .select(['version', 'world', 'channel', 'accepted_at'])
    .orderBy('accepted_at', 'desc')
    .execute()
}

export async function findPersonalisation(db: Db, accountId: number) {
  return await db
    .selectFrom('personalisation')
    .where('account_id', '=', accountId)
    .select(['preferences', 'preferences_at', 'popup_shown_at'])
    .executeTakeFirst()
}

export async function notePopupShown(db: Db, accountId: number): Promise<void> {
  await db
    .insertInto('personalisation')
    .values({ account_id: accountId, popup_shown_at: sql<Date>`now()` })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ popup_shown_at: sql<Date>`now()` }))
    .execute()
}

export async function savePreferences(
  db: Db,
  accountId: number,
  preferences: Record<string, readonly string[]>,
): Promise<void> {
  const values = { preferences: JSON.stringify(preferences), preferences_at: sql<Date>`now()` }
  await db
    .insertInto('personalisation')
    .values({ account_id: accountId, ...values })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(values))
    .execute()
}
