import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'

/**
 * Gathers a world's materials into its hubs after a bulk load: the rows the view `hub_wanted` asks for, which a test
 * compares. The view derives eleven texts per material; here every list of keywords and every choice of subjects, grades
 * and schools is looked at once, whatever number of materials share it, and what is joined are numbers.
 */
export async function gatherHubs(db: Db, world: LiveWorldCode): Promise<void> {
  await createWords(db, world)
  await createShapes(db, world)
  await createPlaces(db, world)
  await createHubs(db, world)
  await db.transaction().execute(async (tx) => {
    // Rows of a table that was emptied in their own transaction need no log where the server keeps none for others.
    const others = await tx
      .selectFrom('hub_material')
      .select('hub_id')
      .where('world', '!=', world)
      .limit(1)
      .execute()
    if (others.length === 0) await sql`truncate hub_material`.execute(tx)
    else await tx.deleteFrom('hub_material').where('world', '=', world).execute()
    await insertMembers(tx, world)
    await insertHubs(tx, world)
  })
}

/** Every keyword once, and every list of keywords with its topics; a word that only names a subject or class is none. */
async function createWords(db: Db, world: LiveWorldCode): Promise<void> {
  await sql`create unlogged table bench_seed.list as
    select row_number() over () as list, keywords from (
      select distinct keywords from material where world = ${world} and keywords <> '{}') as each`.execute(db)
  await sql`create unlogged table bench_seed.word as
    with written as (
      select raw, left(btrim(raw), 60) as topic, fold(left(btrim(raw), 60)) as word
      from (select distinct unnest(keywords) as raw from bench_seed.list) as each where btrim(raw) <> ''
    ), named as (
      select fold(name) as word from taxonomy_term where world = ${world} and active
        and (kind in ('subject', 'class_grade') or (kind = 'school_type' and data ->> 'kind' = 'leaf'))
    )
    select raw, topic, word, dense_rank() over (order by word) as n from written
    where not exists (select from named where named.word = written.word)`.execute(db)
  await sql`create unlogged table bench_seed.list_word as
    select list, word.n, min(position) as position
    from bench_seed.list cross join unnest(keywords) with ordinality as each (raw, position)
      join bench_seed.word using (raw)
    group by list, word.n`.execute(db)
}

/** Every choice of subjects, grades and schools once, with the pairs of subject and grade that lessons are made of. */
async function createShapes(db: Db, world: LiveWorldCode): Promise<void> {
  await sql`create unlogged table bench_seed.shape as
    select row_number() over () as shape, subjects, grades, school_types from (
      select distinct subjects, grades, school_types from material where world = ${world}) as each`.execute(
    db,
  )
  await sql`create unlogged table bench_seed.term as
    select kind, id, data from taxonomy_term where world = ${world} and active
      and (kind in ('subject', 'class_grade') or (kind = 'school_type' and data ->> 'kind' = 'leaf'))`.execute(
    db,
  )
  await sql`create unlogged table bench_seed.shape_school as
    with subject as (
      select shape, id from bench_seed.shape join bench_seed.term on kind = 'subject' and id = any (subjects)
    ), grade as (
      select shape, id, data from bench_seed.shape join bench_seed.term on kind = 'class_grade' and id = any (grades)
    ), school as (
      select shape, id from bench_seed.shape join bench_seed.term on kind = 'school_type' and id = any (school_types)
    )
    select shape, school.id as school_type, null as subject, null as grade from school
    union all
    select shape, school.id, subject.id, null from school join subject using (shape)
    union all
    select shape, school.id, subject.id, grade.id
    from school join subject using (shape) join grade using (shape) where grade.data -> 'school_types' ? school.id
    union all
    select shape, 'alle', id, null from subject
    union all
    select shape, 'alle', null, id from grade`.execute(db)
  await sql`create unlogged table bench_seed.shape_pair as
    select shape, dense_rank() over (order by subject.id, grade.id) as pair, subject.id as subject, grade.id as grade
    from bench_seed.shape
      join bench_seed.term subject on subject.kind = 'subject' and subject.id = any (subjects)
      join bench_seed.term grade on grade.kind = 'class_grade' and grade.id = any (grades)`.execute(db)
}

/** Where each published material stands: its list, its shape. */
async function createPlaces(db: Db, world: LiveWorldCode): Promise<void> {
  await sql`analyze bench_seed.list, bench_seed.shape`.execute(db)
  await sql`create unlogged table bench_seed.place as
    select material_id, search.popularity, search.price_cents, shape, list
    from material join material_search search on search.world = material.world and search.material_id = material.id
      join bench_seed.shape using (subjects, grades, school_types)
      left join bench_seed.list using (keywords)
    where material.world = ${world} and search.world = ${world}`.execute(db)
}

/** Numbers the hubs that are new, and makes the arrays of hubs that every list, shape and lesson stands for. */
async function createHubs(db: Db, world: LiveWorldCode): Promise<void> {
  await sql`create unlogged table bench_seed.lesson as
    select distinct pair, list_word.n
    from (select distinct shape, list from bench_seed.place) as place
      join bench_seed.shape_pair using (shape) join bench_seed.list_word using (list)
    where position <= 3`.execute(db)
  await sql`analyze bench_seed.lesson, bench_seed.word, bench_seed.list_word, bench_seed.shape_pair`.execute(
    db,
  )
  // Only what a published material wants: lists and shapes of drafts make no landing.
  await sql`create unlogged table bench_seed.wanted as
    with topic as (select distinct on (n) n, word, topic from bench_seed.word order by n, topic),
      pair as (select distinct pair, subject, grade from bench_seed.shape_pair)
    select 'keyword' as kind, word as key, null as school_type, null as subject, null as grade, topic,
      null::bigint as pair, n
    from topic where n in (
      select n from bench_seed.list_word where list in (select list from bench_seed.place))
    union all
    select 'lesson', subject || '/' || grade || '/' || word, null, subject, grade, topic, pair, n
    from bench_seed.lesson join pair using (pair) join topic using (n)
    union all
    select distinct 'school', school_type || '/' || coalesce(subject, '') || '/' || coalesce(grade, ''),
      school_type, subject, grade, null, null::bigint, null::bigint
    from bench_seed.shape_school where shape in (select shape from bench_seed.place)`.execute(db)
  await sql`create unlogged table bench_seed.known as
    select wanted.*, hub.id is null as is_new, coalesce(hub.id, nextval((select pg_get_serial_sequence('hub', 'id')::regclass))) as id
    from bench_seed.wanted left join hub on hub.world = ${world} and hub.kind = wanted.kind and hub.key = wanted.key`.execute(
    db,
  )
  await sql`create unlogged table bench_seed.list_hubs as
    select list, array_agg(id) as hubs from bench_seed.list_word join bench_seed.known using (n)
    where kind = 'keyword' group by list`.execute(db)
  await sql`create unlogged table bench_seed.shape_hubs as
    select shape, array_agg(id) as hubs from bench_seed.shape_school part join bench_seed.known on kind = 'school'
      and (known.school_type, coalesce(known.subject, ''), coalesce(known.grade, ''))
        = (part.school_type, coalesce(part.subject, ''), coalesce(part.grade, ''))
    group by shape`.execute(db)
}

/** In the order of the key, so that its index is built from sorted rows. */
async function insertMembers(db: Db, world: LiveWorldCode): Promise<void> {
  await sql`analyze bench_seed.known (kind, pair, n, id), bench_seed.list_hubs (list), bench_seed.shape_hubs (shape),
    bench_seed.place (shape, list)`.execute(db)
  await sql`insert into hub_material (world, hub_id, material_id, popularity, price_cents)
    with lesson as materialized (
      select shape, list, array_agg(known.id) as hubs
      from (select distinct shape, list from bench_seed.place) as place
        join bench_seed.shape_pair using (shape) join bench_seed.list_word using (list)
        join bench_seed.known on known.kind = 'lesson' and known.pair = shape_pair.pair and known.n = list_word.n
      where position <= 3
      group by shape, list)
    select ${world}, hub, material_id, popularity, price_cents
    from (
      select place.*, shape_hubs.hubs || list_hubs.hubs || lesson.hubs as hubs
      from bench_seed.place left join bench_seed.shape_hubs using (shape) left join bench_seed.list_hubs using (list)
        left join lesson using (shape, list)
      order by material_id
    ) as every, lateral (select hub from unnest(hubs) as hub order by hub) as one`.execute(db)
}

/** New hubs come with what their members count: to change each afterwards took three times as long. Others are counted anew. */
async function insertHubs(db: Db, world: LiveWorldCode): Promise<void> {
  await sql`create unlogged table bench_seed.counted as
    select hub_id, count(*) as materials, count(*) filter (where price_cents = 0) as free,
      min(price_cents) as low, max(price_cents) as high, bit_xor(hashint8extended(material_id, 0)) as mark
    from hub_material where world = ${world} group by hub_id`.execute(db)
  await sql`
    update hub set material_count = coalesce(counted.materials, 0), free_count = coalesce(counted.free, 0),
      min_price_cents = counted.low, max_price_cents = counted.high, set_mark = coalesce(counted.mark, 0),
      changed_at = now()
    from hub every left join bench_seed.counted counted on counted.hub_id = every.id
    where hub.world = ${world} and every.world = ${world} and every.id = hub.id`.execute(db)
  await sql`
    insert into hub (id, world, kind, key, school_type, subject, grade, topic, material_count, free_count,
      min_price_cents, max_price_cents, set_mark)
    select id, ${world}, kind, key, school_type, subject, grade, topic, coalesce(materials, 0), coalesce(free, 0),
      low, high, coalesce(mark, 0)
    from bench_seed.known left join bench_seed.counted on hub_id = id where is_new order by kind, key`.execute(
    db,
  )
}
