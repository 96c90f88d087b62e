import type { IncomingMessage, ServerResponse } from 'node:http'
import { readFeedPath, worldFeedPath } from '#routing/feeds.ts'
import { url } from '#routing/url.ts'
import { isLiveWorld, liveWorlds } from '#routing/worlds.ts'
import {
  authorFeed,
  etagOf,
  podcastFeed,
  type SitemapKind,
  sitemapFile,
  sitemapIndex,
  worldFeed,
} from '../features/seo/service.ts'
import type { App } from './app.ts'
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
export function serveRobots(app: App, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { siteUrl } = app.deps.env
  const body = `${robotsLines.join('\n')}\nSitemap: ${siteUrl}/sitemap.xml\n`
  return sendMachineFile(app, request, response, { mediaType: plainText, maxAgeSeconds: 3600 }, () => ({
    etag: etagOf(siteUrl, body),
    parts: [body],
  }))
}

const shardPath =
  /^\/sitemaps\/([a-z]{2})\/(static|articles|materials|authors|posts|keywords|lessons|schools)-([1-9]\d{0,8})\.xml$/

/** /sitemap.xml and /sitemaps/{world}/{type}-{n}.xml. */
export function serveSitemap(app: App, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = (request.url ?? '').split('?', 1)[0] ?? ''
  return sendMachineFile(app, request, response, { mediaType: xml, maxAgeSeconds: 600 }, () => {
    if (path === '/sitemap.xml') return sitemapIndex(app.deps)
    const [, world = '', kind, number] = shardPath.exec(path) ?? []
    if (kind === undefined || !isLiveWorld(world)) return undefined
    return sitemapFile(app.deps, world, kind as SitemapKind, Number(number))
  })
}

/** /{world}/feed.xml, /{world}/podcast/feed.xml and /{world}/feed/author/{id}.xml. */
export function serveFeed(app: App, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const wanted = readFeedPath((request.url ?? '').split('?', 1)[0] ?? '')
  const form = { mediaType: 'application/rss+xml; charset=utf-8', maxAgeSeconds: 600 }
  return sendMachineFile(app, request, response, form, () => {
    if (!wanted || !isLiveWorld(wanted.world)) return undefined
    const { world, authorId } = wanted
    if (wanted.isPodcast) return podcastFeed(app.deps, world)
    return authorId === undefined ? worldFeed(app.deps, world) : authorFeed(app.deps, world, authorId)
  })
}

/** A page of links for language models (llmstxt.org); from memory. */
export function serveLlms(app: App, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { siteUrl } = app.deps.env
  const link = (name: string, path: string, note: string) => `- [${name}](${siteUrl}${path}): ${note}`
  const body = [
    '# Aularium',
    '',
    '> A marketplace where teachers buy, sell and share teaching materials, in country and language worlds.',
    '',
    'Each world has its own language, addresses, school types, grades and currency. A material belongs to one world.',
    'Prices in JSON-LD and in the API are what a buyer pays now, taxes included.',
    '',
    '## Worlds',
    ...liveWorlds().map(({ world, name, language }) => link(name, url('home', { world }), language)),
    '',
    '## Data',
    link('Sitemap', '/sitemap.xml', 'every public page, with the time of its last change'),
    link('API', '/api/openapi.json', 'OpenAPI description'),
    link('Metadata for education portals', '/api/v3/materials/amb?world=de', 'AMB (LRMI) records'),
    ...liveWorlds().map(({ world, name }) =>
      link(`Feed ${name}`, worldFeedPath(world), 'newest materials and posts, RSS'),
    ),
    '',
    '## Optional',
    ...liveWorlds().map(({ world, name }) => link(`Terms ${name}`, url('terms', { world }), 'terms of use')),
    '',
  ].join('\n')
  const form = { mediaType: plainText, maxAgeSeconds: 3600 }
  return sendMachineFile(app, request, response, form, () => ({
    etag: etagOf(siteUrl, body),
    parts: [body],
  }))
}

/** GET /{key}.txt: proves to IndexNow that whoever announces pages of this host may do so. */
export function serveIndexNowKey(
  app: App,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const key = app.deps.announcer?.key ?? ''
  const form = { mediaType: plainText, maxAgeSeconds: 3600 }
  return sendMachineFile(app, request, response, form, () => ({
    etag: etagOf(app.deps.env.siteUrl, key),
    parts: [key],
  }))
}
