import type { SearchHits } from './search-engine.ts'
import type { Counts, Filter } from './types.ts'
import type { WorldTerms } from './words/terms.ts'

export interface CountRow {
  term: number
  failing: number
  count: number
}

/** The rows of a count by the selection that was left out, then by the term. */
export function toCounts(rows: readonly CountRow[]): Counts {
  const counts = new Map<number, Map<number, number>>()
  for (const row of rows) {
    const group = counts.get(row.failing) ?? new Map<number, number>()
    group.set(row.term, row.count)
    counts.set(row.failing, group)
  }
  return counts
}

/** Rows that match everything. */
export function matches(counts: Counts): number {
  return counts.get(0)?.get(0) ?? 0
}

/** Rows of all groups. */
export function allRows(counts: Counts): number {
  let sum = 0
  for (const group of counts.values()) sum += group.get(0) ?? 0
  return sum
}

/**
 * Facet counts from exact counts of some groups and sampled counts of the rest. A value whose sample is empty has
 * no honest number: null.
 */
export function toFacets(
  filter: Filter,
  terms: WorldTerms,
  exact: Counts,
  sampled: Counts | undefined,
): SearchHits['facets'] {
  const facets = new Map<string, SearchHits['facets'][number]>()
  for (const { kind, id, termId } of terms.values) {
    const facet = facets.get(kind) ?? { kind, counts: [] }
    facets.set(kind, facet)
    const own = filter.selections.findIndex((selection) => selection.kinds.includes(kind)) + 1
    const groups = own > 0 ? [0, own] : [0]
    facet.counts.push({ id, count: sum(groups, termId, exact, sampled) })
  }
  return [...facets.values()]
}

function sum(groups: number[], term: number, exact: Counts, sampled: Counts | undefined): number | null {
  let total = 0
  let estimated = false
  for (const group of groups) {
    const known = exact.get(group)
    if (known || !sampled) total += known?.get(term) ?? 0
    else {
      total += (sampled.get(group)?.get(term) ?? 0) * sampleFactor
      estimated = true
    }
  }
  return estimated && total === 0 ? null : total
}

/** The sample holds one row in 64. */
export const sampleFactor = 64
