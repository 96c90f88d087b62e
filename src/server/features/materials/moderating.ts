import type { Context } from '../../context.ts'
import type { Db } from '../../db/pool.ts'
import { emit } from '../../events/events.ts'
import { listingPublished, listingWithdrawn } from './events.ts'
import { indexMaterial } from './indexing.ts'
import { isPublic } from './policy.ts'
import { listingOf, popularityFor } from './publication.ts'
import { findMaterial, recountAuthor, setStatus } from './queries.ts'

/** A state a decision can give back. */
export type PublicStatus = 'published' | 'unlisted'

/**
 * Takes a material from the public until somebody decides otherwise; its author can edit and delete it, not publish it.
 * @returns the state it was in; undefined when the public did not see it
 */
export async function blockMaterial(
  context: Context,
  tx: Db,
  materialId: number,
): Promise<PublicStatus | undefined> {
  const { world } = context
  const found = await findMaterial(tx, { world, materialId }, true)
  if (found === undefined || !isPublic(found)) return undefined
  await setStatus(tx, { world, materialId }, { status: 'blocked' })
  await context.search.remove(tx, world, materialId)
  await recountAuthor(tx, found.author_id)
  await emit(context, tx, listingWithdrawn, listingOf(found))
  return found.status === 'published' ? 'published' : 'unlisted'
}

/** Gives a blocked material back to the public as it was; nothing happens when its author deleted it meanwhile. */
export async function unblockMaterial(
  context: Context,
  tx: Db,
  { materialId, was }: { materialId: number; was: PublicStatus },
): Promise<void> {
  const { world } = context
  const found = await findMaterial(tx, { world, materialId }, true)
  if (found?.status !== 'blocked') return
  const popularity = popularityFor(found, found.published_at ?? new Date())
  await setStatus(tx, { world, materialId }, { status: was, popularity })
  if (was === 'published') await indexMaterial(context, tx, { ...found, status: was, popularity })
  await recountAuthor(tx, found.author_id)
  await emit(context, tx, listingPublished, listingOf(found))
}
