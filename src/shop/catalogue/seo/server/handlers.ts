import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Deps } from '#platform/context/context.ts'
import { type Front, type Handler, pathOf } from '#platform/http/access/handler.ts'
import { sendMachineFile } from '#platform/http/api/machine-file.ts'
import { readChaptersPath, readFeedPath, worldFeedPath } from '#platform/routing/feeds.ts'
import { url } from '#platform/routing/url.ts'
import { isLiveWorld, liveWorlds } from '#platform/routing/worlds.ts'
import { authorFeed, worldFeed } from './feeds.ts'
import { episodeChapters, podcastFeed } from './podcast-feed.ts'
import { serveShareImage } from './share-pictures.ts'
import { etagOf, type SitemapKind, sitemapFile, sitemapIndex } from './sitemaps.ts'

export const handlers: readonly Handler[] = [
  { path: 'robots.txt', kind: 'static', serve: serveRobots },
  { path: 'llms.txt', kind: 'static', serve: serveLlms },
  { path: isSecurityFile, kind: 'static', serve: serveSecurity },
  { path: 'sitemap.xml', kind: 'static', serve: serveSitemap },
  { path: 'sitemaps', kind: 'static', serve: serveSitemap },
  // Feeds stand inside their world, but are no pages.
  { path: isFeed, kind: 'static', serve: serveFeed },
  { path: isChapters, kind: 'static', serve: serveChapters },
  // On an author's own domain, too: it says whose host it is.
  { path: isKeyFile, kind: 'static', onMirrors: true, serve: serveIndexNowKey },
  { path: 'og', kind: 'image', serve: serveShareImage },
]

function isSecurityFile(target: string): boolean {
  return ['/.well-known/security.txt', '/security.txt'].includes(pathOf({ url: target }))
}

function isFeed(target: string): boolean {
  return /^\/[a-z]{2}\/(feed[./]|podcast\/feed\.)/.test(target)
}

function isChapters(target: string): boolean {
  return readChaptersPath(pathOf({ url: target })) !== undefined
}

function isKeyFile(target: string, { announcer }: Pick<Deps, 'announcer'>): boolean {
  return announcer !== undefined && pathOf({ url: target }) === `/${announcer.key}.txt`
}

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
function serveRobots(front: Front, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { siteUrl } = front.deps.env
  const body = `${robotsLines.join('\n')}\nSitemap: ${siteUrl}/sitemap.xml\n`
  return sendMachineFile(front, request, response, { mediaType: plainText, maxAgeSeconds: 3600 }, () => ({
    etag: etagOf(siteUrl, body),
    parts: [body],
  }))
}

/** RFC 9116: whom to tell of a weakness. It has to say until when it is true; a year is the most. */
function serveSecurity(front: Front, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { siteUrl, company } = front.deps.env
  const untilMonth = new Date()
  untilMonth.setUTCMonth(untilMonth.getUTCMonth() + 6, 1)
  untilMonth.setUTCHours(0, 0, 0, 0)
  const lines = [
    `Contact: mailto:${company.email}`,
    `Expires: ${untilMonth.toISOString()}`,
    `Preferred-Languages: ${liveWorlds()
      .map(({ lang }) => lang)
      .join(', ')}`,
    `Canonical: ${siteUrl}/.well-known/security.txt`,
  ]
  const body = `${lines.join('\n')}\n`
  return sendMachineFile(front, request, response, { mediaType: plainText, maxAgeSeconds: 86_400 }, () => ({
    etag: etagOf(siteUrl, body),
    parts: [body],
  }))
}

const shardPath =
  /^\/sitemaps\/([a-z]{2})\/(static|articles|materials|authors|posts|keywords|lessons|schools)-([1-9]\d{0,8})\.xml$/

/** /sitemap.xml and /sitemaps/{world}/{type}-{n}.xml. */
function serveSitemap(front: Front, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = pathOf(request)
  return sendMachineFile(front, request, response, { mediaType: xml, maxAgeSeconds: 600 }, () => {
    if (path === '/sitemap.xml') return sitemapIndex(front.deps)
    const [, world = '', kind, number] = shardPath.exec(path) ?? []
    if (kind === undefined || !isLiveWorld(world)) return undefined
    return sitemapFile(front.deps, world, kind as SitemapKind, Number(number))
  })
}

/** /{world}/feed.xml, /{world}/podcast/feed.xml and /{world}/feed/author/{id}.xml. */
function serveFeed(front: Front, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const wanted = readFeedPath(pathOf(request))
  const form = { mediaType: 'application/rss+xml; charset=utf-8', maxAgeSeconds: 600 }
  return sendMachineFile(front, request, response, form, () => {
    if (!wanted || !isLiveWorld(wanted.world)) return undefined
    const { world, authorId } = wanted
    if (wanted.isPodcast) return podcastFeed(front.deps, world)
    return authorId === undefined ? worldFeed(front.deps, world) : authorFeed(front.deps, world, authorId)
  })
}

/** /{world}/podcast/chapters/{id}.json. */
function serveChapters(front: Front, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const wanted = readChaptersPath(pathOf(request))
  const form = { mediaType: 'application/json+chapters; charset=utf-8', maxAgeSeconds: 600 }
  return sendMachineFile(front, request, response, form, () =>
    wanted && isLiveWorld(wanted.world) ? episodeChapters(front.deps, wanted.world, wanted.id) : undefined,
  )
}

/** A page of links for language models (llmstxt.org); from memory. */
function serveLlms(front: Front, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { siteUrl } = front.deps.env
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
  return sendMachineFile(front, request, response, form, () => ({
    etag: etagOf(siteUrl, body),
    parts: [body],
  }))
}

/** GET /{key}.txt: proves to IndexNow that whoever announces pages of this host may do so. */
function serveIndexNowKey(front: Front, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const key = front.deps.announcer?.key ?? ''
  const form = { mediaType: plainText, maxAgeSeconds: 3600 }
  return sendMachineFile(front, request, response, form, () => ({
    etag: etagOf(front.deps.env.siteUrl, key),
    parts: [key],
  }))
}
