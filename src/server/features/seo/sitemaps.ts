import { createHash } from 'node:crypto'
import { articlePath } from '#routing/articles.ts'
import { type RouteName, routes } from '#routing/routes.ts'
import { absoluteUrl, localizedPath, url } from '#routing/url.ts'
import { type LiveWorld, liveWorlds } from '#routing/worlds.ts'
import type { ArticleKind } from '#shared/contract/article.ts'
import type { Deps } from '../../context.ts'
import { isLive } from '../editorial/service.ts'
import { hubUrl } from '../hubs/address.ts'
import { type PageDates, pageDate, readPageDates } from './page-dates.ts'
import {
  authorRange,
  type HubShard,
  hubRange,
  materialRange,
  newestOffer,
  newestPublication,
  postRange,
  type ShardKind,
  shardNumbers,
  shardState,
} from './queries.ts'
import { xmlText } from './xml.ts'

/** worlds-seo 3: ids per file. A file's ids never change, so old files only change when a page in them does. */
export const idsPerShard = 10_000
/** The cover and the first pages; what a file may take of time stays bounded. */
const imagesPerMaterial = 3
/** Ids read at a time: what a file needs of memory, however long it is. */
const idsPerRead = 1_000
/** Part of every ETag: another form of the files needs another number. */
const form = 1

export type SitemapKind = 'static' | 'articles' | ShardKind
type House = Pick<Deps, 'env' | 'pool' | 'images' | 'taxonomy' | 'articles'>

export interface XmlFile {
  /** Weak: each encoding has other bytes. */
  etag: string
  parts: AsyncIterable<string> | Iterable<string>
}

const head = '<?xml version="1.0" encoding="UTF-8"?>\n'
const shardKinds: readonly ShardKind[] = ['materials', 'authors', 'posts', 'keywords', 'lessons', 'schools']

/** The index of every file that has at least one page in it. Which files exist is remembered for ten minutes. */
export async function sitemapIndex(house: House): Promise<XmlFile> {
  const list = await house.taxonomy.remember('sitemap index', 600, async () => {
    const paths: string[] = []
    for (const { world } of liveWorlds()) {
      paths.push(`/sitemaps/${world}/static-1.xml`, `/sitemaps/${world}/articles-1.xml`)
      for (const kind of shardKinds) {
        const numbers = await shardNumbers(house.pool, kind, world, idsPerShard)
        paths.push(...numbers.map((number) => `/sitemaps/${world}/${kind}-${number}.xml`))
      }
    }
    return paths
  })
  const { siteUrl } = house.env
  async function* parts() {
    yield `${head}<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n`
    for (const path of list) yield `<sitemap><loc>${xmlText(absoluteUrl(siteUrl, path))}</loc></sitemap>\n`
    yield '</sitemapindex>\n'
  }
  return { etag: etagOf(siteUrl, list.join()), parts: parts() }
}

/** One file of at most 10,000 pages; undefined when there is nothing in it. */
export async function sitemapFile(
  house: House,
  world: LiveWorld,
  kind: SitemapKind,
  number: number,
): Promise<XmlFile | undefined> {
  if (kind === 'static') return number === 1 ? staticFile(house, world) : undefined
  if (kind === 'articles') return number === 1 ? articlesFile(house, world) : undefined
  if (number > Number.MAX_SAFE_INTEGER / idsPerShard) return undefined
  const from = (number - 1) * idsPerShard + 1
  const range = { world, from, to: from + idsPerShard - 1 }
  const state = await shardState(house.pool, kind, range)
  if (state.rows === 0) return undefined
  const etag = etagOf(house.env.siteUrl, `${state.rows} ${state.fingerprint} ${state.lastmod?.getTime()}`)
  const read = readers[kind]
  async function* parts() {
    yield urlset(kind === 'materials')
    const next = (start: number) => {
      if (start > range.to) return undefined
      const lines = read(house, world, { world, from: start, to: Math.min(range.to, start + idsPerRead - 1) })
      // A reader may leave before it asks for them; then nobody would hear of a failure.
      lines.catch(() => undefined)
      return lines
    }
    let coming = next(range.from)
    for (let start = range.from; coming; start += idsPerRead) {
      const lines = await coming
      // The database reads on while this part is compressed and sent.
      coming = next(start + idsPerRead)
      yield lines
    }
    yield '</urlset>\n'
  }
  return { etag, parts: parts() }
}

async function materialLines(
  house: House,
  world: LiveWorld,
  range: { world: string; from: number; to: number },
): Promise<string> {
  const rows = await materialRange(house.pool, range)
  const { siteUrl } = house.env
  let lines = ''
  for (const { id, slug, lastmod, cover_key, previews } of rows) {
    let images = ''
    for (const src of imageAddresses(house, previews, cover_key))
      images += `<image:image><image:loc>${xmlText(siteUrl + src)}</image:loc></image:image>`
    lines += urlLine(siteUrl + url('material', { world, id, slug }), lastmod, images)
  }
  return lines
}

function imageAddresses({ images }: House, previews: string | null, coverKey: string | null): string[] {
  if (previews) return previews.split(' ', imagesPerMaterial).map((key) => images.address('preview', key))
  return coverKey === null ? [] : [images.address('card', coverKey)]
}

/** The pages of authors; of those with posts also their blogs. */
async function authorLines(
  house: House,
  world: LiveWorld,
  range: { world: string; from: number; to: number },
): Promise<string> {
  const rows = await authorRange(house.pool, range)
  const { siteUrl } = house.env
  return rows
    .map(({ id, slug, lastmod, blog_lastmod }) => {
      const page = urlLine(siteUrl + url('author', { world, id, slug }), lastmod)
      if (blog_lastmod === null) return page
      return page + urlLine(siteUrl + url('author-blog', { world, id, slug: slug || '-' }), blog_lastmod)
    })
    .join('')
}

async function postLines(
  house: House,
  world: LiveWorld,
  range: { world: string; from: number; to: number },
): Promise<string> {
  const rows = await postRange(house.pool, range)
  return rows
    .map(({ id, lastmod }) => urlLine(house.env.siteUrl + url('post', { world, id }), lastmod))
    .join('')
}

function hubLines(kind: HubShard): typeof authorLines {
  return async ({ env, pool, taxonomy }, _world, range) => {
    const rows = await hubRange(pool, kind, range)
    return rows.map((row) => urlLine(env.siteUrl + hubUrl(taxonomy, row), row.lastmod)).join('')
  }
}

const readers: Readonly<Record<ShardKind, typeof authorLines>> = {
  materials: materialLines,
  authors: authorLines,
  posts: postLines,
  keywords: hubLines('keywords'),
  lessons: hubLines('lessons'),
  schools: hubLines('schools'),
}

/**
 * The pages of the route table that need no parameter (the root landing stands outside the worlds and is listed once),
 * and the editors' texts that belong to the house: help, landings, campaigns and charities while they last.
 */
async function staticFile(house: House, world: LiveWorld): Promise<XmlFile> {
  const { siteUrl } = house.env
  const [newest, offer, dates] = await Promise.all([
    newestPublication(house.pool, world),
    newestOffer(house.pool, world),
    house.taxonomy.remember('page dates', 3600, async () => readPageDates()),
  ])
  const changes: Partial<Record<RouteName, Date | undefined>> = { home: newest, offers: offer }
  const lines = routes
    .filter((row) => row.sitemap === 'static' && row.robots === 'index,follow')
    .filter((row) => row.name !== 'root-landing' || world === liveWorlds()[0]?.world)
    .filter((row) => !/\{\w+\}/.test(row.pattern))
    .map((row) => {
      const lastmod = changes[row.name] ?? changedPage(house.articles, dates, world, row.name)
      return urlLine(absoluteUrl(siteUrl, localizedPath(row.name, world)), lastmod ?? null)
    })
  lines.push(...articleLines(house, world, ['help', 'mental-health', 'campaign', 'charity']))
  const body = `${urlset(false)}${lines.join('')}</urlset>\n`
  return { etag: etagOf(siteUrl, body), parts: [body] }
}

/** Magazine and podcast: the sitemap group `posts` as far as it is files and not rows. */
function articlesFile(house: House, world: LiveWorld): XmlFile {
  const { siteUrl } = house.env
  const body = `${urlset(false)}${articleLines(house, world, ['magazine', 'podcast']).join('')}</urlset>\n`
  return { etag: etagOf(siteUrl, body), parts: [body] }
}

function articleLines({ articles, env }: House, world: LiveWorld, kinds: readonly ArticleKind[]): string[] {
  return kinds.flatMap((kind) =>
    articles
      .list(kind, world)
      .filter((article) => isLive(article))
      // The first text on mental health is the landing itself, which stands in the route table.
      .filter((_article, at) => kind !== 'mental-health' || at > 0)
      .map((article) => urlLine(env.siteUrl + articlePath(kind, world, article), article.updated)),
  )
}

/** When a page without parameters last changed: its own text, or the newest one it lists. */
function changedPage(
  articles: Deps['articles'],
  dates: PageDates,
  world: LiveWorld,
  name: RouteName,
): Date | undefined {
  const listed: Partial<Record<RouteName, ArticleKind>> = {
    'help-center': 'help',
    magazine: 'magazine',
    podcast: 'podcast',
    'mental-health': 'mental-health',
  }
  const kind = listed[name]
  if (kind === undefined) return articles.page(world, name)?.updated ?? pageDate(dates, name, world)
  const times = articles.list(kind, world).map(({ updated }) => updated.getTime())
  return times.length > 0 ? new Date(Math.max(...times)) : undefined
}

function urlset(hasImages: boolean): string {
  const images = hasImages ? ' xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"' : ''
  return `${head}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"${images}>\n`
}

function urlLine(address: string, lastmod: Date | null, images = ''): string {
  const changed = lastmod ? `<lastmod>${lastmod.toISOString()}</lastmod>` : ''
  return `<url><loc>${xmlText(address)}</loc>${changed}${images}</url>\n`
}

export function etagOf(siteUrl: string, state: string): string {
  const hash = createHash('sha256').update(`${form} ${siteUrl} ${state}`).digest('base64url')
  return `W/"${hash.slice(0, 22)}"`
}
