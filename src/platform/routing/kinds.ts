import type { Who } from '#platform/roles.ts'
import type { LiveWorld } from './worlds.ts'

/**
 * Who may open a page (`pagePermissions` of platform/permissions.ts). `master` is the school admin of specification 6; `in-person`:
 * never an admin in the member's name.
 */
export type Access =
  | 'public'
  | 'member'
  | 'member-in-person'
  | 'seller'
  | 'seller-in-person'
  | 'master'
  | 'staff'
  | 'finance'
  | 'moderator'
  | 'support'
  | 'editor'
  | 'admin'

export type Robots = 'index,follow' | 'noindex,follow' | 'noindex,nofollow'

/** What the canonical address keeps of the query: nothing, `page`, or `page` and `query`; `none` writes no tag. */
export type CanonicalRule = 'self' | 'self-paged' | 'self-query' | 'none'

/** The sitemap files a page is listed in; `materials` also lists its images. */
export type SitemapGroup = 'static' | 'authors' | 'materials' | 'posts' | 'keywords' | 'lessons' | 'schools'

/**
 * `app-banner`: shows the app promotion (specification 2). `no-consent`: never opens a dialog that asks for consent (4).
 * `no-favorites`: wishlist queries are not sent (2). `no-session-check`: the page is for whoever has its address or no
 * account; a session that ended elsewhere throws nobody out of it (2). `token`: the address holds a secret: no-store, no
 * referrer, kept out of logs, never where a login leads to; has `no-session-check`, too.
 */
export type Trait = 'app-banner' | 'no-consent' | 'no-favorites' | 'no-session-check' | 'token'

/** Groups of the account's navigation; `home` stands above the others without a heading. */
export const accountGroups = ['home', 'library', 'teaching', 'selling', 'settings', 'console'] as const

/** Groups of the console's navigation; `console`, its overview, is also the account's link to it. */
export const consoleGroups = ['console', 'content', 'community', 'money', 'people'] as const

export type NavGroup = (typeof accountGroups)[number] | (typeof consoleGroups)[number]

/** A link of the account's navigation, or of the console's. Entries of a group stand in the order of the rows. */
export interface NavEntry {
  group: NavGroup
  /** A symbol of public/icons.svg. */
  icon: string
  /** The key of its text. */
  label: string
  /** The number beside it: one that the header of every page has. */
  count?: 'notifications' | 'favorites'
  /** Who sees it, where these are fewer than those who may open the page. */
  shownTo?: Who
}

export interface RouteRow {
  name: string
  /** The specification's English address inside a world; accepted everywhere, redirected to the localized one. */
  pattern: string
  /** Addresses people and old links mistake for this page's; redirected to it. */
  aliases?: readonly string[]
  /** The Astro page below src/pages, without its extension; a folder's index counts. */
  page: string
  /** The localized address per live world. Same parameters, same order as in `pattern`. */
  words: Readonly<Record<LiveWorld, string>>
  robots: Robots
  canonical: CanonicalRule
  /** The query parameters that may change the page, in alphabetical order: the cache key knows only these. */
  queryParams: readonly string[]
  sitemap: SitemapGroup | false
  access: Access
  /** Seconds fresh, and seconds it may be served stale while it is rendered again; false: never stored. */
  cache: { readonly maxAge: number; readonly swr: number } | false
  /** True only where every world has a real equivalent of the page, or the page names those that have. */
  hreflang: boolean
  traits: readonly Trait[]
  /** Its link in the navigation of the account or of the console. */
  nav?: NavEntry
  /** The page of that navigation it belongs to: that link is marked while this page is open. */
  under?: string
}

type Facts = Omit<RouteRow, 'name' | 'pattern' | 'page' | 'words' | 'queryParams' | 'aliases'>

/** What a row says itself: where it differs from its kind, and its query parameters and aliases, with spaces between them. */
type Own = Partial<Facts> & { page?: string; query?: string; aliases?: string }

const day = 86_400
export const hour = { maxAge: 3600, swr: day } as const
export const minute = { maxAge: 60, swr: 3600 } as const
export const twoMinutes = { maxAge: 120, swr: 3600 } as const

/** A row of one kind: its defaults, and what the row says itself. The page stands where the pattern says. */
function kind(defaults: Facts) {
  return <const P extends string>(pattern: P, { query, aliases, ...own }: Own = {}) => ({
    pattern,
    page: `[world]/${pattern.replaceAll(/\{(\w+)\??\}/g, '[$1]')}`,
    queryParams: query?.split(' ') ?? [],
    ...(aliases === undefined ? {} : { aliases: aliases.split(' ') }),
    ...defaults,
    ...own,
  })
}

const hidden = { robots: 'noindex,nofollow', canonical: 'none', sitemap: false, hreflang: false } as const
const plain = { cache: false, traits: [] } as const

/** What search engines shall find and every world has: stored for an hour, listed in the sitemap. */
export const article = kind({
  robots: 'index,follow',
  canonical: 'self',
  sitemap: 'static',
  access: 'public',
  cache: hour,
  hreflang: true,
  traits: [],
})

/** A list in pages that search engines shall find; each world has its own. */
export const listing = kind({
  robots: 'index,follow',
  canonical: 'self-paged',
  sitemap: 'static',
  access: 'public',
  cache: minute,
  hreflang: false,
  traits: [],
})

/** For everybody, but not for the results of search engines. */
export const unlisted = kind({
  ...plain,
  robots: 'noindex,follow',
  canonical: 'self',
  sitemap: false,
  access: 'public',
  hreflang: false,
})

/** For everybody, different for each visitor. */
export const personal = kind({ ...hidden, ...plain, access: 'public' })

/** For whoever has its link, which holds a secret. */
export const secret = kind({
  ...hidden,
  access: 'public',
  cache: false,
  traits: ['no-session-check', 'token'],
})

/** Where pupils play, without an account. */
export const classroom = kind({
  ...hidden,
  access: 'public',
  cache: false,
  traits: ['no-consent', 'no-favorites', 'no-session-check'],
})

/** A page of a member's account. */
export const cabinet = kind({ ...hidden, ...plain, access: 'member' })

/** A page of a seller's account. */
export const selling = kind({ ...hidden, ...plain, access: 'seller' })

/** Pages of the console, for those who run the platform: all of them, or those of one role. */
export const staff = kind({ ...hidden, ...plain, access: 'staff' })
export const finance = kind({ ...hidden, ...plain, access: 'finance' })
export const moderation = kind({ ...hidden, ...plain, access: 'moderator' })
export const editing = kind({ ...hidden, ...plain, access: 'editor' })
export const support = kind({ ...hidden, ...plain, access: 'support' })
export const admin = kind({ ...hidden, ...plain, access: 'admin' })

const staffAccess: ReadonlySet<Access> = new Set([
  'staff',
  'finance',
  'moderator',
  'editor',
  'support',
  'admin',
])

/** Whether a page stands in the console's frame. */
export function isOfConsole({ access }: Pick<RouteRow, 'access'>): boolean {
  return staffAccess.has(access)
}
