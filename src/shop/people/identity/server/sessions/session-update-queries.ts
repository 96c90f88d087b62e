import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'

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
