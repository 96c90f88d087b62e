import { url } from '#platform/routing/url.ts'
import { shorten } from '#platform/rules/text/shorten.ts'
import type { Post } from '../rules/contract.ts'

type Locals = App.Locals

/** Home, the author, the post itself. */
export function postTrail(post: Post, { world }: Locals['world'], t: Locals['t']) {
  return [
    { name: t('common:home'), url: url('home', { world }) },
    { name: post.author.name, url: post.author.url },
    { name: post.title, url: post.url },
  ]
}

/** Article (worlds-seo 3). */
export function postJsonLd(post: Post, shareImage: string, world: Locals['world'], siteUrl: string): object {
  const page = siteUrl + post.url
  return {
    '@context': 'https://schema.org',
    '@type': 'Article',
    '@id': `${page}#article`,
    headline: shorten(post.title, 110),
    description: post.excerpt,
    url: page,
    mainEntityOfPage: page,
    image: [siteUrl + shareImage],
    inLanguage: world.lang,
    datePublished: post.publishedAt,
    dateModified: post.updatedAt,
    wordCount: post.wordCount,
    commentCount: post.commentCount,
    author: { '@type': 'Person', name: post.author.name, url: siteUrl + post.author.url },
    publisher: {
      '@type': 'Organization',
      name: 'Aularium',
      url: `${siteUrl}/`,
      logo: `${siteUrl}/apple-touch-icon.png`,
    },
    interactionStatistic: {
      '@type': 'InteractionCounter',
      interactionType: 'https://schema.org/LikeAction',
      userInteractionCount: post.likeCount,
    },
  }
}
