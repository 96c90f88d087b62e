import type { Context } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import type { Outcome } from '#platform/rules/contract/moderation.ts'
import { setNoteState, setWordsState } from '#shop/community/feedback/server/service.ts'
import { decideAnnouncement } from '#shop/selling/announcements/server/service.ts'
import { blockMaterial, settleListing, unblockMaterial } from '#shop/selling/materials/server/service.ts'
import {
  blockComment,
  blockPost,
  releaseComment,
  unblockComment,
  unblockPost,
} from '#shop/selling/posts/server/service.ts'
import type { CaseRow } from './case-queries.ts'

/**
 * What an outcome does to the thing, inside the decision's transaction.
 * @returns the state it was taken from, for who wins an appeal; null when nothing was taken
 */
export async function applyOutcome(
  context: Context,
  tx: Db,
  { found, outcome, was }: { found: CaseRow; outcome: Outcome; was: string | null },
): Promise<string | null> {
  if (outcome === 'removed') return (await remove(context, tx, found)) ?? null
  if (outcome === 'restored' && was !== null) await restore(context, tx, found, was)
  // What was held back until now is shown again.
  if (outcome === 'kept') await release(context, tx, found)
  return null
}

async function release(
  context: Context,
  tx: Db,
  { target_kind: kind, target_id: id, state }: CaseRow,
): Promise<void> {
  if (state !== 'held') return
  if (kind === 'comment') await releaseComment(context, tx, id)
  if (kind === 'review' || kind === 'question') await setWordsState(context, tx, { kind, id, state: 'shown' })
}

async function remove(context: Context, tx: Db, found: CaseRow): Promise<string | undefined> {
  const { target_kind: kind, target_id: id } = found
  if (kind === 'material') return await blockMaterial(context, tx, id)
  if (kind === 'review' || kind === 'question')
    return await setWordsState(context, tx, { kind, id, state: 'blocked' })
  if (kind === 'announcement') return await decideAnnouncement(context, tx, { id, state: 'blocked' })
  if (kind === 'note') {
    await setNoteState(tx, context.world, id, 'blocked')
    return 'shown'
  }
  return kind === 'post' ? await blockPost(context, tx, id) : await blockComment(context, tx, id)
}

async function restore(context: Context, tx: Db, found: CaseRow, was: string): Promise<void> {
  const { target_kind: kind, target_id: id } = found
  if (kind === 'material' && was === 'proposed')
    await settleListing(context, tx, { materialId: id, state: 'published', note: '' })
  else if (kind === 'material')
    await unblockMaterial(context, tx, { materialId: id, was: was === 'unlisted' ? 'unlisted' : 'published' })
  else if (kind === 'announcement') await decideAnnouncement(context, tx, { id, state: 'shown' })
  else if (kind === 'note') await setNoteState(tx, context.world, id, 'shown')
  else if (kind === 'post') await unblockPost(context, tx, id)
  else if (kind === 'review' || kind === 'question')
    await setWordsState(context, tx, { kind, id, state: 'shown' })
  else await unblockComment(context, tx, { commentId: id, was: was === 'hidden' ? 'hidden' : 'shown' })
}
