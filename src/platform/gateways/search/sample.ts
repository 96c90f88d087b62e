import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'
import type { Counts, Filter } from './types.ts'

/** Rows fetched at once: reading a large sample must not keep the process from answering in between. */
const chunkRows = 4096

/**
 * One row in 64 of a world in memory, close together: counting a million materials' facets is a walk over 15,625 of
 * these, in about a millisecond, where PostgreSQL took tens.
 */
export interface Sample {
  /** In ascending order. */
  ids: Float64Array
  authors: Float64Array
  cents: Int32Array
  /** Row n has the terms from starts[n] up to starts[n + 1]. */
  starts: Uint32Array
  /** Places of the terms in `termIds`. */
  terms: Uint16Array
  termIds: readonly number[]
}

/** Reads the sample as it is now; terms that are not in `termIds` are left out. */
export async function readSample(db: Db, world: LiveWorldCode, termIds: readonly number[]): Promise<Sample> {
  const places = new Map(termIds.map((termId, place) => [termId, place]))
  const ids: number[] = []
  const authors: number[] = []
  const cents: number[] = []
  const starts = [0]
  const terms: number[] = []
  for (;;) {
    const { rows } = await sql<{ id: number; author: number; cents: number; terms: string }>`
      select material_id as id, author_id as author, price_cents as cents, array_to_string(facets, ',') as terms
      from material_sample where world = ${world} and material_id > ${ids.at(-1) ?? 0}::bigint
      order by material_id limit ${chunkRows}
    `.execute(db)
    for (const row of rows) {
      ids.push(row.id)
      authors.push(row.author)
      cents.push(row.cents)
      for (const term of row.terms.split(',')) {
        const place = places.get(Number(term))
        if (place !== undefined) terms.push(place)
      }
      starts.push(terms.length)
    }
    if (rows.length < chunkRows) break
  }
  return {
    ids: Float64Array.from(ids),
    authors: Float64Array.from(authors),
    cents: Int32Array.from(cents),
    starts: Uint32Array.from(starts),
    terms: Uint16Array.from(terms),
    termIds,
  }
}

/** Places of the sampled rows that are what the words ask for; rows newer than the sample are left out. */
export async function sampledMatches(
  db: Db,
  sample: Sample,
  world: string,
  asked: readonly RawBuilder<boolean>[],
): Promise<number[]> {
  const { rows } = await sql<{ ids: string | null }>`
    select string_agg(material_id::text, ',') as ids from material_sample
    where world = ${world} and ${sql.join(asked, sql` and `)}
  `.execute(db)
  const ids = rows[0]?.ids?.split(',') ?? []
  return ids.flatMap((id) => placeOf(sample.ids, Number(id)) ?? [])
}

/**
 * Counts the rows at `places` (every row when undefined) that have the filter's price and author, per group: 0 matches
 * everything, n fails nothing but the nth selection, as `failing` of filter.ts has it.
 */
export function countSample(sample: Sample, filter: Filter, places?: readonly number[]): Counts {
  const { starts, terms, termIds } = sample
  const bits = selectionBits(filter, termIds)
  const all = 2 ** filter.selections.length - 1
  const rows = new Int32Array(filter.selections.length + 1)
  const perTerm = Array.from(rows, () => new Int32Array(termIds.length))
  const length = places?.length ?? sample.ids.length
  for (let index = 0; index < length; index += 1) {
    const row = places?.[index] ?? index
    if (!isPlain(sample, filter, row)) continue
    const from = at(starts, row)
    const to = at(starts, row + 1)
    let has = 0
    for (let place = from; place < to; place += 1) has |= at(bits, at(terms, place))
    const missing = all & ~has
    const failsSeveral = (missing & (missing - 1)) !== 0
    if (failsSeveral) continue
    const group = missing === 0 ? 0 : 32 - Math.clz32(missing)
    rows[group] = at(rows, group) + 1
    const counts = perTerm[group] ?? rows
    for (let place = from; place < to; place += 1) {
      const term = at(terms, place)
      counts[term] = at(counts, term) + 1
    }
  }
  return new Map(perTerm.map((counts, group) => [group, byTermId(counts, termIds, at(rows, group))]))
}

/** For each term the bits of the selections it belongs to. */
function selectionBits(filter: Filter, termIds: readonly number[]): Int32Array {
  const bits = new Int32Array(termIds.length)
  for (const [index, selection] of filter.selections.entries()) {
    const wanted = new Set(selection.termIds)
    for (const [place, termId] of termIds.entries()) {
      if (wanted.has(termId)) bits[place] = at(bits, place) | (1 << index)
    }
  }
  return bits
}

function isPlain(sample: Sample, { price, authorId, orFree }: Filter, row: number): boolean {
  if (authorId !== undefined && at(sample.authors, row) !== authorId) return false
  if (!price) return true
  const cents = at(sample.cents, row)
  if (orFree && cents <= 0) return true
  return cents >= (price.minCents ?? 0) && cents <= (price.maxCents ?? Number.POSITIVE_INFINITY)
}

function byTermId(counts: Int32Array, termIds: readonly number[], rows: number): Map<number, number> {
  const byId = new Map([[0, rows]])
  for (const [place, count] of counts.entries()) {
    const termId = termIds[place]
    if (termId !== undefined && count > 0) byId.set(termId, count)
  }
  return byId
}

/** The place of an id among ascending ones. */
function placeOf(ids: Float64Array, id: number): number | undefined {
  let [low, high] = [0, ids.length - 1]
  while (low <= high) {
    const middle = (low + high) >> 1
    const found = at(ids, middle)
    if (found === id) return middle
    if (found < id) low = middle + 1
    else high = middle - 1
  }
  return undefined
}

function at(numbers: { readonly [index: number]: number }, index: number): number {
  return numbers[index] ?? 0
}
