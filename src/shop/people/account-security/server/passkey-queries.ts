import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'

export async function passkeysOf(db: Db, accountId: number) {
  return await db
    .selectFrom('passkey')
    .where('account_id', '=', accountId)
    .select(['id', 'name', 'transports', 'created_at', 'last_used_at'])
    .orderBy('created_at')
    .execute()
}

export async function findPasskey(db: Db, id: string) {
  return await db.selectFrom('passkey').where('id', '=', id).selectAll().executeTakeFirst()
}

export interface NewPasskey {
  id: string
  accountId: number
  publicKey: Buffer
  counter: number
  transports: string[]
  name: string
}

/** @returns false when this passkey is known already */
export async function insertPasskey(db: Db, passkey: NewPasskey): Promise<boolean> {
  const row = await db
    .insertInto('passkey')
    .values({
      id: passkey.id,
      account_id: passkey.accountId,
      public_key: passkey.publicKey,
      counter: passkey.counter,
      transports: passkey.transports,
      name: passkey.name,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function deletePasskey(db: Db, accountId: number, id: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom('passkey')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst()
  return deleted.numDeletedRows === 1n
}

export async function notePasskeyUsed(db: Db, id: string, counter: number): Promise<void> {
  await db
    .updateTable('passkey')
    .set({ counter, last_used_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
}

export async function insertChallenge(
  db: Db,
  challenge: string,
  accountId: number | null,
  minutes: number,
): Promise<void> {
  await db
    .insertInto('passkey_challenge')
    .values({
      challenge,
      account_id: accountId,
      expires_at: sql<Date>`now() + make_interval(mins => ${minutes})`,
    })
    .execute()
}

/** Uses a challenge up: exactly one caller gets true. */
export async function takeChallenge(db: Db, challenge: string, accountId: number | null): Promise<boolean> {
  const deleted = await db
    .deleteFrom('passkey_challenge')
    .where('challenge', '=', challenge)
    .where('account_id', accountId === null ? 'is' : '=', accountId)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return deleted.numDeletedRows === 1n
}

export async function deleteOldChallenges(db: Db): Promise<void> {
  await db.deleteFrom('passkey_challenge').where('expires_at', '<', sql<Date>`now()`).execute()
}
