import { sql } from 'kysely'
import type { LiveWorldCode } from '#shared/contract/world.ts'
import type { Db } from '../../db/pool.ts'
import { searchLanguages } from './languages.ts'
import type { SearchDocument } from './search-engine.ts'
import type { WorldTerms } from './terms.ts'
import { wordsOf } from './words.ts'

/** Enough of a description to be found by it; longer ones would only make every ranking slower. */
const maxDescriptionWords = 600
const minWordLetters = 3
/** Counters below are exact; above, they count in steps and by chance, so that publishing does not queue up. */
const exactUpTo = 64

/** Writes a material's search row and its words. */
export async function indexDocument(tx: Db, document: SearchDocument, terms: WorldTerms): Promise<void> {
  const { config } = searchLanguages[document.world]
  const forms = wordForms(document)
  const facets = withRelated(document.termIds, terms)
  const named = [...document.termNames, ...document.termIds.flatMap((id) => terms.shortNames.get(id) ?? [])]
  const { rows } = await sql<{ before: string[] | null; now: string[] }>`
    with typed as (
      select array(select distinct fold(form) from unnest(${forms}::text[]) as form order by 1) as words
    ), old as (
      select words from material_search where world = ${document.world} and material_id = ${document.materialId}
    ), written as (
      insert into material_search
        (world, material_id, author_id, document, facets, price_cents, rating_avg, popularity, published_at, words,
        language, formats, is_interactive)
      select ${document.world}, ${document.materialId}, ${document.authorId},
        setweight(to_tsvector(${config}::regconfig, fold(${joined([document.title])})), 'A')
        || setweight(to_tsvector(${config}::regconfig, fold(${joined(document.keywords)})), 'B')
        || setweight(to_tsvector(${config}::regconfig, fold(${joined(named)})), 'C')
        || setweight(to_tsvector(${config}::regconfig, fold(${joined([document.description], maxDescriptionWords)})), 'D')
        || setweight(to_tsvector(${config}::regconfig, fold(${joined([document.authorName])})), 'D'),
        ${facets}::integer[], ${document.priceCents}::integer, ${document.ratingAverage}::real,
        ${document.popularity}::integer, ${document.publishedAt}::timestamptz, typed.words,
        ${document.language ?? ''}, ${[...(document.formats ?? [])]}::text[], ${document.isInteractive ?? false}
      from typed
      on conflict (world, material_id) do update set
        author_id = excluded.author_id, document = excluded.document, facets = excluded.facets,
        price_cents = excluded.price_cents, rating_avg = excluded.rating_avg, popularity = excluded.popularity,
        published_at = excluded.published_at, words = excluded.words, language = excluded.language,
        formats = excluded.formats, is_interactive = excluded.is_interactive
      returning words
    )
    select (select words from old) as before, (select words from written) as now
  `.execute(tx)
  const before = new Set(rows[0]?.before ?? [])
  const now = new Set(rows[0]?.now ?? [])
  await countWords(
    tx,
    document.world,
    forms,
    [...now].filter((word) => !before.has(word)),
  )
  await discountWords(
    tx,
    document.world,
    [...before].filter((word) => !now.has(word)),
  )
}

/** Removes a material's search row and its words; nothing happens when there is none. */
export async function removeDocument(tx: Db, world: LiveWorldCode, materialId: number): Promise<void> {
  const row = await tx
    .deleteFrom('material_search')
    .where('world', '=', world)
    .where('material_id', '=', materialId)
    .returning('words')
    .executeTakeFirst()
  if (row) await discountWords(tx, world, row.words)
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
  const useful = words.filter((word) => word.length >= minWordLetters && !/\p{N}/u.test(word))
  return [...new Set(useful.map((word) => word.toLowerCase()))]
}

/** The terms of a material and the school types that go with them, in order, once each. */
export function withRelated(termIds: readonly number[], terms: WorldTerms): number[] {
  const all = new Set(termIds)
  for (const id of termIds) {
    for (const other of terms.related.get(id) ?? []) all.add(other)
  }
  return [...all].sort((a, b) => a - b)
}

async function countWords(tx: Db, world: LiveWorldCode, forms: string[], added: string[]): Promise<void> {
  if (added.length === 0) return
  // Sorted, so that two publications never wait for each other crosswise.
  await sql`
    with form as (
      select distinct on (word) word, form from (
        select fold(form) as word, form from unnest(${forms}::text[]) as form) all_forms
      where word = any (${added}::text[]) order by word
    )
    insert into search_word (world, word, form)
    select ${world}, form.word, form.form from form
    left join search_word old on old.world = ${world} and old.word = form.word
    where old.word is null or old.frequency < ${exactUpTo} or random() < ${exactUpTo} / old.frequency::float
    order by form.word
    on conflict (world, word) do update
      set frequency = search_word.frequency + greatest(1, search_word.frequency / ${exactUpTo})
  `.execute(tx)
}

async function discountWords(tx: Db, world: LiveWorldCode, removed: string[]): Promise<void> {
  if (removed.length === 0) return
  await sql`
    with changed as (
      select word from search_word
      where world = ${world} and word = any (${removed}::text[])
        and (frequency < ${exactUpTo} or random() < ${exactUpTo} / frequency::float)
      order by word for update
    ), less as (
      update search_word set frequency = frequency - greatest(1, frequency / ${exactUpTo})
      where world = ${world} and word in (select word from changed) and frequency > 1
    )
    delete from search_word
    where world = ${world} and word in (select word from changed) and frequency <= 1
  `.execute(tx)
}
