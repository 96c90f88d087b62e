import { type Context, memberOf } from '#platform/context/context.ts'
import { ProductError } from '#platform/errors.ts'
import { newAnonymousId } from '#platform/http/access/csrf.ts'
import { articlePath, isOpen } from '#platform/routing/articles.ts'
import { type LiveWorld, liveWorlds } from '#platform/routing/worlds.ts'
import { findInTexts } from '#platform/rules/find-in-texts.ts'
import {
  type ArticleKind,
  type EntryKind,
  type FrontPage,
  type HelpCategory,
  type HelpHint,
  type HelpRole,
  helpCategories,
  type TextPicture,
  type VoteReason,
} from '../rules/contract.ts'
import type { Article, Entry } from './articles.ts'
import { requireWriter } from './editors/editors.ts'
import { saveHelpVote, voteCounts } from './queries.ts'

export { type Article, type Articles, readArticles } from './articles.ts'
export { setTextFields } from './editions/editing.ts'
export { momentAt, nextTextNumber } from './editions/edition-queries.ts'
export { type LegalVersion, legalDifferences, legalVersions } from './editions/legal.ts'
export { letterOf } from './editions/letter.ts'
export { type SharedDraft, sharedDraft } from './editions/preview.ts'
export { editedText, listTexts, textVersion, waitingTexts } from './editions/reading.ts'
export { compose, cut, fieldsOf } from './editions/source.ts'
export { textInWorlds, textsOverWorlds } from './editions/worlds.ts'
export { listEditors, requireWriter, writableWorlds } from './editors/editors.ts'

const maxFound = 20

export interface ArticlePage {
  article: Article
  previous: Article | undefined
  next: Article | undefined
  /** Id and slug of the same article in each world that has it. */
  counterparts: Partial<Record<LiveWorld, { id: number; slug: string }>>
}

/** The help articles by category, in the order of reading; with a role those for it and those for everybody. */
export function helpCategoriesOf(
  context: Context,
  role?: HelpRole,
): { category: HelpCategory; articles: readonly Article[] }[] {
  const all = context.articles
    .list('help', context.world)
    .filter(({ roles }) => role === undefined || roles === undefined || roles.includes(role))
  return helpCategories
    .map((category) => ({ category, articles: all.filter((article) => article.category === category) }))
    .filter(({ articles }) => articles.length > 0)
}

/** Help articles for a question, the best first; accents and endings do not matter. */
export function searchHelp(context: Context, query: string): Article[] {
  return findInTexts(context.articles.list('help', context.world), query).slice(0, maxFound)
}

/**
 * An article by its id, or by its slug where addresses hold no id, with its neighbours in the list.
 * @throws ProductError not_found (unknown, not begun yet), gone (a campaign after its end)
 */
export function articlePage(
  context: Context,
  kind: ArticleKind,
  name: { id: number } | { slug: string },
  now: Date = new Date(),
): ArticlePage {
  const { articles, world } = context
  const article = 'id' in name ? articles.byId(kind, world, name.id) : articles.bySlug(kind, world, name.slug)
  if (!article && articles.isWithdrawn(kind, world, name)) throw new ProductError('gone')
  if (!article || (article.startsAt && article.startsAt > now)) throw new ProductError('not_found')
  if (article.endsAt && article.endsAt <= now) throw new ProductError('gone')
  const list =
    kind === 'help'
      ? helpCategoriesOf(context).flatMap(({ articles: some }) => some)
      : articles.list(kind, world).filter((each) => isLive(each, now))
  const at = list.indexOf(article)
  const counterparts: ArticlePage['counterparts'] = {}
  for (const { world: other } of liveWorlds()) {
    const same = articles.byId(kind, other, article.id)
    if (same) counterparts[other] = { id: same.id, slug: same.slug }
  }
  return { article, previous: list[at - 1], next: list[at + 1], counterparts }
}

/** Whether an article may be shown and listed now. */
export function isLive(
  { startsAt, endsAt }: Pick<Article, 'startsAt' | 'endsAt'>,
  now: Date = new Date(),
): boolean {
  return isOpen(startsAt, endsAt, now)
}

/**
 * Stores whether a help article helped; one answer per person and article, the last one counts.
 * @throws ProductError not_found
 */
export async function voteHelp(
  context: Context,
  articleId: number,
  { isHelpful, reason = null }: { isHelpful: boolean; reason?: VoteReason | null },
): Promise<{ article: Article; newAnonymousId: string | null }> {
  const article = context.articles.byId('help', context.world, articleId)
  if (!article) throw new ProductError('not_found')
  const member = memberOf(context)
  const known = context.visitor.anonymousId
  const fresh = member || known ? null : newAnonymousId()
  const owner = member ? `a:${member.accountId}` : `v:${known ?? fresh}`
  await saveHelpVote(context.db, context.world, {
    articleId,
    owner,
    isHelpful,
    reason: isHelpful ? null : reason,
  })
  return { article, newAnonymousId: fresh }
}

const maxHints = 5

/** Help articles for what somebody types, the best first. */
export function helpHints(context: Context, query: string): HelpHint[] {
  return searchHelp(context, query)
    .slice(0, maxHints)
    .map((article) => ({
      title: article.title,
      description: article.description,
      url: articlePath('help', context.world, article),
    }))
}

/** What does not work in this world at the moment, as editors have published it. */
export function knownProblems({ articles, world }: Context): { key: string; title: string; html: string }[] {
  return articles
    .entries('known-problem', world)
    .map(({ kind, key, title }) => ({ key, title, html: articles.html(kind, world, key) }))
}

/** A text that stands on a page of others, with its words as HTML and its picture. */
export interface ShownEntry extends Entry {
  html: string
  shown: TextPicture | undefined
}

/** What is shown of a kind at a moment, in its order. */
export function shownEntries(
  { articles, world }: Pick<Context, 'articles' | 'world'>,
  kind: EntryKind,
  now: Date = new Date(),
): ShownEntry[] {
  return articles
    .entries(kind, world)
    .filter((entry) => isLive(entry, now))
    .map((entry) => ({
      ...entry,
      html: articles.html(kind, world, entry.key),
      shown: entry.picture === undefined ? undefined : articles.picture(Number(entry.picture.split(':')[1])),
    }))
}

/** Who wrote an article, and the series it belongs to with all its parts that are public, in their order. */
export function kinOf(
  context: Context,
  article: Article,
): { writer: ShownEntry | undefined; series: SeriesOf | undefined } {
  const { articles, world } = context
  const writer = shownEntries(context, 'writer').find(({ key }) => key === article.writer)
  const series = articles.entries('series', world).find(({ key }) => key === article.series)
  if (series === undefined) return { writer, series: undefined }
  const parts = articles
    .list('magazine', world)
    .filter((each) => each.series === series.key && isLive(each))
    .toSorted((one, other) => (one.part ?? 0) - (other.part ?? 0) || one.id - other.id)
  return { writer, series: { title: series.title, parts } }
}

export interface SeriesOf {
  title: string
  parts: Article[]
}

/** A writer with all that is public of theirs, the newest first. @throws ProductError not_found */
export function writerPage(context: Context, key: string): { writer: ShownEntry; texts: Article[] } {
  const writer = shownEntries(context, 'writer').find((each) => each.key === key)
  if (writer === undefined) throw new ProductError('not_found')
  const texts = context.articles
    .list('magazine', context.world)
    .filter((article) => article.writer === key && isLive(article))
  return { writer, texts }
}

/** What stands on top of a front page now: the first of its slots. */
export function frontSlot(context: Context, page: FrontPage): (ShownEntry & { url?: string }) | undefined {
  const slot = shownEntries(context, 'slot').find((each) => each.page === page)
  if (slot === undefined) return undefined
  return { ...slot, ...(slot.href !== undefined && { url: context.articles.href(context.world, slot.href) }) }
}

/**
 * What readers said of the help articles of this world, those that helped least first.
 * @throws ProductError unauthorized, forbidden (another world than the editor's)
 */
export async function helpVerdicts(context: Context) {
  await requireWriter(context)
  const counts = await voteCounts(context.db, context.world)
  return counts
    .flatMap((row) => {
      const article = context.articles.byId('help', context.world, row.article_id)
      return article === undefined ? [] : [{ ...row, key: article.key, title: article.title }]
    })
    .toSorted((one, other) => other.no - one.no || one.yes - other.yes)
}
