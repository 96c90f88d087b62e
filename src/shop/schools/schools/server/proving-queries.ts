import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import { masterRole } from '#platform/roles.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'
import type { SchoolState } from '../rules/contract.ts'
import type { PlaceRow } from './queries.ts'

export interface SchoolKey {
  id: number
  world: LiveWorldCode
}

export interface OwnSchoolRow extends SchoolKey {
  name: string
  state: SchoolState
  official_number: string | null
  website_host: string | null
}

/** The school an account looks after, held until the transaction ends. */
export async function ownSchool(tx: Db, accountId: number): Promise<OwnSchoolRow | undefined> {
  const { rows } = await sql<OwnSchoolRow>`
    select s.id, s.world, s.name, s.state, s.official_number, s.website_host
    from school s join school_account a on a.world = s.world and a.school_id = s.id
    where a.account_id = ${accountId}::bigint and a.role = ${masterRole} for update of s`.execute(tx)
  return rows[0] && { ...rows[0], id: Number(rows[0].id) }
}

/** Instead of the code before it. @returns when it was sent */
export async function insertProof(
  tx: Db,
  proof: SchoolKey & { codeHash: Buffer; minutes: number },
): Promise<Date> {
  const { rows } = await sql<{ sent_at: Date }>`
    insert into school_proof (world, school_id, code_hash, expires_at)
    values (${proof.world}, ${proof.id}, ${proof.codeHash}, now() + make_interval(mins => ${proof.minutes}))
    on conflict (world, school_id) do update
      set code_hash = excluded.code_hash, tries = 0, sent_at = now(), expires_at = excluded.expires_at
    returning sent_at`.execute(tx)
  return rows[0]?.sent_at ?? new Date()
}

/** Counts a try of the code; undefined: it has had its time or its tries. */
export async function takeTry(tx: Db, school: SchoolKey, most: number): Promise<Buffer | undefined> {
  const row = await tx
    .updateTable('school_proof')
    .set((expression) => ({ tries: expression('tries', '+', 1) }))
    .where('world', '=', school.world)
    .where('school_id', '=', school.id)
    .where('tries', '<', most)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('code_hash')
    .executeTakeFirst()
  return row?.code_hash
}

export async function dropProof(tx: Db, school: SchoolKey): Promise<void> {
  await tx
    .deleteFrom('school_proof')
    .where('world', '=', school.world)
    .where('school_id', '=', school.id)
    .execute()
}

/** The state from now on and everybody in the school; undefined: it is in that state, or there is no such school. */
export async function settleSchool(
  tx: Db,
  school: SchoolKey,
  to: { state: SchoolState; reason: string; deciderId: number | undefined },
): Promise<{ name: string; decidedAt: Date; places: PlaceRow[] } | undefined> {
  const row = await tx
    .updateTable('school')
    .set({
      state: to.state,
      decided_at: sql<Date>`now()`,
      decided_by: to.deciderId ?? null,
      decision_reason: to.reason,
    })
    .where('world', '=', school.world)
    .where('id', '=', school.id)
    .where('state', 'in', fromStates[to.state])
    .returning(['name', 'decided_at'])
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { rows } = await sql<PlaceRow>`
    select account_id, world, school_id, role, is_verified from school_account
    where world = ${school.world} and school_id = ${school.id}::bigint order by account_id for update`.execute(
    tx,
  )
  const places = rows.map((place) => ({ ...place, account_id: Number(place.account_id) }))
  return { name: row.name, decidedAt: row.decided_at ?? new Date(), places }
}

/** What a school can have been before it is in this state. */
const fromStates: Readonly<Record<SchoolState, SchoolState[]>> = {
  pending: [],
  verified: ['pending', 'suspended'],
  rejected: ['pending'],
  suspended: ['verified'],
}

export interface MasterRow {
  id: number
  email: string
  public_name: string
  world: LiveWorldCode
}

/** Who looks after a school and can be written to. */
export async function mastersOf(db: Db, school: SchoolKey): Promise<MasterRow[]> {
  const { rows } = await sql<MasterRow>`
    select account.id, account.email, account.public_name, account.world
    from school_account a join account on account.id = a.account_id
    where a.world = ${school.world} and a.school_id = ${school.id}::bigint and a.role = ${masterRole}
      and account.disabled_at is null and account.erase_at is null order by account.id`.execute(db)
  return rows.map((row) => ({ ...row, id: Number(row.id) }))
}

export interface WaitingSchoolRow extends SchoolKey {
  name: string
  town: string
  street: string
  zip: string
  official_number: string | null
  website_host: string | null
  state: SchoolState
  reason: string
  created_at: Date
  master: string | null
  master_email: string | null
  members: number
}

/** Schools in a state, the oldest first: who founded them and how many belong to them. */
export async function schoolsInState(db: Db, state: SchoolState, limit: number): Promise<WaitingSchoolRow[]> {
  const { rows } = await sql<WaitingSchoolRow>`
    select s.id, s.world, s.name, s.town, s.street, s.zip, s.official_number, s.website_host, s.state,
      s.decision_reason as reason, s.created_at,
      master.public_name as master, master.email as master_email,
      (select count(*)::integer from school_account m where m.world = s.world and m.school_id = s.id) as members
    from school s
    left join lateral (
      select account.public_name, account.email from school_account a join account on account.id = a.account_id
      where a.world = s.world and a.school_id = s.id and a.role = ${masterRole} order by a.created_at limit 1
    ) master on true
    where s.state = ${state} order by s.created_at, s.id limit ${limit}`.execute(db)
  return rows.map((row) => ({ ...row, id: Number(row.id) }))
}

export async function countPending(db: Db): Promise<{ world: string; count: number }[]> {
  return await db
    .selectFrom('school')
    .select(['world', sql<number>`count(*)::integer`.as('count')])
    .where('state', '=', 'pending')
    .groupBy('world')
    .execute()
}
