import { url } from '#routing/url.ts'
import type { LiveWorld } from '#routing/worlds.ts'
import { facetKinds, type SearchInput, searchInputSchema, sorts } from '#shared/contract/search.ts'
import { ProductError } from '#shared/errors.ts'
import { maxQueryLength } from '#shared/limits.ts'
import type { Context } from '../context.ts'
import { searchPage } from '../features/catalogue/discovery.ts'

/**
 * The search page: results, facets, and the address of every variation of this search.
 * @throws ProductError not_found for a page after the last one: an empty page with an address would be indexed as one
 */
export async function loadSearch(context: Context, query: URLSearchParams) {
  const input = readInput(query)
  if (query.has('page') && String(input.page) !== query.get('page')) throw new ProductError('not_found')
  const result = await searchPage(context, input)
  if (input.page > 1 && result.materials.length === 0) throw new ProductError('not_found')
  const { world } = context
  const chosen = result.facets.flatMap(({ kind, values }) =>
    values
      .filter(({ selected }) => selected)
      .map(({ id, name }) => ({ name, url: without(world, query, kind, id) })),
  )
  return {
    ...result,
    input,
    sorts,
    chosen,
    resetUrl: url('search', { world, query: input.query ? { query: input.query } : {} }),
    exactUrl: exactUrl(world, query),
    pageUrl: (page: number) => withParameter(world, query, 'page', page > 1 ? String(page) : undefined),
  }
}

/** Anything a person can put into the address becomes a search; what makes no sense is left out. */
function readInput(query: URLSearchParams): SearchInput {
  const raw: Record<string, unknown> = { query: (query.get('query') ?? '').slice(0, maxQueryLength) }
  for (const kind of facetKinds) raw[kind] = query.getAll(kind)
  for (const name of ['price', 'sort', 'page', 'exact'] as const)
    if (query.get(name)) raw[name] = query.get(name)
  if (query.get('after')) raw.cursor = query.get('after')
  for (let tries = 0; tries < 8; tries++) {
    const parsed = searchInputSchema.safeParse(raw)
    if (parsed.success) return parsed.data
    for (const { path } of parsed.error.issues) delete raw[String(path[0])]
  }
  return searchInputSchema.parse({})
}

function without(world: LiveWorld, query: URLSearchParams, kind: string, id: string): string {
  const rest = new URLSearchParams([...query].filter(([name, value]) => !(name === kind && value === id)))
  rest.delete('page')
  rest.delete('after')
  return addressOf(world, rest)
}

function withParameter(
  world: LiveWorld,
  query: URLSearchParams,
  name: string,
  value: string | undefined,
): string {
  const next = new URLSearchParams(query)
  next.delete('after')
  if (value === undefined) next.delete(name)
  else next.set(name, value)
  return addressOf(world, next)
}

/** The same search without any correction, from its first page. */
function exactUrl(world: LiveWorld, query: URLSearchParams): string {
  const first = new URLSearchParams(query)
  first.delete('page')
  return withParameter(world, first, 'exact', '1')
}

function addressOf(world: LiveWorld, query: URLSearchParams): string {
  query.sort()
  const text = query.toString()
  return url('search', { world }) + (text ? `?${text}` : '')
}
