import type { Deps } from '#platform/context/context.ts'
import { translator } from '#platform/i18n/translate.ts'
import { authorFeedPath, worldFeedPath } from '#platform/routing/feeds.ts'
import { url } from '#platform/routing/url.ts'
import { type LiveWorld, worldOf } from '#platform/routing/worlds.ts'
import { xmlText } from '#platform/rules/text/escape.ts'
import { shorten } from '#platform/rules/text/shorten.ts'
import { authorFeedRows, type FeedRow, listedAuthor, worldFeedRows } from './queries.ts'
import { etagOf, type XmlFile } from './sitemaps.ts'

type App = Pick<Deps, 'env' | 'db' | 'images'>

const itemsPerFeed = 30
const teaserLength = 400

/** RSS 2.0 of the newest materials and posts of a world. */
export async function worldFeed(app: App, world: LiveWorld): Promise<XmlFile> {
  const t = translator(world)
  const channel = {
    title: t('meta:home.title'),
    description: t('meta:home.description'),
    page: url('home', { world }),
    self: worldFeedPath(world),
  }
  return feed(app, world, channel, await worldFeedRows(app.db, world, itemsPerFeed))
}

/** RSS 2.0 of the newest materials and posts of an author; undefined for one who is not listed in this world. */
export async function authorFeed(app: App, world: LiveWorld, authorId: number): Promise<XmlFile | undefined> {
  const author = await listedAuthor(app.db, world, authorId)
  if (!author) return undefined
  const t = translator(world)
  const channel = {
    title: t('meta:author.title', { name: author.name }),
    description: t('meta:author.description', { name: author.name }),
    page: url('author', { world, id: authorId, slug: author.slug }),
    self: authorFeedPath(world, authorId),
  }
  return feed(app, world, channel, await authorFeedRows(app.db, { world, authorId, limit: itemsPerFeed }))
}

function feed(
  { env: { siteUrl }, images }: App,
  world: LiveWorld,
  channel: { title: string; description: string; page: string; self: string },
  rows: readonly FeedRow[],
): XmlFile {
  const items = rows.map((row) => {
    const path =
      row.kind === 'post'
        ? url('post', { world, id: row.id })
        : url('material', { world, id: row.id, slug: row.slug })
    const link = xmlText(siteUrl + path)
    const cover = row.cover_key === null ? undefined : siteUrl + images.address('card', row.cover_key)
    return [
      '<item>',
      `<title>${xmlText(row.title)}</title>`,
      `<link>${link}</link>`,
      // The slug may change, the id never does: readers must not show the same thing twice.
      `<guid isPermaLink="false">${xmlText(`${siteUrl}/${world}#${row.kind}-${row.id}`)}</guid>`,
      `<pubDate>${row.published_at.toUTCString()}</pubDate>`,
      `<dc:creator>${xmlText(row.author)}</dc:creator>`,
      `<description>${xmlText(shorten(row.description, teaserLength))}</description>`,
      cover === undefined ? '' : `<media:thumbnail url="${xmlText(cover)}"/>`,
      '</item>',
    ].join('')
  })
  const newest = rows.reduce((latest, row) => Math.max(latest, row.published_at.getTime()), 0)
  const body = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:media="http://search.yahoo.com/mrss/">',
    '<channel>',
    `<title>${xmlText(channel.title)}</title>`,
    `<link>${xmlText(siteUrl + channel.page)}</link>`,
    `<description>${xmlText(channel.description)}</description>`,
    `<language>${worldOf(world).lang}</language>`,
    `<atom:link href="${xmlText(siteUrl + channel.self)}" rel="self" type="application/rss+xml"/>`,
    newest === 0 ? '' : `<lastBuildDate>${new Date(newest).toUTCString()}</lastBuildDate>`,
    ...items,
    '</channel></rss>',
    '',
  ].join('\n')
  return { etag: etagOf(siteUrl, body), parts: [body] }
}
