import { type Context, memberOf } from '#platform/context/context.ts'
import { ProductError } from '#platform/errors.ts'
import { maxQueryLength } from '#platform/limits.ts'
import { articlePath, textsTag } from '#platform/routing/articles.ts'
import { listenPath } from '#platform/routing/feeds.ts'
import { url } from '#platform/routing/url.ts'
import { liveWorlds } from '#platform/routing/worlds.ts'
import { truncate } from '#platform/rules/text/truncate.ts'
import { articleShareImage } from '#shop/catalogue/seo/server/service.ts'
import {
  type ArticleKind,
  artOf,
  type EntryKind,
  helpRoles,
  type LegalKey,
  legalKeys,
  textKeySchema,
} from '#shop/content/editorial/rules/contract.ts'
import {
  type Article,
  articlePage,
  frontSlot,
  helpCategoriesOf,
  isLive,
  kinOf,
  knownProblems,
  legalDifferences,
  legalVersions,
  type ShownEntry,
  searchHelp,
  shownEntries,
  writerPage,
} from '#shop/content/editorial/server/service.ts'
import { archivedLetter, letterArchive } from '#shop/content/newsletter/server/service.ts'
import { transcriptOf } from '#shop/content/podcast/server/service.ts'
import { acceptancesOf } from '#shop/people/identity/server/service.ts'
import { chosenCountry, countries } from '#shop/people/location/server/service.ts'
import { chosenConsent, offeredCategories, saysNoByBrowser } from '#shop/visits/consent/server/service.ts'

type Params = Readonly<Record<string, string>>

/** An article as a line of a list. */
export interface ArticleLink {
  title: string
  description: string
  url: string
  date: Date
  /** Of its picture in /art.svg. */
  art: string
}

/** Beside an article: what else there is to read. */
const otherArticles = 3
/** Beside a landing, in this order. */
const besideLanding: readonly ArticleKind[] = ['campaign', 'charity', 'magazine']

/** The help centre: categories with their articles, all or those for a role, or what was found for `query`. */
export async function loadHelp(context: Context, query: URLSearchParams) {
  const asked = truncate(query.get('query') ?? '', maxQueryLength).trim()
  const role = helpRoles.find((each) => each === query.get('role'))
  const categories = helpCategoriesOf(context, role).map(({ category, articles }) => ({
    category,
    articles: articles.map(toLink),
  }))
  const problems = knownProblems(context)
  return {
    query: asked,
    role,
    problems,
    found: asked ? searchHelp(context, asked).map(toLink) : undefined,
    categories,
  }
}

/** What editors have on a page of others: team, open positions, questions. */
export async function loadEntries(context: Context, kind: EntryKind) {
  return shownEntries(context, kind)
}

/** The magazine with what stands on top of it. */
export async function loadMagazine(context: Context) {
  return { articles: await loadArticles(context, 'magazine'), slot: frontSlot(context, 'magazine') }
}

/** An article of the magazine with who wrote it and its series. @throws ProductError not_found */
export async function loadMagazineArticle(context: Context, params: Params) {
  const page = await loadArticle(context, 'magazine', params)
  if (page.moved !== undefined) return page
  const { world } = context
  const { writer, series } = kinOf(context, page.article)
  const at = series?.parts.indexOf(page.article) ?? -1
  const next = series?.parts[at + 1]
  return {
    ...page,
    writer: writer && toWriter(context, writer),
    series: series && {
      title: series.title,
      parts: series.parts.map((part, place) => ({ ...toLink(part), isCurrent: place === at })),
      part: at + 1,
      next: next && toLink(next),
    },
    tags: (['series', 'writer'] as const).map((kind) => textsTag(kind, world)),
  }
}

/** Who writes in the magazine, with their texts. @throws ProductError not_found */
export async function loadWriter(context: Context, { slug = '' }: Params) {
  const { writer, texts } = writerPage(context, slug)
  const { world } = context
  const alternateParams = Object.fromEntries(
    liveWorlds().flatMap((each) =>
      context.articles.entries('writer', each.world).some(({ key }) => key === slug)
        ? [[each.world, { slug }]]
        : [],
    ),
  )
  return {
    ...toWriter(context, writer),
    html: writer.html,
    texts: texts.map(toLink),
    alternateParams,
    tags: (['writer', 'magazine'] as const).map((kind) => textsTag(kind, world)),
  }
}

function toWriter({ world }: Context, { key, title, description = '', role, shown }: ShownEntry) {
  return { name: title, description, role, shown, url: url('writer', { world, slug: key }) }
}

/** The magazine or the podcast. */
export async function loadArticles(context: Context, kind: ArticleKind): Promise<ArticleLink[]> {
  return context.articles
    .list(kind, context.world)
    .filter((article) => isLive(article))
    .map(toLink)
}

/**
 * An article by the id in its address, with its neighbours, or where its current slug is.
 * @throws ProductError not_found
 */
export async function loadArticle(context: Context, kind: ArticleKind, params: Params) {
  const { article, previous, next, counterparts } = articlePage(context, kind, { id: Number(params.id) })
  const { url: address } = toLink(article)
  if (params.slug !== article.slug) return { moved: address }
  return {
    article,
    url: address,
    previous: previous && toLink(previous),
    next: next && toLink(next),
    others: context.articles
      .list(kind, context.world)
      .filter((other) => other !== article && isLive(other))
      .slice(0, otherArticles)
      .map(toLink),
    alternateParams: counterparts,
    shareImage: articleShareImage(context, article),
  }
}

/**
 * An episode with what its player shows; undefined: it is a text to read.
 * @throws ProductError not_found
 */
export async function loadEpisode(context: Context, params: Params) {
  const page = await loadArticle(context, 'podcast', params)
  if (page.moved !== undefined) return page
  const { id, audio, transcript, chapters = [] } = page.article
  const src = audio && listenPath(context.world, { id, audio })
  const cues = src ? await transcriptOf(context, transcript) : undefined
  return {
    ...page,
    player: src
      ? { id, src, captions: cues && transcript?.endsWith('.vtt') ? transcript : undefined, chapters, cues }
      : undefined,
  }
}

/**
 * A landing by its slug.
 * @throws ProductError not_found; gone after its end
 */
export async function loadLanding(context: Context, kind: ArticleKind, params: Params) {
  const { slug = '' } = params
  const former = context.articles.byFormerSlug(kind, context.world, slug)
  if (former && !context.articles.bySlug(kind, context.world, slug)) return { moved: toLink(former).url }
  const { article, counterparts } = articlePage(context, kind, { slug })
  return {
    article,
    url: toLink(article).url,
    others: besideLanding
      .flatMap((each) => context.articles.list(each, context.world))
      .filter((other) => other !== article && isLive(other))
      .slice(0, otherArticles)
      .map(toLink),
    alternateParams: counterparts,
    shareImage: articleShareImage(context, article),
  }
}

/** The first text of the landing on mental health, or one of its sub-pages, and the links to all of them. */
export async function loadMentalHealth(context: Context, params: Params) {
  const { world } = context
  const [first, ...further] = context.articles.list('mental-health', world)
  if (!first) throw new ProductError('not_found')
  const home = { ...toLink(first), url: url('mental-health', { world }) }
  const pages = [home, ...further.map(toLink)]
  if (params.slug === undefined)
    return {
      article: first,
      url: home.url,
      home,
      pages,
      alternateParams: undefined,
      shareImage: articleShareImage(context, first),
    }
  // The landing has one address, and it is the one without a slug.
  if (params.slug === first.slug) return { moved: home.url }
  const landing = await loadLanding(context, 'mental-health', params)
  if (landing.moved !== undefined) return { moved: landing.moved }
  const { article, url: address, alternateParams, shareImage } = landing
  return { article, url: address, home, pages, alternateParams, shareImage }
}

/** The chooser of worlds and of the country we deliver to. */
export async function loadCountries(context: Context) {
  return { chosen: chosenCountry(context), countries: countries(context) }
}

function toLink(article: Article): ArticleLink {
  const { kind, world, title, description, date } = article
  return { title, description, date, url: articlePath(kind, world, article), art: artOf(article) }
}

/**
 * The versions of a legal document, one of them to read, and two compared. Who has accepted an earlier one sees what changed since.
 * @throws ProductError not_found
 */
export async function loadLegalVersions(context: Context, params: Params, query: URLSearchParams) {
  const key = legalKeys.find((each) => each === params.document)
  if (key === undefined) throw new ProductError('not_found')
  const member = key === 'terms' ? memberOf(context) : undefined
  const [versions, acceptances] = await Promise.all([
    legalVersions(context, key),
    member === undefined ? [] : acceptancesOf(context.db, member.accountId),
  ])
  const inForce = context.articles.validFrom(context.world, key)
  const named = (name: string | null | undefined) => versions.find(({ validFrom }) => validFrom === name)
  const own = acceptances.filter(({ world }) => world === context.world)
  const acceptedAt = new Map(own.map(({ version, accepted_at }) => [version, accepted_at]))
  const to = named(query.get('to')) ?? named(inForce)
  const from = named(query.get('from')) ?? (query.has('to') ? undefined : named(own[0]?.version))
  const isCompared = from !== undefined && to !== undefined && from !== to
  return {
    key,
    title: context.articles.page(context.world, key)?.title ?? key,
    versions: versions.map(({ validFrom, state }) => ({
      ...{ validFrom, state },
      acceptedAt: acceptedAt.get(validFrom),
    })),
    shown: to && { validFrom: to.validFrom, html: htmlOf(context, key, to.source) },
    compared: isCompared
      ? { from: from.validFrom, to: to.validFrom, lines: legalDifferences(context, from, to) }
      : undefined,
  }
}

function htmlOf({ articles, world }: Context, key: LegalKey, source: string): string {
  return articles.draft({ kind: 'info', world, key }, source).html
}

/** What this browser has allowed, for the page where it is changed. */
export async function loadPrivacySettings(context: Context) {
  return {
    chosen: await chosenConsent(context),
    offered: offeredCategories(context),
    saysNoByBrowser: saysNoByBrowser(context),
  }
}

/** The letters of the newsletter that went out in this world. */
export async function loadLetterArchive(context: Context) {
  return await letterArchive(context)
}

/** A letter that went out. @throws ProductError not_found */
export async function loadArchivedLetter(context: Context, params: Params) {
  const key = textKeySchema.safeParse(params.key)
  if (!key.success) throw new ProductError('not_found')
  return { key: key.data, ...(await archivedLetter(context, key.data)) }
}
