import type { Context } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { emit } from '#platform/events/events.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'
import { emptyUnbought, materialsOf, unboughtFiles } from './erasing-queries.ts'
import { listingWithdrawn } from './events.ts'
import { deleteStamped } from './files/stamp-queries.ts'
import { deleteFilesJob } from './jobs.ts'

/**
 * The materials of an erased author: none is shown or found any more. What somebody bought stays with the buyer; of all
 * others the words and the files go, too.
 */
export async function eraseMaterials(
  context: Context,
  { accountId }: { accountId: number },
  tx: Db,
): Promise<void> {
  const materials = await materialsOf(tx, accountId)
  for (const { id, world, status } of materials) {
    await context.search.remove(tx, world as LiveWorldCode, id)
    if (status !== 'draft')
      await emit(context, tx, listingWithdrawn, {
        ...{ materialId: id, authorId: accountId },
        world: world as LiveWorldCode,
      })
  }
  const keys = [...(await unboughtFiles(tx, accountId)), ...(await deleteStamped(tx, accountId))]
  await emptyUnbought(tx, accountId)
  if (keys.length > 0) await context.queue.send(tx, deleteFilesJob, { keys })
}
