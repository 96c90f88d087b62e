import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'

/**
 * An account without password and terms, whose address is proven or not; its person completes it. Undefined when the e-mail
 * has one already.
 */
export async function insertBareAccount(
  db: Db,
  account: {
    world: LiveWorldCode
    email: string
    publicName: string
    slug: string
    source: string
    isProven: boolean
  },
): Promise<number | undefined> {
  const row = await db
    .insertInto('account')
    .values({
      world: account.world,
      email: account.email,
      public_name: account.publicName,
      slug: account.slug,
      creation_source: account.source,
      email_confirmed_at: account.isProven ? sql<Date>`now()` : null,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** Takes away the password somebody chose who never proved the address to be theirs. */
export async function dropCredentials(db: Db, accountId: number): Promise<void> {
  await db.updateTable('account').set({ password_hash: null }).where('id', '=', accountId).execute()
}
