import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import { type FieldErrors, ProductError } from '#platform/errors.ts'
import { type Rights, rightsRefusal } from '#platform/rules/files/rights.ts'
import type { Place } from '../queries.ts'

type Refusal = NonNullable<ReturnType<typeof rightsRefusal>>

/** Materials (`m`) with the versions (`v`) of exercises (`u`) they offer. */
const offered = sql`sold_unit s
  join material m on m.world = s.world and m.id = s.material_id
  join unit u on u.world = s.world and u.id = s.unit_id
  join unit_version v on v.world = u.world and v.unit_id = u.id
    and (m.interactive_id = u.id and v.version = u.version or exists (
      select from sold_course c cross join lateral jsonb_array_elements(c.course -> 'items') item
      where c.world = m.world and c.material_id = m.id
        and (item ->> 'unitId')::bigint = u.id and (item ->> 'version')::int = v.version))`

/** Whether something that is offered holds tasks that are not its author's to sell; undefined: nothing does. */
async function licensedIn(
  db: Db,
  world: string,
  isMeant: RawBuilder<SqlBool>,
): Promise<{ isCourse: boolean } | undefined> {
  const { rows } = await sql<{ isCourse: boolean }>`
    select m.course_id is not null as "isCourse" from ${offered}
    where s.world = ${world} and ${isMeant} and v.licensed_tasks <> '{}' limit 1`.execute(db)
  return rows[0]
}

/**
 * What an exercise shows decides how it may be offered. A material offers the newest version of its exercise, a course the
 * versions it names; what costs something, or lies in a bundle, is sold. Answers the worst there is.
 */
async function refusalOf(
  db: Db,
  world: string,
  isMeant: RawBuilder<SqlBool>,
): Promise<{ refusal: Refusal; isCourse: boolean } | undefined> {
  const { rows } = await sql<{ rights: Rights; is_course: boolean }>`
    select v.rights, m.course_id is not null as is_course from ${offered}
    where s.world = ${world} and ${isMeant} and v.rights <> 'clear' and (v.rights = 'unclear' or m.price_cents > 0
      or exists (select from bundle_item b where b.world = m.world and b.material_id = m.id))
    order by v.rights desc limit 1`.execute(db)
  const [worst] = rows
  const refusal = worst && rightsRefusal(worst.rights, { isPaid: true })
  return refusal && { refusal, isCourse: worst.is_course }
}

/** What keeps a material from being offered as it is; nothing where nothing does. */
export async function rightsProblems(db: Db, { world, materialId }: Place): Promise<FieldErrors> {
  const isIt = sql<SqlBool>`m.id = ${materialId}::bigint`
  const licensed = await licensedIn(db, world, isIt)
  const found = licensed
    ? { ...licensed, refusal: 'resale_blocked' as const }
    : await refusalOf(db, world, isIt)
  return found ? { [found.isCourse ? 'courseId' : 'interactiveId']: found.refusal } : {}
}

/**
 * The exercises of a material stay as they are until the transaction ends: none gets a version that must not be offered at
 * the moment in which the material comes before the public.
 */
export async function holdExercises(tx: Db, { world, materialId }: Place): Promise<void> {
  await sql`select from unit u where u.world = ${world} and u.id in (
      select s.unit_id from sold_unit s where s.world = ${world} and s.material_id = ${materialId}::bigint)
    order by u.id for share`.execute(tx)
}

/** @throws ProductError invalid_input: a public material would offer what nobody may pass on like that */
export async function requireRights(tx: Db, place: Place): Promise<void> {
  await holdExercises(tx, place)
  const fields = await rightsProblems(tx, place)
  if (Object.keys(fields).length > 0) throw new ProductError('invalid_input', { fields })
}

/** The same of what is put into a bundle. @throws ProductError invalid_input with `ids` */
export async function requirePartRights(
  tx: Db,
  { world, ids }: { world: string; ids: readonly number[] },
): Promise<void> {
  for (const materialId of ids) await holdExercises(tx, { world, materialId } as Place)
  const found = await refusalOf(tx, world, sql`m.id = any(${[...ids]}::bigint[])`)
  if (found) throw new ProductError('invalid_input', { fields: { ids: found.refusal } })
}

/**
 * A unit that is on offer holds nothing that must not be offered like that; a material that is blocked can come back any time.
 * @throws ProductError rights_unclear; rights_non_commercial
 */
export async function requireSoldRights(
  tx: Db,
  { world, unitId }: { world: string; unitId: number },
): Promise<void> {
  const found = await refusalOf(tx, world, isOffered(unitId))
  if (found) throw new ProductError(found.refusal)
}

/**
 * A unit that is on offer holds no tasks that are not its author's to sell.
 * @throws ProductError resale_blocked
 */
export async function requireSellableTasks(
  tx: Db,
  { world, unitId }: { world: string; unitId: number },
): Promise<void> {
  if (await licensedIn(tx, world, isOffered(unitId))) throw new ProductError('resale_blocked')
}

function isOffered(unitId: number): RawBuilder<SqlBool> {
  return sql<SqlBool>`s.unit_id = ${unitId}::bigint and m.status in ('published', 'unlisted', 'blocked')`
}
