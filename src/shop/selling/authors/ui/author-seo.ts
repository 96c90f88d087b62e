import type { Translate } from '#platform/i18n/translate.ts'
import { url } from '#platform/routing/url.ts'
import type { LiveWorld } from '#platform/routing/worlds.ts'
import { shorten } from '#platform/rules/text/shorten.ts'

interface Link {
  name: string
  url: string
}

/** From the world's home to somebody's page, or to one of their tabs. */
export function profileTrail(profile: Link, world: LiveWorld, t: Translate, tab?: Link): Link[] {
  const { name, url: address } = profile
  const home = { name: t('common:home'), url: url('home', { world }) }
  return [home, { name, url: address }, ...(tab ? [tab] : [])]
}

/** ProfilePage of an author (worlds-seo 3). */
export function authorJsonLd(
  author: {
    name: string
    url: string
    description: string
    authorSince: string
    totalFollowers: number
    totalMaterials: number
    avatar: { src: string } | null
    socials: readonly { url: string }[]
  },
  siteUrl: string,
): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'ProfilePage',
    dateCreated: author.authorSince,
    mainEntity: {
      '@type': 'Person',
      '@id': `${siteUrl}${author.url}#person`,
      name: author.name,
      url: siteUrl + author.url,
      ...(author.description ? { description: shorten(author.description, 500) } : {}),
      ...(author.avatar ? { image: siteUrl + author.avatar.src } : {}),
      ...(author.socials.length > 0 ? { sameAs: author.socials.map((social) => social.url) } : {}),
      interactionStatistic: {
        '@type': 'InteractionCounter',
        interactionType: 'https://schema.org/FollowAction',
        userInteractionCount: author.totalFollowers,
      },
      agentInteractionStatistic: {
        '@type': 'InteractionCounter',
        interactionType: 'https://schema.org/WriteAction',
        userInteractionCount: author.totalMaterials,
      },
    },
  }
}
