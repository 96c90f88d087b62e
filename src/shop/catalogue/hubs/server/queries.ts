import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '#platform/db/pool.ts'
import { prepared, runPrepared } from '#platform/db/prepared.ts'
import type { HubKind, HubRow } from './types.ts'

/** What a page says about its materials is read from the most chosen ones: bounded, whatever the hub holds. */
export const factsFrom = 500
/** Related hubs are those of the first so many materials. */
const relatedFrom = 60
const mostSchoolHubs = 1000

const columns = `hub.id, hub.world, hub.kind, hub.key, hub.school_type, hub.subject, hub.grade, hub.topic, hub.intro,
  hub.material_count, hub.free_count, hub.min_price_cents, hub.max_price_cents, hub.changed_at,
  hub.set_mark::text as set_mark`
/** The view knows which hubs are worth a visit; what is read from it, is. */
const listed = `${columns}, true as is_listed`
const any = `${columns}, exists (
    select from hub_listed listed where listed.world = hub.world and listed.id = hub.id) as is_listed`

/** The school hub of what a word names: a subject, a school type or a grade. */
const named = (
  world: string,
  word: string,
) => sql`(select case term.kind when 'subject' then 'alle/' || term.id || '/'
    when 'school_type' then term.id || '//' else 'alle//' || term.id end as key
  from taxonomy_term term where term.world = ${world} and term.active and fold(term.name) = fold(${word})
    and (term.kind in ('subject', 'class_grade') or (term.kind = 'school_type' and term.data ->> 'kind' = 'leaf')))`

const ofMaterials = prepared<HubRow>(
  'hub_of_materials',
  `select ${listed} from (
     select hub_id, count(*) as shared from hub_material where world = $1 and material_id = any ($2::bigint[])
     group by hub_id) shared
   join hub_listed hub on hub.world = $1 and hub.id = shared.hub_id
   where shared.shared >= least(2, cardinality($2::bigint[]))
   order by shared.shared desc, hub.material_count desc, hub.id limit $3`,
)

interface FactsRow {
  grades: string[]
  material_types: string[]
  media_types: string[]
  authors: number
}

/** A hub of any world and kind, materials or not. */
export async function hubRow(db: Db, id: number): Promise<HubRow | undefined> {
  const { rows } = await sql<HubRow>`
    select ${sql.raw(any)} from hub where id = ${id}`.execute(db)
  return rows[0]
}

/** Hubs with materials, by world and key; in no order. */
export async function hubsByKeys(
  db: Db,
  kind: HubKind,
  asked: readonly { world: string; key: string }[],
): Promise<HubRow[]> {
  if (asked.length === 0) return []
  const { rows } = await sql<HubRow>`
    select ${sql.raw(any)}
    from unnest(${asked.map(({ world }) => world)}::text[], ${asked.map(({ key }) => key)}::text[]) as asked (world, key)
    join hub on hub.world = asked.world and hub.kind = ${kind} and hub.key = asked.key
    where hub.material_count > 0`.execute(db)
  return rows
}

/** The hub worth a visit for a word as somebody writes it: of the topic, or of the subject, school or grade it names. */
export async function hubOfWord(db: Db, world: string, word: string): Promise<HubRow | undefined> {
  const { rows } = await sql<HubRow>`
    select ${sql.raw(listed)} from hub first join hub_listed hub
      on hub.world = first.world and hub.set_mark = first.set_mark and hub.material_count = first.material_count
    where first.world = ${world} and ((first.kind = 'keyword' and first.key = fold(${word}) and first.id = hub.id)
      or (first.kind = 'school' and first.key in (select key from ${named(world, word)} name)))
    order by hub.material_count desc, hub.id limit 1`.execute(db)
  return rows[0]
}

/** The school hub with materials of the subject, school or grade that a word names; there is no topic of that name. */
export async function hubOfName(db: Db, world: string, word: string): Promise<HubRow | undefined> {
  const { rows } = await sql<HubRow>`
    select ${sql.raw(any)} from ${named(world, word)} name
    join hub on hub.world = ${world} and hub.kind = 'school' and hub.key = name.key
    where hub.material_count > 0 order by hub.material_count desc, hub.id limit 1`.execute(db)
  return rows[0]
}

/** By key: each of these school hubs that is worth a visit, or the one that is, with the very same materials. */
export async function schoolHeads(
  db: Db,
  world: string,
  keys: readonly string[],
): Promise<ReadonlyMap<string, HubRow>> {
  if (keys.length === 0) return new Map()
  const { rows } = await sql<HubRow & { asked_key: string }>`
    select first.key as asked_key, ${sql.raw(listed)} from hub first
    join hub_listed hub
      on hub.world = first.world and hub.set_mark = first.set_mark and hub.material_count = first.material_count
    where first.world = ${world} and first.kind = 'school' and first.key = any(${keys}::text[])`.execute(db)
  return new Map(rows.map(({ asked_key: key, ...row }) => [key, row]))
}

/** Ids of a hub's materials, the most chosen first. */
export async function hubMaterialIds(
  db: Db,
  { world, hubId, limit, offset }: { world: string; hubId: number; limit: number; offset: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select material_id as id from hub_material where world = ${world} and hub_id = ${hubId}
    order by popularity desc, material_id desc limit ${limit} offset ${offset}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Grades, kinds, file types and authors of a hub's most chosen materials. */
export async function hubFactsRow(db: Db, world: string, hubId: number): Promise<FactsRow> {
  const { rows } = await sql<FactsRow>`
    with chosen as (
      select m.world, m.id, m.author_id, m.grades, m.material_type
      from (select material_id from hub_material where world = ${world} and hub_id = ${hubId}
        order by popularity desc, material_id desc limit ${factsFrom}) first
      join material m on m.world = ${world} and m.id = first.material_id)
    select
      array(select distinct unnest(grades) from chosen) as grades,
      array(select material_type from chosen group by material_type order by count(*) desc, material_type limit 4)
        as material_types,
      array(select distinct file.media_type from chosen join material_file file
        on file.world = chosen.world and file.material_id = chosen.id and file.type <> 'cover') as media_types,
      (select count(distinct author_id) from chosen) as authors`.execute(db)
  return rows[0] ?? { grades: [], material_types: [], media_types: [], authors: 0 }
}

/** Up to `perKind` other hubs of each kind that share materials with this one, the nearest first. */
export async function relatedHubs(
  db: Db,
  { world, hubId, perKind }: { world: string; hubId: number; perKind: number },
): Promise<(HubRow & { shared: number })[]> {
  const { rows } = await sql<HubRow & { shared: number }>`
    select * from (
      select ${sql.raw(listed)}, shared.shared,
        row_number() over (partition by hub.kind order by shared.shared desc, hub.material_count desc, hub.id) as place
      from (
        select hub_id, count(*) as shared from (
          select material_id from hub_material where world = ${world} and hub_id = ${hubId}
          order by popularity desc, material_id desc limit ${relatedFrom}) first
        join hub_material using (material_id) where hub_material.world = ${world} and hub_id <> ${hubId}
        group by hub_id) shared
      join hub_listed hub on hub.world = ${world} and hub.id = shared.hub_id) ranked
    where place <= ${perKind} order by kind, place`.execute(db)
  return rows
}

/** The hubs of some materials, those of most of them first. */
export function hubsOfMaterials(
  pool: pg.Pool,
  world: string,
  materialIds: readonly number[],
  limit: number,
): Promise<HubRow[]> {
  return materialIds.length === 0
    ? Promise.resolve([])
    : runPrepared(pool, ofMaterials, [world, materialIds, limit])
}

/** School hubs of a world without a grade or without a subject: what menus and sliders are made of. */
export async function schoolHubs(db: Db, world: string): Promise<HubRow[]> {
  const { rows } = await sql<HubRow>`
    select ${sql.raw(any)} from hub where world = ${world} and kind = 'school' and material_count > 0
      and (grade is null or subject is null)
    order by school_type, subject nulls first, grade nulls first limit ${mostSchoolHubs}`.execute(db)
  return rows
}

/** The grades of one subject in one school type. */
export async function schoolGradeHubs(
  db: Db,
  { world, schoolType, subject }: { world: string; schoolType: string; subject: string },
): Promise<HubRow[]> {
  const { rows } = await sql<HubRow>`
    select ${sql.raw(any)} from hub where world = ${world} and kind = 'school' and school_type = ${schoolType}
      and subject = ${subject} and grade is not null and material_count > 0 limit 40`.execute(db)
  return rows
}

/** The hubs of a kind with the most materials. */
export async function fullestHubs(db: Db, world: string, kind: HubKind, limit: number): Promise<HubRow[]> {
  const { rows } = await sql<HubRow>`
    select ${sql.raw(listed)} from hub_listed hub where world = ${world} and kind = ${kind}
    order by material_count desc, id limit ${limit}`.execute(db)
  return rows
}

/** A landing as it was counted: without materials it is not found. */
export interface CountedHub {
  id: number
  world: string
  isEmpty: boolean
  /** It had enough of them to be linked, and has not any more. */
  isUnlinked: boolean
}

/** The landings that this transaction has counted anew since this was asked last. */
export async function takeCountedHubs(tx: Db): Promise<CountedHub[]> {
  const { rows } = await sql<CountedHub>`
    select id, world, is_empty as "isEmpty", is_unlinked as "isUnlinked" from take_counted_hubs()`.execute(tx)
  return rows
}
