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
      ...(author.description ? { description: author.description.slice(0, 500) } : {}),
      ...(author.avatar ? { image: siteUrl + author.avatar.src } : {}),
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
