import type { ServerResponse } from 'node:http'
import type { Env } from '../env.ts'

const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/
type Headers = Record<string, unknown>

/**
 * True on any other host name than the site's own, and everywhere on a staging site: the same pages under a second
 * address must not be found (worlds-seo 3). A site that itself is on this machine may be asked by any local name.
 */
export function isUnlisted(env: Pick<Env, 'siteUrl' | 'staging'>, host: string): boolean {
  if (env.staging) return true
  const own = new URL(env.siteUrl).host.toLowerCase()
  return host !== own && !(loopback.test(own) && loopback.test(host))
}

/** Whatever this answer says about robots, it says noindex, nofollow. Rare, so the way of everybody else stays short. */
export function hideFromSearch(response: ServerResponse): void {
  const write = response.writeHead.bind(response) as (status: number, headers: object) => ServerResponse
  response.writeHead = ((status: number, ...rest: unknown[]) => {
    const given = rest.at(-1)
    const headers = Array.isArray(given) ? pairsOf(given) : ((given ?? {}) as Headers)
    const kept = Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'x-robots-tag')
    return write(status, { ...Object.fromEntries(kept), 'X-Robots-Tag': 'noindex, nofollow' })
  }) as ServerResponse['writeHead']
}

/** Headers as Node takes them: a flat list of names and values, or a list of pairs. */
function pairsOf(list: readonly unknown[]): Headers {
  if (Array.isArray(list[0])) return Object.fromEntries(list as [string, unknown][])
  const headers: Headers = {}
  for (let at = 0; at < list.length; at += 2) headers[String(list[at])] = list[at + 1]
  return headers
}
