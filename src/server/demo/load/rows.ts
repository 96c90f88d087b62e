import { type RawBuilder, sql } from 'kysely'
import type { LiveWorldCode } from '#shared/contract/world.ts'
import type { Db } from '../../db/pool.ts'
import taxonomy from '../../db/taxonomy.json' with { type: 'json' }
import { benchWords, type TopicGroup, topicGroupOf } from './words.ts'

/** Text search configurations as the search gateway has them; the seed writes its rows in bulk, past the gateway. */
const configs: Record<LiveWorldCode, string> = {
  de: 'german',
  es: 'spanish',
  fr: 'french',
  gr: 'greek',
  it: 'italian',
  en: 'english',
}

/** The parts every material is put together from, as tables: joins over a few rows are faster than computing. */
export async function createParts(db: Db, world: LiveWorldCode, authors: number): Promise<void> {
  const words = benchWords[world]
  const config = sql`${configs[world]}::regconfig`
  await createAuthors(db, world, authors)
  await sql`create unlogged table bench_seed.subject as
    select row_number() over (order by sort) as n, id, term_id, concept,
      setweight(to_tsvector(${config}, fold(name)), 'B') as document
    from taxonomy_term where world = ${world} and kind = 'subject' and active`.execute(db)
  const subjects = await sql<{
    n: number
    concept: string
  }>`select n, concept from bench_seed.subject`.execute(db)
  const topics = subjects.rows.flatMap(({ n, concept }) => {
    const group: TopicGroup = topicGroupOf(concept)
    return words.topics[group].map((name, index) => ({ subject: n, n: index + 1, name }))
  })
  await sql`create unlogged table bench_seed.topic as
    select subject, n, name, setweight(to_tsvector(${config}, fold(name)), 'B') as document,
      count(*) over (partition by subject) as of
    from jsonb_to_recordset(${JSON.stringify(topics)}::jsonb) as topic(subject bigint, n bigint, name text)`.execute(
    db,
  )
  await createList(db, 'activity', words.activities, sql`setweight(to_tsvector(${config}, fold(name)), 'B')`)
  await createList(db, 'extra', words.extras, sql`null::tsvector`)
  await createList(db, 'sentence', words.sentences, sql`setweight(to_tsvector(${config}, fold(name)), 'C')`)
  await sql`create unlogged table bench_seed.type as
    select row_number() over (order by sort) as n, id, term_id,
      setweight(to_tsvector(${config}, fold(name)), 'B') as document, count(*) over () as of
    from taxonomy_term where world = ${world} and kind = 'material_type' and active`.execute(db)
  // One to three grades in a row, with the first one's school type and all that goes with it.
  await sql`create unlogged table bench_seed.span as
    with grade as (
      select row_number() over (order by sort) as n, id, term_id, name, data from taxonomy_term
      where world = ${world} and kind = 'class_grade' and active
    ), school as (
      select term_id, id, name, data from taxonomy_term where world = ${world} and kind = 'school_type' and active
    )
    select grade.n, width, array_agg(other.id order by other.n) as ids, array[own.id] as schools,
      array_agg(other.term_id) || array(
        select term_id from school
        where id = own.id or data->>'kind' = 'all' or data->'children' ? own.id) as facets,
      setweight(to_tsvector(${config}, fold(string_agg(other.name, ' ' order by other.n) || ' ' || own.name)), 'B')
        as document
    from generate_series(1, 3) as width, grade
      join school own on own.id = grade.data->'school_types'->>0
      join grade other on other.n >= grade.n
    where other.n < grade.n + width
    group by grade.n, width, own.id, own.name`.execute(db)
  await sql`create unlogged table bench_seed.years as
    select row_number() over (order by sort) as n, id, term_id from taxonomy_term
    where world = ${world} and kind = 'learning_years' and active`.execute(db)
  await sql`analyze bench_seed.author, bench_seed.subject, bench_seed.topic, bench_seed.span`.execute(db)
}

async function createList(
  db: Db,
  name: string,
  values: string[],
  document: RawBuilder<unknown>,
): Promise<void> {
  await sql`create unlogged table bench_seed.${sql.ref(name)} as
    select n, name, ${document} as document, count(*) over () as of
    from unnest(${values}::text[]) with ordinality as list(name, n)`.execute(db)
}

async function createAuthors(db: Db, world: LiveWorldCode, authors: number): Promise<void> {
  const { firstNames, lastNames } = benchWords[world]
  await sql`create unlogged table bench_seed.author (n bigint, id bigint, name text, document tsvector)`.execute(
    db,
  )
  await sql`
    with new as (
      insert into account (world, email, public_name, slug, is_seller, creation_source)
      select ${world}, 'bench-' || gen_random_uuid() || '@aularium.example',
        (${firstNames}::text[])[1 + floor(random() * ${firstNames.length}::integer)] || ' '
          || (${lastNames}::text[])[1 + floor(random() * ${lastNames.length}::integer)], 'bench', true, 'bench'
      from generate_series(1, ${authors}::integer)
      returning id, public_name
    ), profile as (
      insert into author_profile (account_id, world, public_name, slug, author_since)
      select id, ${world}, public_name, 'bench-' || id, now() - interval '8 years' from new
    )
    insert into bench_seed.author
    select row_number() over (order by id), id, public_name,
      setweight(to_tsvector(${configs[world]}::regconfig, fold(public_name)), 'D')
    from new
  `.execute(db)
}

/** Inserts materials with the ids from..to (both included) and their search rows, in one statement. */
export async function insertRows(
  db: Db,
  world: LiveWorldCode,
  range: { from: number; to: number },
): Promise<void> {
  const { lang } = taxonomy.worlds[world]
  const config = sql`${configs[world]}::regconfig`
  const compound = world === 'de' ? 0.3 : 0
  await sql`
    with drawn as materialized (
      select id,
        1 + floor(random() ^ 2.2 * (select count(*) from bench_seed.subject))::bigint as subject_n,
        random() as topic_r, random() as shape_r,
        1 + floor(random() * (select max(n) from bench_seed.span))::bigint as grade_n,
        1 + floor(random() ^ 2 * 3)::integer as width,
        1 + floor(random() ^ 2.5 * (select count(*) from bench_seed.type))::bigint as type_n,
        1 + floor(random() ^ 1.5 * (select count(*) from bench_seed.activity))::bigint as activity_n,
        1 + floor(random() ^ 1.5 * (select count(*) from bench_seed.extra))::bigint as extra_n,
        1 + floor(random() * (select count(*) from bench_seed.sentence))::bigint as sentence_1,
        1 + floor(random() * (select count(*) from bench_seed.sentence))::bigint as sentence_2,
        1 + floor(random() ^ 1.5 * (select count(*) from bench_seed.author))::bigint as author_n,
        1 + floor(random() ^ 2 * 7)::bigint as years_n,
        case when random() < 0.25 then 0 else 50 * (1 + floor(random() ^ 2.5 * 60))::integer end as price_cents,
        least(20000, greatest(0, floor(1 / (random() + 0.00005) ^ 0.8 - 1)))::integer as sales,
        random() as rated, case when random() < 0.08 then 'en' else ${lang} end as language,
        '{pdf}'::text[] || case when random() < 0.3 then '{docx}'::text[] when random() < 0.15 then '{pptx,zip}'
          else '{}' end as formats, random() < 0.02 as is_interactive, 3.2 + 1.8 * sqrt(random()) as average,
        now() - random() ^ 1.5 * interval '2920 days' as published_at
      from generate_series(${range.from}::bigint, ${range.to}::bigint) as id
    ), named as materialized (
      select drawn.*, subject.id as subject, subject.term_id as subject_term, topic.name as topic,
        activity.name as activity,
        case when shape_r < ${compound} and position(' ' in topic.name) = 0 then topic.name || activity.name
          else topic.name || ': ' || activity.name end || ' ' || extra.name as title,
        topic.document || activity.document || subject.document as keywords_document,
        extra.name as extra, subject.concept
      from drawn
        join bench_seed.subject subject on subject.n = subject_n
        join bench_seed.topic topic
          on topic.subject = subject_n and topic.n = 1 + (floor(topic_r ^ 1.5 * 1000000)::bigint * topic.of) / 1000000
        join bench_seed.activity activity on activity.n = activity_n
        join bench_seed.extra extra on extra.n = extra_n
    ), full_row as materialized (
      select named.*, fold(title) as folded, author.id as author_id, span.ids as grades, span.schools,
        type.id as material_type, s1.name || E'\n\n' || s2.name as description,
        floor(sales * 0.2 * rated)::integer as rating_count,
        case when concept ~ 'english|french|spanish|italian|german|latin|russian' and rated < 0.4
          then array[years.id] else '{}'::text[] end as learning_years,
        keywords_document || span.document || type.document || s1.document || s2.document || author.document as rest,
        array[subject_term, type.term_id] || span.facets
          || case when concept ~ 'english|french|spanish|italian|german|latin|russian' and rated < 0.4
            then array[years.term_id] else '{}'::integer[] end as facets
      from named
        join bench_seed.author author on author.n = author_n
        join bench_seed.span span on span.n = grade_n and span.width = named.width
        join bench_seed.type type on type.n = type_n
        join bench_seed.years years on years.n = years_n
        join bench_seed.sentence s1 on s1.n = sentence_1
        join bench_seed.sentence s2 on s2.n = sentence_2
    ), done as materialized (
      select *, round(rating_count * average)::integer as rating_sum,
        -- shared/rules/popularity.ts, in SQL
        greatest(0, round(
          1000 * ln(1 + sales + greatest(0, round(rating_count * average) - 2.5 * rating_count)) / ln(2)
          + 1000 * extract(epoch from published_at - timestamptz '2015-01-01 00:00Z')::float8 / 31536000))::integer
          as popularity
      from full_row
    ), material_row as (
      insert into material (id, world, author_id, title, slug, description, status, language, material_type, subjects,
        grades, school_types, learning_years, keywords, currency, price_cents, page_count, formats, preview_state, rating_sum,
        rating_count, sales_count, popularity, published_at, created_at, updated_at)
      select id, ${world}, author_id, title,
        coalesce(nullif(trim('-' from regexp_replace(folded, '[^a-z0-9]+', '-', 'g')), ''), 'material'), description,
        'published', language, material_type, array[subject], grades, schools, learning_years, array[topic, activity],
        ${world === 'en' ? 'GBP' : 'EUR'}, price_cents, 1 + (id % 40), formats, 'ready', rating_sum, rating_count, sales,
        popularity, published_at, published_at, published_at
      from done
    ), search_row as (
      insert into material_search (world, material_id, author_id, document, facets, price_cents, rating_avg, popularity,
        published_at, words, language, formats, is_interactive, page_count)
      select ${world}, id, author_id,
        setweight(to_tsvector(${config}, replace(folded, ':', ' ')), 'A') || rest,
        -- The trigger that adds these does not run here.
        facets || search_attributes(price_cents, rating_avg, language, formats, is_interactive, (1 + id % 40)::integer, false), price_cents,
        rating_avg, popularity, published_at,
        string_to_array(replace(folded, ':', ''), ' '), language, formats, is_interactive, 1 + (id % 40)
      from done,
        lateral (select case when rating_count > 0 then rating_sum::real / rating_count else 0 end::real as rating_avg) r
      returning material_id, author_id, document, facets, price_cents, sample
    )
    insert into material_sample (world, material_id, author_id, document, facets, price_cents)
    select ${world}, material_id, author_id, document, 0 || facets, price_cents from search_row where sample = 0
    on conflict do nothing
  `.execute(db)
}

/** What belongs to the rows as a whole: the words, the authors' profiles. */
export async function finishRows(
  db: Db,
  world: LiveWorldCode,
  range: { from: number; to: number },
): Promise<void> {
  // Every word a title can have, as it is written: from the parts, because folding each title again takes long.
  await sql`
    with used as (
      select word, count(*) as frequency from material_search, unnest(words) as word
      where world = ${world} and material_id between ${range.from}::bigint and ${range.to}::bigint group by word
    ), form as (
      select fold(form) as word, min(lower(form)) as form from (
        select unnest(string_to_array(name, ' ')) as form from bench_seed.topic
        union select name from bench_seed.activity
        union select unnest(string_to_array(name, ' ')) from bench_seed.extra
        union select topic.name || activity.name from bench_seed.topic topic, bench_seed.activity activity
      ) as part group by fold(form)
    )
    insert into search_word (world, word, form, frequency)
    select ${world}, word, form, frequency from used join form using (word)
    where length(word) >= 3 and word !~ '[^[:alpha:]]'
    on conflict (world, word) do update set frequency = search_word.frequency + excluded.frequency
  `.execute(db)
  await sql`
    update author_profile set total_materials = total_materials + used.count
    from (select author_id, count(*) as count from material
      where world = ${world} and id between ${range.from}::bigint and ${range.to}::bigint group by author_id) as used
    where account_id = used.author_id
  `.execute(db)
}
