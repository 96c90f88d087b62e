import { type Context, memberOf } from '#platform/context/context.ts'
import { lockUntilCommit } from '#platform/db/advisory-lock.ts'
import type { Db } from '#platform/db/pool.ts'
import { transaction } from '#platform/db/transaction.ts'
import { ProductError } from '#platform/errors.ts'
import { emit } from '#platform/events/events.ts'
import { newAnonymousId } from '#platform/http/access/csrf.ts'
import { anonymousIdOf, memberOwner, ownerOf } from '#platform/http/visitor/owner.ts'
import { maxFollows } from '#platform/limits.ts'
import { url } from '#platform/routing/url.ts'
import type { FollowedAuthor, FollowedPage } from '#platform/rules/contract/author.ts'
import { type LiveWorldCode, liveWorldCodes } from '#platform/rules/contract/world.ts'
import { followChanged } from './events.ts'
import {
  deleteFollow,
  type FollowedRow,
  followedAuthors,
  followedIds,
  insertFollow,
  moveFollows,
} from './queries.ts'

export { followLinkState } from './by-link.ts'
export { unfollowUrl } from './digest.ts'
export { followersTag, followingTag } from './events.ts'
export { followFeed } from './feed.ts'

export interface FollowChange {
  /** Number of followed authors of this world after the change. */
  total: number
  /** The stranger's id at the first use: it must be kept in the `v_id` cookie. */
  newAnonymousId: string | null
}

const noAvatarSize = { width: 0, height: 0 }

/**
 * Follows an author of the context's world, as the member or as the stranger's anonymous id, made at the first use.
 * Idempotent. Members are counted in `total_followers`, strangers are not.
 * @throws ProductError not_found (unknown, disabled, other world); forbidden (oneself); invalid_input (2000 followed)
 */
export async function followAuthor(context: Context, authorId: number): Promise<FollowChange> {
  const { db, world } = context
  const known = ownerOf(context)
  const anonymousId = known === undefined ? newAnonymousId() : null
  const owner = known ?? `v:${anonymousId}`
  if (owner === memberOwner(authorId)) throw new ProductError('forbidden')
  const outcome = await transaction(db, async (tx) => {
    await lockUntilCommit(tx, `follow ${world} ${owner}`)
    const change = await insertFollow(tx, world, { owner, authorId })
    if (change.isNew) await tellChange(context, tx, { authorId, isFollowing: true })
    return change
  })
  if (outcome.verdict === 'unknown') throw new ProductError('not_found')
  if (outcome.verdict === 'full')
    throw new ProductError('invalid_input', { fields: { subjectId: 'too_long' } })
  return { total: outcome.total, newAnonymousId: anonymousId }
}

/** Stops following; nothing happens when the author was not followed. */
export async function unfollowAuthor(context: Context, authorId: number): Promise<FollowChange> {
  const { db, world } = context
  const owner = ownerOf(context)
  if (owner === undefined) return { total: 0, newAnonymousId: null }
  const outcome = await transaction(db, async (tx) => {
    const change = await deleteFollow(tx, world, { owner, authorId })
    if (change.isNew) await tellChange(context, tx, { authorId, isFollowing: false })
    return change
  })
  return { total: outcome.total, newAnonymousId: null }
}

/** Ids of the authors the caller, member or stranger, follows in the context's world; the last followed first. */
export async function followedAuthorIds(context: Context, limit = maxFollows): Promise<number[]> {
  const owner = ownerOf(context)
  return owner === undefined ? [] : await followedIds(context.db, context.world, { owner, limit })
}

/** One page of the authors the caller follows; `page` counts from 1. */
export async function ownFollows(
  context: Context,
  window: { limit: number; page: number },
): Promise<FollowedPage> {
  const owner = ownerOf(context)
  return owner === undefined ? { items: [], _total: 0 } : await followsOf(context, owner, window)
}

/** One page of the authors a member follows, whoever asks: whether they may be shown is the caller's decision. */
export async function memberFollows(
  context: Context,
  accountId: number,
  window: { limit: number; page: number },
): Promise<FollowedPage> {
  return await followsOf(context, memberOwner(accountId), window)
}

/** At login the authors a stranger follows, in every world, become the member's. Doing it again changes nothing. */
export async function persistFollows(
  context: Context,
  { accountId }: { accountId: number },
  tx: Db,
): Promise<undefined> {
  const anonymousId = anonymousIdOf(context)
  if (anonymousId === undefined) return
  const ends = { from: `v:${anonymousId}`, to: memberOwner(accountId), accountId }
  const authorIds = await moveFollows(tx, liveWorldCodes, ends)
  if (authorIds.length > 0)
    await emit(context, tx, followChanged, { accountId, authorIds, isFollowing: true })
}

async function followsOf(
  context: Context,
  owner: string,
  { limit, page }: { limit: number; page: number },
): Promise<FollowedPage> {
  const window = { owner, limit, offset: (page - 1) * limit }
  const { rows, total } = await followedAuthors(context.db, context.world, window)
  return { items: rows.map((row) => followedView(context, row)), _total: total }
}

function followedView({ images }: Context, row: FollowedRow): FollowedAuthor {
  const world = row.world as LiveWorldCode
  return {
    id: row.id,
    name: row.name,
    url: url('author', { world, id: row.id, slug: row.slug }),
    subtitle: row.subtitle,
    avatar: row.image_key === null ? null : images.image('author', row.image_key, noAvatarSize),
    totalMaterials: row.total_materials,
  }
}

async function tellChange(
  context: Context,
  tx: Db,
  { authorId, isFollowing }: { authorId: number; isFollowing: boolean },
): Promise<void> {
  const accountId = memberOf(context)?.accountId
  if (accountId === undefined) return
  await emit(context, tx, followChanged, { accountId, authorIds: [authorId], isFollowing })
}
