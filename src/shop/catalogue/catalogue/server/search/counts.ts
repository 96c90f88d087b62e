import type { Context } from '#platform/context/context.ts'
import type { FacetKind } from '#platform/rules/contract/search.ts'

const cachedFor = { seconds: 60, tags: ['taxonomy'] }

interface Counts {
  total: number
  /** 'subject de-mathematics' -> materials; null where only a sample was counted and held none. */
  byTerm: ReadonlyMap<string, number | null>
}

/** Published materials of the world and of each of its terms, a minute old at most. */
function worldCounts(context: Context): Promise<Counts> {
  const { world, cache, search } = context
  return cache.get(`counts ${world}`, cachedFor, async () => {
    const request = { world, query: '', selected: {}, sort: 'newest', limit: 1, withFacets: true } as const
    const { total, facets } = await search.search(request)
    const counted = facets.flatMap(({ kind, counts }) =>
      counts.map(({ id, count }) => [`${kind} ${id}`, count] as const),
    )
    return { total, byTerm: new Map(counted) }
  })
}

export async function worldTotal(context: Context): Promise<number> {
  return (await worldCounts(context)).total
}

/** Materials of a term, for a whole kind at once; 0 for what nobody has published. */
export async function termCounter(context: Context): Promise<(kind: FacetKind, id: string) => number | null> {
  const { byTerm } = await worldCounts(context)
  return (kind, id) => (byTerm.has(`${kind} ${id}`) ? (byTerm.get(`${kind} ${id}`) ?? null) : 0)
}
