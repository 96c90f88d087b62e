import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import type { SchoolRole } from '#platform/roles.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'
import type { SchoolState } from '../rules/contract.ts'

/** Somebody's place in a school. */
export interface PlaceRow {
  account_id: number
  world: LiveWorldCode
  school_id: number
  role: SchoolRole
  is_verified: boolean
}

/** Holds the school of a member until the transaction ends. */
export async function lockSchool(tx: Db, accountId: number): Promise<void> {
  await sql`select from school s join school_account a on a.world = s.world and a.school_id = s.id
    where a.account_id = ${accountId}::bigint for update of s`.execute(tx)
}

/** Everybody in the school of a member, who came first first. */
export async function findPlaces(db: Db, accountId: number): Promise<PlaceRow[]> {
  const { rows } = await sql<PlaceRow>`
    select a.account_id, a.world, a.school_id, a.role, a.is_verified
    from school_account own join school_account a on a.world = own.world and a.school_id = own.school_id
    where own.account_id = ${accountId}::bigint order by a.created_at, a.account_id`.execute(db)
  return rows.map((row) => ({ ...row, account_id: Number(row.account_id), school_id: Number(row.school_id) }))
}

export interface SchoolMemberRow extends PlaceRow {
  public_name: string
  since: Date
  school_name: string
  state: SchoolState
  decision_reason: string
  school_host: string | null
  email: string
}

/** The same by name, those who wait to be verified first. */
export async function schoolMemberRows(db: Db, accountId: number): Promise<SchoolMemberRow[]> {
  const { rows } = await sql<SchoolMemberRow>`
    select a.account_id, a.world, a.school_id, a.role, a.is_verified, a.created_at as since,
      account.public_name, account.email, s.name as school_name, s.state, s.decision_reason, s.website_host as school_host
    from school_account own
    join school_account a on a.world = own.world and a.school_id = own.school_id
    join school s on s.world = own.world and s.id = own.school_id
    join account on account.id = a.account_id
    where own.account_id = ${accountId}::bigint
    order by a.is_verified, lower(account.public_name), a.account_id`.execute(db)
  return rows.map((row) => ({ ...row, account_id: Number(row.account_id), school_id: Number(row.school_id) }))
}

export interface PlaceMailRow {
  email: string
  public_name: string
  /** Where this person is at home: the language of their mails. */
  world: LiveWorldCode
  school_name: string
}

/** Whom to write about their place in a school; undefined for who has no mails any more. */
export async function placeMailParty(
  db: Db,
  place: Pick<PlaceRow, 'account_id' | 'world' | 'school_id'>,
): Promise<PlaceMailRow | undefined> {
  return (await db
    .selectFrom('account')
    .innerJoin('school', (join) =>
      join.on('school.world', '=', place.world).on('school.id', '=', place.school_id),
    )
    .select(['account.email', 'account.public_name', 'account.world', 'school.name as school_name'])
    .where('account.id', '=', place.account_id)
    .where('account.disabled_at', 'is', null)
    .where('account.erase_at', 'is', null)
    .executeTakeFirst()) as PlaceMailRow | undefined
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

export async function setRole(tx: Db, accountId: number, role: SchoolRole): Promise<void> {
  await tx.updateTable('school_account').set({ role }).where('account_id', '=', accountId).execute()
}

/** Whether the school of a place is known to be one. */
export async function schoolState(
  db: Db,
  { world, school_id: id }: Pick<PlaceRow, 'world' | 'school_id'>,
): Promise<SchoolState | undefined> {
  const row = await db
    .selectFrom('school')
    .select('state')
    .where('world', '=', world)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.state
}

type SchoolOfPlace = Pick<PlaceRow, 'world' | 'school_id'>

/** A school nobody belongs to any more: its number is free again, and who was invited finds no door. */
export async function closeSchool(tx: Db, { world, school_id: id }: SchoolOfPlace): Promise<void> {
  await tx
    .updateTable('school')
    .set({ state: 'rejected', decided_at: sql<Date>`now()` })
    .where('world', '=', world)
    .where('id', '=', id)
    .execute()
  await tx.deleteFrom('school_invitation').where('world', '=', world).where('school_id', '=', id).execute()
}

/** Nobody is left of whom it is known that they work there. */
export async function proveAgain(tx: Db, { world, school_id: id }: SchoolOfPlace): Promise<void> {
  await tx
    .updateTable('school')
    .set({ state: 'pending' })
    .where('world', '=', world)
    .where('id', '=', id)
    .where('state', '=', 'verified')
    .execute()
}
