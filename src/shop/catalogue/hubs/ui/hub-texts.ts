import { formatList, formatNumber } from '#platform/i18n/format.ts'
import { formatPrice } from '#platform/i18n/prices.ts'
import type { LiveWorld } from '#platform/routing/worlds.ts'
import { fittingTitle } from '#platform/rules/text/shorten.ts'
import type { HubPage } from '../server/types.ts'

type T = App.Locals['t']

/** "1.234 Materialien", grouped as the world does it. */
export function countText(count: number, world: LiveWorld, t: T): string {
  return t('common:units.materials', { count }).replace(String(count), formatNumber(count, world, 0))
}

/**
 * The page's title. Every part of a name stays, for two landings may differ in any of them: where it is too long, grades
 * are shortened first, then our own words go.
 */
export function hubTitle({ kind, names, isSubject }: HubPage, t: T): string {
  const form = kind === 'keyword' || isSubject ? 'keyword' : kind
  const [name] = names
  const own = (each: string) => t(`meta:${form}-landing.title`, { name: each })
  if (form !== 'keyword') return fittingTitle([own(name), ...names.slice(1).map(own), ...names])
  return fittingTitle([own(name), withoutSiteName(own(name)), t('meta:lesson-landing.title', { name }), name])
}

/** Variables of meta:<kind>-landing. */
export function hubVars(page: HubPage, world: LiveWorld, t: T): Record<string, string> {
  return { name: page.name, materials: countText(page.count, world, t) }
}

function withoutSiteName(title: string): string {
  return title.replace(/ \| Aularium$/, '')
}

/** The editors' text, or three sentences made of what is true of the materials. Paragraphs. */
export function hubIntro(page: HubPage, world: LiveWorld, t: T): string[] {
  if (page.intro !== null) return page.intro.split(/\n\s*\n/)
  const { name, facts, onlySchool } = page
  const about = {
    keyword: () => t('landing:hub.intro.keyword', { name }),
    lesson: () => t('landing:hub.intro.lesson', { name }),
    school: () =>
      onlySchool === undefined
        ? t('landing:hub.intro.school', { name })
        : t('landing:hub.intro.schoolType', { school: t(`landing:hub.schoolTypes.${onlySchool}`) }),
  }[page.kind]()
  const types = formatList(
    facts.materialTypes.map((id) => t(`landing:hub.materialTypes.${id}`)),
    world,
  )
  const inside = facts.materialTypes.length > 0 ? [t('landing:hub.intro.types', { types })] : []
  return [[about, ...inside, t('landing:hub.intro.preview')].join(' ')]
}

/** What everything costs, in one sentence. */
function priceAnswer({ count, freeCount, minPrice, maxPrice, currency }: HubPage, t: T): string {
  const [min, max] = [formatPrice(minPrice, currency), formatPrice(maxPrice, currency)]
  if (freeCount === count) return t('landing:hub.faq.price.free')
  if (freeCount > 0) return t('landing:hub.faq.price.upTo', { max })
  if (minPrice === maxPrice) return t('landing:hub.faq.price.same', { price: min })
  return t('landing:hub.faq.price.range', { min, max })
}

/** Questions people ask, answered by the facts of this page; what has no answer is not asked. */
export function hubAnswers(
  page: HubPage,
  world: LiveWorld,
  t: T,
): { question: string; answer: string; link?: string }[] {
  const { name, facts, freeCount } = page
  const materials = countText(page.count, world, t)
  const authors = t('landing:hub.faq.count.authors', { count: facts.authors })
  const some = t('landing:hub.faq.free.some', { count: freeCount })
  return [
    {
      question: t('landing:hub.faq.count.question'),
      answer: facts.isPart
        ? t('landing:hub.faq.count.answer', { materials, name })
        : t('landing:hub.faq.count.answerBy', { materials, name, authors }),
    },
    { question: t('landing:hub.faq.price.question'), answer: priceAnswer(page, t) },
    ...(freeCount === page.count
      ? []
      : [
          freeCount > 0
            ? { question: t('landing:hub.faq.free.question'), answer: some, link: withFree(page.searchUrl) }
            : { question: t('landing:hub.faq.free.question'), answer: t('landing:hub.faq.free.none') },
        ]),
    ...(facts.grades.length > 0
      ? [
          {
            question: t('landing:hub.faq.grades.question'),
            answer: t('landing:hub.faq.grades.answer', { grades: formatList(facts.grades, world) }),
          },
        ]
      : []),
    ...(facts.fileTypes.length > 0
      ? [
          {
            question: t('landing:hub.faq.files.question'),
            answer: t('landing:hub.faq.files.answer', { types: formatList(facts.fileTypes, world) }),
          },
        ]
      : []),
  ]
}

/** CollectionPage with the list of this page's materials (worlds-seo 3). Positions go on over the pages. */
export function hubJsonLd(page: HubPage, siteUrl: string, perPage: number, address: string): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'CollectionPage',
    '@id': `${siteUrl}${address}#page`,
    url: siteUrl + address,
    name: page.name,
    mainEntity: {
      '@type': 'ItemList',
      numberOfItems: page.count,
      itemListElement: page.materials.map(({ title, url }, index) => ({
        '@type': 'ListItem',
        position: (page.page - 1) * perPage + index + 1,
        name: title,
        url: siteUrl + url,
      })),
    },
  }
}

/** Parameters are in alphabetical order, as the search page wants them. */
function withFree(searchUrl: string): string {
  const [path = '', search] = searchUrl.split('?', 2)
  const query = new URLSearchParams(search)
  query.set('price', 'free')
  query.sort()
  return `${path}?${query}`
}
