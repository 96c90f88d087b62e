import { createHash } from 'node:crypto'
import type { Deps } from '#platform/context/context.ts'
import { articlePath, textsTag } from '#platform/routing/articles.ts'
import type { RouteName } from '#platform/routing/routes.ts'
import { absoluteUrl, localizedPath, url } from '#platform/routing/url.ts'
import { type LiveWorld, liveWorlds } from '#platform/routing/worlds.ts'
import { xmlText } from '#platform/rules/text/escape.ts'
import { hubUrl } from '#shop/catalogue/hubs/server/service.ts'
import { textKinds } from '#shop/content/editorial/rules/contract.ts'
import { isLive } from '#shop/content/editorial/server/service.ts'
import {
  type BuiltKind,
  type BuiltPage,
  builtPages,
  livePages,
  readBuilt,
  unknownOrigin,
} from './built-pages.ts'
import { readPageDates } from './page-dates.ts'
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

/** worlds-seo 3: ids per file. A file's ids never change, so old files only change when a page in them does. */
export const idsPerShard = 10_000
/** The cover and the first pages; what a file may take of time stays bounded. */
const imagesPerMaterial = 3
/** Ids read at a time: what a file needs of memory, however long it is. */
const idsPerRead = 1_000
/** Part of every ETag: another form of the files needs another number. */
const form = 1

export type SitemapKind = BuiltKind | ShardKind
type App = Pick<Deps, 'env' | 'db' | 'images' | 'taxonomy' | 'articles' | 'cache'>

export interface XmlFile {
  /** Weak: each encoding has other bytes. */
  etag: string
  parts: AsyncIterable<string> | Iterable<string>
}

const head = '<?xml version="1.0" encoding="UTF-8"?>\n'
const shardKinds: readonly ShardKind[] = ['materials', 'authors', 'posts', 'keywords', 'lessons', 'schools']

/** The index of every file that has at least one page in it. Which files exist is cached for ten minutes. */
export async function sitemapIndex(app: App): Promise<XmlFile> {
  const list = await app.cache.get('sitemap index', { seconds: 600, tags: ['taxonomy'] }, async () => {
    const paths: string[] = []
    for (const { world } of liveWorlds()) {
      paths.push(`/sitemaps/${world}/static-1.xml`, `/sitemaps/${world}/articles-1.xml`)
      for (const kind of shardKinds) {
        const numbers = await shardNumbers(app.db, kind, world, idsPerShard)
        paths.push(...numbers.map((number) => `/sitemaps/${world}/${kind}-${number}.xml`))
      }
    }
    return paths
  })
  const { siteUrl } = app.env
  async function* parts() {
    yield `${head}<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n`
    for (const path of list) yield `<sitemap><loc>${xmlText(absoluteUrl(siteUrl, path))}</loc></sitemap>\n`
    yield '</sitemapindex>\n'
  }
  return { etag: etagOf(siteUrl, list.join()), parts: parts() }
}

/** One file of at most 10,000 pages; undefined when there is nothing in it. */
export async function sitemapFile(
  app: App,
  world: LiveWorld,
  kind: SitemapKind,
  number: number,
): Promise<XmlFile | undefined> {
  if (kind === 'static') return number === 1 ? staticFile(app, world) : undefined
  if (kind === 'articles') return number === 1 ? builtFile(app, world, 'articles', []) : undefined
  if (number > Number.MAX_SAFE_INTEGER / idsPerShard) return undefined
  const from = (number - 1) * idsPerShard + 1
  const range = { world, from, to: from + idsPerShard - 1 }
  const state = await shardState(app.db, kind, range)
  if (state.rows === 0) return undefined
  const etag = etagOf(app.env.siteUrl, `${state.rows} ${state.fingerprint} ${state.lastmod?.getTime()}`)
  const read = readers[kind]
  async function* parts() {
    yield urlset(kind === 'materials')
    const next = (start: number) => {
      if (start > range.to) return undefined
      const lines = read(app, world, { world, from: start, to: Math.min(range.to, start + idsPerRead - 1) })
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
  app: App,
  world: LiveWorld,
  range: { world: string; from: number; to: number },
): Promise<string> {
  const rows = await materialRange(app.db, range)
  const { siteUrl } = app.env
  let lines = ''
  for (const { id, slug, lastmod, cover_key, previews } of rows) {
    let images = ''
    for (const src of imageAddresses(app, previews, cover_key))
      images += `<image:image><image:loc>${xmlText(siteUrl + src)}</image:loc></image:image>`
    lines += urlLine(siteUrl + url('material', { world, id, slug }), lastmod, images)
  }
  return lines
}

function imageAddresses({ images }: App, previews: string | null, coverKey: string | null): string[] {
  if (previews) return previews.split(' ', imagesPerMaterial).map((key) => images.address('preview', key))
  return coverKey === null ? [] : [images.address('card', coverKey)]
}

/** The pages of authors; of those with posts also their blogs. */
async function authorLines(
  app: App,
  world: LiveWorld,
  range: { world: string; from: number; to: number },
): Promise<string> {
  const rows = await authorRange(app.db, range)
  const { siteUrl } = app.env
  return rows
    .map(({ id, slug, lastmod, blog_lastmod }) => {
      const page = urlLine(siteUrl + url('author', { world, id, slug }), lastmod)
      if (blog_lastmod === null) return page
      return page + urlLine(siteUrl + url('author-blog', { world, id, slug: slug || '-' }), blog_lastmod)
    })
    .join('')
}

async function postLines(
  app: App,
  world: LiveWorld,
  range: { world: string; from: number; to: number },
): Promise<string> {
  const rows = await postRange(app.db, range)
  return rows
    .map(({ id, lastmod }) => urlLine(app.env.siteUrl + url('post', { world, id }), lastmod))
    .join('')
}

function hubLines(kind: HubShard): typeof authorLines {
  return async ({ env, db, taxonomy }, _world, range) => {
    const rows = await hubRange(db, kind, range)
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

/** What the build wrote, and what changes with the database and the calendar: home, offers, campaigns, charities. */
async function staticFile(app: App, world: LiveWorld): Promise<XmlFile> {
  const { siteUrl } = app.env
  const [newest, offer] = await Promise.all([newestPublication(app.db, world), newestOffer(app.db, world)])
  const changes: Partial<Record<RouteName, Date | undefined>> = { home: newest, offers: offer }
  const lines = livePages.map((name) => urlLine(siteUrl + localizedPath(name, world), changes[name] ?? null))
  for (const kind of ['campaign', 'charity'] as const)
    for (const article of app.articles.list(kind, world))
      if (isLive(article)) lines.push(urlLine(siteUrl + articlePath(kind, world, article), article.updated))
  return builtFile(app, world, 'static', lines)
}

/**
 * A file of the build with the site's origin and further lines; without a build (tests, dev server), and where editors wrote over
 * the release, made anew.
 */
async function builtFile(
  { env, cache, articles }: App,
  world: LiveWorld,
  kind: BuiltKind,
  lines: readonly string[],
): Promise<XmlFile> {
  const end = `${lines.join('')}</urlset>\n`
  const cachedFor = { seconds: 3600, tags: ['taxonomy', ...textKinds.map((each) => textsTag(each, world))] }
  const built = await cache.get(`built sitemap ${kind} ${world}`, cachedFor, async () => {
    const file = articles.isAsShipped(world) ? readBuilt(kind, world) : undefined
    if (file !== undefined) return file.slice(0, file.lastIndexOf('</urlset>'))
    return urlset(false) + builtPages(kind, world, articles, readPageDates()).map(builtLine).join('')
  })
  const body = built.replaceAll(unknownOrigin, xmlText(env.siteUrl)) + end
  return { etag: etagOf(env.siteUrl, body), parts: [body] }
}

function builtLine({ path, lastmod }: BuiltPage): string {
  return urlLine(absoluteUrl(unknownOrigin, path), lastmod ?? null)
}

function urlset(hasImages: boolean): string {
  const images = hasImages ? ' xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"' : ''
  return `${head}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"${images}>\n`
}

function urlLine(address: string, lastmod: Date | null, images = ''): string {
  const changed = lastmod ? `<lastmod>${lastmod.toISOString()}</lastmod>` : ''
  return `<url><loc>${xmlText(address)}</loc>${changed}${images}</url>\n`
}

/** The ETag of a sitemap: of the site, and of the state its rows are in. */
export function etagOf(siteUrl: string, state: string): string {
  const hash = createHash('sha256').update(`${form} ${siteUrl} ${state}`).digest('base64url')
  return `W/"${hash.slice(0, 22)}"`
}
