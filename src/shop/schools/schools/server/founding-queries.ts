import { type Insertable, sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import type { Database } from '#platform/db/schema.ts'
import type { SchoolRole } from '#platform/roles.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'
import type { FoundSchool } from '../rules/contract.ts'
import { officialNumber } from '../rules/official-numbers.ts'

/** The new school's id; undefined: one with this official number is there. */
export async function insertSchool(
  tx: Db,
  school: Insertable<Database['school']>,
): Promise<number | undefined> {
  const row = await tx
    .insertInto('school')
    .values(school)
    .onConflict((conflict) =>
      conflict
        .columns(['world', 'official_number'])
        .where('official_number', 'is not', null)
        .where('state', '<>', 'rejected')
        .doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  return row && Number(row.id)
}

export interface NewPlace {
  world: LiveWorldCode
  schoolId: number
  accountId: number
  role: SchoolRole
  /** Known to work there. */
  isKnown: boolean
}

/** False: this account belongs to a school already. */
export async function insertPlace(tx: Db, place: NewPlace): Promise<boolean> {
  const row = await tx
    .insertInto('school_account')
    .values({
      account_id: place.accountId,
      world: place.world,
      school_id: place.schoolId,
      role: place.role,
      is_verified: place.isKnown,
    })
    .onConflict((conflict) => conflict.column('account_id').doNothing())
    .returning('account_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Schools one can join, by the beginning of their name or town or by their number. */
export async function findSchools(db: Db, world: LiveWorldCode, words: string): Promise<FoundSchool[]> {
  const beginning = `${words.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`
  const number = officialNumber(world, words) ?? null
  const { rows } = await sql<FoundSchool>`
    select id, name, town, official_number as "officialNumber" from school
    where world = ${world} and state in ('pending', 'verified')
      and (lower(name) like ${beginning} or lower(town) like ${beginning} or official_number = ${number}::text)
    order by state = 'verified' desc, lower(name), id limit 10`.execute(db)
  return rows.map((row) => ({ ...row, id: Number(row.id) }))
}

/** Whether there is a school that new people can belong to. */
export async function joinableSchool(db: Db, world: LiveWorldCode, schoolId: number): Promise<boolean> {
  const row = await db
    .selectFrom('school')
    .select('id')
    .where('world', '=', world)
    .where('id', '=', schoolId)
    .where('state', 'in', ['pending', 'verified'])
    .executeTakeFirst()
  return row !== undefined
}
