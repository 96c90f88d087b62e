import type { Context } from '#platform/context/context.ts'
import { synonymTag } from '#platform/events/page-tags.ts'
import type { SearchHits, SearchRequest } from '#platform/gateways/search/search-engine.ts'
import { translator } from '#platform/i18n/translate.ts'
import { maxNumberedPage, searchPageSize } from '#platform/limits.ts'
import { url } from '#platform/routing/url.ts'
import type { MaterialCard } from '#platform/rules/contract/material.ts'
import {
  type FacetKind,
  facetKinds,
  type SearchInput,
  type SearchKind,
  searchKinds,
} from '#platform/rules/contract/search.ts'
import { curriculaOf } from '#platform/rules/curricula/curricula.ts'
import { attributes, isPriceBand } from '#platform/rules/search-attributes.ts'
import { attributeName } from '../attribute-names.ts'
import { cardsByIds } from '../cards.ts'
import { cardTags, joinTags } from '../tags.ts'
import type { SearchPage } from '../types.ts'
import { searchOffers } from './search-offers.ts'

const cardsPerList = 12

/** One page of search results. `sort`, filters and cursor as in the contract; unknown filter ids find nothing. */
export async function searchPage(context: Context, input: SearchInput): Promise<SearchPage> {
  const { world } = context
  const narrowed = narrowedBy(input)
  const { selected } = narrowed
  const hits = await context.search.search({
    world,
    query: input.query,
    ...(input.exact && { exact: true }),
    ...narrowed,
    sort: input.sort,
    limit: searchPageSize,
    ...(input.cursor === undefined ? { page: input.page } : { cursor: input.cursor }),
    withFacets: true,
    withReasons: true,
  })
  const materials = await cardsByIds(context, hits.materialIds)
  const rescue = hits.total === 0 ? await popularInstead(context, selected) : undefined
  const offers = hits.total === 0 && input.query !== '' ? await searchOffers(context, input.query) : undefined
  const pageCount = Math.max(1, Math.ceil(hits.total / searchPageSize))
  return {
    world,
    query: input.query,
    correctedQuery: hits.correctedQuery,
    total: hits.total,
    totalIsEstimate: hits.totalIsEstimate,
    materials,
    facets: searchKinds.map((kind) => ({
      kind,
      values: facetValues(context, kind, selected[kind] ?? [], hits),
    })),
    order: hits.order,
    reasons: hits.reasons,
    nextCursor: hits.nextCursor,
    understood: understoodNames(context, hits),
    leftOut: hits.leftOut.map((text) => ({ text, url: url('search', { world, query: { query: text } }) })),
    isPartial: hits.isPartial,
    ...(offers && { offers }),
    ...(rescue && { rescue }),
    page: input.page,
    pageCount: Math.min(maxNumberedPage, pageCount),
    isCut: pageCount > maxNumberedPage,
    tags: joinTags(
      cardTags([...materials, ...(rescue ?? [])]),
      hits.lookedUp.map((word) => synonymTag(world, word)),
    ),
  }
}

/** What the words of the query were read as, in the words of the world. */
function understoodNames(context: Context, { understood }: SearchHits): SearchPage['understood'] {
  return understood.map(({ kind, ids, words }) => ({
    kind,
    ids: [...ids],
    names: choices(context, kind).flatMap(({ id, name }) => (ids.includes(id) ? [name] : [])),
    words: [...words],
  }))
}

/** What most people chose in the chosen subjects, or in the whole world: better than an empty page. */
async function popularInstead(
  context: Context,
  { subject = [] }: Partial<Record<SearchKind, string[]>>,
): Promise<MaterialCard[]> {
  const request = {
    world: context.world,
    query: '',
    sort: 'bestselling',
    withFacets: false,
    isUncounted: true,
  } as const
  const inSubject = await context.search.search({ ...request, selected: { subject }, limit: cardsPerList })
  if (inSubject.materialIds.length > 0 || subject.length === 0)
    return cardsByIds(context, inSubject.materialIds)
  const anywhere = await context.search.search({ ...request, selected: {}, limit: cardsPerList })
  return cardsByIds(context, anywhere.materialIds)
}

/**
 * The filters of an input in the engine's terms: a price that is one of the bands is a facet like any other, any other
 * range is a condition. Of several ranges the first one counts.
 */
export function narrowedBy(input: SearchInput): Pick<SearchRequest, 'selected' | 'price'> {
  const bands = input.price.filter(isPriceBand)
  const range = bands.length === 0 ? priceRange(input.price.find((price) => price !== 'free')) : undefined
  const chosen: Partial<Record<SearchKind, string[]>> = {
    ...input,
    price: bands,
    free: input.price.includes('free') ? ['1'] : input.free,
  }
  return {
    selected: Object.fromEntries(
      searchKinds.flatMap((kind) => {
        const ids = chosen[kind] ?? []
        return ids.length > 0 ? [[kind, ids]] : []
      }),
    ),
    ...(range && { price: range }),
  }
}

/** The filters of an input in the words of the world, as far as they exist. */
export function filterNames(context: Context, input: SearchInput): string[] {
  const { selected } = narrowedBy(input)
  return searchKinds.flatMap((kind) => {
    const ids = selected[kind] ?? []
    return choices(context, kind).flatMap(({ id, name }) => (ids.includes(id) ? [name] : []))
  })
}

/** Cents; either end may be missing. */
function priceRange(price: string | undefined): { minCents?: number; maxCents?: number } | undefined {
  if (price === undefined) return undefined
  const [min, max] = price.split('-')
  return { ...(min && { minCents: Number(min) }), ...(max && { maxCents: Number(max) }) }
}

/** Selected values first and always, then the others that would find something, in display order. */
function facetValues(context: Context, kind: SearchKind, selected: readonly string[], hits: SearchHits) {
  const counts = new Map(
    hits.facets.find((facet) => facet.kind === kind)?.counts.map(({ id, count }) => [id, count] as const),
  )
  const values = choices(context, kind).flatMap(({ id, name, isAll }) => {
    const isSelected = selected.includes(id)
    if (isAll && !isSelected) return []
    if (!counts.has(id) && !isSelected) return []
    // Nearly all programmes have few materials: those that nothing is known to follow would only be a long list.
    if (kind === 'curriculum' && !counts.get(id) && !isSelected) return []
    return [{ id, name, count: counts.has(id) ? (counts.get(id) ?? null) : 0, selected: isSelected }]
  })
  return values.sort((left, right) => Number(right.selected) - Number(left.selected))
}

function choices(context: Context, kind: SearchKind): { id: string; name: string; isAll: boolean }[] {
  const { world, taxonomy } = context
  if (isTaxonomyKind(kind)) {
    return taxonomy.terms(world, kind).map(({ id, name, data }) => ({ id, name, isAll: data.kind === 'all' }))
  }
  if (kind === 'curriculum')
    return curriculaOf(world).map(({ id, framework, name }) => ({
      id,
      name: `${framework}: ${name}`,
      isAll: false,
    }))
  const t = translator(world)
  return attributes
    .filter((attribute) => attribute.kind === kind)
    .map(({ id }) => ({ id, name: attributeName(t, world, { kind, id }), isAll: false }))
}

function isTaxonomyKind(kind: SearchKind): kind is FacetKind {
  return (facetKinds as readonly string[]).includes(kind)
}
