import type { ServerResponse } from 'node:http'
import type { Env } from '#platform/env/env.ts'

const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/

/**
 * True on any other host name than the site's own, and everywhere on a staging site: the same pages under a second
 * address must not be found (worlds-seo 3). A site that itself is on this machine may be asked by any local name.
 */
export function isUnlisted(env: Pick<Env, 'siteUrl' | 'staging'>, host: string): boolean {
  return unlistedHosts(env)(host)
}

/** The same for one site and many hosts. */
export function unlistedHosts(env: Pick<Env, 'siteUrl' | 'staging'>): (host: string) => boolean {
  if (env.staging) return () => true
  const own = new URL(env.siteUrl).host.toLowerCase()
  const isLocal = loopback.test(own)
  return (host) => host !== own && !(isLocal && loopback.test(host))
}

export const robotsHeader = 'x-robots-tag'

/** Said before anybody answers. `sendPage` then leaves out the page's own word; what is no page says noindex itself. */
export function hideFromSearch(response: ServerResponse): void {
  response.setHeader(robotsHeader, 'noindex, nofollow')
}
