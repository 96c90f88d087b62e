import type { Context } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { insertProfile, recountWorks } from './profile/edit-queries.ts'

/** The page of a member who has become an author. */
export async function openProfile(
  _context: Context,
  { accountId }: { accountId: number },
  tx: Db,
): Promise<void> {
  await insertProfile(tx, accountId)
}

/** How many materials of an author are public, when one came or went. */
export async function countWorks(
  _context: Context,
  { authorId }: { authorId: number },
  tx: Db,
): Promise<void> {
  await recountWorks(tx, authorId)
}

/** The same for an erased author, whose materials are gone by now: they react before. */
export async function countErasedWorks(
  _context: Context,
  { accountId }: { accountId: number },
  tx: Db,
): Promise<void> {
  await recountWorks(tx, accountId)
}
