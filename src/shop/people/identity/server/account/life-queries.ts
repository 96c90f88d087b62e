import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import type { Database } from '#platform/db/schema.ts'

/** Gives an account its password. Whoever could do that has the mailbox, so the address counts as confirmed. */
export async function setPassword(
  db: Db,
  accountId: number,
  passwordHash: string,
  { confirms = false } = {},
): Promise<void> {
  await db
    .updateTable('account')
    .set({
      password_hash: passwordHash,
      updated_at: sql<Date>`now()`,
      ...(confirms ? { email_confirmed_at: sql<Date>`coalesce(email_confirmed_at, now())` } : {}),
    })
    .where('id', '=', accountId)
    .execute()
}

/** The same password hashed anew; not when it was changed meanwhile. */
export async function renewHash(
  db: Db,
  accountId: number,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await db
    .updateTable('account')
    .set({ password_hash: to })
    .where('id', '=', accountId)
    .where('password_hash', '=', from)
    .execute()
}

/** @returns false when another account has this address */
export async function setEmail(db: Db, accountId: number, email: string): Promise<boolean> {
  const updated = await db
    .updateTable('account')
    .set({ email, email_confirmed_at: sql<Date>`now()`, updated_at: sql<Date>`now()` })
    .where('id', '=', accountId)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('account as other')
            .where('other.email', '=', email)
            .where('other.id', '<>', accountId),
        ),
      ),
    )
    .executeTakeFirst()
  return updated.numUpdatedRows === 1n
}

/** Closes an account: nobody logs in, and after the days of grace it is erased. */
export async function closeAccount(db: Db, accountId: number, graceDays: number): Promise<Date> {
  const row = await db
    .updateTable('account')
    .set({
      disabled_at: sql<Date>`now()`,
      erase_at: sql<Date>`now() + make_interval(days => ${graceDays})`,
      updated_at: sql<Date>`now()`,
    })
    .where('id', '=', accountId)
    .returning('erase_at')
    .executeTakeFirstOrThrow()
  return row.erase_at ?? new Date()
}

/** Opens a closed account again. @returns false when it is erased or was never closed by its owner */
export async function reopenAccount(db: Db, accountId: number): Promise<boolean> {
  const updated = await db
    .updateTable('account')
    .set({ disabled_at: null, erase_at: null, updated_at: sql<Date>`now()` })
    .where('id', '=', accountId)
    .where('erase_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return updated.numUpdatedRows === 1n
}

export async function completeAccount(
  db: Db,
  accountId: number,
  values: { passwordHash: string; publicName: string; slug: string; agbVersion: string },
): Promise<void> {
  await db
    .updateTable('account')
    .set({
      password_hash: values.passwordHash,
      public_name: values.publicName,
      slug: values.slug,
      agb_accepted_version: values.agbVersion,
      agb_accepted_at: sql<Date>`now()`,
      email_confirmed_at: sql<Date>`now()`,
      updated_at: sql<Date>`now()`,
    })
    .where('id', '=', accountId)
    .execute()
}

/** The sessions of an account but one, when something about its safety changed. */
export async function deleteOtherSessions(db: Db, accountId: number, exceptHash: Buffer): Promise<number> {
  const deleted = await db
    .deleteFrom('session')
    .where('account_id', '=', accountId)
    .where('token_hash', '<>', exceptHash)
    .executeTakeFirst()
  return Number(deleted.numDeletedRows)
}

/** The password was typed once more in this session. */
export async function noteAuthenticated(db: Db, tokenHash: Buffer): Promise<void> {
  await db
    .updateTable('session')
    .set({ authenticated_at: sql<Date>`now()` })
    .where('token_hash', '=', tokenHash)
    .execute()
}

/** Sessions of an account that live or can be renewed, the one in use last first. */
export async function sessionsOf(db: Db, accountId: number) {
  return await db
    .selectFrom('session')
    .where('account_id', '=', accountId)
    .where('impersonator_id', 'is', null)
    // Programs of others have a list of their own.
    .where('client_id', 'is', null)
    .where(sql<boolean>`greatest(expires_at, refreshable_until) > now()`)
    .select(['token_hash', 'user_agent', 'platform', 'grant_type', 'created_at', 'last_seen_at'])
    .orderBy('last_seen_at', 'desc')
    .limit(100)
    .execute()
}

/** @returns whether the account had such a session */
export async function deleteSessionOf(db: Db, accountId: number, handle: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom('session')
    .where('account_id', '=', accountId)
    .where(sql<boolean>`encode(substring(token_hash for 9), 'hex') = ${handle}`)
    .executeTakeFirst()
  return deleted.numDeletedRows > 0n
}

interface ContactRow {
  email: string
  public_name: string
  /** Where this person is at home: the language of their mails. */
  world: string
}

/** Where to write to a member; nobody for disabled accounts and those without a password. */
export async function findContact(db: Db, accountId: number): Promise<ContactRow | undefined> {
  return await db
    .selectFrom('account')
    .select(['email', 'public_name', 'world'])
    .where('id', '=', accountId)
    .where('disabled_at', 'is', null)
    .where('password_hash', 'is not', null)
    .executeTakeFirst()
}

/** What a member may change of how others see them. */
export interface ProfileChange {
  publicName: string
  /** Of the address of their page, made of the name. */
  slug: string
  isPrivate: boolean
}

/** Writes how others see an account; an author's page is the author's own to change. */
export async function updateProfileOf(tx: Db, accountId: number, change: ProfileChange): Promise<void> {
  await tx
    .updateTable('account')
    .set({
      public_name: change.publicName,
      slug: change.slug,
      is_private_profile: change.isPrivate,
      updated_at: sql<Date>`now()`,
    })
    .where('id', '=', accountId)
    .execute()
}

/** Sets an account's picture, null: none. @returns the key in storage that is used no more, in a list */
export async function setPicture(tx: Db, accountId: number, key: string | null): Promise<string[]> {
  const { rows } = await sql<{ image_key: string }>`
    with before as (
      select image_key from account where id = ${accountId}
    ), changed as (
      update account set image_key = ${key}, updated_at = now() where id = ${accountId}
    )
    select image_key from before where image_key is not null`.execute(tx)
  return rows.map((row) => row.image_key)
}

/** Notes with whose invitation an account was opened. */
export async function setInviter(
  db: Db,
  { accountId, inviterId }: { accountId: number; inviterId: number },
): Promise<void> {
  await db
    .updateTable('account')
    .set({ referred_by: inviterId, referred_at: sql<Date>`now()` })
    .where('id', '=', accountId)
    .execute()
}

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
