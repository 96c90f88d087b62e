import { sql } from 'kysely'
import type pg from 'pg'
import { gatheredRead, readByKey } from '../../db/gathered.ts'
import type { Db } from '../../db/pool.ts'
import { prepared, quickRead, runPrepared } from '../../db/prepared.ts'
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

const oneHub = quickRead<HubRow>('hub_one', `select ${any} from hub where id = $1`)

const byKeys = quickRead<HubRow>(
  'hub_by_keys',
  `select ${any} from unnest($2::text[], $3::text[]) as asked (world, key)
   join hub on hub.world = asked.world and hub.kind = $1 and hub.key = asked.key
   where hub.material_count > 0`,
)

/** Each asked school hub that is worth a visit, or the one that stands for the same materials. */
const head = gatheredRead<HubRow>(
  'hub_head_by_key',
  `select asked.place::int as place, ${listed}
   from unnest($1::text[]) with ordinality as asked (key, place)
   join hub first on first.world = split_part(asked.key, ' ', 1) and first.kind = 'school'
     and first.key = substr(asked.key, strpos(asked.key, ' ') + 1)
   join hub_listed hub
     on hub.world = first.world and hub.set_mark = first.set_mark and hub.material_count = first.material_count`,
)

/** The school hub of what a word names: a subject, a school type or a grade. */
const named = `(select case term.kind when 'subject' then 'alle/' || term.id || '/'
    when 'school_type' then term.id || '//' else 'alle//' || term.id end as key
  from taxonomy_term term where term.world = $1 and term.active and fold(term.name) = fold($2)
    and (term.kind in ('subject', 'class_grade') or (term.kind = 'school_type' and term.data ->> 'kind' = 'leaf')))`

const ofName = prepared<HubRow>(
  'hub_of_name',
  `select ${any} from ${named} name join hub on hub.world = $1 and hub.kind = 'school' and hub.key = name.key
   where hub.material_count > 0 order by hub.material_count desc, hub.id limit 1`,
)

const ofWord = prepared<HubRow>(
  'hub_of_word',
  `select ${listed} from hub first join hub_listed hub
     on hub.world = first.world and hub.set_mark = first.set_mark and hub.material_count = first.material_count
   where first.world = $1 and ((first.kind = 'keyword' and first.key = fold($2) and first.id = hub.id)
     or (first.kind = 'school' and first.key in (select key from ${named} name)))
   order by hub.material_count desc, hub.id limit 1`,
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
     select ${listed}, shared.shared,
       row_number() over (partition by hub.kind order by shared.shared desc, hub.material_count desc, hub.id) as place
     from (
       select hub_id, count(*) as shared from (
         select material_id from hub_material where world = $1 and hub_id = $2
         order by popularity desc, material_id desc limit ${relatedFrom}) first
       join hub_material using (material_id) where hub_material.world = $1 and hub_id <> $2
       group by hub_id) shared
     join hub_listed hub on hub.world = $1 and hub.id = shared.hub_id) ranked
   where place <= $3 order by kind, place`,
)

const ofMaterials = quickRead<HubRow>(
  'hub_of_materials',
  `select ${listed} from (
     select hub_id, count(*) as shared from hub_material where world = $1 and material_id = any ($2::bigint[])
     group by hub_id) shared
   join hub_listed hub on hub.world = $1 and hub.id = shared.hub_id
   order by shared.shared desc, hub.material_count desc, hub.id limit $3`,
)

const schools = prepared<HubRow>(
  'hub_schools',
  `select ${any} from hub where world = $1 and kind = 'school' and material_count > 0
     and (grade is null or subject is null)
   order by school_type, subject nulls first, grade nulls first limit ${mostSchoolHubs}`,
)

const schoolGrades = prepared<HubRow>(
  'hub_school_grades',
  `select ${any} from hub where world = $1 and kind = 'school' and school_type = $2 and subject = $3
     and grade is not null and material_count > 0 limit 40`,
)

const fullest = prepared<HubRow>(
  'hub_fullest',
  `select ${listed} from hub_listed hub where world = $1 and kind = $2
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

/** The hub worth a visit for a word as somebody writes it: of the topic, or of the subject, school or grade it names. */
export async function hubOfWord(pool: pg.Pool, world: string, word: string): Promise<HubRow | undefined> {
  return (await runPrepared(pool, ofWord, [world, word]))[0]
}

/** The school hub with materials of the subject, school or grade that a word names; there is no topic of that name. */
export async function hubOfName(pool: pg.Pool, world: string, word: string): Promise<HubRow | undefined> {
  return (await runPrepared(pool, ofName, [world, word]))[0]
}

/** By key: each of these school hubs that is worth a visit, or the one that is, with the very same materials. */
export async function schoolHeads(
  pool: pg.Pool,
  world: string,
  keys: readonly string[],
): Promise<ReadonlyMap<string, HubRow>> {
  const rows = await Promise.all(
    keys.map(async (key) => [key, await readByKey(pool, head, `${world} ${key}`)] as const),
  )
  return new Map(rows.flatMap(([key, row]) => (row ? [[key, row] as const] : [])))
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
