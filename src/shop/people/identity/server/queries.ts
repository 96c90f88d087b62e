import { type Selectable, sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import type { Database } from '#platform/db/schema.ts'
import type { SchoolRole } from '#platform/roles.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'
import type { ProgramScope } from '#platform/scopes.ts'

/** A member's place in a school, if there is one. */
export interface SchoolColumns {
  school_id: number | null
  school_role: SchoolRole | null
  is_school_verified: boolean | null
}

/** What the session itself says of its member. */
export interface SessionColumns {
  impersonator_id: number | null
  second_factor: boolean
  client_id: string | null
  scopes: ProgramScope[] | null
  seconds_since_login: number | null
}

/** A new account is in no school yet. */
export type AccountRow = Selectable<Database['account']> & Partial<SchoolColumns>

/** The part of an account that a visitor is made of. */
export type MemberRow = Pick<
  AccountRow,
  | 'world'
  | 'email'
  | 'public_name'
  | 'slug'
  | 'image_key'
  | 'is_seller'
  | 'role'
  | 'agb_accepted_version'
  | 'email_confirmed_at'
> &
  Partial<SchoolColumns & SessionColumns> & { account_id: number }

const schoolColumns = [
  'school_account.school_id',
  'school_account.role as school_role',
  'school_account.is_verified as is_school_verified',
] as const

export interface NewSession {
  tokenHash: Buffer
  accountId: number | null
  grantType: string
  platform: string | undefined
  seconds: number
  userAgent?: string | undefined
  secondFactor?: boolean | undefined
  /** The program of others it is for. */
  clientId?: string | undefined
  scopes?: ProgramScope[] | undefined
  /** How long the token can be renewed. */
  refreshSeconds?: number | undefined
}

export async function insertSession(db: Db, session: NewSession): Promise<void> {
  await db
    .insertInto('session')
    .values({
      token_hash: session.tokenHash,
      account_id: session.accountId,
      scope: session.accountId === null ? 'public' : 'full',
      grant_type: session.grantType,
      platform: session.platform ?? null,
      user_agent: session.userAgent ?? null,
      second_factor: session.secondFactor ?? false,
      client_id: session.clientId ?? null,
      scopes: session.scopes ?? null,
      refreshable_until:
        session.refreshSeconds === undefined
          ? null
          : sql<Date>`now() + make_interval(secs => ${session.refreshSeconds})`,
      expires_at: sql<Date>`now() + make_interval(secs => ${session.seconds})`,
    })
    .execute()
}

export async function deleteSession(db: Db, tokenHash: Buffer): Promise<void> {
  await db.deleteFrom('session').where('token_hash', '=', tokenHash).execute()
}

export async function deleteSessionsOf(db: Db, accountId: number): Promise<void> {
  await db.deleteFrom('session').where('account_id', '=', accountId).execute()
}

/** Removes what has expired: sessions at once, links a week later (a late click still hears "already confirmed"). */
export async function deleteExpired(db: Db): Promise<{ sessions: number; tokens: number }> {
  const sessions = await db
    .deleteFrom('session')
    .where(sql<boolean>`greatest(expires_at, refreshable_until) < now()`)
    .executeTakeFirst()
  const tokens = await db
    .deleteFrom('email_token')
    .where('expires_at', '<', sql<Date>`now() - interval '7 days'`)
    .executeTakeFirst()
  return { sessions: Number(sessions.numDeletedRows), tokens: Number(tokens.numDeletedRows) }
}

/** An account by its folded e-mail, disabled ones included: the caller decides what they may do. */
export async function findAccountByEmail(db: Db, email: string): Promise<AccountRow | undefined> {
  return await accounts(db).where('account.email', '=', email).executeTakeFirst()
}

export async function findAccount(db: Db, accountId: number): Promise<AccountRow | undefined> {
  return await accounts(db).where('account.id', '=', accountId).executeTakeFirst()
}

function accounts(db: Db) {
  return db
    .selectFrom('account')
    .leftJoin('school_account', 'school_account.account_id', 'account.id')
    .selectAll('account')
    .select(schoolColumns)
}

export interface NewAccount {
  world: LiveWorldCode
  email: string
  passwordHash: string
  publicName: string
  slug: string
  agbVersion: string
  /** What brought the person here. */
  source: string
}

/** The new account, or undefined when the e-mail has one already (also when two registrations race). */
export async function insertAccount(db: Db, account: NewAccount): Promise<AccountRow | undefined> {
  return await db
    .insertInto('account')
    .values({
      world: account.world,
      email: account.email,
      password_hash: account.passwordHash,
      public_name: account.publicName,
      slug: account.slug,
      creation_source: account.source,
      agb_accepted_version: account.agbVersion,
      agb_accepted_at: sql<Date>`now()`,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returningAll()
    .executeTakeFirst()
}

export async function acceptTermsVersion(db: Db, accountId: number, version: string): Promise<void> {
  await db
    .updateTable('account')
    .set({ agb_accepted_version: version, agb_accepted_at: sql<Date>`now()`, updated_at: sql<Date>`now()` })
    .where('id', '=', accountId)
    .where((where) =>
      where.or([where('agb_accepted_version', 'is', null), where('agb_accepted_version', '<>', version)]),
    )
    .execute()
}

/** True for the one call that confirmed the address; false when it was confirmed before. */
export async function confirmEmail(db: Db, accountId: number): Promise<boolean> {
  const updated = await db
    .updateTable('account')
    .set({ email_confirmed_at: sql<Date>`now()`, updated_at: sql<Date>`now()` })
    .where('id', '=', accountId)
    .where('email_confirmed_at', 'is', null)
    .executeTakeFirst()
  return updated.numUpdatedRows === 1n
}

/** What a later registration of a still unconfirmed address brings with it, once its link is used. */
export async function replaceCredentials(
  db: Db,
  accountId: number,
  values: { passwordHash: string; publicName: string; slug: string },
): Promise<void> {
  await db
    .updateTable('account')
    .set({ password_hash: values.passwordHash, public_name: values.publicName, slug: values.slug })
    .where('id', '=', accountId)
    .execute()
}

export async function insertEmailToken(
  db: Db,
  token: { tokenHash: Buffer; accountId: number; payload: Record<string, string>; hours: number },
): Promise<void> {
  await db
    .insertInto('email_token')
    .values({
      token_hash: token.tokenHash,
      purpose: 'confirm_registration',
      account_id: token.accountId,
      payload: token.payload,
      expires_at: sql<Date>`now() + make_interval(hours => ${token.hours})`,
    })
    .execute()
}

/** Uses a link up: exactly one caller gets the row, however many come at once. */
export async function takeConfirmationToken(db: Db, tokenHash: Buffer) {
  return await db
    .updateTable('email_token')
    .set({ used_at: sql<Date>`now()` })
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', 'confirm_registration')
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(['account_id', 'payload'])
    .executeTakeFirst()
}

/** Whether a link was used and did its work: a second click is good news, not an error. */
export async function wasConfirmedBy(db: Db, tokenHash: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom('email_token')
    .innerJoin('account', 'account.id', 'email_token.account_id')
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', 'confirm_registration')
    .where('used_at', 'is not', null)
    .where('account.email_confirmed_at', 'is not', null)
    .select('account.id')
    .executeTakeFirst()
  return row !== undefined
}

/** From now on this account is an author's. */
export async function markSeller(db: Db, accountId: number): Promise<void> {
  await db
    .updateTable('account')
    .set({ is_seller: true, updated_at: sql<Date>`now()` })
    .where('id', '=', accountId)
    .execute()
}
