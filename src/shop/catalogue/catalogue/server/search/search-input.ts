import { type SearchInput, searchInputSchema, searchKinds } from '#platform/rules/contract/search.ts'

/** Anything a person can put into the address becomes a search; what makes no sense is left out. */
export function readSearchInput(query: URLSearchParams): SearchInput {
  const raw: Record<string, unknown> = { query: query.get('query') ?? '' }
  for (const kind of searchKinds) raw[kind] = query.getAll(kind)
  for (const name of ['sort', 'page', 'exact'] as const) if (query.get(name)) raw[name] = query.get(name)
  if (query.get('after')) raw.cursor = query.get('after')
  // Each turn takes at least one wrong field away.
  for (let tries = Object.keys(raw).length; tries >= 0; tries--) {
    const parsed = searchInputSchema.safeParse(raw)
    if (parsed.success) return parsed.data
    for (const { path } of parsed.error.issues) delete raw[String(path[0])]
  }
  return searchInputSchema.parse({})
}

/** The query of the address of a search, tidy and sorted, from its first page: equal searches are equal texts. */
export function searchParams(input: SearchInput): string {
  const params = new URLSearchParams()
  const query = input.query.toWellFormed().replaceAll('\0', '').trim()
  if (query !== '') params.append('query', query)
  for (const kind of searchKinds) {
    for (const id of [...new Set(input[kind])].sort()) params.append(kind, id)
  }
  if (input.sort !== 'relevance') params.append('sort', input.sort)
  if (input.exact) params.append('exact', input.exact)
  params.sort()
  return params.toString()
}
