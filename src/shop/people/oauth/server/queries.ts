import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import type { ProgramScope } from '#platform/scopes.ts'

export interface OauthClient {
  id: string
  name: string
  redirect_uris: string[]
  secret_hash: Buffer | null
}

/** A program that operators have entered and not switched off. */
export async function findClient(db: Db, id: string): Promise<OauthClient | undefined> {
  return await db
    .selectFrom('oauth_client')
    .where('id', '=', id)
    .where('disabled_at', 'is', null)
    .select(['id', 'name', 'redirect_uris', 'secret_hash'])
    .executeTakeFirst()
}

export interface NewCode {
  codeHash: Buffer
  clientId: string
  accountId: number
  redirectUri: string
  codeChallenge: string
  scopes: ProgramScope[]
  seconds: number
}

export async function insertCode(db: Db, code: NewCode): Promise<void> {
  await db
    .insertInto('authorization_code')
    .values({
      code_hash: code.codeHash,
      client_id: code.clientId,
      account_id: code.accountId,
      redirect_uri: code.redirectUri,
      code_challenge: code.codeChallenge,
      scopes: code.scopes,
      expires_at: sql<Date>`now() + make_interval(secs => ${code.seconds})`,
    })
    .execute()
}

/** Uses a code up: exactly one caller gets the row, however many come at once. */
export async function takeCode(db: Db, codeHash: Buffer, clientId: string) {
  return await db
    .updateTable('authorization_code')
    .set({ used_at: sql<Date>`now()` })
    .where('code_hash', '=', codeHash)
    .where('client_id', '=', clientId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(['account_id', 'redirect_uri', 'code_challenge', 'scopes'])
    .executeTakeFirst()
}

export async function noteSessionOfCode(db: Db, codeHash: Buffer, sessionHash: Buffer): Promise<void> {
  await db
    .updateTable('authorization_code')
    .set({ session_hash: sessionHash })
    .where('code_hash', '=', codeHash)
    .execute()
}

/** What was opened with a code that had been used before; waits for who uses it right now. */
export async function sessionOfUsedCode(db: Db, codeHash: Buffer): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('authorization_code')
    .where('code_hash', '=', codeHash)
    .where('used_at', 'is not', null)
    .select('session_hash')
    .forUpdate()
    .executeTakeFirst()
  return row?.session_hash ?? undefined
}

export async function insertRefreshToken(db: Db, tokenHash: Buffer, sessionHash: Buffer): Promise<void> {
  await db.insertInto('refresh_token').values({ token_hash: tokenHash, session_hash: sessionHash }).execute()
}

/** Uses a refresh token up, for the program it was given to and while its session can be renewed. */
export async function takeRefreshToken(db: Db, tokenHash: Buffer, clientId: string | null) {
  return await db
    .updateTable('refresh_token')
    .from('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .set({ used_at: sql<Date>`now()` })
    .whereRef('session.token_hash', '=', 'refresh_token.session_hash')
    .where('refresh_token.token_hash', '=', tokenHash)
    .where('refresh_token.used_at', 'is', null)
    .where('session.refreshable_until', '>', sql<Date>`now()`)
    .where(sql<boolean>`session.client_id is not distinct from ${clientId}`)
    .where('account.disabled_at', 'is', null)
    .returning(['refresh_token.session_hash', 'session.account_id', 'session.scopes'])
    .executeTakeFirst()
}

/** The session of a refresh token that had been used before; waits for who uses it right now. */
export async function sessionOfUsedRefreshToken(db: Db, tokenHash: Buffer): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('refresh_token')
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is not', null)
    .select('session_hash')
    .forUpdate()
    .executeTakeFirst()
  return row?.session_hash
}

/** The session an access or refresh token belongs to, where it is this program's; `clientId` null: one of our own apps. */
export async function sessionOfToken(
  db: Db,
  tokenHash: Buffer,
  clientId: string | null,
): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('session')
    .leftJoin('refresh_token', 'refresh_token.session_hash', 'session.token_hash')
    .where(({ or, eb }) =>
      or([eb('session.token_hash', '=', tokenHash), eb('refresh_token.token_hash', '=', tokenHash)]),
    )
    .where(sql<boolean>`session.client_id is not distinct from ${clientId}`)
    .select('session.token_hash')
    .executeTakeFirst()
  return row?.token_hash
}

/** Who has a session in the account's name, or may renew one; a program counts once. */
export async function programsOf(db: Db, accountId: number) {
  return await db
    .selectFrom('session')
    .innerJoin('oauth_client', 'oauth_client.id', 'session.client_id')
    .where('session.account_id', '=', accountId)
    .where(sql<boolean>`greatest(session.expires_at, session.refreshable_until) > now()`)
    .select(['oauth_client.id', 'oauth_client.name'])
    .select(({ fn }) => [
      fn.min('session.created_at').as('since'),
      fn.max('session.last_seen_at').as('last_seen'),
    ])
    .groupBy(['oauth_client.id', 'oauth_client.name'])
    .orderBy('last_seen', 'desc')
    .limit(100)
    .execute()
}

/** Codes on their way to a program open nothing any more. */
export async function spendCodes(db: Db, accountId: number, clientId: string): Promise<void> {
  await db
    .updateTable('authorization_code')
    .set({ used_at: sql<Date>`now()` })
    .where('account_id', '=', accountId)
    .where('client_id', '=', clientId)
    .where('used_at', 'is', null)
    .execute()
}

/** Codes that opened nothing, and refresh tokens whose theft would no longer tell anything. */
export async function deleteOldTokens(db: Db): Promise<void> {
  await db
    .deleteFrom('authorization_code')
    .where('expires_at', '<', sql<Date>`now() - interval '90 days'`)
    .execute()
  await db.deleteFrom('refresh_token').where('used_at', '<', sql<Date>`now() - interval '90 days'`).execute()
}
