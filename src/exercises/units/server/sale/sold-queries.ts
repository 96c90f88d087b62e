import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Account, countsFor, hasMaterial, isForSchoolOf } from '#platform/db/holding.ts'
import type { Db } from '#platform/db/pool.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'

export interface SoldRow {
  material_id: number
  author_id: number
  status: string
  slug: string
  title: string
  may_copy: boolean
  unit_id: number
  version: number
  content: unknown
  /** Bought by who asks, alone or in a bundle. */
  is_bought: boolean
  /** It costs nothing. */
  is_free: boolean
  /** The exercise is the first one of a course, which is what is sold. */
  is_course: boolean
}

/**
 * Whether the licence is gone that a copy (`unit`) of its owner's stands on: they have neither the material it was taken from
 * nor another one with the same exercise. Asked when it is used, so whoever buys it, or comes back, may go on.
 */
export function isLost(account: Account, unit = 'unit'): RawBuilder<SqlBool> {
  const [world, licence, origin] = ['world', 'licence_material_id', 'origin_id'].map((column) =>
    sql.ref(`${unit}.${column}`),
  )
  return sql<SqlBool>`(${licence} is not null and not exists (
    select from material m where m.world = ${world} and m.id = any(array(
      select ${licence} union all
      select s.material_id from sold_unit s where s.world = ${world} and s.unit_id = ${origin}))
    and ${hasMaterial(account)}))`
}

/** Whether the licence is gone that a member's pointer (`shadow`) at others' work, or at their own copy of it, stands on. */
export function isPointerLost(accountId: number, shadow = 'unit_shadow'): RawBuilder<SqlBool> {
  const [world, unitId] = [sql.ref(`${shadow}.world`), sql.ref(`${shadow}.unit_id`)]
  return sql<SqlBool>`not exists (select from unit u where u.world = ${world} and u.id = ${unitId}
    and case when u.owner_id = ${accountId}::bigint then not ${isLost(accountId, 'u')} else exists (
      select from sold_unit s join material m on m.world = s.world and m.id = s.material_id
      where s.world = u.world and s.unit_id = u.id and ${hasMaterial(accountId)}) end)`
}

/** Whether a member wrote a material or has bought it. */
export async function isOwnerOf(
  db: Db,
  { world, accountId }: { world: string; accountId: number },
  materialId: number,
): Promise<boolean> {
  const { rows } = await sql`select from material m where m.world = ${world} and m.id = ${materialId}::bigint
    and (m.author_id = ${accountId}::bigint or ${hasMaterial(accountId)})`.execute(db)
  return rows.length > 0
}

/** What a material sells besides files: the newest published version of its exercise. */
export async function findSold(
  db: Db,
  { world, materialId, accountId }: { world: string; materialId: number; accountId: number | null },
): Promise<SoldRow | undefined> {
  const { rows } = await sql<SoldRow>`
    select m.id as material_id, m.author_id, m.status, m.slug, m.title, m.may_copy_interactive as may_copy,
      u.id as unit_id, u.version, v.content, ${hasMaterial(accountId)} as is_bought, m.price_cents = 0 as is_free,
      m.course_id is not null as is_course
    from material m
    join unit u on u.world = m.world and u.id = m.interactive_id
    join unit_version v on v.world = u.world and v.unit_id = u.id and v.version = u.version
    where m.world = ${world} and m.id = ${materialId}::bigint`.execute(db)
  return rows[0]
}

export interface BoughtUnitRow {
  material_id: number
  unit_id: number
  title: string
  description: string
  subjects: string[]
  grades: string[]
  school_types: string[]
  element_count: number
}

/** The materials that sell an exercise, alone or in a course. */
export async function materialsSelling(db: Db, world: string, unitId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select material_id as id from sold_unit where world = ${world} and unit_id = ${unitId}::bigint`.execute(
    db,
  )
  return rows.map(({ id }) => Number(id))
}

/** The exercises a member or their school bought, alone or in a bundle, the newest first. */
export async function boughtUnitRows(
  db: Db,
  { world, accountId }: { world: string; accountId: number },
  limit: number,
): Promise<BoughtUnitRow[]> {
  const { rows } = await sql<BoughtUnitRow>`
    select m.id as material_id, u.id as unit_id, m.title, m.description, m.subjects, m.grades, m.school_types,
      u.element_count
    from (
      select e.material_id, max(e.created_at) as bought_at
      from owned_material e
      where e.world = ${world} and ${countsFor(accountId)} group by 1
    ) bought
    join material m on m.world = ${world} and m.id = bought.material_id
    join unit u on u.world = m.world and u.id = m.interactive_id and u.version > 0
    order by bought.bought_at desc, m.id desc limit ${limit}`.execute(db)
  return rows
}

/** Those of these exercises that a member has no licence for, or not any more: others', and own copies of them. */
export async function unheldUnits(
  db: Db,
  { world, accountId }: { world: string; accountId: number },
  unitIds: readonly number[],
): Promise<number[]> {
  if (unitIds.length === 0) return []
  const { rows } = await sql<{ id: number }>`
    select u.id from unit u where u.world = ${world} and u.id = any(${[...unitIds]}::bigint[])
      and case when u.owner_id = ${accountId}::bigint then ${isLost(accountId, 'u')} else not exists (
        select from sold_unit s join material m on m.world = s.world and m.id = s.material_id
        where s.world = u.world and s.unit_id = u.id and ${hasMaterial(accountId)}) end`.execute(db)
  return rows.map(({ id }) => Number(id))
}

/** Which of these materials hold an exercise. */
export async function materialsWithUnit(
  db: Db,
  world: string,
  materialIds: readonly number[],
): Promise<number[]> {
  if (materialIds.length === 0) return []
  const { rows } = await sql<{ id: number }>`
    select m.id from material m join unit u on u.world = m.world and u.id = m.interactive_id and u.version > 0
    where m.world = ${world} and m.id = any(${[...materialIds]}::bigint[])`.execute(db)
  return rows.map(({ id }) => Number(id))
}

export interface SchoolLicenceRow {
  world: LiveWorldCode
  material_id: number
  title: string
  slug: string
  status: string
  bought_at: Date
  /** Who bought it, as far as they still belong to the school. */
  buyers: string[]
  has_exercise: boolean
  has_files: boolean
}

/** What a verified member has by their school, in the school's world, the newest first; `before`: the last row of the page before. */
export async function schoolLicenceRows(
  db: Db,
  accountId: number,
  { before, limit }: { before?: { at: Date; materialId: number } | undefined; limit: number },
): Promise<SchoolLicenceRow[]> {
  const boughtAt = sql`date_trunc('milliseconds', max(e.created_at))`
  const isNext = before
    ? sql<SqlBool>`(${boughtAt}, m.id) < (${before.at}::timestamptz, ${before.materialId}::bigint)`
    : sql<SqlBool>`true`
  const { rows } = await sql<SchoolLicenceRow>`
    select m.world, m.id as material_id, m.title, m.slug, m.status, ${boughtAt} as bought_at,
      coalesce(array_agg(distinct a.public_name) filter (where a.id is not null), '{}') as buyers,
      bool_or(u.id is not null) as has_exercise,
      exists (select from material_file f where f.world = m.world and f.material_id = m.id and f.type <> 'cover') as has_files
    from school_account own
    join entitlement e on e.world = own.world and ${isForSchoolOf(accountId)}
    join material m on m.world = e.world and m.id = e.material_id
    left join unit u on u.world = m.world and u.id = m.interactive_id and u.version > 0
    left join school_account buyer on buyer.account_id = e.account_id
      and buyer.world = own.world and buyer.school_id = own.school_id
    left join account a on a.id = buyer.account_id
    where own.account_id = ${accountId}::bigint
    group by m.world, m.id having ${isNext}
    order by bought_at desc, m.id desc limit ${limit}`.execute(db)
  return rows.map((row) => ({ ...row, material_id: Number(row.material_id) }))
}

/** How many materials each member of somebody's school has bought for it. */
export async function schoolLicenceCounts(db: Db, accountId: number): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ account_id: number; count: number }>`
    select e.account_id, count(*)::integer as count
    from school_account own
    join school_account buyer on buyer.world = own.world and buyer.school_id = own.school_id
    join entitlement e on e.world = own.world and e.account_id = buyer.account_id and e.licence = 'school'
      and (e.school_id = own.school_id or e.school_id is null and buyer.is_verified)
    where own.account_id = ${accountId}::bigint group by 1`.execute(db)
  return new Map(rows.map((row) => [Number(row.account_id), row.count]))
}
