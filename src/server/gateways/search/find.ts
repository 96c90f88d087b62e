import { type RawBuilder, sql } from 'kysely'
import type { Sort } from '#shared/contract/search.ts'
import { maxNumberedPage } from '#shared/limits.ts'
import type { Db } from '../../db/pool.ts'
import { allRows, type CountRow, type Counts, matches, sampleFactor, toCounts, toFacets } from './counts.ts'
import { explain } from './explain.ts'
import {
  asked,
  banded,
  base,
  chosen,
  type Filter,
  failing,
  nearlyChosen,
  tested,
  toFilter,
} from './filter.ts'
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
import type { Reading } from './read-query.ts'
import { countSample, type Sample, sampledMatches } from './sample.ts'
import { coverage, score, weightsOf } from './score.ts'
import type { SearchHits, SearchRequest } from './search-engine.ts'
import type { WorldTerms } from './terms.ts'
import { toWordQuery } from './words.ts'

/**
 * From about 64 x 64 = 4,096 matches on, a set is broad: it is counted from the sample and shown in order of
 * popularity, because ranking every row of it would take longer than anybody waits. Below, everything is exact.
 */
export const broadFrom = 64

/** What to look for: the words and wishes of a query, all of them, or who has most of them. */
export interface Plan extends Pick<Reading, 'words' | 'wishes'> {
  some?: {
    /** The tsquery text whose matches are looked at. */
    anyOf: string
    /** A row with this share of what the best row has is shown. */
    share: number
    /** Whether grades and "free" only count, too. */
    areWishesSoft: boolean
  }
}

/** The hits of a plan: exactly counted and ranked where few match, estimated and by popularity where very many do. */
export async function find(
  db: Db,
  terms: WorldTerms,
  request: SearchRequest,
  plan: Plan,
): Promise<SearchHits> {
  const filter = await affordable(db, terms, toPlanFilter(terms, request, plan))
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
      understood: plan.wishes,
      leftOut: [],
      isPartial: false,
      order: order.shown,
      reasons: [],
      facets: request.withFacets ? toFacets(filter, terms, new Map(), sampled) : [],
    }
  }
  // The set is small; with one selection taken away it need not be: then only those rows are estimated.
  const exactSiblings = request.withFacets && allRows(sampled) < broadFrom
  const order = narrowOrder(filter, request)
  const { page, counts } = await readNarrow(db, filter, request, {
    order,
    siblings: exactSiblings,
    materials: worldSize(terms),
    ...(plan.some && { share: plan.some.share }),
  })
  const isExplained = request.withReasons === true && order === ranked
  return {
    ...page,
    total: matches(counts),
    totalIsEstimate: false,
    correctedQuery: null,
    understood: plan.wishes,
    leftOut: [],
    isPartial: false,
    order: order.shown,
    reasons: isExplained ? await explain(db, filter, page.materialIds) : [],
    facets: request.withFacets ? toFacets(filter, terms, counts, exactSiblings ? undefined : sampled) : [],
  }
}

function toPlanFilter(terms: WorldTerms, request: SearchRequest, { words, wishes, some }: Plan): Filter {
  const filter = toFilter(request, terms, toWordQuery(words), wishes)
  return some ? { ...filter, anyOf: some.anyOf, areWishesSoft: some.areWishesSoft } : filter
}

/** Below this a sample is too small to say how large a world is, and rare words would not be told from common ones. */
const smallWorld = 1000

/** How many materials the world has, nearly. */
export function worldSize({ sample }: WorldTerms): number {
  return Math.max(smallWorld, sample.ids.length * sampleFactor)
}

/**
 * A grade written in the text counts, too, where a material has none: but only while the words themselves match few
 * enough, because both together cannot be looked up at once.
 */
async function affordable(db: Db, terms: WorldTerms, filter: Filter): Promise<Filter> {
  const { words, wishes = [] } = filter
  if (!wishes.some(({ literal }) => literal)) return filter
  const alone = words && (await estimate(db, terms.sample, { ...filter, wishes: [] }))
  if (alone && matches(alone) < broadFrom) return filter
  return { ...filter, wishes: wishes.map(({ kind, termIds }) => ({ kind, termIds })) }
}

async function estimate(db: Db, sample: Sample, filter: Filter): Promise<Counts> {
  const conditions = asked(filter)
  if (conditions.length === 0) return countSample(sample, filter)
  return countSample(sample, filter, await sampledMatches(db, sample, filter.world, conditions))
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
  options: { order: Order; siblings: boolean; materials: number; share?: number },
): Promise<{ page: Page; counts: Counts }> {
  const { order, siblings, materials, share } = options
  const position = positionOf(request, order)
  const condition = siblings ? nearlyChosen(filter) : chosen(filter)
  const counted = request.withFacets ? sql`unnest(0 || facets)` : sql`0`
  const { rows } = await sql<CountRow & PageRow & { place: number | null }>`
    with seen as materialized (
      select material_id, facets, price_cents, rating_avg, popularity, published_at,
        ${failing(filter)} as failing, ${order === ranked ? scoreOfChosen(filter, materials) : sql`0`} as score,
        ${share === undefined ? sql`0` : coverage(filter, coverWeights(filter, materials))} as covered
      from material_search where ${base(filter)} and ${banded(filter)} and ${condition}
    ), hit as (
      select * from seen ${
        share === undefined
          ? sql``
          : sql`
        where covered >= ${share}::real * (select max(covered) from seen where failing = 0) - 0.0001`
      }
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

/** Ranking is the expensive part, and rows that are only counted need none. */
function scoreOfChosen(filter: Filter, materials: number): RawBuilder<number> {
  if (filter.selections.length === 0) return score(filter, materials)
  return sql`case when ${chosen(filter)} then ${score(filter, materials)} end`
}

/** Every topic word counts nearly the same, so that most words win; rare ones and those typed first a little more. */
function coverWeights({ words }: Filter, materials: number): number[] {
  const evidence = words?.evidence ?? []
  const weights = weightsOf(evidence, materials)
  return weights.map((weight, index) => 1 + 0.1 * weight - 0.01 * index)
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
