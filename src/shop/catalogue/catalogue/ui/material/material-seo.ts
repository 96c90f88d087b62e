import { machinePrice } from '#platform/i18n/prices.ts'
import { url } from '#platform/routing/url.ts'
import type { MaterialCard, MaterialDetail } from '#platform/rules/contract/material.ts'
import { fittingTitle, pageTitleLongest, shorten } from '#platform/rules/text/shorten.ts'
import { materialSummary } from './material-summary.ts'

type Locals = App.Locals

interface Page extends Omit<Described, 'summary'> {
  fromAuthor: readonly MaterialCard[]
  landings: ReadonlyMap<string, string>
  noindex: boolean
  shareImage: string
}

/** What the page's head says. */
export function materialHead(page: Page, { world, t, siteUrl }: Pick<Locals, 'world' | 't' | 'siteUrl'>) {
  const { material, landings, noindex, shareImage } = page
  const summary = materialSummary(page, t)
  return {
    trail: materialTrail(material, landings, world, t),
    title: materialTitle(material, t),
    titleVars: { description: summary },
    canonicalParams: { id: material.id, slug: material.slug },
    jsonLd: materialJsonLd({ ...page, summary }, siteUrl),
    noindex,
    shareImage,
    shareAlt: material.coverAlt === null ? undefined : `${material.title}: ${material.coverAlt}`,
    shareType: 'product',
  }
}

/** The page's title: whole, without our name where there is no room for it; cut at a word's end where it must be. */
function materialTitle({ title }: { title: string }, t: Locals['t']): string {
  const cut = shorten(title, pageTitleLongest)
  return fittingTitle([t('meta:material.title', { title }), cut])
}

/** Home, the first subject (a link where its landing is worth a visit), the material itself. */
function materialTrail(
  material: MaterialDetail,
  landings: ReadonlyMap<string, string>,
  world: Locals['world'],
  t: Locals['t'],
) {
  const code = world.world
  const subject = material.subjects[0]
  return [
    { name: t('common:home'), url: url('home', { world: code }) },
    ...(subject ? [{ name: subject.name, url: landings.get(`subject ${subject.id}`) }] : []),
    { name: material.title, url: material.url },
  ]
}

interface Described {
  material: MaterialDetail
  author: { name: string; url: string }
  ages: { from: number; to: number | undefined } | undefined
  /** What the page's description says. */
  summary: string
}

/** Product and LearningResource (worlds-seo 3): the price equals the shown one, and what nobody knows is left out. */
export function materialJsonLd({ material, author, ages, summary }: Described, siteUrl: string): object {
  const page = siteUrl + material.url
  const isFree = material.finalPrice === 0
  return {
    '@context': 'https://schema.org',
    '@type': ['Product', 'LearningResource'],
    '@id': `${page}#material`,
    name: material.title,
    url: page,
    description: summary,
    image: material.previews
      .filter(({ isShown }) => isShown)
      .map(({ src, alt }) => (alt === null ? siteUrl + src : pictureOf(siteUrl + src, alt))),
    inLanguage: material.language,
    learningResourceType: material.type.name,
    educationalLevel: material.gradeTerms.map(({ name }) => name),
    about: material.subjects.map(({ name }) => ({ '@type': 'Thing', name })),
    keywords: material.keywords.join(', '),
    ...(ages ? { typicalAgeRange: `${ages.from}-${ages.to ?? ''}` } : {}),
    ...(material.keywords.length > 0 ? { teaches: material.keywords } : {}),
    educationalAlignment: [
      ...material.subjects.map(({ name }) => alignment('educationalSubject', name)),
      ...material.gradeTerms.map(({ name }) => alignment('educationalLevel', name)),
      ...material.curricula.map(({ framework, name }) => ({
        ...alignment('teaches', name),
        educationalFramework: framework,
      })),
    ],
    ...(material.lessonMinutes === null ? {} : { timeRequired: `PT${material.lessonMinutes}M` }),
    license: siteUrl + url('terms', { world: material.world }),
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

function pictureOf(address: string, caption: string): object {
  return { '@type': 'ImageObject', url: address, contentUrl: address, caption }
}

function alignment(
  alignmentType: 'educationalSubject' | 'educationalLevel' | 'teaches',
  targetName: string,
): object {
  return { '@type': 'AlignmentObject', alignmentType, targetName }
}
