import type { Context } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { liveWorldCodes } from '#platform/rules/contract/world.ts'
import { commentsOf } from '#shop/selling/posts/server/service.ts'
import { deleteNotificationsOf, nameOf } from './queries.ts'

/** What others were told of an erased person goes with them: their comments, their following, and whatever has their name. */
export async function eraseNotified(
  _context: Context,
  { accountId }: { accountId: number },
  tx: Db,
): Promise<void> {
  const comments = await commentsOf(tx, accountId)
  const keys = [
    ...comments.flatMap(({ id, world }) => [`comment:${world}:${id}`, `mention:${world}:${id}`]),
    ...liveWorldCodes.map((world) => `follower:${world}:${accountId}`),
  ]
  await deleteNotificationsOf(tx, { keys, name: await nameOf(tx, accountId) })
}
