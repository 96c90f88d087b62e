import { type Context, memberOf } from '#platform/context/context.ts'
import { decodeCursor, encodeCursor } from '#platform/db/paging.ts'
import { ProductError } from '#platform/errors.ts'
import { maxNumberedPage, searchPageSize } from '#platform/limits.ts'
import type { RouteName } from '#platform/routing/routes.ts'
import { localizedPath, url } from '#platform/routing/url.ts'
import type { FacetKind } from '#platform/rules/contract/search.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'
import { queryWords } from '#platform/rules/text/query-words.ts'
import { cardsByIds, otherWorld } from '#shop/catalogue/catalogue/server/service.ts'
import type { Elsewhere } from '#shop/catalogue/catalogue/server/types.ts'
import { memberFollows } from '#shop/community/follow/server/service.ts'
import {
  authorActivity,
  memberActivity,
  profileRow,
  sectionRows,
  shopIds,
  shopTerms,
  type UserRow,
  userRow,
} from '../queries.ts'
import type {
  ActivityPage,
  AuthorProfile,
  Choice,
  FollowingPage,
  Shop,
  ShopSection,
  ShopWish,
  UserProfile,
} from '../types.ts'
import { activityTags, activityView, profileView } from '../view.ts'
import { pinRows } from './edit-queries.ts'

/** Specification 2: the tabs of authors and members. */
export const profileTabs = ['materials', 'blog', 'activity', 'following'] as const
export type ProfileTab = (typeof profileTabs)[number]

const authorTabRoutes = {
  materials: 'author',
  blog: 'author-blog',
  activity: 'author-activity',
  following: 'author-following',
} as const satisfies Record<ProfileTab, RouteName>

const cardsPerSection = 8
const activityPageSize = 20
const followingPageSize = 24

/**
 * The head of an author's pages; also of authors without materials. Undefined for an unknown or disabled one, a
 * redirect for one of another world.
 */
export async function authorProfile(
  context: Context,
  id: number,
): Promise<AuthorProfile | Elsewhere | undefined> {
  const row = await profileRow(context.db, id)
  if (row === undefined) return undefined
  if (row.world === context.world) return profileView(context, row)
  return otherWorld(row.world, (home) => url('author', { world: home, id, slug: row.slug }))
}

/**
 * One numbered page of an author's shop, 24 materials, and its sections where nothing is narrowed.
 * @throws ProductError not_found for a page after the last one, or a section that is not the author's
 */
export async function authorShop(context: Context, authorId: number, wish: ShopWish): Promise<Shop> {
  const { db, world } = context
  const words = queryWords(wish.query)
  const { subject, materialType, sectionId, page } = wish
  const isNarrowed = words.length > 0 || [subject, materialType, sectionId].some((part) => part !== undefined)
  const filter = { authorId, words, subject, materialType, sectionId }
  const [found, terms, sections, pins] = await Promise.all([
    shopIds(db, world, { ...filter, limit: searchPageSize, offset: (page - 1) * searchPageSize }),
    shopTerms(db, world, authorId),
    sectionRows(db, world, { authorId, limit: cardsPerSection }),
    pinRows(db, { world, authorId }),
  ])
  const section = sections.find(({ id }) => id === sectionId)
  if (sectionId !== undefined && section === undefined) throw new ProductError('not_found')
  const pageCount = Math.min(maxNumberedPage, Math.max(1, Math.ceil(found.total / searchPageSize)))
  if (page > pageCount) throw new ProductError('not_found')
  const shelves = isNarrowed || page > 1 ? [] : sections.filter(({ total }) => total > 0)
  const pinned = isNarrowed || page > 1 ? [] : pins.flatMap(({ id, isShown }) => (isShown ? [id] : []))
  const onShelves = shelves.flatMap(({ ids }) => ids)
  const cards = await cardsByIds(context, [...new Set([...found.ids, ...onShelves, ...pinned])])
  const byId = new Map(cards.map((card) => [card.id, card]))
  const pick = (ids: number[]) => ids.map((id) => byId.get(id)).filter((card) => card !== undefined)
  return {
    materials: pick(found.ids),
    total: found.total,
    page,
    pageCount,
    pinned: pick(pinned),
    sections: shelves.map(
      ({ id, title, ids, total }): ShopSection => ({ id, title, total, cards: pick(ids) }),
    ),
    sectionTitle: section?.title ?? null,
    subjects: choices(context, 'subject', terms),
    types: choices(context, 'material_type', terms),
    isNarrowed,
  }
}

/**
 * A page of what an author did before the public. Whether it may be shown is the caller's decision.
 * @throws ProductError invalid_input for a cursor that is not ours
 */
export async function authorTimeline(
  context: Context,
  authorId: number,
  cursor?: string,
): Promise<ActivityPage> {
  return await timeline(context, authorActivity, authorId, cursor)
}

/** A page of what a member has reviewed; otherwise as `authorTimeline`. */
export async function memberTimeline(
  context: Context,
  accountId: number,
  cursor?: string,
): Promise<ActivityPage> {
  return await timeline(context, memberActivity, accountId, cursor)
}

/** A numbered page of the authors somebody follows. @throws ProductError not_found for a page after the last one */
export async function followingOf(context: Context, accountId: number, page: number): Promise<FollowingPage> {
  const { items, _total } = await memberFollows(context, accountId, { limit: followingPageSize, page })
  const pageCount = Math.min(maxNumberedPage, Math.max(1, Math.ceil(_total / followingPageSize)))
  if (page > pageCount) throw new ProductError('not_found')
  return { authors: items, total: _total, page, pageCount }
}

/**
 * A member's profile. Undefined for an unknown or disabled one; a redirect for one of another world, and for an author,
 * whose profile is the author page: to the same tab of it, where one is named.
 */
export async function userProfile(
  context: Context,
  id: number,
  tab?: ProfileTab,
): Promise<UserProfile | Elsewhere | undefined> {
  const row = await userRow(context.db, id)
  if (row === undefined) return undefined
  if (row.is_author || row.world !== context.world)
    return otherWorld(row.world, (home) => addressOf(row, home, tab))
  const { images, world } = context
  return {
    id,
    name: row.name,
    slug: row.slug,
    url: url('user', { world, id, slug: row.slug }),
    avatar: row.image_key === null ? null : images.image('author', row.image_key, { width: 0, height: 0 }),
    memberSince: row.created_at,
    isPrivate: row.is_private_profile,
    isOwn: memberOf(context)?.accountId === id,
  }
}

/** Where a profile is, or a tab of it. */
function addressOf(row: UserRow, world: LiveWorldCode, tab: ProfileTab | undefined): string {
  const { id } = row
  // An address below the profile's needs a word for the slug, also where a name gives none.
  const slug = row.slug || '-'
  if (row.is_author) {
    const route = authorTabRoutes[tab ?? 'materials']
    return localizedPath(route, world, { id, slug: route === 'author' ? row.slug : slug })
  }
  if (tab === undefined || tab === 'activity') return localizedPath('user', world, { id, slug: row.slug })
  return localizedPath('user-tab', world, { id, slug, tab })
}

async function timeline(
  context: Context,
  read: typeof authorActivity,
  accountId: number,
  cursor: string | undefined,
): Promise<ActivityPage> {
  const { db, world } = context
  const [moment, kind, id] =
    cursor === undefined
      ? [Number.MAX_SAFE_INTEGER, '', 0]
      : decodeCursor('activity', ['number', 'string', 'number'], cursor)
  const before = {
    moment: wholeNumber(moment),
    kind: String(kind),
    id: wholeNumber(id),
  }
  const rows = await read(db, world, { accountId, before, limit: activityPageSize + 1 })
  const shown = rows.slice(0, activityPageSize)
  const last = rows.length > activityPageSize ? shown.at(-1) : undefined
  return {
    items: shown.map((row) => activityView(world, row)),
    nextCursor: last ? encodeCursor('activity', [last.moment, last.kind, last.id]) : null,
    tags: [...new Set(shown.flatMap(activityTags))],
  }
}

function wholeNumber(value: string | number | undefined): number {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value
  throw new ProductError('invalid_input', { fields: { cursor: 'invalid' } })
}

function choices(
  { world, taxonomy }: Context,
  kind: Extract<FacetKind, 'subject' | 'material_type'>,
  terms: readonly { kind: string; id: string; count: number }[],
): Choice[] {
  return terms.flatMap((term) => {
    const name = term.kind === kind ? taxonomy.term(world, kind, term.id)?.name : undefined
    return name === undefined ? [] : [{ id: term.id, name, count: term.count }]
  })
}
