import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import type { RankReason, Sort } from '#platform/rules/contract/search.ts'
import { allRows, type CountRow, matches, sampleFactor, toCounts, toFacets } from './counts.ts'
import { asked, banded, base, chosen, failing, nearlyChosen, tested, toFilter } from './filter.ts'
import { newest, type Order, orderOfCursor, popular, priceDown, priceUp, ranked, rating } from './order.ts'
import { type Page, type PageRow, positionOf, toPage } from './pages.ts'
import { countSample, type Sample, sampledMatches } from './sample.ts'
import { coverage, score, weightsOf } from './score.ts'
import type { SearchHits, SearchRequest } from './search-engine.ts'
import type { Counts, Filter } from './types.ts'
import type { Reading } from './words/read-query.ts'
import type { WorldTerms } from './words/terms.ts'
import { inWeights, toWordQuery } from './words/words.ts'

/**
 * From about 64 x 64 = 4,096 matches on, a set is broad: it is counted from the sample and shown in order of
 * popularity, because ranking every row of it would take longer than anybody waits. Below, everything is exact.
 */
export const broadFrom = 64

/** What to look for: the words and wishes of a query, all of them, or who has most of them. */
export interface Plan extends Reading {
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
    return hitsOf(page, plan, {
      total,
      totalIsEstimate: true,
      order: order.shown,
      facets: request.withFacets ? toFacets(filter, terms, new Map(), sampled) : [],
    })
  }
  if (request.isUncounted && !plan.some && !request.withFacets && request.sort !== 'relevance') {
    const order = broadOrder(request)
    const page = await readFirst(db, filter, request, { order, estimate: total, size: worldSize(terms) })
    if (page) return hitsOf(page, plan, { total, totalIsEstimate: true, order: order.shown })
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
  return hitsOf(page, plan, {
    total: matches(counts),
    totalIsEstimate: false,
    order: order.shown,
    reasons: isExplained ? await explain(db, filter, page.materialIds) : [],
    facets: request.withFacets ? toFacets(filter, terms, counts, exactSiblings ? undefined : sampled) : [],
  })
}

function hitsOf(
  page: Page,
  { tokens, wishes }: Plan,
  found: Pick<SearchHits, 'total' | 'totalIsEstimate' | 'order'> & Partial<SearchHits>,
): SearchHits {
  return {
    ...page,
    correctedQuery: null,
    understood: wishes,
    lookedUp: tokens,
    leftOut: [],
    isPartial: false,
    reasons: [],
    facets: [],
    ...found,
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

/**
 * The first rows of a set that nobody wants to be counted: it is walked to them where that reads fewer rows than collecting
 * all of it, but never farther. Undefined where that is not so, or where they are not among those.
 */
async function readFirst(
  db: Db,
  filter: Filter,
  request: SearchRequest,
  { order, estimate, size }: BroadPlan,
): Promise<Page | undefined> {
  const position = positionOf(request, order)
  const wanted = position.offset + request.limit + 1
  if (wanted * size > estimate * estimate) return undefined
  const { rows } = await sql<PageRow>`
    select material_id, array[${sql.join(order.keys.map((key) => sql`${key}::float8`))}] as keys
    from (select * from material_search where world = ${filter.world} and ${position.after}
      order by ${order.by} limit ${estimate}) as walked
    where ${tested(filter)} order by ${order.by} limit ${request.limit + 1} offset ${position.offset}
  `.execute(db)
  return rows.length > request.limit ? toPage(rows, order, request.limit) : undefined
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
  const points = siblings ? scoreOfChosen(filter, materials) : score(filter, materials)
  const { rows } = await sql<CountRow & PageRow & { place: number | null }>`
    with ${share === undefined ? sql`hit` : sql`seen`} as materialized (
      select material_id, facets, price_cents, rating_avg, popularity, published_at,
        ${siblings ? failing(filter) : sql`0`} as failing, ${order === ranked ? points : sql`0`} as score,
        ${share === undefined ? sql`0` : coverage(filter, coverWeights(filter, materials))} as covered
      from material_search where ${base(filter)} and ${banded(filter)} and ${condition}
    ${share === undefined ? sql`` : withMostWords(share)}
    ), page as (
      select material_id, array[${sql.join(order.keys.map((key) => sql`${key}::float8`))}] as keys,
        row_number() over (order by ${order.by}) as place
      from (
        select * from hit where failing = 0 and ${position.after}
        order by ${order.by} limit ${request.limit + 1} offset ${position.offset}
      ) as few
    )
    select place, material_id, keys, null::integer as term, null::integer as failing, null::bigint as count from page
    union all
    select null, null, null, 0, failing, count(*) from hit where failing is not null group by failing
    ${request.withFacets ? facetCounts(siblings) : sql``}
  `.execute(db)
  const pageRows = rows.filter((row) => row.place !== null).sort((a, b) => (a.place ?? 0) - (b.place ?? 0))
  return {
    page: toPage(pageRows, order, request.limit),
    counts: completeCounts(toCounts(rows.filter((row) => row.place === null)), filter, siblings),
  }
}

/** Of the rows that were seen those that have nearly as many of the words as the best one. */
function withMostWords(share: number): RawBuilder<unknown> {
  return sql`), hit as (
    select * from seen where covered >= ${share}::real * (select max(covered) from seen where failing = 0) - 0.0001`
}

/** More than any term's number. */
const groupFactor = sql.lit(2 ** 24)

/**
 * How many of the hits have each term, per group. One number for both groups them faster than two; without siblings there
 * is one group.
 */
function facetCounts(siblings: boolean): RawBuilder<unknown> {
  if (!siblings)
    return sql`union all select null, null, null, term, 0, count(*) from (select unnest(facets) as term from hit) as each group by term`
  return sql`union all select null, null, null, key % ${groupFactor}, key / ${groupFactor}, count(*)
    from (select unnest(facets) + failing * ${groupFactor} as key from hit where failing is not null) as each group by key`
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

/**
 * Why each of a few ranked hits stands where it does: the same tests, on the same words, that `score` counts. The best
 * place is named; below the title it is the first of keywords, classification and text where all words are found.
 */
async function explain(
  db: Db,
  { world, words, wishes = [] }: Filter,
  materialIds: readonly number[],
): Promise<RankReason[]> {
  if (!words || materialIds.length === 0) return []
  const has = (query: string) => sql`document @@ ${query}::tsquery`
  const gradeIds = wishes.flatMap(({ kind, termIds }) => (kind === 'free' ? [] : termIds))
  const phrase = words.phrase ? has(words.phrase) : sql`false`
  const { rows } = await sql<RankReason>`
    select material_id as "materialId",
      case when ${phrase} then 'phrase' when ${has(words.title)} then 'title'
        when ${has(inWeights(words.exact, 'AB'))} then 'keywords' when ${has(inWeights(words.exact, 'ABC'))} then 'terms'
        when ${has(words.orName)} then 'text' when ${has(words.match)} then 'compound' else 'some' end as words,
      facets && ${gradeIds}::integer[] as "isRightGrade"
    from material_search where world = ${world} and material_id = any (${[...materialIds]}::bigint[])
  `.execute(db)
  return rows
}
