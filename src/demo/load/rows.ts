import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import taxonomy from '#platform/db/taxonomy.json' with { type: 'json' }
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'
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
  await createAuthors(db, world, authors)
  await createTitles(db, world)
  await createKinds(db, world)
  await createDescriptions(db, world)
  await createAttributes(db, world)
  await sql`create unlogged table bench_seed.used (head bigint, extra bigint, materials bigint)`.execute(db)
}

const textSearch = (world: LiveWorldCode) => sql`${configs[world]}::regconfig`

/** Subjects with their topics, and what titles begin and end with. In German a topic of one word is joined to what is done. */
async function createTitles(db: Db, world: LiveWorldCode): Promise<void> {
  const words = benchWords(world)
  const config = textSearch(world)
  await sql`create unlogged table bench_seed.subject as
    select row_number() over (order by sort) as n, id, term_id, concept,
      concept ~ 'english|french|spanish|italian|german|latin|russian' as has_years,
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
    select subject, n, name, dense_rank() over (order by name) as topic, count(*) over (partition by subject) as of
    from jsonb_to_recordset(${JSON.stringify(topics)}::jsonb) as topic(subject bigint, n bigint, name text)`.execute(
    db,
  )
  await createList(db, 'activity', words.activities)
  await createList(db, 'extra', words.extras)
  await sql`create unlogged table bench_seed.head as
    with topic as materialized (
      select topic, name, folded, to_tsvector(${config}, folded) as document
      from (select topic, name, fold(name) as folded from bench_seed.topic group by topic, name) as each
    ), activity as materialized (
      select n, name, folded, to_tsvector(${config}, folded) as document
      from (select n, name, fold(name) as folded from bench_seed.activity) as each
    ), written as materialized (
      select topic.topic, activity.n as activity, is_joined, array[topic.name, activity.name] as keywords,
        topic.name || case when is_joined then '' else ': ' end || activity.name as title,
        topic.folded || case when is_joined then '' else ' ' end || activity.folded as folded,
        topic.document || activity.document as document
      from topic, activity, unnest(${world === 'de' ? [false, true] : [false]}::boolean[]) as is_joined
      where not is_joined or position(' ' in topic.name) = 0
    )
    select row_number() over () as head, topic, activity, is_joined, keywords, title, setweight(document, 'B') as named,
      string_to_array(folded, ' ') as words, trim('-' from regexp_replace(folded, '[^a-z0-9]+', '-', 'g')) as slug,
      setweight(case when is_joined then to_tsvector(${config}, folded) else document end, 'A') as document
    from written`.execute(db)
  await sql`create unlogged table bench_seed.ending as
    select n, name, count(*) over () as of, string_to_array(folded, ' ') as words,
      setweight(to_tsvector(${config}, folded), 'A') as document,
      trim('-' from regexp_replace(folded, '[^a-z0-9]+', '-', 'g')) as slug
    from (select n, name, fold(name) as folded from bench_seed.extra) as extra`.execute(db)
}

/** One to three grades in a row, with the first one's school type and all that goes with it, for each type of material. */
async function createKinds(db: Db, world: LiveWorldCode): Promise<void> {
  const config = textSearch(world)
  await sql`create unlogged table bench_seed.kind as
    with grade as (
      select row_number() over (order by sort) as n, id, term_id, name, data from taxonomy_term
      where world = ${world} and kind = 'class_grade' and active
    ), school as (
      select term_id, id, name, data from taxonomy_term where world = ${world} and kind = 'school_type' and active
    ), span as (
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
      group by grade.n, width, own.id, own.name
    ), type as (
      select row_number() over (order by sort) as n, id, term_id,
        setweight(to_tsvector(${config}, fold(name)), 'B') as document
      from taxonomy_term where world = ${world} and kind = 'material_type' and active
    )
    select span.n as grade, width, type.n as type, type.id as material_type, ids as grades, schools,
      span.facets || type.term_id as facets, span.document || type.document as document
    from span, type`.execute(db)
  await sql`create unlogged table bench_seed.years as
    select row_number() over (order by sort) as n, id, term_id from taxonomy_term
    where world = ${world} and kind = 'learning_years' and active`.execute(db)
}

/** Two sentences each. */
async function createDescriptions(db: Db, world: LiveWorldCode): Promise<void> {
  await createList(db, 'sentence', benchWords(world).sentences)
  await sql`create unlogged table bench_seed.description as
    with sentence as materialized (
      select n, name, setweight(to_tsvector(${textSearch(world)}, fold(name)), 'C') as document from bench_seed.sentence)
    select one.n as first, two.n as second, one.name || E'\n\n' || two.name as text,
      one.document || two.document as document
    from sentence one, sentence two`.execute(db)
}

/** What a row is found by beside its terms, once for each kind of row: asking the function for each takes half of the time. */
async function createAttributes(db: Db, world: LiveWorldCode): Promise<void> {
  await sql`create unlogged table bench_seed.attribute as
    select step, is_own, format, is_interactive, price_cents, language, formats,
      search_attributes(price_cents, 0, language, formats, is_interactive, 0, false) as attributes
    from (select step, 50 * step as price_cents from generate_series(0, 60) as step) as price,
      (values (true, ${taxonomy.worlds[world].lang}), (false, 'en')) as spoken (is_own, language),
      (values (0, '{pdf}'::text[]), (1, '{pdf,docx}'), (2, '{pdf,pptx,zip}')) as kind (format, formats),
      (values (false), (true)) as interactive (is_interactive)`.execute(db)
  await sql`create unlogged table bench_seed.rated as
    select stars, pages, array(
      select unnest(search_attributes(0, stars, '', '{}', false, pages, false))
      except select unnest(search_attributes(0, 0, '', '{}', false, 0, false))) as attributes
    from (values (0), (3), (4)) as rating (stars), generate_series(1, 40) as pages`.execute(db)
}

async function createList(db: Db, name: string, values: string[]): Promise<void> {
  await sql`create unlogged table bench_seed.${sql.ref(name)} as
    select n, name from unnest(${values}::text[]) with ordinality as list(name, n)`.execute(db)
}

async function createAuthors(db: Db, world: LiveWorldCode, authors: number): Promise<void> {
  const { firstNames, lastNames } = benchWords(world)
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
  const compound = world === 'de' ? 0.3 : 0
  // So many keys look as if hardly a row would be left: joined as written, by hashes, each row meets one of each part.
  await sql`set join_collapse_limit = 1`.execute(db)
  await sql`set enable_nestloop = off`.execute(db)
  await sql`set enable_mergejoin = off`.execute(db)
  await sql`
    with drawn as materialized (
      select id,
        1 + floor(random() ^ 2.2 * (select count(*) from bench_seed.subject))::bigint as subject_n,
        random() as topic_r, random() < ${compound} as is_compound,
        1 + floor(random() * (select max(grade) from bench_seed.kind))::bigint as grade_n,
        1 + floor(random() ^ 2 * 3)::integer as width,
        1 + floor(random() ^ 2.5 * (select max(type) from bench_seed.kind))::bigint as type_n,
        1 + floor(random() ^ 1.5 * (select count(*) from bench_seed.activity))::bigint as activity_n,
        1 + floor(random() ^ 1.5 * (select count(*) from bench_seed.ending))::bigint as extra_n,
        1 + floor(random() * (select count(*) from bench_seed.sentence))::bigint as sentence_1,
        1 + floor(random() * (select count(*) from bench_seed.sentence))::bigint as sentence_2,
        1 + floor(random() ^ 1.5 * (select count(*) from bench_seed.author))::bigint as author_n,
        1 + floor(random() ^ 2 * 7)::bigint as years_n,
        case when random() < 0.25 then 0 else 1 + floor(random() ^ 2.5 * 60)::integer end as price_step,
        least(20000, greatest(0, floor(1 / (random() + 0.00005) ^ 0.8 - 1)))::integer as sales,
        random() as rated, random() >= 0.08 as is_own_language,
        case when random() < 0.3 then 1 when random() < 0.15 then 2 else 0 end as format,
        random() < 0.02 as is_interactive, 3.2 + 1.8 * sqrt(random()) as average,
        now() - random() ^ 1.5 * interval '2920 days' as published_at
      from generate_series(${range.from}::bigint, ${range.to}::bigint) as id
    ), full_row as materialized (
      select drawn.id, sales, average, published_at, (1 + drawn.id % 40)::integer as page_count,
        floor(sales * 0.2 * rated)::integer as rating_count, author.id as author_id, subject.id as subject,
        head.head, extra.n as extra, head.title || ' ' || extra.name as title, head.slug || '-' || extra.slug as slug,
        head.words || extra.words as words, head.keywords, description.text as description,
        material_type, grades, schools, price_cents, language, formats, attribute.is_interactive,
        case when has_years and rated < 0.4 then array[years.id] else '{}'::text[] end as learning_years,
        head.document || extra.document || named || subject.document || kind.document || description.document
          || author.document as document,
        case when has_years and rated < 0.4 then array[subject.term_id, years.term_id] else array[subject.term_id] end
          || kind.facets || attributes as facets
      from drawn
        join bench_seed.subject subject on subject.n = subject_n
        join (select distinct subject, of from bench_seed.topic) as variety on variety.subject = subject_n
        join bench_seed.topic topic
          on topic.subject = subject_n and topic.n = 1 + (floor(topic_r ^ 1.5 * 1000000)::bigint * variety.of) / 1000000
        join bench_seed.head head on head.topic = topic.topic and head.activity = activity_n
          and head.is_joined = (is_compound and position(' ' in topic.name) = 0)
        join bench_seed.ending extra on extra.n = extra_n
        join bench_seed.author author on author.n = author_n
        join bench_seed.kind kind on kind.grade = grade_n and kind.width = drawn.width and kind.type = type_n
        join bench_seed.years years on years.n = years_n
        join bench_seed.description description on description.first = sentence_1 and description.second = sentence_2
        join bench_seed.attribute attribute on step = price_step and is_own = is_own_language
          and attribute.format = drawn.format and attribute.is_interactive = drawn.is_interactive
    ), done as materialized (
      select full_row.*, rating_sum, rating_avg, facets || rated.attributes as found_by,
        -- shop/catalogue/catalogue/rules/popularity.ts, in SQL
        greatest(0, round(
          1000 * ln(1 + sales + greatest(0, round(rating_count * average) - 2.5 * rating_count)) / ln(2)
          + 1000 * extract(epoch from published_at - timestamptz '2015-01-01 00:00Z')::float8 / 31536000))::integer
          as popularity
      from full_row
        cross join lateral (select round(rating_count * average)::integer as rating_sum) as sum
        cross join lateral (
          select case when rating_count > 0 then rating_sum::real / rating_count else 0 end::real as rating_avg) as r
        join bench_seed.rated rated on pages = page_count
          and stars = case when rating_avg >= 3.9499 then 4 when rating_avg >= 2.9499 then 3 else 0 end
    ), material_row as (
      insert into material (id, world, author_id, title, slug, description, status, language, material_type, subjects,
        grades, school_types, learning_years, keywords, currency, price_cents, page_count, formats, preview_state, rating_sum,
        rating_count, sales_count, popularity, published_at, created_at, updated_at)
      select id, ${world}, author_id, title, coalesce(nullif(trim('-' from slug), ''), 'material'), description,
        'published', language, material_type, array[subject], grades, schools, learning_years, keywords,
        ${world === 'en' ? 'GBP' : 'EUR'}, price_cents, page_count, formats, 'ready', rating_sum, rating_count, sales,
        popularity, published_at, published_at, published_at
      from done
    ), used as (
      insert into bench_seed.used select head, extra, count(*) from done group by head, extra
    )
    insert into material_search (world, material_id, author_id, document, facets, price_cents, rating_avg, popularity,
      published_at, words, language, formats, is_interactive, page_count)
    -- What the trigger adds to the facets, which does not run here, is among them.
    select ${world}, id, author_id, document, found_by, price_cents, rating_avg, popularity, published_at, words,
      language, formats, is_interactive, page_count
    from done
  `.execute(db)
  for (const name of ['join_collapse_limit', 'enable_nestloop', 'enable_mergejoin'])
    await sql`reset ${sql.ref(name)}`.execute(db)
}

/** What belongs to the rows as a whole: the sample, the words, the authors' profiles. */
export async function finishRows(
  db: Db,
  world: LiveWorldCode,
  range: { from: number; to: number },
): Promise<void> {
  await sql`
    insert into material_sample (world, material_id, author_id, document, facets, price_cents)
    select world, material_id, author_id, document, 0 || facets, price_cents from material_search
    where world = ${world} and material_id between ${range.from}::bigint and ${range.to}::bigint and sample = 0
    on conflict do nothing
  `.execute(db)
  // Every word a title can have, as it is written, from the parts: to look at each title again takes long.
  await sql`
    with part as (
      select title, words, materials
      from bench_seed.head join (select head, sum(materials) as materials from bench_seed.used group by head) as each
        using (head)
      union all
      select name, words, materials
      from bench_seed.ending join (select extra, sum(materials) as materials from bench_seed.used group by extra) as each
        on extra = n
    )
    insert into search_word (world, word, form, frequency)
    select ${world}, word, min(lower(form)), sum(materials)
    from part, unnest(words, string_to_array(replace(title, ':', ''), ' ')) as each (word, form)
    where length(word) >= 3 and word !~ '[^[:alpha:]]' group by word
    on conflict (world, word) do update set frequency = search_word.frequency + excluded.frequency
  `.execute(db)
  await sql`
    update author_profile set total_materials = total_materials + used.count
    from (select author_id, count(*) as count from material
      where world = ${world} and id between ${range.from}::bigint and ${range.to}::bigint group by author_id) as used
    where account_id = used.author_id
  `.execute(db)
}
