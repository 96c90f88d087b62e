import type { IncomingHttpHeaders } from 'node:http'
import type { Deps } from '#platform/context/context.ts'
import { state } from '#platform/features/state.ts'
import { matchAddress } from '#platform/routing/match.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'
import { truncate } from '#platform/rules/text/truncate.ts'
import type { Source } from '../rules/contract.ts'
import { appendCounts, type CountRow } from './queries.ts'
import { today } from './today.ts'

declare module '#platform/context/context.ts' {
  interface Deps {
    tally: Tally
  }
}

/** What is counted of a material without a transaction: lost counts of a killed process are nobody's money. */
export type Counted = 'views' | 'cartAdds' | 'downloads'

/** A material somebody looked at. */
export interface Seen {
  world: LiveWorldCode
  materialId: number
}

interface Counts extends Seen {
  /** As it came until the next writing; then only what kind of place it is. */
  referer: string
  counts: Record<Counted, number>
}

interface Tally {
  /** A page of a material was sent. Programs, and what a browser fetches ahead of a click, do not count. */
  view(of: Seen, headers: IncomingHttpHeaders): void
  /** Only memory is touched. */
  add(what: Exclude<Counted, 'views'>, of: Seen): void
  /** Writes what was counted; what cannot be written now is kept for the next time. */
  flush(): Promise<void>
  /** Writes the last time. */
  stop(): Promise<void>
}

const nothing = { views: 0, cartAdds: 0, downloads: 0 }
const flushEveryMs = 10_000
/** Beyond that views are counted, but not where they came from: a flood of addresses stays small. */
const mostKeys = 20_000
const maxReferer = 400

type TallyDeps = Pick<Deps, 'db' | 'log' | 'env'>

/** Counts in memory, written every ten seconds and at the end of the process. */
export const tallyState = state({
  name: 'tally',
  make: (deps) => createTally(deps),
  close: ({ tally }) => tally.stop(),
})

function createTally(deps: TallyDeps): Tally {
  let pending = new Map<string, Counts>()
  let writing: Promise<void> = Promise.resolve()
  const isBrowser = createBrowserTest()
  const isOurHost = (host: string) => deps.env.allowedHosts.has(host)

  function put({ world, materialId, referer, counts }: Counts): void {
    const isFull = pending.size >= mostKeys
    const from = isFull ? '' : referer
    const key = `${world} ${materialId} ${from}`
    const entry = pending.get(key)
    if (entry === undefined && pending.size >= 2 * mostKeys) return
    if (entry === undefined) pending.set(key, { world, materialId, referer: from, counts: { ...counts } })
    else for (const what of Object.keys(counts) as Counted[]) entry.counts[what] += counts[what]
  }

  async function write(): Promise<void> {
    if (pending.size === 0) return
    const taken = [...pending.values()]
    pending = new Map()
    try {
      await appendCounts(deps.db, rowsOf(taken, isOurHost))
    } catch (error) {
      deps.log.warn({ err: error, pending: taken.length }, 'counts not written yet')
      for (const each of taken) put(each)
    }
  }

  function flush(): Promise<void> {
    writing = writing.then(write)
    return writing
  }

  const timer = setInterval(() => void flush(), flushEveryMs).unref()
  return {
    view(seen, headers) {
      if (isAhead(headers) || !isBrowser(headers['user-agent'])) return
      const referer = (headers.referer ?? '').slice(0, maxReferer)
      put({ ...seen, referer, counts: { ...nothing, views: 1 } })
    },
    add: (what, seen) => put({ ...seen, referer: '', counts: { ...nothing, [what]: 1 } }),
    flush,
    stop() {
      clearInterval(timer)
      return flush()
    },
  }
}

/** One row for a material, source and term. */
function rowsOf(taken: readonly Counts[], isOurHost: (host: string) => boolean): CountRow[] {
  const rows = new Map<string, CountRow>()
  for (const { world, materialId, referer, counts } of taken) {
    const { source, term }: Origin = originOf(referer, isOurHost)
    const key = `${world} ${materialId} ${source} ${term ?? ''}`
    const row = rows.get(key) ?? {
      ...{ world, material_id: materialId, day: today(world), source, term },
      ...{ views: 0, cart_adds: 0, downloads: 0 },
    }
    row.views += counts.views
    row.cart_adds += counts.cartAdds
    row.downloads += counts.downloads
    rows.set(key, row)
  }
  return [...rows.values()]
}

interface Origin {
  source: Source
  /** What was searched for here, as it was typed. */
  term: string | null
}

const engines =
  /(^|\.)(google|bing|duckduckgo|ecosia|qwant|startpage|yahoo|yandex|brave|baidu|swisscows|mojeek|kagi|metager)\./
const networks =
  /(^|\.)(pinterest|instagram|facebook|fb|youtube|tiktok|twitter|linkedin|reddit|whatsapp|telegram|threads|bsky|mastodon)\.|^(t\.co|x\.com|lnkd\.in|pin\.it|youtu\.be|bsky\.app)$/
const maxTermLength = 60
const maxTermWords = 6

/** Where a page was opened from, by its `Referer`: a kind of place, and nothing else of the address. */
function originOf(referer: string, isOurHost: (host: string) => boolean): Origin {
  const from = referer === '' ? null : URL.parse(referer)
  if (from === null || !/^(https?|android-app):$/.test(from.protocol)) return { source: 'direct', term: null }
  if (isOurHost(from.host)) return ownPage(from)
  if (engines.test(from.host)) return { source: 'engine', term: null }
  return { source: networks.test(from.host) ? 'social' : 'elsewhere', term: null }
}

function ownPage({ pathname, search, searchParams }: URL): Origin {
  const match = matchAddress(pathname, search)
  if (match.kind !== 'page') return { source: 'browse', term: null }
  const { name } = match.route
  if (name === 'search') return { source: 'search', term: termOf(searchParams.get('query') ?? '') }
  return { source: /^author|^post$|^user/.test(name) ? 'author' : 'browse', term: null }
}

function termOf(typed: string): string | null {
  const words = typed.toLocaleLowerCase().split(/\s+/).filter(Boolean).slice(0, maxTermWords)
  return truncate(words.join(' '), maxTermLength) || null
}

/** Words of programs in a User-Agent; what calls itself no browser at all is one, too. */
const programs =
  /bot|crawl|spider|slurp|headless|lighthouse|preview|fetch|monitor|scan|archive|python|curl|wget|java\/|http|facebookexternalhit|feed|validator|checker/i

/** As many as a busy day has; the oldest half goes, so that strange ones cannot fill the memory. */
const mostCached = 2000
const maxLength = 400

/** Whether a User-Agent is a person's browser. Asked for every page, so what was seen is cached. */
function createBrowserTest(): (userAgent: string | undefined) => boolean {
  const known = new Map<string, boolean>()
  return (userAgent = '') => {
    const name = userAgent.slice(0, maxLength)
    const before = known.get(name)
    if (before !== undefined) return before
    const isBrowser = /^(Mozilla|Opera)\//.test(name) && !programs.test(name)
    if (known.size >= mostCached)
      for (const old of [...known.keys()].slice(0, mostCached / 2)) known.delete(old)
    known.set(name, isBrowser)
    return isBrowser
  }
}

/** Fetched ahead of a click that may never come. */
function isAhead(headers: IncomingHttpHeaders): boolean {
  return (
    headers['sec-purpose'] !== undefined || headers.purpose === 'prefetch' || headers['x-moz'] === 'prefetch'
  )
}
