import type { Context, MemberVisitor } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { ProductError } from '#platform/errors.ts'
import { url } from '#platform/routing/url.ts'
import { noteDiscussed } from '#shop/community/feedback/server/service.ts'
import { ownedIds } from '#shop/money/orders/server/service.ts'
import type { OnPlace } from '../events.ts'
import { findPlace } from '../queries.ts'
import { countShown, findThread, type Place, type PlaceRef } from './comment-queries.ts'

export type { Place, PlaceRef } from './comment-queries.ts'

export const belowPost = (postId: number): PlaceRef => ({ postId, questionId: null })
export const belowQuestion = (questionId: number): PlaceRef => ({ postId: null, questionId })

/** Where a comment stands. */
export function placeOf(comment: { post_id: number | null; question_id: number | null }): PlaceRef {
  return { postId: comment.post_id, questionId: comment.question_id }
}

/** `lock` holds the row for the rest of the transaction: comments on it come one after the other. */
export async function findCommentPlace(
  tx: Db,
  world: string,
  ref: PlaceRef,
  lock = false,
): Promise<Place | undefined> {
  if (ref.questionId !== null) return await findThread(tx, world, ref.questionId, lock)
  const post = await findPlace(tx, world, ref.postId ?? 0, lock)
  if (post === undefined) return undefined
  const wasPublic = post.status === 'deleted' && post.published_at !== null
  const visibility = post.status === 'published' ? 'public' : wasPublic ? 'gone' : 'hidden'
  return { ...ref, author_id: post.author_id, title: post.title, material: null, askerId: null, visibility }
}

/** A place everybody may see. @throws ProductError not_found, gone */
export async function publicCommentPlace(tx: Db, world: string, ref: PlaceRef, lock = false): Promise<Place> {
  const place = await findCommentPlace(tx, world, ref, lock)
  if (place?.visibility === 'gone') throw new ProductError('gone')
  if (place?.visibility !== 'public') throw new ProductError('not_found')
  return place
}

/**
 * Where a member may write, held for the rest of the transaction. Who has the material may answer a question before its
 * author does: until then nobody else knows of it.
 * @throws ProductError not_found, gone, buyers_only
 */
export async function placeToWrite(
  context: Context,
  tx: Db,
  { member, ref }: { member: Pick<MemberVisitor, 'accountId'>; ref: PlaceRef },
): Promise<Place> {
  const place = await findCommentPlace(tx, context.world, ref, true)
  if (place?.visibility === 'gone') throw new ProductError('gone')
  if (place?.visibility === 'waiting') {
    const isOthers = member.accountId !== place.author_id && member.accountId !== place.askerId
    if (isOthers && (await isOwned(context, place))) return place
  }
  if (place?.visibility !== 'public') throw new ProductError('not_found')
  await requireVoice(context, member, place)
  return place
}

/**
 * Below a post every member writes; below a question its author, who asked, and who has the material.
 * @throws ProductError buyers_only
 */
async function requireVoice(
  context: Context,
  { accountId }: Pick<MemberVisitor, 'accountId'>,
  place: Place,
): Promise<void> {
  if (place.material === null || accountId === place.author_id || accountId === place.askerId) return
  if (!(await isOwned(context, place))) throw new ProductError('buyers_only')
}

async function isOwned(context: Context, { material }: Place): Promise<boolean> {
  return material !== null && (await ownedIds(context, [material.id])).length > 0
}

/** What events tell of a place. */
export function onPlace({ postId, material }: Pick<Place, 'postId' | 'material'>): OnPlace {
  return { postId, materialId: material?.id ?? null }
}

/** Posts count their comments, questions know whether there are any. */
export async function countOnPlace(
  tx: Db,
  world: string,
  { postId, questionId }: PlaceRef,
  by: 1 | -1,
): Promise<void> {
  if (postId !== null) await countShown(tx, world, postId, by)
  if (questionId !== null) await noteDiscussed(tx, world, questionId)
}

/** The address of the page a place is on, with the part of it that is meant. */
export function placeAddress(
  { world }: Pick<Context, 'world'>,
  { postId, material }: Pick<Place, 'postId' | 'material'>,
  part: `#${string}`,
): string {
  const page = material
    ? url('material', { world, id: material.id, slug: material.slug })
    : url('post', { world, id: postId ?? 0 })
  return page + part
}
