import { type RawBuilder, sql } from 'kysely'
import type { Sort } from '#shared/contract/search.ts'
import type { LiveWorldCode } from '#shared/contract/world.ts'
import { maxNumberedPage } from '#shared/limits.ts'
import type { Db } from '../../db/pool.ts'
import { completeWords, correctWords, isFound } from './correct.ts'
import { allRows, type CountRow, type Counts, matches, sampleFactor, toCounts, toFacets } from './counts.ts'
import { explain } from './explain.ts'
import { banded, base, chosen, type Filter, failing, nearlyChosen, tested, toFilter } from './filter.ts'
import { indexDocument, removeDocument } from './index-document.ts'
import {
  newest,
  type Order,
  orderOfCursor,
  popular,
  priceDown,
  priceUp,
  ranked,
  rating,
  readCursor,
  writeCursor,
} from './order.ts'
import { readWords } from './read-words.ts'
import { countSample, type Sample, sampledMatches } from './sample.ts'
import { score } from './score.ts'
import type { SearchEngine, SearchHits, SearchRequest } from './search-engine.ts'
import { createTermsReader, type WorldTerms } from './terms.ts'
import { type QueryWord, queryWords, toWordQuery } from './words.ts'

/**
 * From about 64 x 64 = 4,096 matches on, a set is broad: it is counted from the sample and shown in order of
 * popularity, because ranking every row of it would take longer than anybody waits. Below, everything is exact.
 */
const broadFrom = 64

/** Full text search by PostgreSQL itself: GIN over words and facets, a 1/64 sample, trigrams for typing errors. */
export function createPostgresSearch({ db }: { db: Db }): SearchEngine {
  const termsOf = createTermsReader(db)
  return {
    search: async (request) => search(db, await termsOf(request.world), request),
    suggestWords: (world, typed, limit) => suggest(db, { world, typed, limit }),
    index: async (tx, document) => indexDocument(tx, document, await termsOf(document.world)),
    remove: removeDocument,
  }
}

async function search(db: Db, terms: WorldTerms, request: SearchRequest): Promise<SearchHits> {
  const words = await readWords(db, request.world, queryWords(request.query))
  const hits = await find(db, terms, request, words)
  if (request.exact || hits.total > 0 || words.every((each) => each.lexeme === undefined)) return hits
  // No hits although the words occur: then the facets are what is too narrow, and the words stay.
  if (isNarrowed(request) && (await isFound(db, request.world, words))) return hits
  const corrected = await correctWords(db, request.world, words)
  if (!corrected) return hits
  const query = corrected.words.map((each) => each.word).join(' ')
  const found = await find(db, terms, request, corrected.words)
  return corrected.isCorrection ? { ...found, correctedQuery: query } : found
}

function isNarrowed({ selected, price, authorId }: SearchRequest): boolean {
  return (
    Object.values(selected).some((ids) => ids.length > 0) || price !== undefined || authorId !== undefined
  )
}

async function find(
  db: Db,
  terms: WorldTerms,
  request: SearchRequest,
  words: readonly QueryWord[],
): Promise<SearchHits> {
  const filter = toFilter(request, terms, toWordQuery(words))
  const sampled = await estimate(db, terms.sample, filter)
  const total = matches(sampled) * sampleFactor
  if (matches(sampled) >= broadFrom && !continuesRanked(filter, request)) {
    const order = broadOrder(request)
    const page = await readBroad(db, filter, request, {
      order,
      estimate: total,
      size: terms.sample.ids.length * sampleFactor,
    })
    return {
      ...page,
      total,
      totalIsEstimate: true,
      correctedQuery: null,
      order: order.shown,
      reasons: [],
      facets: request.withFacets ? toFacets(filter, terms, new Map(), sampled) : [],
    }
  }
  // The set is small; with one selection taken away it need not be: then only those rows are estimated.
  const exactSiblings = request.withFacets && allRows(sampled) < broadFrom
  const order = narrowOrder(filter, request)
  const { page, counts } = await readNarrow(db, filter, request, { order, siblings: exactSiblings })
  const isExplained = request.withReasons === true && order === ranked
  return {
    ...page,
    total: matches(counts),
    totalIsEstimate: false,
    correctedQuery: null,
    order: order.shown,
    reasons: isExplained ? await explain(db, filter, page.materialIds) : [],
    facets: request.withFacets ? toFacets(filter, terms, counts, exactSiblings ? undefined : sampled) : [],
  }
}

async function estimate(db: Db, sample: Sample, filter: Filter): Promise<Counts> {
  if (!filter.words) return countSample(sample, filter)
  return countSample(sample, filter, await sampledMatches(db, sample, filter.world, filter.words.match))
}

// ------------------------------------------------------------------ broad sets

interface Page {
  materialIds: number[]
  nextCursor: string | null
}

const bySort: Record<Exclude<Sort, 'relevance'>, Order> = {
  bestselling: popular,
  newest,
  rating,
  price_up: priceUp,
  price_down: priceDown,
}

function broadOrder(request: SearchRequest): Order {
  return request.sort === 'relevance' ? popular : bySort[request.sort]
}

interface BroadPlan {
  order: Order
  estimate: number
  size: number
}

/**
 * Walks along the order's index and tests row after row, or collects all matches and sorts them: whichever reads
 * fewer rows. A later numbered page walks further, so OFFSET stays within 39 pages; a cursor costs like page one.
 */
async function readBroad(db: Db, filter: Filter, request: SearchRequest, plan: BroadPlan): Promise<Page> {
  const { order } = plan
  const position = positionOf(request, order)
  const walked = ((position.offset + request.limit) * plan.size) / plan.estimate
  const source =
    walked <= plan.estimate
      ? sql`material_search where ${tested(filter)}`
      : sql`(select * from material_search where ${base(filter)} and ${banded(filter)} and ${chosen(filter)} offset 0) as hit where true`
  const { rows } = await sql<PageRow>`
    select material_id, array[${sql.join(order.keys.map((key) => sql`${key}::float8`))}] as keys
    from ${source} and ${position.after}
    order by ${order.by} limit ${request.limit + 1} offset ${position.offset}
  `.execute(db)
  return toPage(rows, order, request.limit)
}

// ------------------------------------------------------------------ narrow sets

/** One pass over the matches: exact counts, and the asked page of them. */
async function readNarrow(
  db: Db,
  filter: Filter,
  request: SearchRequest,
  { order, siblings }: { order: Order; siblings: boolean },
): Promise<{ page: Page; counts: Counts }> {
  const position = positionOf(request, order)
  const condition = siblings ? nearlyChosen(filter) : chosen(filter)
  const counted = request.withFacets ? sql`unnest(0 || facets)` : sql`0`
  const { rows } = await sql<CountRow & PageRow & { place: number | null }>`
    with hit as materialized (
      select material_id, facets, price_cents, rating_avg, popularity, published_at,
        ${failing(filter)} as failing, ${order === ranked ? scoreOfChosen(filter) : sql`0`} as score
      from material_search where ${base(filter)} and ${banded(filter)} and ${condition}
    ), page as (
      select material_id, array[${sql.join(order.keys.map((key) => sql`${key}::float8`))}] as keys,
        row_number() over (order by ${order.by}) as place
      from hit where failing = 0 and ${position.after}
      order by ${order.by} limit ${request.limit + 1} offset ${position.offset}
    )
    select place, material_id, keys, null::integer as term, null::integer as failing, null::bigint as count from page
    union all
    select null, null, null, term, failing, count(*)
    from (select failing, ${counted} as term from hit) as counted
    where failing is not null group by term, failing
  `.execute(db)
  const pageRows = rows.filter((row) => row.place !== null).sort((a, b) => (a.place ?? 0) - (b.place ?? 0))
  return {
    page: toPage(pageRows, order, request.limit),
    counts: completeCounts(toCounts(rows.filter((row) => row.place === null)), filter, siblings),
  }
}

/** Ranking is the dear part, and rows that are only counted need none. */
function scoreOfChosen(filter: Filter): RawBuilder<number> {
  if (filter.selections.length === 0) return score(filter)
  return sql`case when ${chosen(filter)} then ${score(filter)} end`
}

/** A group without rows was counted, too: its numbers are 0, not unknown. */
function completeCounts(counts: Counts, filter: Filter, siblings: boolean): Counts {
  const groups = siblings ? [0, ...filter.selections.map((_, index) => index + 1)] : [0]
  return new Map(groups.map((group) => [group, counts.get(group) ?? new Map<number, number>()]))
}

function narrowOrder(filter: Filter, request: SearchRequest): Order {
  if (request.sort !== 'relevance') return bySort[request.sort]
  if (!filter.words) return popular
  // A list that began broad is continued in its own order.
  return request.cursor ? orderOfCursor([ranked, popular], request.cursor) : ranked
}

/** A list that began narrow stays so, even if a publication made it broad meanwhile. */
function continuesRanked(filter: Filter, request: SearchRequest): boolean {
  if (!request.cursor || !filter.words || request.sort !== 'relevance') return false
  return orderOfCursor([ranked, popular], request.cursor) === ranked
}

// ------------------------------------------------------------------ pages

interface PageRow {
  material_id: number
  keys: number[]
}

function positionOf(request: SearchRequest, order: Order): { after: RawBuilder<boolean>; offset: number } {
  if (request.cursor) return { after: order.after(readCursor(order, request.cursor)), offset: 0 }
  const page = Math.min(Math.max(1, request.page ?? 1), maxNumberedPage)
  return { after: sql`true`, offset: (page - 1) * request.limit }
}

function toPage(rows: readonly PageRow[], order: Order, limit: number): Page {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    materialIds: shown.map((row) => row.material_id),
    nextCursor: rows.length > limit && last ? writeCursor(order, [...last.keys, last.material_id]) : null,
  }
}

async function suggest(
  db: Db,
  request: { world: LiveWorldCode; typed: string; limit: number },
): Promise<string[]> {
  const words = queryWords(request.typed)
  const last = words.pop()
  if (last === undefined) return []
  const completed = await completeWords(db, request.world, last, request.limit)
  return completed.map((word) => [...words, word].join(' '))
}
