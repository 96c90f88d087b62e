import { normalValue, parsePattern, type Segment } from './pattern.ts'
import { type RouteName, type RouteParams, routes } from './routes.ts'
import { type LiveWorld, liveWorlds } from './worlds.ts'

type QueryValue = string | number | boolean | readonly (string | number)[] | undefined

export type Query = Readonly<Record<string, QueryValue>>

/** What `url` needs: the world, the route's parameters and, if wanted, a query. The root landing has no world. */
export type UrlInput<N extends RouteName> = (N extends 'root-landing'
  ? { world?: LiveWorld }
  : { world: LiveWorld }) & { query?: Query } & RouteParams<N>

interface AnyInput {
  world?: LiveWorld | undefined
  query?: Query | undefined
  [param: string]: unknown
}

const segmentsOf: ReadonlyMap<string, readonly Segment[]> = new Map(
  routes.flatMap((row) =>
    liveWorlds().map(({ world }) => [`${world} ${row.name}`, parsePattern(row.words[world])] as const),
  ),
)

/**
 * The localized, relative address of a page: the only way a link is written.
 * Query parameters come out in alphabetical order; undefined and empty ones are left out.
 * @throws RangeError when a required parameter is missing or cannot be one of its kind (an id that is no number).
 */
export function url<N extends RouteName>(name: N, input: UrlInput<N>): string
export function url(name: RouteName, input: AnyInput): string {
  if (name === 'root-landing') return `/${queryString(input.query)}`
  return localizedPath(name, input.world ?? 'de', input) + queryString(input.query)
}

/** The address of a route whose name is only known at run time; parameters are checked then. */
export function localizedPath(
  name: RouteName,
  world: LiveWorld,
  params: Readonly<Record<string, unknown>> = {},
): string {
  if (name === 'root-landing') return '/'
  let path = `/${world}`
  for (const segment of segmentsOf.get(`${world} ${name}`) ?? []) {
    if (segment.kind === 'static') {
      path += `/${segment.text}`
      continue
    }
    const given = params[segment.name]
    if (segment.optional && (given === undefined || given === null || given === '')) break
    const value = normalValue(segment.accepts, String(given ?? ''))
    if (value === undefined) throw new RangeError(`${name}: "${segment.name}" cannot be "${String(given)}"`)
    path += `/${encodeURIComponent(value)}`
  }
  return path
}

/** `?a=1&b=2` in alphabetical order, or an empty text. */
export function queryString(query: Query = {}): string {
  const pairs = new URLSearchParams()
  for (const key of Object.keys(query).sort()) {
    const value = query[key]
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each !== undefined && each !== '') pairs.append(key, String(each))
    }
  }
  return pairs.size === 0 ? '' : `?${pairs}`
}

/** The absolute form of a path made by `url`. `siteUrl` is the origin, with or without a trailing slash. */
export function absoluteUrl(siteUrl: string, path: string): string {
  const origin = siteUrl.endsWith('/') ? siteUrl.slice(0, -1) : siteUrl
  return path.startsWith('/') ? origin + path : `${origin}/${path}`
}
