import { sql } from 'kysely'
import type { LiveWorldCode } from '#shared/contract/world.ts'
import type { Db } from '../../db/pool.ts'

/** Somebody's place in a school. */
export interface PlaceRow {
  account_id: number
  world: LiveWorldCode
  school_id: number
  role: 'member' | 'master'
  is_verified: boolean
}

/** Holds the school of a member until the transaction ends. */
export async function lockSchool(tx: Db, accountId: number): Promise<void> {
  await sql`select from school s join school_account a on a.world = s.world and a.school_id = s.id
    where a.account_id = ${accountId}::bigint for update of s`.execute(tx)
}

/** Everybody in the school of a member. */
export async function findPlaces(db: Db, accountId: number): Promise<PlaceRow[]> {
  const { rows } = await sql<PlaceRow>`
    select a.account_id, a.world, a.school_id, a.role, a.is_verified
    from school_account own join school_account a on a.world = own.world and a.school_id = own.school_id
    where own.account_id = ${accountId}::bigint order by a.account_id`.execute(db)
  return rows.map((row) => ({ ...row, account_id: Number(row.account_id), school_id: Number(row.school_id) }))
}

export async function removePlace(tx: Db, accountId: number): Promise<void> {
  await tx.deleteFrom('school_account').where('account_id', '=', accountId).execute()
}

export async function setVerified(tx: Db, accountId: number, isVerified: boolean): Promise<void> {
  await tx
    .updateTable('school_account')
    .set({ is_verified: isVerified })
    .where('account_id', '=', accountId)
    .execute()
}
