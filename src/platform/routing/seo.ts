import type { CanonicalRule, Robots } from './kinds.ts'
import { type RouteName, routeOf } from './routes.ts'
import { absoluteUrl, localizedPath, queryString } from './url.ts'
import { type LiveWorld, liveWorlds } from './worlds.ts'

export interface SeoInput {
  world: LiveWorld
  /** Origin of the site, for example `https://aularium.example`. */
  siteUrl: string
  /** Route parameters with the current slug, not the one that was asked for. */
  params?: Readonly<Record<string, string | number | undefined>>
  /** The same page in each world, where its slug differs; worlds without it are not named. */
  alternateParams?: Partial<Record<LiveWorld, Readonly<Record<string, string | number>>>> | undefined
  /** The query of the request; only what the canonical rule allows is kept. */
  query?: URLSearchParams | Readonly<Record<string, string | undefined>>
  /** True when the content is too thin to be indexed: an author without public materials, an unlisted material. */
  noindex?: boolean
}

export type AlternateParams = NonNullable<SeoInput['alternateParams']>

export interface Alternate {
  hreflang: string
  href: string
}

export interface Seo {
  /** For the meta tag and `X-Robots-Tag`. */
  robots: string
  /** Absolute address, or null where no tag is written. */
  canonical: string | null
  alternates: readonly Alternate[]
}

const canonicalParams: Readonly<Record<CanonicalRule, readonly string[]>> = {
  none: [],
  self: [],
  'self-paged': ['page'],
  'self-query': ['page', 'query'],
}

/**
 * Robots, canonical and hreflang of a page, from its row alone: the request's address is never used.
 * Only indexed pages with real equivalents name alternates, each set with itself and x-default (worlds-seo.md 3).
 */
export function seo(name: RouteName, input: SeoInput): Seo {
  const row = routeOf(name)
  const { world, siteUrl, params, alternateParams } = input
  const robots = input.noindex && row.robots === 'index,follow' ? 'noindex,follow' : row.robots
  const query = canonicalQuery(row.canonical, input.query)
  const path = localizedPath(name, world, params) + queryString(query)
  // Page 2 of a list has no equivalent: the lists of two worlds hold different things.
  const hasEquivalents = row.hreflang && robots === 'index,follow' && query.page === undefined
  return {
    robots: robotsContent(robots),
    canonical: row.canonical === 'none' ? null : absoluteUrl(siteUrl, path),
    alternates: hasEquivalents ? alternatesOf(name, siteUrl, params, alternateParams) : [],
  }
}

/** Indexed pages allow large image previews. */
export function robotsContent(robots: Robots): string {
  return robots === 'index,follow' ? 'index,follow,max-image-preview:large' : robots
}

/** The home pages form one set with the root landing, which is its x-default; other sets point to `en`, else to `de`. */
function alternatesOf(
  name: RouteName,
  siteUrl: string,
  params: SeoInput['params'],
  perWorld: SeoInput['alternateParams'],
): readonly Alternate[] {
  const target: RouteName = name === 'root-landing' ? 'home' : name
  const worlds = liveWorlds().filter(({ world }) => !perWorld || perWorld[world])
  const path = (world: LiveWorld) => localizedPath(target, world, perWorld?.[world] ?? params)
  const alternates = worlds.map(({ world, lang }) => ({
    hreflang: lang,
    href: absoluteUrl(siteUrl, path(world)),
  }))
  const main = (['en', 'de'] as const).find((code) => worlds.some(({ world }) => world === code))
  if (target !== 'home' && main === undefined) return alternates
  const unmatched = target === 'home' || main === undefined ? '/' : path(main)
  return [...alternates, { hreflang: 'x-default', href: absoluteUrl(siteUrl, unmatched) }]
}

/** Empty values and page 1 are not worth an address of their own. */
function canonicalQuery(rule: CanonicalRule, query: SeoInput['query']): Record<string, string> {
  const params: Record<string, string> = {}
  for (const key of canonicalParams[rule]) {
    const value = query instanceof URLSearchParams ? query.get(key) : query?.[key]
    if (!value || (key === 'page' && !/^(?:[2-9]|[1-9][0-9]{1,5})$/.test(value))) continue
    params[key] = value
  }
  return params
}
