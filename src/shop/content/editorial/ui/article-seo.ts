import { utcDay } from '#platform/rules/money/day.ts'
import { shorten } from '#platform/rules/text/shorten.ts'

interface Described {
  title: string
  description: string
  date: Date
  updated: Date
  /** Path of its picture. */
  shareImage: string
}

/** Article of the magazine (worlds-seo 3). The author is who wrote it, else the platform: texts are written by the editors. */
export function articleJsonLd(
  article: Described & { writer?: { name: string; url: string } | undefined },
  address: string,
  lang: string,
  siteUrl: string,
): object {
  const publisher = { '@type': 'Organization', name: 'Aularium', url: siteUrl }
  return {
    '@context': 'https://schema.org',
    '@type': 'Article',
    headline: shorten(article.title, 110),
    description: article.description,
    image: [siteUrl + article.shareImage],
    datePublished: utcDay(article.date),
    dateModified: utcDay(article.updated),
    inLanguage: lang,
    mainEntityOfPage: siteUrl + address,
    author: article.writer
      ? { '@type': 'Person', name: article.writer.name, url: siteUrl + article.writer.url }
      : publisher,
    publisher: publisher,
  }
}

/** PodcastEpisode; the recording is named only when there is one. */
export function episodeJsonLd(
  episode: Described & { audio?: string | undefined; audioSeconds?: number | undefined },
  address: string,
  podcast: { name: string; url: string },
  lang: string,
  siteUrl: string,
): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'PodcastEpisode',
    name: episode.title,
    description: episode.description,
    image: siteUrl + episode.shareImage,
    datePublished: utcDay(episode.date),
    dateModified: utcDay(episode.updated),
    inLanguage: lang,
    url: siteUrl + address,
    partOfSeries: { '@type': 'PodcastSeries', name: podcast.name, url: siteUrl + podcast.url },
    ...(episode.audio
      ? {
          associatedMedia: {
            '@type': 'MediaObject',
            contentUrl: siteUrl + episode.audio,
            ...(episode.audioSeconds ? { duration: `PT${episode.audioSeconds}S` } : {}),
          },
        }
      : {}),
  }
}

/** Who writes in the magazine. */
export function personJsonLd(
  person: { name: string; description: string; url: string; role?: string | undefined },
  siteUrl: string,
): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'ProfilePage',
    mainEntity: {
      '@type': 'Person',
      name: person.name,
      description: person.description,
      url: siteUrl + person.url,
      ...(person.role !== undefined && { jobTitle: person.role }),
    },
  }
}
