import { createHash } from 'node:crypto'
import type { Deps } from '#platform/context/context.ts'
import { translator } from '#platform/i18n/translate.ts'
import { articlePath } from '#platform/routing/articles.ts'
import { chaptersPath, listenPath, podcastFeedPath } from '#platform/routing/feeds.ts'
import { url } from '#platform/routing/url.ts'
import { type LiveWorld, worldOf } from '#platform/routing/worlds.ts'
import { xmlText } from '#platform/rules/text/escape.ts'
import { etagOf, type XmlFile } from './sitemaps.ts'

const namespaces = [
  'xmlns:atom="http://www.w3.org/2005/Atom"',
  'xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"',
  'xmlns:podcast="https://podcastindex.org/namespace/1.0"',
].join(' ')

const chaptersType = 'application/json+chapters'

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
      // Its words stand on its page, too.
      ...(episode.transcript === undefined
        ? []
        : [
            `<podcast:transcript url="${xmlText(siteUrl + episode.transcript)}" type="${typeOf(episode.transcript)}"/>`,
          ]),
      `<podcast:transcript url="${page}" type="text/html"/>`,
      `<guid isPermaLink="false">${xmlText(`${siteUrl}/${world}#podcast-${episode.id}`)}</guid>`,
      `<pubDate>${episode.date.toUTCString()}</pubDate>`,
      `<description>${xmlText(episode.description)}</description>`,
      `<enclosure url="${xmlText(siteUrl + listenPath(world, { id: episode.id, audio: episode.audio }))}" length="${episode.audioBytes}" type="${typeOf(episode.audio)}"/>`,
      episode.audioSeconds === undefined ? '' : `<itunes:duration>${episode.audioSeconds}</itunes:duration>`,
      `<itunes:episode>${episode.id}</itunes:episode>`,
      ...(episode.season === undefined
        ? []
        : [
            `<itunes:season>${episode.season}</itunes:season>`,
            `<podcast:season>${episode.season}</podcast:season>`,
          ]),
      ...(episode.chapters === undefined
        ? []
        : [
            `<podcast:chapters url="${xmlText(siteUrl + chaptersPath(world, episode.id))}" type="${chaptersType}"/>`,
          ]),
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
    `<podcast:guid>${podcastGuid(siteUrl + podcastFeedPath(world))}</podcast:guid>`,
    '<itunes:type>episodic</itunes:type>',
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

/** Of a file, by the ending of its address. */
function typeOf(address: string): string {
  const types: Readonly<Record<string, string>> = {
    m4a: 'audio/mp4',
    wav: 'audio/wav',
    vtt: 'text/vtt',
    txt: 'text/plain',
  }
  return types[address.slice(address.lastIndexOf('.') + 1)] ?? 'audio/mpeg'
}

/**
 * The chapters of an episode (podcastindex.org, JSON chapters 1.2.0); undefined for one without.
 */
export function episodeChapters(
  { env, articles }: Pick<Deps, 'env' | 'articles'>,
  world: LiveWorld,
  id: number,
): XmlFile | undefined {
  const chapters = articles.byId('podcast', world, id)?.chapters
  if (chapters === undefined) return undefined
  const listed = chapters.map(({ startSeconds, title }) => ({ startTime: startSeconds, title }))
  const body = JSON.stringify({ version: '1.2.0', chapters: listed })
  return { etag: etagOf(env.siteUrl, body), parts: [body] }
}

/** The namespace that podcastindex.org gives for `podcast:guid`: a UUID (version 5) of the feed's address without its protocol. */
const guidNamespace = Buffer.from('ead4c236bf5858c6a2c6a6b28d128cb6', 'hex')

function podcastGuid(feedUrl: string): string {
  const name = feedUrl.replace(/^[a-z]+:\/\//, '').replace(/\/+$/, '')
  const bytes = createHash('sha1').update(guidNamespace).update(name).digest().subarray(0, 16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x50
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
