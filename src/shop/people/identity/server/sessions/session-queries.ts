import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '#platform/db/pool.ts'
import { prepared, runPrepared } from '#platform/db/prepared.ts'
import { registrationTokenHours } from '#platform/limits.ts'
import { adminRole } from '#platform/roles.ts'
import type { MemberRow, SchoolColumns, SessionColumns } from '../queries.ts'

/** A living session; what is null beside it belongs to nobody (public scope). */
type SessionRow = {
  [K in keyof Omit<MemberRow, keyof SessionColumns>]: MemberRow[K] | null
} & SchoolColumns &
  SessionColumns & {
    /** Nobody noted for an hour that it is in use. */
    is_quiet: boolean
  }

/*
 * A living session and its member, by primary keys. Who acts for somebody does so only for as long as they are an admin;
 * a program of others never saw a password typed. The limit has each table read by its key, also while it is small.
 */
const livingSession = prepared<SessionRow>(
  'identity_session',
  `select session.account_id, session.impersonator_id, session.second_factor, session.client_id, session.scopes,
     account.world, account.email, account.public_name, account.slug, account.image_key, account.is_seller,
     account.role, account.agb_accepted_version, account.email_confirmed_at,
     school_account.school_id, school_account.role as school_role,
     school_account.is_verified as is_school_verified,
     case when session.client_id is null then
       extract(epoch from now() - coalesce(session.authenticated_at, session.created_at))::float8
     end as seconds_since_login,
     session.last_seen_at < now() - interval '1 hour' as is_quiet
   from session
   left join account on account.id = session.account_id
   left join school_account on school_account.account_id = account.id
   left join account admin on admin.id = session.impersonator_id
   where session.token_hash = $1
     and session.expires_at > now()
     and account.disabled_at is null
     and (session.impersonator_id is null or (admin.role = '${adminRole}' and admin.disabled_at is null))
   limit 1`,
)

/**
 * A living session and its member. Undefined: unknown, expired, or its account is disabled. Read from the database for
 * every request, so that whatever ended it counts at once, in every process.
 */
export async function findSession(pool: pg.Pool, tokenHash: Buffer): Promise<SessionRow | undefined> {
  return (await runPrepared(pool, livingSession, [tokenHash]))[0]
}

/** Whether this is the first session of an account that was opened within the time its first link lives. */
export async function isFirstLogin(
  db: Db,
  { accountId, sessionHash }: { accountId: number; sessionHash: Buffer },
): Promise<boolean> {
  const { rows } = await sql<{ is_first: boolean }>`
    select created_at > now() - make_interval(hours => ${registrationTokenHours}) and not exists (
      select from session where account_id = account.id and token_hash <> ${sessionHash}) as is_first
    from account where id = ${accountId}`.execute(db)
  return rows[0]?.is_first === true
}

/** Which of these sessions are neither over nor of a disabled account. */
export async function findLivingSessions(db: Db, hashes: readonly Buffer[]): Promise<Buffer[]> {
  if (hashes.length === 0) return []
  const rows = await db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .where('session.token_hash', '=', sql<Buffer>`any(${[...hashes]}::bytea[])`)
    .where('session.expires_at', '>', sql<Date>`now()`)
    .where('account.disabled_at', 'is', null)
    .select('session.token_hash')
    .execute()
  return rows.map((row) => row.token_hash)
}

export async function noteSessionInUse(db: Db, tokenHash: Buffer): Promise<void> {
  await db
    .updateTable('session')
    .set({ last_seen_at: sql<Date>`now()` })
    .where('token_hash', '=', tokenHash)
    .execute()
}

/** From now on this session counts as one whose login passed the second step. */
export async function markSecondStep(db: Db, tokenHash: Buffer): Promise<void> {
  await db
    .updateTable('session')
    .set({ second_factor: true, authenticated_at: sql<Date>`now()` })
    .where('token_hash', '=', tokenHash)
    .execute()
}

/** Opens a session in which an admin acts in a member's name; `loginAsId`: the row that says why. */
export async function insertActingSession(
  db: Db,
  session: {
    tokenHash: Buffer
    accountId: number
    adminId: number
    loginAsId: number
    minutes: number
    userAgent: string | undefined
  },
): Promise<void> {
  await db
    .insertInto('session')
    .values({
      token_hash: session.tokenHash,
      account_id: session.accountId,
      scope: 'full',
      grant_type: 'login_as',
      impersonator_id: session.adminId,
      login_as_id: session.loginAsId,
      user_agent: session.userAgent ?? null,
      expires_at: sql<Date>`now() + make_interval(mins => ${session.minutes})`,
    })
    .execute()
}

/** The own session of an admin from now on has another token, so that the one before opens nothing while they act. */
export async function parkSession(db: Db, oldHash: Buffer, newHash: Buffer): Promise<void> {
  await db
    .updateTable('session')
    .set({ token_hash: newHash })
    .where('token_hash', '=', oldHash)
    .executeTakeFirstOrThrow()
}

/**
 * Gives the session that waits for an admin a new token again. Undefined unless it lives and belongs to whoever acts in
 * the session of `actingHash`. When the password was typed and when it ends stay as they are.
 */
export async function takeUpSession(
  db: Db,
  session: { parkedHash: Buffer; newHash: Buffer; actingHash: Buffer },
): Promise<{ seconds: number } | undefined> {
  return await db
    .updateTable('session')
    .from('session as acting')
    .set({ token_hash: session.newHash, last_seen_at: sql<Date>`now()` })
    .where('session.token_hash', '=', session.parkedHash)
    .where('session.impersonator_id', 'is', null)
    .where('session.client_id', 'is', null)
    .where('session.expires_at', '>', sql<Date>`now()`)
    .where('acting.token_hash', '=', session.actingHash)
    .whereRef('acting.impersonator_id', '=', 'session.account_id')
    .returning(sql<number>`extract(epoch from session.expires_at - now())::int`.as('seconds'))
    .executeTakeFirst()
}

/** The same session under a new token; codes and refresh tokens follow it by their keys. */
export async function renewSession(
  db: Db,
  session: { oldHash: Buffer; newHash: Buffer; seconds: number; refreshSeconds: number },
): Promise<void> {
  await db
    .updateTable('session')
    .set({
      token_hash: session.newHash,
      expires_at: sql<Date>`now() + make_interval(secs => ${session.seconds})`,
      refreshable_until: sql<Date>`now() + make_interval(secs => ${session.refreshSeconds})`,
      last_seen_at: sql<Date>`now()`,
    })
    .where('token_hash', '=', session.oldHash)
    .execute()
}

/** Ends the sessions of a program in a member's name; their refresh tokens go with them. @returns how many there were */
export async function endProgramSessions(db: Db, accountId: number, clientId: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('session')
    .where('account_id', '=', accountId)
    .where('client_id', '=', clientId)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
