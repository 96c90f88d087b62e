import { sql } from 'kysely'
import { hasMaterial } from '#platform/db/holding.ts'
import type { Db } from '#platform/db/pool.ts'
import { isPointerLost } from '../sale/sold-queries.ts'
import type { UnitOwner } from '../types.ts'

export interface ShadowRow {
  id: number
  unit_id: number
  version: number
  title: string
  description: string
  subjects: string[]
  grades: string[]
  school_types: string[]
  /** The newest published version of the unit; 0 where its author has taken it away. */
  newest: number
  /** The licence it stands on is gone. */
  is_lost: boolean
}

/** The versions a member points at, the newest first. */
export async function shadowRows(
  db: Db,
  { world, accountId }: UnitOwner,
  limit: number,
): Promise<ShadowRow[]> {
  const { rows } = await sql<ShadowRow>`
    select s.id, s.unit_id, s.version, v.content ->> 'title' as title,
      coalesce(v.content ->> 'description', '') as description,
      ${named('subjects')}, ${named('grades')}, ${named('schoolTypes')},
      case when u.status = 'published' then u.version else 0 end as newest,
      ${isPointerLost(accountId, 's')} as is_lost
    from unit_shadow s
    join unit_version v on v.world = s.world and v.unit_id = s.unit_id and v.version = s.version
    join unit u on u.world = s.world and u.id = s.unit_id
    where s.world = ${world} and s.account_id = ${accountId}::bigint
    order by s.created_at desc, s.id desc limit ${limit}`.execute(db)
  return rows
}

/** What a version says it is for: it stays so whatever its author says of the unit later. */
function named(field: 'subjects' | 'grades' | 'schoolTypes') {
  const column = sql.ref(field === 'schoolTypes' ? 'school_types' : field)
  return sql`array(select jsonb_array_elements_text(coalesce(v.content -> ${sql.lit(field)}, '[]'))) as ${column}`
}

export async function setOverlay(
  tx: Db,
  { world, accountId }: UnitOwner,
  shadowId: number,
  overlay: object,
): Promise<void> {
  await tx
    .updateTable('unit_shadow')
    .set({ overlay: JSON.stringify(overlay) })
    .where('world', '=', world)
    .where('account_id', '=', accountId)
    .where('id', '=', shadowId)
    .execute()
}

/**
 * Has a pointer lead to another version, with what its member changed. Who points at that one already goes on with it, as it
 * stands. @returns the pointer
 */
export async function moveShadow(
  tx: Db,
  { world, accountId }: UnitOwner,
  { shadowId, unitId, version }: { shadowId: number; unitId: number; version: number },
): Promise<number> {
  const there = await tx
    .selectFrom('unit_shadow')
    .select('id')
    .where('world', '=', world)
    .where('account_id', '=', accountId)
    .where('unit_id', '=', unitId)
    .where('version', '=', version)
    .executeTakeFirst()
  if (there) return there.id
  await tx
    .updateTable('unit_shadow')
    .set({ version })
    .where('world', '=', world)
    .where('account_id', '=', accountId)
    .where('id', '=', shadowId)
    .execute()
  return shadowId
}

/** The material a member has an exercise by, alone or in a bundle; null: it is their own. */
export async function entitlementOf(
  db: Db,
  { world, accountId }: UnitOwner,
  unitId: number,
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select m.id from sold_unit s join material m on m.world = s.world and m.id = s.material_id
    where s.world = ${world} and s.unit_id = ${unitId}::bigint and ${hasMaterial(accountId)}
    order by m.id limit 1`.execute(db)
  return rows[0]?.id ?? null
}
