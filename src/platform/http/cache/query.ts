import type { Route } from '#platform/routing/routes.ts'
import { searchKinds } from '#platform/rules/contract/search.ts'

const longestQuery = 4096
/** In the address of a cached page, and of another one: there programs hand over texts of theirs. */
const longestValue = { cached: 300, personal: 2000 } as const
/** Page 1 has no number: it is the address itself. */
const numberedPage = /^(?:[2-9]|[1-9]\d{1,5})$/

/**
 * Cached pages see only the parameters their row knows, sorted, so that one page has one key; personal pages see all.
 * Both within limits, empty ones removed.
 */
export function normalizedQuery(route: Route, search: string): URLSearchParams {
  const normalized = new URLSearchParams()
  if (search === '' || search === '?') return normalized
  const given = new URLSearchParams(search.slice(0, longestQuery))
  const names = route.cache ? route.queryParams : [...new Set(given.keys())].slice(0, 20)
  const most = route.cache ? longestValue.cached : longestValue.personal
  for (const name of names) {
    // Sorted as they will stand there: white space in front would otherwise decide.
    const values = given
      .getAll(name)
      .slice(0, 40)
      .map((value) => tidyValue(value, most))
    for (const trimmed of route.cache ? valuesOf(name, values) : values.toSorted()) {
      if (trimmed === '' || (route.cache && name === 'page' && !numberedPage.test(trimmed))) continue
      normalized.append(name, trimmed)
    }
  }
  return normalized
}

/**
 * The query a cached page should have been asked for with: its own parameters in alphabetical order, nothing empty, no
 * `page=1`; then whatever is not its own (campaign tags), as it came. Undefined when it was asked for like that.
 */
export function tidySearch(route: Route, search: string): string | undefined {
  if (!route.cache || search === '' || search === '?') return undefined
  const own = new Set(route.queryParams)
  const given = [...new URLSearchParams(search.slice(0, longestQuery))]
  const normalized = [...normalizedQuery(route, search)]
  const asked = given.filter(([name]) => own.has(name))
  const isTidy =
    asked.length === normalized.length &&
    asked.every(([name, value], place) => name === normalized[place]?.[0] && value === normalized[place]?.[1])
  if (isTidy) return undefined
  const tidy = new URLSearchParams([...normalized, ...given.filter(([name]) => !own.has(name))])
  return tidy.size === 0 ? '' : `?${tidy}`
}

const lists: ReadonlySet<string> = new Set([...searchKinds, 'price'])

/** Filters may be chosen several times, but no value twice; of everything else the first one counts. */
function valuesOf(name: string, values: readonly string[]): readonly string[] {
  if (lists.has(name)) return [...new Set(values)].sort()
  return values.filter(Boolean).slice(0, 1)
}

/** Cut where it is too long, but never through a sign of two units. */
function tidyValue(value: string, most: number): string {
  return value
    .trim()
    .slice(0, most)
    .replace(/[\ud800-\udbff]$/, '')
    .trim()
}
