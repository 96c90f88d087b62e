import type { Context } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { noteDownload } from './downloaded-queries.ts'

/** Whoever was given a file of what they bought has had it: that ends their right to withdraw. */
export async function noteDownloaded(
  _context: Context,
  taken: { world: string; materialId: number; accountId: number },
  tx: Db,
): Promise<void> {
  await noteDownload(tx, taken)
}
