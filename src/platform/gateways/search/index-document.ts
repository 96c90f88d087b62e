import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'
import type { SearchDocument } from './search-engine.ts'
import { searchLanguages } from './words/languages.ts'
import type { WorldTerms } from './words/terms.ts'
import { wordsOf } from './words/words.ts'

/** Enough of a description to be found by it; longer ones would only make every ranking slower. */
const maxDescriptionWords = 600
const minWordLetters = 3
/** Raised when the form of a row changes; older rows are then indexed again (shop/selling/materials). */
const indexVersion = 2
/** Counters below are exact; above, they count in steps and by chance, so that publishing does not queue up. */
const exactUpTo = 64

/** Writes a material's search row and its words. */
export async function indexDocument(tx: Db, document: SearchDocument, terms: WorldTerms): Promise<void> {
  const { config } = searchLanguages[document.world]
  const forms = wordForms(document)
  const names = [...new Set(wordsOf(document.authorName))]
  // Side by side without a space: a whole name is told apart from words that are some of it.
  const wholeName = wordsOf(document.authorName).join('')
  const nameForms = [...new Set([...names, wholeName].map((name) => name.toLowerCase()).filter(isTelling))]
  const headline = [...new Set([document.title, ...document.keywords].flatMap((text) => wordsOf(text)))]
  const facets = withRelated(document.termIds, terms)
  const named = [...document.termNames, ...document.termIds.flatMap((id) => terms.shortNames.get(id) ?? [])]
  const { rows } = await sql<{
    old_words: string[] | null
    old_names: string[] | null
    words: string[]
    names: string[]
  }>`
    with typed as (
      select array(select distinct fold(form) from unnest(${forms}::text[]) as form order by 1) as words
    ), old as (
      select words, names from material_search where world = ${document.world} and material_id = ${document.materialId}
    ), written as (
      insert into material_search
        (world, material_id, author_id, document, facets, price_cents, rating_avg, popularity, published_at, words,
        language, formats, is_interactive, page_count, has_solutions, names, index_version)
      select ${document.world}, ${document.materialId}, ${document.authorId},
        setweight(to_tsvector(${config}::regconfig, fold(${joined([document.title])})), 'A')
        || setweight(to_tsvector(${config}::regconfig, fold(${joined(document.keywords)})), 'B')
        || setweight(to_tsvector(${config}::regconfig, fold(${joined(named)})), 'C')
        || setweight(to_tsvector(${config}::regconfig, fold(${joined([document.description], maxDescriptionWords)})), 'D')
        || array_to_tsvector(array(
          select distinct 'author:' || fold(name) from unnest(${[...names, wholeName]}::text[]) as name
          where fold(name) <> ''
          union select 'small:' || fold(word) from unnest(${headline}::text[]) as word
          where fold(word) <> '' and numnode(plainto_tsquery(${config}::regconfig, fold(word))) = 0)),
        ${facets}::integer[], ${document.priceCents}::integer, ${document.ratingAverage}::real,
        ${document.popularity}::integer, ${document.publishedAt}::timestamptz, typed.words,
        ${document.language ?? ''}, ${[...(document.formats ?? [])]}::text[], ${document.isInteractive ?? false},
        ${document.pageCount ?? 0}::integer, ${document.hasSolutions ?? false},
        array(select distinct fold(name) from unnest(${nameForms}::text[]) as name order by 1), ${indexVersion}::integer
      from typed
      on conflict (world, material_id) do update set
        author_id = excluded.author_id, document = excluded.document, facets = excluded.facets,
        price_cents = excluded.price_cents, rating_avg = excluded.rating_avg, popularity = excluded.popularity,
        published_at = excluded.published_at, words = excluded.words, language = excluded.language,
        formats = excluded.formats, is_interactive = excluded.is_interactive,
        page_count = excluded.page_count, has_solutions = excluded.has_solutions, names = excluded.names,
        index_version = excluded.index_version
      returning words, names
    )
    select old.words as old_words, old.names as old_names, written.words, written.names
    from written left join old on true
  `.execute(tx)
  const [row] = rows
  if (!row) return
  const { world } = document
  await recount(tx, 'search_word', { world, forms, before: row.old_words ?? [], now: row.words })
  await recount(tx, 'search_name', { world, forms: nameForms, before: row.old_names ?? [], now: row.names })
}

type CountTable = 'search_word' | 'search_name'

async function recount(
  tx: Db,
  table: CountTable,
  change: { world: LiveWorldCode; forms: string[]; before: string[]; now: string[] },
): Promise<void> {
  const { world, forms } = change
  const before = new Set(change.before)
  const now = new Set(change.now)
  const added = change.now.filter((word) => !before.has(word))
  await countWords(tx, table, { world, forms, added })
  await discountWords(
    tx,
    table,
    world,
    change.before.filter((word) => !now.has(word)),
  )
}

/** Rows that were written by older rules; the number stands in the statement, because the index knows it. */
export async function outdatedRows(
  db: Db,
  limit: number,
): Promise<{ world: LiveWorldCode; materialId: number }[]> {
  const { rows } = await sql<{ world: LiveWorldCode; materialId: number }>`
    select world, material_id as "materialId" from material_search
    where index_version < ${sql.lit(indexVersion)} order by world, material_id limit ${limit}
  `.execute(db)
  return rows
}

/** Removes a material's search row and its words; nothing happens when there is none. */
export async function removeDocument(tx: Db, world: LiveWorldCode, materialId: number): Promise<void> {
  const row = await tx
    .deleteFrom('material_search')
    .where('world', '=', world)
    .where('material_id', '=', materialId)
    .returning(['words', 'names'])
    .executeTakeFirst()
  if (!row) return
  await discountWords(tx, 'search_word', world, row.words)
  await discountWords(tx, 'search_name', world, row.names)
}

function joined(texts: readonly string[], maxWords = Number.POSITIVE_INFINITY): string {
  return texts
    .flatMap((text) => wordsOf(text))
    .slice(0, maxWords)
    .join(' ')
}

/** The words of title, keywords and terms worth suggesting, in lower case, once each. */
export function wordForms(document: Pick<SearchDocument, 'title' | 'keywords' | 'termNames'>): string[] {
  const words = [document.title, ...document.keywords, ...document.termNames].flatMap((text) => wordsOf(text))
  const useful = words.filter(isTelling)
  return [...new Set(useful.map((word) => word.toLowerCase()))]
}

function isTelling(word: string): boolean {
  return word.length >= minWordLetters && !/\p{N}/u.test(word)
}

/** The terms of a material and the school types that go with them, in order, once each. */
export function withRelated(termIds: readonly number[], terms: WorldTerms): number[] {
  const all = new Set(termIds)
  for (const id of termIds) {
    for (const other of terms.related.get(id) ?? []) all.add(other)
  }
  return [...all].sort((a, b) => a - b)
}

async function countWords(
  tx: Db,
  table: CountTable,
  { world, forms, added }: { world: LiveWorldCode; forms: string[]; added: string[] },
): Promise<void> {
  if (added.length === 0) return
  const counted = sql.table(table)
  // Sorted, so that two publications never wait for each other crosswise.
  await sql`
    with form as (
      select distinct on (word) word, form from (
        select fold(form) as word, form from unnest(${forms}::text[]) as form) all_forms
      where word = any (${added}::text[]) order by word
    )
    insert into ${counted} as kept (world, word, form)
    select ${world}, form.word, form.form from form
    left join ${counted} old on old.world = ${world} and old.word = form.word
    where old.word is null or old.frequency < ${exactUpTo} or random() < ${exactUpTo} / old.frequency::float
    order by form.word
    on conflict (world, word) do update
      set frequency = kept.frequency + greatest(1, kept.frequency / ${exactUpTo})
  `.execute(tx)
}

async function discountWords(
  tx: Db,
  table: CountTable,
  world: LiveWorldCode,
  removed: string[],
): Promise<void> {
  if (removed.length === 0) return
  const counted = sql.table(table)
  await sql`
    with changed as (
      select word from ${counted}
      where world = ${world} and word = any (${removed}::text[])
        and (frequency < ${exactUpTo} or random() < ${exactUpTo} / frequency::float)
      order by word for update
    ), less as (
      update ${counted} set frequency = frequency - greatest(1, frequency / ${exactUpTo})
      where world = ${world} and word in (select word from changed) and frequency > 1
    )
    delete from ${counted}
    where world = ${world} and word in (select word from changed) and frequency <= 1
  `.execute(tx)
}
