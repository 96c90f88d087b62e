import { type RawBuilder, sql } from 'kysely'
import type { SearchKind } from '#shared/contract/search.ts'
import type { SearchRequest } from './search-engine.ts'
import { gradesNamed, termKey, type WorldTerms } from './terms.ts'
import type { WordQuery } from './words.ts'

/** A request in the index's terms. */
export interface Filter {
  world: string
  words: WordQuery | undefined
  /** Grades that the words name: "Klasse 6". */
  gradeIds?: number[]
  /** Term ids per kind with a selection: OR within, AND between. */
  selections: { kind: SearchKind; termIds: number[] }[]
  price: SearchRequest['price']
  authorId: number | undefined
}

/** No term has it: a selection of unknown ids finds nothing. */
const noTerm = -1
const maxCents = 2_147_483_647

export function toFilter(request: SearchRequest, terms: WorldTerms, words: WordQuery | undefined): Filter {
  const selections = Object.entries(request.selected) as [SearchKind, string[] | undefined][]
  return {
    world: request.world,
    words,
    gradeIds: gradesNamed(terms, request.query),
    selections: selections.flatMap(([kind, ids]) => {
      if (!ids?.length) return []
      const termIds = ids.flatMap((id) => terms.termIdOf.get(termKey(kind, id)) ?? [])
      return [{ kind, termIds: termIds.length > 0 ? termIds : [noTerm] }]
    }),
    price: request.price,
    authorId: request.authorId,
  }
}

/** Everything but the facets. */
export function base(filter: Filter): RawBuilder<boolean> {
  const parts = [sql<boolean>`world = ${filter.world}`]
  if (filter.words) parts.push(sql`document @@ ${filter.words.match}::tsquery`)
  return and([...parts, ...plain(filter)])
}

/** The facets' part of the condition. */
export function chosen(filter: Filter): RawBuilder<boolean> {
  return and(filter.selections.map(overlaps))
}

/** The price once more, coarser, as material_search (not its sample) has it in the index of words and facets. */
export function banded({ price }: Filter): RawBuilder<boolean> {
  if (price?.minCents === undefined && price?.maxCents === undefined) return sql`true`
  const [low, high] = [price.minCents ?? 0, price.maxCents ?? maxCents]
  return sql`bands && price_bands(${low}::integer, ${high}::integer)`
}

/**
 * The same condition as `base` and `chosen`, put so that no GIN index can serve it: for walking along an index of
 * the order and testing each row, where so many match that a page is full after few.
 */
export function tested(filter: Filter): RawBuilder<boolean> {
  const parts = [sql<boolean>`world = ${filter.world}`]
  if (filter.words) parts.push(sql`(document @@ ${filter.words.match}::tsquery) is true`)
  for (const selection of filter.selections) parts.push(sql`(${overlaps(selection)}) is true`)
  return and([...parts, ...plain(filter)])
}

/**
 * 0 for a row that matches everything, n for one that fails nothing but the nth selection (those rows are counted
 * for that selection's own values, so that choosing one does not hide its siblings), null for any other.
 */
export function failing(filter: Filter): RawBuilder<number | null> {
  if (filter.selections.length === 0) return sql`0`
  const tests = filter.selections.map(overlaps)
  const cases = [
    sql`when ${and(tests)} then 0`,
    ...tests.map((_, index) => {
      const others = tests.filter((__, other) => other !== index)
      return sql`when ${and(others)} then ${sql.lit(index + 1)}`
    }),
  ]
  return sql`case ${sql.join(cases, sql` `)} end`
}

/** Rows whose `failing` is not null, put so that the index can find them; nothing when one selection is all. */
export function nearlyChosen(filter: Filter): RawBuilder<boolean> {
  const tests = filter.selections.map(overlaps)
  if (tests.length < 2) return sql`true`
  const ways = tests.map((_, index) => sql`(${and(tests.filter((__, other) => other !== index))})`)
  return sql`(${sql.join(ways, sql` or `)})`
}

function plain(filter: Filter): RawBuilder<boolean>[] {
  const parts: RawBuilder<boolean>[] = []
  const { price, authorId } = filter
  if (price?.minCents !== undefined) parts.push(sql`price_cents >= ${price.minCents}::integer`)
  if (price?.maxCents !== undefined) parts.push(sql`price_cents <= ${price.maxCents}::integer`)
  if (authorId !== undefined) parts.push(sql`author_id = ${authorId}::bigint`)
  return parts
}

function overlaps(selection: { termIds: number[] }): RawBuilder<boolean> {
  return sql`facets && ${selection.termIds}::integer[]`
}

function and(parts: RawBuilder<boolean>[]): RawBuilder<boolean> {
  return parts.length === 0 ? sql`true` : sql`${sql.join(parts, sql` and `)}`
}
