import type { Context } from '#platform/context/context.ts'
import { ProductError } from '#platform/errors.ts'
import {
  announcementTag,
  authorListTag,
  authorPageTag,
  authorPostsTag,
  authorTag,
} from '#platform/events/page-tags.ts'
import { requireMember } from '#platform/http/access/access.ts'
import { maxQueryLength } from '#platform/limits.ts'
import type { RouteName } from '#platform/routing/routes.ts'
import { localizedPath, queryString, url } from '#platform/routing/url.ts'
import { readWholeNumber } from '#platform/rules/contract/number.ts'
import { readId } from '#platform/rules/contract/world.ts'
import { truncate } from '#platform/rules/text/truncate.ts'
import { cardTags, joinTags } from '#shop/catalogue/catalogue/server/service.ts'
import { authorFacts, shareImagePath } from '#shop/catalogue/seo/server/service.ts'
import { followersTag, followingTag } from '#shop/community/follow/server/service.ts'
import { refundRuleOf } from '#shop/money/orders/server/service.ts'
import { ownDraft, ownDrafts } from '#shop/people/form-drafts/server/service.ts'
import { currentAnnouncement, ownAnnouncement } from '#shop/selling/announcements/server/service.ts'
import {
  authorProfile,
  authorShop,
  authorTimeline,
  followingOf,
  memberTimeline,
  ownAway,
  ownPins,
  ownProfile,
  ownSections,
  profileTabs,
  userProfile,
} from '#shop/selling/authors/server/service.ts'
import type { AuthorProfile, ShopWish, UserProfile } from '#shop/selling/authors/server/types.ts'
import { found } from './catalogue.ts'

type Params = Readonly<Record<string, string>>

/** An author's head with the picture for networks and the cache tags of what every tab shows, or where else to go. */
export async function loadAuthorHead(context: Context, params: Params, route: RouteName) {
  const author = found(await authorProfile(context, Number(params.id)))
  if ('moved' in author) return author
  // An address below the author's needs a word for the slug, also where a name gives none.
  const slug = route === 'author' ? author.slug : author.slug || '-'
  if ((params.slug ?? '') !== slug)
    return { moved: localizedPath(route, context.world, { id: author.id, slug }) }
  const address = { world: context.world, kind: 'author', id: author.id } as const
  return {
    author,
    shareImage: shareImagePath(context, address, authorFacts(author)),
    tags: [authorTag(author.id), authorPageTag(author.id), followersTag(author.id)],
  }
}

/** An author with one page of materials, or where else to go. @throws ProductError not_found after the last page */
export async function loadAuthor(context: Context, params: Params, query: URLSearchParams) {
  const head = await loadAuthorHead(context, params, 'author')
  if ('moved' in head) return head
  const wish = readWish(query)
  const [shop, announcement] = await Promise.all([
    authorShop(context, head.author.id, wish),
    currentAnnouncement(context, head.author.id),
  ])
  const { author } = head
  const isThin = author.totalMaterials === 0 || author.isPrivate || shop.isNarrowed
  const cards = [...shop.materials, ...shop.pinned, ...shop.sections.flatMap((section) => section.cards)]
  const tags = joinTags([...head.tags, announcementTag(author.id), authorListTag(author.id)], cardTags(cards))
  return { ...head, tags, shop, announcement, wish, noindex: isThin, pageUrl: pagesOf(author.url, query) }
}

/** What an author did lately; there is none of a private author. */
export async function loadAuthorActivity(context: Context, params: Params, query: URLSearchParams) {
  const head = await loadAuthorHead(context, params, 'author-activity')
  if ('moved' in head) return head
  const author = shownTo('everybody', head.author)
  const activity = await authorTimeline(context, author.id, query.get('after') ?? undefined)
  const tags = [...head.tags, authorListTag(author.id), authorPostsTag(author.id), ...activity.tags]
  return { ...head, activity, tags }
}

/** Whom an author follows; nobody learns that of a private author. */
export async function loadAuthorFollowing(context: Context, params: Params, query: URLSearchParams) {
  const head = await loadAuthorHead(context, params, 'author-following')
  if ('moved' in head) return head
  const author = shownTo('everybody', head.author)
  const following = await followingOf(context, author.id, pageOf(query))
  const tags = [...head.tags, followingTag(author.id), ...following.authors.map(({ id }) => authorTag(id))]
  const path = localizedPath('author-following', context.world, { id: author.id, slug: author.slug || '-' })
  return { ...head, following, tags, pageUrl: pagesOf(path, query) }
}

/** A member who is no author, with what they have reviewed; private parts for themself alone. */
export async function loadUser(context: Context, params: Params, query: URLSearchParams) {
  const user = found(await userProfile(context, Number(params.id)))
  if ('moved' in user) return user
  if ((params.slug ?? '') !== user.slug) return { moved: user.url }
  const isOpen = !user.isPrivate || user.isOwn
  const activity = isOpen
    ? await memberTimeline(context, user.id, query.get('after') ?? undefined)
    : undefined
  return { user, activity }
}

/**
 * A tab of a member beside the first, which is what they did and where `activity` leads: whom they follow, and what is
 * empty with who sells nothing. @throws ProductError not_found for any other word
 */
export async function loadUserTab(context: Context, params: Params, query: URLSearchParams) {
  const tab = profileTabs.find((each) => each === params.tab)
  if (tab === undefined) throw new ProductError('not_found')
  const user = found(await userProfile(context, Number(params.id), tab))
  if ('moved' in user) return user
  if (tab === 'activity') return { moved: user.url }
  const path = localizedPath('user-tab', context.world, { id: user.id, slug: user.slug || '-', tab })
  if (params.slug !== (user.slug || '-')) return { moved: path }
  shownTo(user.isOwn ? 'themself' : 'everybody', user)
  const following = tab === 'following' ? await followingOf(context, user.id, pageOf(query)) : undefined
  return { user, tab, following, pageUrl: pagesOf(path, query) }
}

/** @throws ProductError not_found: what is private does not exist for others */
function shownTo<T extends AuthorProfile | UserProfile>(whom: 'everybody' | 'themself', profile: T): T {
  if (profile.isPrivate && whom === 'everybody') throw new ProductError('not_found')
  return profile
}

/** Anything a person can put into the address narrows the shop or nothing at all. */
function readWish(query: URLSearchParams): ShopWish {
  const section = query.get('section')
  const sectionId = readId(section)
  if (section !== null && sectionId === undefined) throw new ProductError('not_found')
  return {
    query: truncate(query.get('query') ?? '', maxQueryLength),
    subject: query.get('subject') || undefined,
    materialType: query.get('material_type') || undefined,
    sectionId,
    page: pageOf(query),
  }
}

/** The page's number in the address. @throws ProductError not_found for what is none */
export function pageOf(query: URLSearchParams): number {
  const page = readWholeNumber(query.get('page') ?? '1', 1, 1_000_000)
  if (page === undefined) throw new ProductError('not_found')
  return page
}

/** The address of another page of the same list. */
function pagesOf(path: string, query: URLSearchParams): (page: number) => string {
  const rest = Object.fromEntries([...query].filter(([name]) => name !== 'page'))
  return (page) => path + queryString({ ...rest, ...(page > 1 && { page }) })
}

/** The member's own profile with the sections of an author, for the form. */
export async function loadMyProfile(context: Context) {
  const { accountId, slug } = requireMember(context)
  const profile = await ownProfile(context)
  const page = profile.author
    ? await Promise.all([
        ownSections(context),
        ownPins(context),
        ownAway(context),
        ownAnnouncement(context),
        refundRuleOf(context, { authorId: accountId }),
      ])
    : undefined
  const [about, trader, absence, words, arranged] = await Promise.all([
    ownDraft(context, 'save-profile'),
    ownDraft(context, 'save-trader'),
    ownDraft(context, 'save-away'),
    ownDraft(context, 'send-announcement'),
    ownDrafts(context, 'save-section'),
  ])
  const drafts = { about, trader, absence, words, arranged }
  const publicUrl = profile.author?.url ?? url('user', { world: context.world, id: accountId, slug })
  const [sections, pins = [], away, announcement, refundRule = null] = page ?? []
  return { profile, sections, pins, away, announcement, refundRule, publicUrl, drafts }
}

/** Specification 2: a seller's author page; for everybody else the cabinet's sales page. */
export async function loadOwnAddress(context: Context): Promise<string> {
  requireMember(context)
  const { author } = await ownProfile(context)
  return author?.url ?? url('cabinet-sales', { world: context.world })
}
