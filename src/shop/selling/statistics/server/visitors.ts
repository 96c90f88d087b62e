import type { IncomingHttpHeaders } from 'node:http'

/** Words of programs in a User-Agent; what calls itself no browser at all is one, too. */
const programs =
  /bot|crawl|spider|slurp|headless|lighthouse|preview|fetch|monitor|scan|archive|python|curl|wget|java\/|http|facebookexternalhit|feed|validator|checker/i

/** As many as a busy day has; the oldest half goes, so that strange ones cannot fill the memory. */
const mostCached = 2000
const maxLength = 400

/** Whether a User-Agent is a person's browser. Asked for every page, so what was seen is cached. */
export function createBrowserTest(): (userAgent: string | undefined) => boolean {
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
export function isAhead(headers: IncomingHttpHeaders): boolean {
  return (
    headers['sec-purpose'] !== undefined || headers.purpose === 'prefetch' || headers['x-moz'] === 'prefetch'
  )
}
