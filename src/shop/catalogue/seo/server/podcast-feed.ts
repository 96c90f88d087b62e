import type { Deps } from '#platform/context/context.ts'
import { translator } from '#platform/i18n/translate.ts'
import { articlePath } from '#platform/routing/articles.ts'
import { podcastFeedPath } from '#platform/routing/feeds.ts'
import { url } from '#platform/routing/url.ts'
import { type LiveWorld, worldOf } from '#platform/routing/worlds.ts'
import { xmlText } from '#platform/rules/text/escape.ts'
import { etagOf, type XmlFile } from './sitemaps.ts'

const namespaces = [
  'xmlns:atom="http://www.w3.org/2005/Atom"',
  'xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"',
  'xmlns:podcast="https://podcastindex.org/namespace/1.0"',
].join(' ')

/**
 * RSS 2.0 with the tags podcast apps ask for. Only episodes with a recording are items: an app can play nothing else.
 * What is only text stands on the podcast's page.
 */
export function podcastFeed({ env, articles }: Pick<Deps, 'env' | 'articles'>, world: LiveWorld): XmlFile {
  const t = translator(world)
  const { siteUrl } = env
  const items = articles.list('podcast', world).flatMap((episode) => {
    if (episode.audio === undefined || episode.audioBytes === undefined) return []
    const page = xmlText(siteUrl + articlePath('podcast', world, episode))
    return [
      '<item>',
      `<title>${xmlText(episode.title)}</title>`,
      `<link>${page}</link>`,
      // Its words stand on its page.
      `<podcast:transcript url="${page}" type="text/html"/>`,
      `<guid isPermaLink="false">${xmlText(`${siteUrl}/${world}#podcast-${episode.id}`)}</guid>`,
      `<pubDate>${episode.date.toUTCString()}</pubDate>`,
      `<description>${xmlText(episode.description)}</description>`,
      `<enclosure url="${xmlText(siteUrl + episode.audio)}" length="${episode.audioBytes}" type="audio/mpeg"/>`,
      episode.audioSeconds === undefined ? '' : `<itunes:duration>${episode.audioSeconds}</itunes:duration>`,
      `<itunes:episode>${episode.id}</itunes:episode>`,
      '</item>',
    ]
  })
  const body = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<rss version="2.0" ${namespaces}>`,
    '<channel>',
    `<title>${xmlText(t('info:podcast.title'))}</title>`,
    `<link>${xmlText(siteUrl + url('podcast', { world }))}</link>`,
    `<description>${xmlText(t('info:podcast.lead'))}</description>`,
    `<language>${worldOf(world).lang}</language>`,
    `<atom:link href="${xmlText(siteUrl + podcastFeedPath(world))}" rel="self" type="application/rss+xml"/>`,
    '<itunes:author>Aularium</itunes:author>',
    `<itunes:summary>${xmlText(t('info:podcast.lead'))}</itunes:summary>`,
    '<itunes:category text="Education"/>',
    `<itunes:image href="${xmlText(`${siteUrl}/icon-512.png`)}"/>`,
    '<itunes:explicit>false</itunes:explicit>',
    ...items,
    '</channel></rss>',
    '',
  ].join('\n')
  return { etag: etagOf(siteUrl, body), parts: [body] }
}
