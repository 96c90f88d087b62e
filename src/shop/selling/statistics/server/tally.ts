import type { IncomingHttpHeaders } from 'node:http'
import type { Deps } from '#platform/context/context.ts'
import { state } from '#platform/features/state.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'
import { type Origin, originOf } from './origin.ts'
import { appendCounts, type CountRow } from './queries.ts'
import { today } from './today.ts'
import { createBrowserTest, isAhead } from './visitors.ts'

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

export interface Tally {
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
