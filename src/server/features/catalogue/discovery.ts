import { url } from '#routing/url.ts'
import type { MaterialCard } from '#shared/contract/material.ts'
import {
  type FacetKind,
  facetKinds,
  type MegaMenu,
  type SearchInput,
  type Suggestion,
} from '#shared/contract/search.ts'
import { maxSuggestions, searchPageSize } from '#shared/limits.ts'
import type { Context } from '../../context.ts'
import type { SearchHits } from '../../gateways/search/search-engine.ts'
import { authorsByName, countAuthors, type ListName, listIds } from './queries.ts'
import { cardsByIds } from './service.ts'
import type { Term } from './taxonomy.ts'
import type { CountedTerm, HomePage, SearchPage } from './types.ts'

const cardsPerList = 12
const countsSeconds = 60
const maxNumberedPage = 40
/** Materials and authors among the suggestions; the rest are words and subjects. */
const maxNamed = 4
const maxAuthors = 2
/** Fewer letters begin too many names. */
const minAuthorLetters = 3
const maxAuthorLetters = 80
const maxAuthorWords = 4

/** One page of search results. `sort`, filters and cursor as in the contract; unknown filter ids find nothing. */
export async function searchPage(context: Context, input: SearchInput): Promise<SearchPage> {
  const { world } = context
  const selected = selectedOf(input)
  const price = priceRange(input.price)
  const hits = await context.search.search({
    world,
    query: input.query,
    ...(input.exact && { exact: true }),
    selected,
    ...(price && { price }),
    sort: input.sort,
    limit: searchPageSize,
    ...(input.cursor === undefined ? { page: input.page } : { cursor: input.cursor }),
    withFacets: true,
  })
  return {
    world,
    query: input.query,
    correctedQuery: hits.correctedQuery,
    total: hits.total,
    totalIsEstimate: hits.totalIsEstimate,
    materials: await cardsByIds(context, hits.materialIds),
    facets: facetKinds.map((kind) => ({
      kind,
      values: facetValues(context, kind, selected[kind] ?? [], hits),
    })),
    nextCursor: hits.nextCursor,
    ...(hits.total === 0 && { rescue: await popularInstead(context, selected) }),
    page: input.page,
    pageCount: Math.min(maxNumberedPage, Math.max(1, Math.ceil(hits.total / searchPageSize))),
    tags: [`world:${world}`],
  }
}

/** What most people chose in the chosen subjects, or in the whole world: better than an empty page. */
async function popularInstead(
  context: Context,
  { subject = [] }: Partial<Record<FacetKind, string[]>>,
): Promise<MaterialCard[]> {
  const request = { world: context.world, query: '', sort: 'bestselling', withFacets: false } as const
  const inSubject = await context.search.search({ ...request, selected: { subject }, limit: cardsPerList })
  if (inSubject.materialIds.length > 0 || subject.length === 0)
    return cardsByIds(context, inSubject.materialIds)
  const anywhere = await context.search.search({ ...request, selected: {}, limit: cardsPerList })
  return cardsByIds(context, anywhere.materialIds)
}

/** The rows and counts of a world's home page. */
export async function homePage(context: Context): Promise<HomePage> {
  const { world, taxonomy } = context
  const names: ListName[] = ['newest', 'popular', 'free', 'onSale']
  const [ids, counts, totalAuthors] = await Promise.all([
    Promise.all(names.map((name) => listIds(context.pool, world, name, cardsPerList))),
    termCounts(context),
    taxonomy.remember(`authors ${world}`, countsSeconds, () => countAuthors(context.pool, world)),
  ])
  const cards = await cardsByIds(context, [...new Set(ids.flat())])
  const byId = new Map(cards.map((card) => [card.id, card]))
  const row = (index: number) =>
    (ids[index] ?? []).map((id) => byId.get(id)).filter((card) => card !== undefined)
  return {
    newest: row(0),
    popular: row(1),
    free: row(2),
    onSale: row(3),
    subjects: countedTerms(context, 'subject', counts).sort((left, right) => right.count - left.count),
    schoolTypes: countedTerms(context, 'school_type', counts).filter(({ id }) => isLeaf(context, id)),
    totalMaterials: counts.total,
    totalAuthors,
    tags: [`world:${world}`],
  }
}

/** Subjects, words, authors and materials that complete what is typed so far; at most 8, links included. */
export async function suggest(context: Context, typed: string): Promise<Suggestion[]> {
  const { world } = context
  const query = typed.trim()
  if (query.length < 2) return []
  const [words, authors] = await Promise.all([
    context.search.suggestWords(world, query, maxSuggestions),
    suggestAuthors(context, query),
  ])
  // Half a word finds nothing yet; the word it is becoming does.
  const cards = await titlesFor(context, words[0] ?? query, maxNamed - authors.length)
  const found: Suggestion[] = [
    ...suggestSubjects(context, query),
    ...words.map((text) => ({
      kind: 'keyword' as const,
      text,
      url: url('search', { world, query: { query: text } }),
    })),
  ].slice(0, maxSuggestions - cards.length - authors.length)
  const titles = cards.map((card) => ({ kind: 'material' as const, text: card.title, url: card.url }))
  return [...found, ...authors, ...titles]
}

function suggestSubjects(context: Context, query: string): Suggestion[] {
  const start = plain(query)
  return context.taxonomy
    .terms(context.world, 'subject')
    .filter(({ name }) => letterRuns(plain(name)).some((word) => word.startsWith(start)))
    .slice(0, 2)
    .map(({ id, name }) => ({ kind: 'subject', text: name, url: termUrl(context, 'subject', id) }))
}

async function suggestAuthors({ pool, world }: Context, query: string): Promise<Suggestion[]> {
  const beginnings = letterRuns(query.slice(0, maxAuthorLetters).toWellFormed())
  if (beginnings.join('').length < minAuthorLetters) return []
  const authors = await authorsByName(pool, world, beginnings.slice(0, maxAuthorWords), maxAuthors)
  return authors.map(({ id, slug, name }) => ({
    kind: 'author',
    text: name,
    url: url('author', { world, id, slug }),
  }))
}

/** What most people chose of the materials that have all these words. */
async function titlesFor(context: Context, query: string, limit: number): Promise<MaterialCard[]> {
  const { world } = context
  const order = { sort: 'bestselling', exact: true, withFacets: false } as const
  const hits = await context.search.search({ world, query, selected: {}, limit, ...order })
  return cardsByIds(context, hits.materialIds)
}

/** Every filter with its values in display order (GET v1/filters). */
export function filters(context: Context) {
  const { world, taxonomy } = context
  return {
    world,
    filters: facetKinds.map((kind) => ({
      kind,
      values: taxonomy.terms(world, kind).map(({ id, name, short, slug }) => ({ id, name, short, slug })),
    })),
  }
}

/** School types with their grades, and their subjects with counts (GET v3/mega-menu/get-subjects). */
export async function megaMenu(context: Context): Promise<MegaMenu> {
  const { world, taxonomy } = context
  return taxonomy.remember(`mega-menu ${world}`, countsSeconds, async () => {
    const schools: MegaMenu['schools'] = []
    for (const school of taxonomy.terms(world, 'school_type')) {
      if (!isLeaf(context, school.id)) continue
      const counts = countsOf(await searchCounts(context, { school_type: [school.id] }))
      const address = (kind: FacetKind, id: string) =>
        url('search', { world, query: { school_type: school.id, [kind]: id } })
      const belongs = (term: Term) => (listOf(term.data.school_types) ?? []).includes(school.id)
      schools.push({
        type: school.id,
        schoolName: school.name,
        grades: taxonomy
          .terms(world, 'class_grade')
          .filter(belongs)
          .map(({ id, name }) => ({ id, title: name, url: address('class_grade', id) })),
        subjects: taxonomy
          .terms(world, 'subject')
          .filter(belongs)
          .map(({ id, name }) => ({
            id,
            title: name,
            materialsCount: counts.get(`subject ${id}`) ?? 0,
            url: address('subject', id),
          })),
      })
    }
    return { schools }
  })
}

interface Counts {
  total: number
  byTerm: Map<string, number>
}

/** Published materials per term of the world, a minute old at most. */
async function termCounts(context: Context): Promise<Counts> {
  return context.taxonomy.remember(`counts ${context.world}`, countsSeconds, async () => {
    const hits = await searchCounts(context, {})
    return { total: hits.total, byTerm: countsOf(hits) }
  })
}

function searchCounts(context: Context, selected: Partial<Record<FacetKind, string[]>>): Promise<SearchHits> {
  return context.search.search({
    world: context.world,
    query: '',
    selected,
    sort: 'newest',
    limit: 1,
    withFacets: true,
  })
}

function countsOf(hits: SearchHits): Map<string, number> {
  return new Map(
    hits.facets.flatMap(({ kind, counts }) =>
      counts.map(({ id, count }) => [`${kind} ${id}`, count ?? 0] as const),
    ),
  )
}

function countedTerms(context: Context, kind: FacetKind, counts: Counts): CountedTerm[] {
  return context.taxonomy.terms(context.world, kind).flatMap(({ id, name, slug }) => {
    const count = counts.byTerm.get(`${kind} ${id}`) ?? 0
    return count === 0 ? [] : [{ id, name, slug, count, url: termUrl(context, kind, id) }]
  })
}

function termUrl({ world }: Context, kind: FacetKind, id: string): string {
  return url('search', { world, query: { [kind]: id } })
}

function selectedOf(input: SearchInput): Partial<Record<FacetKind, string[]>> {
  return Object.fromEntries(
    facetKinds.filter((kind) => input[kind].length > 0).map((kind) => [kind, input[kind]]),
  )
}

/** 'free' or 'min-max' in cents, either end may be missing. */
function priceRange(price: string | undefined): { minCents?: number; maxCents?: number } | undefined {
  if (price === undefined) return undefined
  if (price === 'free') return { maxCents: 0 }
  const [min, max] = price.split('-')
  return { ...(min && { minCents: Number(min) }), ...(max && { maxCents: Number(max) }) }
}

/** Selected values first and always, then the others that would find something, in display order. */
function facetValues(context: Context, kind: FacetKind, selected: readonly string[], hits: SearchHits) {
  const counts = new Map(
    hits.facets.find((facet) => facet.kind === kind)?.counts.map(({ id, count }) => [id, count] as const),
  )
  const values = context.taxonomy.terms(context.world, kind).flatMap(({ id, name, data }) => {
    const isSelected = selected.includes(id)
    if (data.kind === 'all' && !isSelected) return []
    if (!counts.has(id) && !isSelected) return []
    return [{ id, name, count: counts.has(id) ? (counts.get(id) ?? null) : 0, selected: isSelected }]
  })
  return values.sort((left, right) => Number(right.selected) - Number(left.selected))
}

/** Groups of school types gather others; "all" gathers everything and narrows nothing. */
function isLeaf({ world, taxonomy }: Context, schoolType: string): boolean {
  return taxonomy.term(world, 'school_type', schoolType)?.data.kind === 'leaf'
}

function listOf(value: unknown): string[] | undefined {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : undefined
}

function letterRuns(text: string): string[] {
  return text.split(/[^\p{L}\p{N}\p{M}]+/u).filter(Boolean)
}

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
