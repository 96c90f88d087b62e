import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import { isPlainMember } from '#platform/roles.ts'

/** How an account's login is guarded beside the password. */
export async function guardsOf(db: Db, accountId: number) {
  const row = await db
    .selectFrom('account')
    .leftJoin('totp', 'totp.account_id', 'account.id')
    .where('account.id', '=', accountId)
    .select(['account.role', 'totp.confirmed_at'])
    .select((row) => [
      row
        .selectFrom('passkey')
        .whereRef('passkey.account_id', '=', 'account.id')
        .select(sql<number>`count(*)::int`.as('count'))
        .as('passkeys'),
      row
        .selectFrom('recovery_code')
        .whereRef('recovery_code.account_id', '=', 'account.id')
        .where('used_at', 'is', null)
        .select(sql<number>`count(*)::int`.as('count'))
        .as('codes'),
    ])
    .executeTakeFirst()
  return {
    isStaff: row !== undefined && !isPlainMember(row.role),
    hasTotp: row?.confirmed_at != null,
    passkeys: row?.passkeys ?? 0,
    codes: row?.codes ?? 0,
  }
}

export async function findTotp(db: Db, accountId: number) {
  return await db.selectFrom('totp').where('account_id', '=', accountId).selectAll().executeTakeFirst()
}

/** A new secret that is not proven yet; one that is in use stays. */
export async function startTotp(db: Db, accountId: number, secret: Buffer): Promise<void> {
  await db
    .insertInto('totp')
    .values({ account_id: accountId, secret })
    .onConflict((conflict) =>
      conflict
        .column('account_id')
        .doUpdateSet({ secret, created_at: sql<Date>`now()`, last_step: 0 })
        .where('totp.confirmed_at', 'is', null),
    )
    .execute()
}

/** Uses a time step up: exactly one caller gets true. */
export async function takeStep(
  db: Db,
  accountId: number,
  step: number,
  { isConfirmed }: { isConfirmed: boolean },
): Promise<boolean> {
  const updated = await db
    .updateTable('totp')
    .set({ last_step: step, ...(isConfirmed ? {} : { confirmed_at: sql<Date>`now()` }) })
    .where('account_id', '=', accountId)
    .where('last_step', '<', step)
    .where('confirmed_at', isConfirmed ? 'is not' : 'is', null)
    .executeTakeFirst()
  return updated.numUpdatedRows === 1n
}

export async function deleteTotp(db: Db, accountId: number): Promise<boolean> {
  const deleted = await db.deleteFrom('totp').where('account_id', '=', accountId).executeTakeFirst()
  return deleted.numDeletedRows === 1n
}

export async function replaceCodes(db: Db, accountId: number, hashes: readonly Buffer[]): Promise<void> {
  await db.deleteFrom('recovery_code').where('account_id', '=', accountId).execute()
  if (hashes.length === 0) return
  await db
    .insertInto('recovery_code')
    .values(hashes.map((code_hash) => ({ account_id: accountId, code_hash })))
    .execute()
}

/** Uses a code up: exactly one caller gets true. */
export async function takeCode(db: Db, accountId: number, codeHash: Buffer): Promise<boolean> {
  const updated = await db
    .updateTable('recovery_code')
    .set({ used_at: sql<Date>`now()` })
    .where('account_id', '=', accountId)
    .where('code_hash', '=', codeHash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return updated.numUpdatedRows === 1n
}

/** Counts a try before it is looked at, so that many at once are counted, too. */
export async function countTry(
  db: Db,
  accountId: number,
  limit: { tries: number; minutes: number },
): Promise<{ failures: number; seconds: number }> {
  const { rows } = await sql<{ failures: number; seconds: number }>`
    insert into second_step_failure as f (account_id, failures) values (${accountId}, 1)
    on conflict (account_id) do update set
      failures = case when f.failed_at < now() - make_interval(mins => ${limit.minutes}) then 1 else f.failures + 1 end,
      failed_at = case when f.failures >= ${limit.tries}
        and f.failed_at >= now() - make_interval(mins => ${limit.minutes}) then f.failed_at else now() end
    returning failures,
      ceil(extract(epoch from f.failed_at + make_interval(mins => ${limit.minutes}) - now()))::int as seconds
  `.execute(db)
  return rows[0] ?? { failures: 1, seconds: 0 }
}

export async function forgetTries(db: Db, accountId: number): Promise<void> {
  await db.deleteFrom('second_step_failure').where('account_id', '=', accountId).execute()
}

export async function ownerOf(db: Db, accountId: number) {
  return await db
    .selectFrom('account')
    .where('id', '=', accountId)
    .where('disabled_at', 'is', null)
    .select(['email', 'public_name'])
    .executeTakeFirst()
}
