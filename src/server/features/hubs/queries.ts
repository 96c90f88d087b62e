import type pg from 'pg'
import { prepared, runPrepared } from '../../db/prepared.ts'
import type { HubKind, HubRow } from './types.ts'

/** What a page says about its materials is read from the most chosen ones: bounded, whatever the hub holds. */
export const factsFrom = 500
/** Related hubs are those of the first so many materials. */
const relatedFrom = 60
const mostSchoolHubs = 1000

const columns = `hub.id, hub.world, hub.kind, hub.key, hub.school_type, hub.subject, hub.grade, hub.topic, hub.intro,
  hub.material_count, hub.free_count, hub.min_price_cents, hub.max_price_cents, hub.changed_at`

const oneHub = prepared<HubRow>('hub_one', `select ${columns} from hub where id = $1`)

const byKeys = prepared<HubRow>(
  'hub_by_keys',
  `select ${columns} from unnest($2::text[], $3::text[]) as asked (world, key)
   join hub on hub.world = asked.world and hub.kind = $1 and hub.key = asked.key
   where hub.material_count > 0`,
)

const folded = prepared<HubRow>(
  'hub_of_keyword',
  `select ${columns} from hub where world = $1 and kind = 'keyword' and key = fold($2) and material_count > 0`,
)

const materialIds = prepared<{ id: number }>(
  'hub_material_ids',
  `select material_id as id from hub_material where world = $1 and hub_id = $2
   order by popularity desc, material_id desc limit $3 offset $4`,
)

const facts = prepared<FactsRow>(
  'hub_facts',
  `with chosen as (
     select m.world, m.id, m.author_id, m.grades, m.material_type
     from (select material_id from hub_material where world = $1 and hub_id = $2
       order by popularity desc, material_id desc limit ${factsFrom}) first
     join material m on m.world = $1 and m.id = first.material_id)
   select
     array(select distinct unnest(grades) from chosen) as grades,
     array(select material_type from chosen group by material_type order by count(*) desc, material_type limit 4)
       as material_types,
     array(select distinct file.media_type from chosen join material_file file
       on file.world = chosen.world and file.material_id = chosen.id and file.type <> 'cover') as media_types,
     (select count(distinct author_id) from chosen) as authors`,
)

const related = prepared<HubRow & { shared: number }>(
  'hub_related',
  `select * from (
     select ${columns}, shared.shared,
       row_number() over (partition by hub.kind order by shared.shared desc, hub.material_count desc, hub.id) as place
     from (
       select hub_id, count(*) as shared from (
         select material_id from hub_material where world = $1 and hub_id = $2
         order by popularity desc, material_id desc limit ${relatedFrom}) first
       join hub_material using (material_id) where hub_material.world = $1 and hub_id <> $2
       group by hub_id) shared
     join hub on hub.world = $1 and hub.id = shared.hub_id) ranked
   where place <= $3 order by kind, place`,
)

const ofMaterials = prepared<HubRow>(
  'hub_of_materials',
  `select ${columns} from (
     select hub_id, count(*) as shared from hub_material where world = $1 and material_id = any ($2::bigint[])
     group by hub_id) shared
   join hub on hub.world = $1 and hub.id = shared.hub_id
   order by shared.shared desc, hub.material_count desc, hub.id limit $3`,
)

const schools = prepared<HubRow>(
  'hub_schools',
  `select ${columns} from hub where world = $1 and kind = 'school' and material_count > 0
     and (grade is null or subject is null)
   order by school_type, subject nulls first, grade nulls first limit ${mostSchoolHubs}`,
)

const schoolGrades = prepared<HubRow>(
  'hub_school_grades',
  `select ${columns} from hub where world = $1 and kind = 'school' and school_type = $2 and subject = $3
     and grade is not null and material_count > 0 limit 40`,
)

const fullest = prepared<HubRow>(
  'hub_fullest',
  `select ${columns} from hub where world = $1 and kind = $2 and material_count > 0
   order by material_count desc, id limit $3`,
)

interface FactsRow {
  grades: string[]
  material_types: string[]
  media_types: string[]
  authors: number
}

/** A hub of any world and kind, materials or not. */
export async function hubRow(pool: pg.Pool, id: number): Promise<HubRow | undefined> {
  return (await runPrepared(pool, oneHub, [id]))[0]
}

/** Hubs with materials, by world and key; in no order. */
export function hubsByKeys(
  pool: pg.Pool,
  kind: HubKind,
  asked: readonly { world: string; key: string }[],
): Promise<HubRow[]> {
  if (asked.length === 0) return Promise.resolve([])
  return runPrepared(pool, byKeys, [kind, asked.map(({ world }) => world), asked.map(({ key }) => key)])
}

/** The hub of a keyword as somebody writes it. */
export async function keywordHub(pool: pg.Pool, world: string, word: string): Promise<HubRow | undefined> {
  return (await runPrepared(pool, folded, [world, word]))[0]
}

/** Ids of a hub's materials, the most chosen first. */
export async function hubMaterialIds(
  pool: pg.Pool,
  { world, hubId, limit, offset }: { world: string; hubId: number; limit: number; offset: number },
): Promise<number[]> {
  return (await runPrepared(pool, materialIds, [world, hubId, limit, offset])).map(({ id }) => id)
}

/** Grades, kinds, file types and authors of a hub's most chosen materials. */
export async function hubFactsRow(pool: pg.Pool, world: string, hubId: number): Promise<FactsRow> {
  const [row] = await runPrepared(pool, facts, [world, hubId])
  return row ?? { grades: [], material_types: [], media_types: [], authors: 0 }
}

/** Up to `perKind` other hubs of each kind that share materials with this one, the nearest first. */
export function relatedHubs(
  pool: pg.Pool,
  { world, hubId, perKind }: { world: string; hubId: number; perKind: number },
): Promise<(HubRow & { shared: number })[]> {
  return runPrepared(pool, related, [world, hubId, perKind])
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
export function schoolHubs(pool: pg.Pool, world: string): Promise<HubRow[]> {
  return runPrepared(pool, schools, [world])
}

/** The grades of one subject in one school type. */
export function schoolGradeHubs(
  pool: pg.Pool,
  { world, schoolType, subject }: { world: string; schoolType: string; subject: string },
): Promise<HubRow[]> {
  return runPrepared(pool, schoolGrades, [world, schoolType, subject])
}

/** The hubs of a kind with the most materials. */
export function fullestHubs(pool: pg.Pool, world: string, kind: HubKind, limit: number): Promise<HubRow[]> {
  return runPrepared(pool, fullest, [world, kind, limit])
}
