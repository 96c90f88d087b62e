import { type Context, memberOf } from '#platform/context/context.ts'
import { ProductError } from '#platform/errors.ts'
import { newAnonymousId } from '#platform/http/access/csrf.ts'
import { isOpen } from '#platform/routing/articles.ts'
import { type LiveWorld, liveWorlds } from '#platform/routing/worlds.ts'
import { findInTexts } from '#platform/rules/find-in-texts.ts'
import { type ArticleKind, type HelpCategory, helpCategories } from '../rules/contract.ts'
import type { Article } from './articles.ts'
import { saveHelpVote } from './queries.ts'

export { type Article, type Articles, readArticles } from './articles.ts'
export { editedText, listTexts, textVersion, waitingTexts } from './editions/reading.ts'
export { compose, cut, fieldsOf } from './editions/source.ts'
export { listEditors, writableWorlds } from './editors/editors.ts'

const maxFound = 20

export interface ArticlePage {
  article: Article
  previous: Article | undefined
  next: Article | undefined
  /** Id and slug of the same article in each world that has it. */
  counterparts: Partial<Record<LiveWorld, { id: number; slug: string }>>
}

/** The help articles by category, in the order of reading. */
export function helpCategoriesOf(
  context: Context,
): { category: HelpCategory; articles: readonly Article[] }[] {
  const all = context.articles.list('help', context.world)
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
  isHelpful: boolean,
): Promise<{ article: Article; newAnonymousId: string | null }> {
  const article = context.articles.byId('help', context.world, articleId)
  if (!article) throw new ProductError('not_found')
  const member = memberOf(context)
  const known = context.visitor.anonymousId
  const fresh = member || known ? null : newAnonymousId()
  const owner = member ? `a:${member.accountId}` : `v:${known ?? fresh}`
  await saveHelpVote(context.db, context.world, { articleId, owner, isHelpful })
  return { article, newAnonymousId: fresh }
}
