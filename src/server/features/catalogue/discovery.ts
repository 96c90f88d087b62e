import { url } from '#routing/url.ts'
import { type FacetKind, facetKinds, type MegaMenu } from '#shared/contract/search.ts'
import type { Context } from '../../context.ts'
import type { SearchHits } from '../../gateways/search/search-engine.ts'
import { countAuthors, type ListName, listIds } from './queries.ts'
import { cardsByIds } from './service.ts'
import type { Term } from './taxonomy.ts'
import type { CountedTerm, HomePage } from './types.ts'

const cardsPerList = 12
const countsSeconds = 60

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

/** Search results narrowed to one term. */
export function termUrl({ world }: Context, kind: FacetKind, id: string): string {
  return url('search', { world, query: { [kind]: id } })
}

/** Groups of school types gather others; "all" gathers everything and narrows nothing. */
function isLeaf({ world, taxonomy }: Context, schoolType: string): boolean {
  return taxonomy.term(world, 'school_type', schoolType)?.data.kind === 'leaf'
}

function listOf(value: unknown): string[] | undefined {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : undefined
}
