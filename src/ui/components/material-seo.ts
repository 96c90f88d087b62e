import { machinePrice } from '#i18n/format.ts'
import { url } from '#routing/url.ts'
import type { MaterialDetail } from '#shared/contract/material.ts'
import { excerptOf } from '#shared/rules/markdown.ts'

type Locals = App.Locals

/** Home, the first subject, the material itself. */
export function materialTrail(material: MaterialDetail, world: Locals['world'], t: Locals['t']) {
  const code = world.world
  const subject = material.subjects[0]
  return [
    { name: t('common:home'), url: url('home', { world: code }) },
    ...(subject
      ? [{ name: subject.name, url: url('search', { world: code, query: { subject: subject.id } }) }]
      : []),
    { name: material.title, url: material.url },
  ]
}

/** Product and LearningResource (worlds-seo 3): the price equals the shown one, ratings only where there are some. */
export function materialJsonLd(
  material: MaterialDetail,
  author: { name: string; url: string },
  siteUrl: string,
): object {
  const page = siteUrl + material.url
  const isFree = material.finalPrice === 0
  return {
    '@context': 'https://schema.org',
    '@type': ['Product', 'LearningResource'],
    '@id': `${page}#material`,
    name: material.title,
    url: page,
    description: excerptOf(material.description, 500),
    image: material.previews.map(({ src }) => siteUrl + src),
    inLanguage: material.language,
    learningResourceType: material.type.name,
    educationalLevel: material.gradeTerms.map(({ name }) => name),
    about: material.subjects.map(({ name }) => ({ '@type': 'Thing', name })),
    keywords: material.keywords.join(', '),
    isAccessibleForFree: isFree,
    datePublished: material.publishedAt ?? material.createdAt,
    dateModified: material.updatedAt,
    author: { '@type': 'Person', name: author.name, url: siteUrl + author.url },
    offers: {
      '@type': 'Offer',
      price: machinePrice(material.finalPrice, material.currency),
      priceCurrency: material.currency,
      availability: 'https://schema.org/InStock',
      url: page,
      seller: { '@type': 'Person', name: author.name },
    },
    ...(material.rating
      ? {
          aggregateRating: {
            '@type': 'AggregateRating',
            ratingValue: material.rating.average.toFixed(2),
            ratingCount: material.rating.count,
          },
        }
      : {}),
  }
}
