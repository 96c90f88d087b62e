import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import type { Database } from '#platform/db/schema.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'

/** What the link of a mail may do; each works once. */
type MailTokenPurpose = Database['email_token']['purpose']

/** What a link of a mail stands for. */
export interface MailToken {
  account_id: number
  payload: Record<string, unknown>
}

export async function insertMailToken(
  db: Db,
  token: {
    tokenHash: Buffer
    purpose: MailTokenPurpose
    accountId: number
    payload?: Record<string, string>
    hours: number
  },
): Promise<void> {
  await db
    .insertInto('email_token')
    .values({
      token_hash: token.tokenHash,
      purpose: token.purpose,
      account_id: token.accountId,
      payload: token.payload ?? {},
      expires_at: sql<Date>`now() + make_interval(hours => ${token.hours})`,
    })
    .execute()
}

/** A link that still works, looked at without using it up. */
export async function findMailToken(
  db: Db,
  tokenHash: Buffer,
  purpose: MailTokenPurpose,
): Promise<MailToken | undefined> {
  return await db
    .selectFrom('email_token')
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .select(['account_id', 'payload'])
    .executeTakeFirst()
}

/** Uses a link up: exactly one caller gets the row, however many come at once. */
export async function takeMailToken(
  db: Db,
  tokenHash: Buffer,
  purpose: MailTokenPurpose,
): Promise<MailToken | undefined> {
  return await db
    .updateTable('email_token')
    .set({ used_at: sql<Date>`now()` })
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(['account_id', 'payload'])
    .executeTakeFirst()
}

/** Links of these kinds that an account still has do nothing any more. */
export async function dropMailTokens(
  db: Db,
  accountId: number,
  purposes: readonly MailTokenPurpose[],
): Promise<void> {
  await db
    .deleteFrom('email_token')
    .where('account_id', '=', accountId)
    .where('purpose', 'in', purposes)
    .where('used_at', 'is', null)
    .execute()
}

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
