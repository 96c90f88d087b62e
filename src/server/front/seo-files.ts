import type { IncomingMessage, ServerResponse } from 'node:http'
import { isLiveWorld } from '#routing/worlds.ts'
import { etagOf, type SitemapKind, sitemapFile, sitemapIndex } from '../features/seo/sitemaps.ts'
import type { House } from './house.ts'
import { sendMachineFile } from './seo-answer.ts'

/**
 * worlds-seo 3. Pages that must not be indexed are not listed: their `noindex` has to be read. The feed for education
 * portals is the one thing below /api/ that machines of others are meant to read.
 */
const robotsLines = [
  'User-agent: *',
  'Disallow: /api/',
  'Allow: /api/v3/materials/amb',
  'Disallow: /*?*class_grade=',
  'Disallow: /*?*learning_years=',
  'Disallow: /*?*material_type=',
  'Disallow: /*?*subject=',
  'Disallow: /*?*sort=',
  'Disallow: /*?*newFeatureTour=',
  'Allow: /',
]

const plainText = 'text/plain; charset=utf-8'
const xml = 'application/xml; charset=utf-8'

/** From memory: a robots.txt that fails stops the crawling of the whole host. */
export function serveRobots(house: House, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { siteUrl } = house.deps.env
  const body = `${robotsLines.join('\n')}\nSitemap: ${siteUrl}/sitemap.xml\n`
  return sendMachineFile(house, request, response, { mediaType: plainText, maxAgeSeconds: 3600 }, () => ({
    etag: etagOf(siteUrl, body),
    parts: [body],
  }))
}

const shardPath = /^\/sitemaps\/([a-z]{2})\/(static|materials|authors)-([1-9]\d{0,8})\.xml$/

/** /sitemap.xml and /sitemaps/{world}/{type}-{n}.xml. */
export function serveSitemap(
  house: House,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = (request.url ?? '').split('?', 1)[0] ?? ''
  return sendMachineFile(house, request, response, { mediaType: xml, maxAgeSeconds: 600 }, () => {
    if (path === '/sitemap.xml') return sitemapIndex(house.deps)
    const [, world = '', kind, number] = shardPath.exec(path) ?? []
    if (kind === undefined || !isLiveWorld(world)) return undefined
    return sitemapFile(house.deps, world, kind as SitemapKind, Number(number))
  })
}
