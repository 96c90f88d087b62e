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
