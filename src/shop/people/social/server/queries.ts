import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import type { SocialProvider } from '#platform/rules/contract/user.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'

export interface Elsewhere {
  provider: SocialProvider
  subject: string
}

/** The account that an account elsewhere opens; notes that it did. */
export async function accountOfIdentity(
  db: Db,
  { provider, subject }: Elsewhere,
): Promise<number | undefined> {
  const row = await db
    .updateTable('social_identity')
    .set({ last_used_at: sql<Date>`now()` })
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .returning('account_id')
    .executeTakeFirst()
  return row?.account_id
}

/** From now on the account elsewhere opens this one; whose it is already, it stays. */
export async function insertIdentity(
  db: Db,
  accountId: number,
  { provider, subject }: Elsewhere,
): Promise<void> {
  await db
    .insertInto('social_identity')
    .values({ provider, subject, account_id: accountId })
    .onConflict((conflict) => conflict.columns(['provider', 'subject']).doNothing())
    .execute()
}

export interface NewLink extends Elsewhere {
  tokenHash: Buffer
  world: LiveWorldCode
  email: string
  publicName: string
  hours: number
}

export async function insertLink(db: Db, link: NewLink): Promise<void> {
  await db
    .insertInto('social_link')
    .values({
      token_hash: link.tokenHash,
      world: link.world,
      provider: link.provider,
      subject: link.subject,
      email: link.email,
      public_name: link.publicName,
      expires_at: sql<Date>`now() + make_interval(hours => ${link.hours})`,
    })
    .execute()
}

/** Uses a link up: exactly one caller gets the row, however many come at once. */
export async function takeLink(db: Db, tokenHash: Buffer) {
  return await db
    .updateTable('social_link')
    .set({ used_at: sql<Date>`now()` })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(['provider', 'subject', 'email', 'public_name'])
    .executeTakeFirst()
}

/** Who a link is for, while it is good for something. */
export async function findLink(db: Db, tokenHash: Buffer) {
  return await db
    .selectFrom('social_link')
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .select(['provider', 'email'])
    .executeTakeFirst()
}

export async function deleteOldLinks(db: Db): Promise<void> {
  await db.deleteFrom('social_link').where('expires_at', '<', sql<Date>`now()`).execute()
}
