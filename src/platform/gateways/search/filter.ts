import { type RawBuilder, sql } from 'kysely'
import { type SearchKind, searchKinds } from '#platform/rules/contract/search.ts'
import type { SearchRequest } from './search-engine.ts'
import type { Filter, WishFilter } from './types.ts'
import { searchLanguages } from './words/languages.ts'
import type { Wish } from './words/query-filters.ts'
import { termKey, type WorldTerms } from './words/terms.ts'
import type { WordQuery } from './words/words.ts'

/** Kinds that are chosen from together: who ticks "free" and "up to 2" wants either. */
const groups: readonly (readonly SearchKind[])[] = [
  ['price', 'free'],
  ...searchKinds.filter((kind) => kind !== 'price' && kind !== 'free').map((kind) => [kind]),
]

/** No term has it: a selection of unknown ids finds nothing. */
const noTerm = -1
const maxCents = 2_147_483_647

/** What a request asks for as the conditions of a query; `wishes` are what its words ask for beside them. */
export function toFilter(
  request: SearchRequest,
  terms: WorldTerms,
  words: WordQuery | undefined,
  wishes: readonly Wish[] = [],
): Filter {
  const { orFree, selections } = readSelections(withFreeOfWords(request, wishes), terms)
  return {
    world: request.world,
    words,
    wishes: wishes
      // A filter chosen by hand beats one guessed from the words.
      .filter(({ kind }) => !request.selected[kind]?.length && !(kind === 'free' && hasPrice(request)))
      .map((wish) => toWishFilter(request, terms, wish)),
    selections,
    price: request.price,
    ...(orFree && { orFree }),
    bundleIds: [terms.termIdOf.get(termKey('material_type', 'bundle')) ?? noTerm],
    authorId: request.authorId,
  }
}

function toWishFilter(
  { world }: SearchRequest,
  terms: WorldTerms,
  { kind, termIds, words }: Wish,
): WishFilter {
  if (kind !== 'class_grade') return { kind, termIds }
  const texts = [words.join(' '), words.toReversed().join(' ')]
  return {
    kind,
    termIds,
    literal: {
      config: searchLanguages[world].config,
      texts: [...new Set(texts)],
      unlessAny: terms.gradeIds,
    },
  }
}

/** "free" typed beside a chosen price is the same either-or as both chosen by hand. */
function withFreeOfWords(request: SearchRequest, wishes: readonly Wish[]): SearchRequest {
  const free = wishes.find(({ kind }) => kind === 'free')
  if (!free || !hasPrice(request)) return request
  return { ...request, selected: { ...request.selected, free: [...free.ids] } }
}

function hasPrice({ selected, price }: SearchRequest): boolean {
  return (selected.price?.length ?? 0) > 0 || hasRange(price)
}

function hasRange(price: SearchRequest['price']): boolean {
  return price?.minCents !== undefined || price?.maxCents !== undefined
}

function readSelections(
  { selected, price }: SearchRequest,
  terms: WorldTerms,
): { orFree: boolean; selections: Filter['selections'] } {
  const orFree = hasRange(price) && (selected.free?.length ?? 0) > 0
  const selections = groups.flatMap((kinds) => {
    const own = kinds.filter((kind) => !(orFree && kind === 'free'))
    const chosen = own.flatMap((kind) => (selected[kind] ?? []).map((id) => termKey(kind, id)))
    if (chosen.length === 0) return []
    const termIds = chosen.flatMap((key) => terms.termIdOf.get(key) ?? [])
    return [{ kinds, termIds: termIds.length > 0 ? termIds : [noTerm] }]
  })
  return { orFree, selections }
}

/** Everything but the facets. */
export function base(filter: Filter): RawBuilder<boolean> {
  return and([sql<boolean>`world = ${filter.world}`, ...asked(filter), ...plain(filter)])
}

/** What the words ask for: the topic, and what they narrow to. */
export function asked({ words, anyOf, areWishesSoft, wishes = [] }: Filter): RawBuilder<boolean>[] {
  const match = anyOf ?? words?.match
  const parts: RawBuilder<boolean>[] = match === undefined ? [] : [sql`document @@ ${match}::tsquery`]
  return areWishesSoft ? parts : [...parts, ...wishes.map(fulfils)]
}

/** Whether a row is what a wish asks for. */
export function fulfils({ termIds, literal }: WishFilter): RawBuilder<boolean> {
  const has = sql<boolean>`facets && ${[...termIds]}::integer[]`
  if (!literal) return has
  const { config, texts, unlessAny } = literal
  const phrases = texts.map((text) => sql`document @@ phraseto_tsquery(${config}::regconfig, fold(${text}))`)
  return sql`(${has} or not facets && ${[...unlessAny]}::integer[] and (${sql.join(phrases, sql` or `)}))`
}

/** The facets' part of the condition. */
export function chosen(filter: Filter): RawBuilder<boolean> {
  return and(filter.selections.map(overlaps))
}

/** The price once more, coarser, as material_search (not its sample) has it in the index of words and facets. */
export function banded({ price, orFree }: Filter): RawBuilder<boolean> {
  if (price?.minCents === undefined && price?.maxCents === undefined) return sql`true`
  const [low, high] = [orFree ? 0 : (price.minCents ?? 0), price.maxCents ?? maxCents]
  return sql`bands && price_bands(${low}::integer, ${high}::integer)`
}

/**
 * The same condition as `base` and `chosen`, put so that no GIN index can serve it: for walking along an index of
 * the order and testing each row, where so many match that a page is full after few.
 */
export function tested(filter: Filter): RawBuilder<boolean> {
  const parts = [sql<boolean>`world = ${filter.world}`]
  for (const part of asked(filter)) parts.push(sql`(${part}) is true`)
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
  const { price, authorId, orFree } = filter
  const range: RawBuilder<boolean>[] = []
  if (price?.minCents !== undefined) range.push(sql`price_cents >= ${price.minCents}::integer`)
  if (price?.maxCents !== undefined) range.push(sql`price_cents <= ${price.maxCents}::integer`)
  if (orFree) parts.push(sql`(price_cents <= 0 or ${and(range)})`)
  else parts.push(...range)
  if (authorId !== undefined) parts.push(sql`author_id = ${authorId}::bigint`)
  return parts
}

function overlaps(selection: { termIds: number[] }): RawBuilder<boolean> {
  return sql`facets && ${selection.termIds}::integer[]`
}

function and(parts: RawBuilder<boolean>[]): RawBuilder<boolean> {
  return parts.length === 0 ? sql`true` : sql`${sql.join(parts, sql` and `)}`
}
