import { matchAddress } from '#platform/routing/match.ts'
import { descriptionLongest, descriptionShortest } from '#platform/rules/text/shorten.ts'
import type { SeenPage } from './crawl.ts'
import { structuredDataOf, typesOf } from './structured-data.ts'

/* What a search engine would hold against the pages of a world: one line for each fault. */

/** As in robots.txt; such an address is never read, so nothing that may be indexed links to it. */
const blocked = /\?(?:.*&)?(?:class_grade|learning_years|material_type|subject|sort|newFeatureTour)=/

interface Read {
  path: string
  html: string
  route: string
  world: string
  isIndexed: boolean
  title: string
  description: string
  /** Without anchors. */
  links: ReadonlySet<string>
}

const hubRoutes = ['keyword-landing', 'lesson-landing', 'school-landing']

/** `pages` by address, as they were crawled; a page that was not reached is not judged. */
export function searchEngineProblems(
  pages: ReadonlyMap<string, SeenPage>,
  hops: readonly { from: string; path: string }[] = [],
): string[] {
  const read = [...pages].flatMap(([path, { html, status }]) =>
    html !== undefined && status === 200 ? (readPage(path, html) ?? []) : [],
  )
  const indexed = read.filter(({ isIndexed }) => isIndexed)
  return [
    ...indexed.flatMap(pageProblems),
    ...hubProblems(read, indexed),
    ...twice(
      'title',
      indexed.filter(({ route, path }) => hubRoutes.includes(route) && !path.includes('?')),
      ({ title }) => title,
    ),
    ...twice(
      'description',
      indexed.filter(({ route, path }) => route === 'material' && !path.includes('?')),
      ({ description }) => description,
    ),
    ...hops
      .filter(({ path }) => routeOf(path) === 'author')
      .map(({ path, from }) => `${from} links to ${path}, which is elsewhere`),
  ]
}

function readPage(path: string, html: string): Read | undefined {
  const match = matchAddress(path.split('?')[0] ?? path)
  if (match.kind !== 'page') return undefined
  const robots = metaOf(html, 'robots') ?? ''
  const links = [...html.matchAll(/<a\s[^>]*?\bhref="([^"#]+)/g)].map(([, link = '']) => plain(link))
  return {
    path,
    html,
    route: match.route.name,
    world: match.world,
    isIndexed: robots.startsWith('index'),
    title: plain(/<title>([^<]*)<\/title>/.exec(html)?.[1] ?? ''),
    description: metaOf(html, 'description') ?? '',
    links: new Set(links.filter((link) => link.startsWith('/'))),
  }
}

function pageProblems({ path, html, route, description, links }: Read): string[] {
  const faults: string[] = []
  for (const name of ['og:image', 'og:image:alt', 'twitter:card', 'twitter:image'])
    if (!metaOf(html, name)) faults.push(`has no ${name}`)
  for (const link of links) if (blocked.test(link)) faults.push(`links to ${link}, which robots.txt blocks`)
  const headings = [...html.matchAll(/<h([12])[\s>]/g)].map(([, level]) => level)
  if (headings[0] !== '1') faults.push('has an h2 before its h1')
  if (headings.filter((level) => level === '1').length !== 1) faults.push('has not one h1')
  for (const [card = ''] of html.matchAll(/<div class="card__cover">.*?<\/span><img[^>]*>/g))
    if (/<img[^>]*\salt=""/.test(card)) faults.push('has a cover without an alternative text')
  const articles = structuredDataOf(html).things.filter((thing) => typesOf(thing).includes('Article'))
  if (articles.some((thing) => thing.image === undefined)) faults.push('has an Article without an image')
  if (
    route === 'material' &&
    (description.length < descriptionShortest || description.length > descriptionLongest)
  )
    faults.push(`describes itself in ${description.length} characters: ${description}`)
  return [...new Set(faults)].map((fault) => `${path} ${fault}`)
}

/** One landing for one set of materials, and links only to those that are indexed. */
function hubProblems(read: readonly Read[], indexed: readonly Read[]): string[] {
  const hubs = indexed.filter(({ route, path }) => hubRoutes.includes(route) && !path.includes('?'))
  const thin = new Set(
    read.filter(({ route, isIndexed }) => hubRoutes.includes(route) && !isIndexed).map(({ path }) => path),
  )
  const linked = read.flatMap(({ path, links }) =>
    [...links]
      .filter((link) => link !== path && thin.has(link))
      .map((link) => `${path} links to ${link}, which is not indexed`),
  )
  const whole = hubs.filter(({ html }) => setOf(html) !== undefined)
  return [...twice('set of materials', whole, ({ html }) => setOf(html) ?? ''), ...linked]
}

/** The addresses of a landing's materials; undefined where its first page does not show all of them. */
function setOf(html: string): string | undefined {
  const list = structuredDataOf(html).things.find((thing) => typesOf(thing).includes('ItemList'))
  const items = (list?.itemListElement ?? []) as { url?: string }[]
  if (items.length !== list?.numberOfItems) return undefined
  return items
    .map(({ url }) => url)
    .sort()
    .join(' ')
}

function twice(what: string, pages: readonly Read[], key: (page: Read) => string): string[] {
  const groups = Map.groupBy(pages, (page) => `${page.world} ${key(page)}`)
  return [...groups.values()].flatMap((group) =>
    group.length < 2 ? [] : [`${group.map(({ path }) => path).join(' and ')} have one ${what}`],
  )
}

function routeOf(path: string): string | undefined {
  const match = matchAddress(path.split('?')[0] ?? path)
  return match.kind === 'page' ? match.route.name : undefined
}

function metaOf(html: string, name: string): string | undefined {
  const content = new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1]
  return content === undefined ? undefined : plain(content)
}

function plain(text: string): string {
  return text
    .replaceAll('&#38;', '&')
    .replaceAll('&#34;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}
