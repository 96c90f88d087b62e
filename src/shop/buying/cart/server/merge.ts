import type { Context } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { hashToken, newToken } from '#platform/env/secrets.ts'
import { liveWorldCodes } from '#platform/rules/contract/world.ts'
import { ensureMembersCart, lockStrangersCarts, moveItems } from './queries.ts'
import { moveSaved } from './saved/saved-queries.ts'
import { hashOf } from './token.ts'

/**
 * At login the stranger's carts of all worlds join the member's, once: a cart that was merged is gone, so the same
 * token leads nowhere afterwards. The context has the token of the request that logs in.
 */
export async function mergeGuestCart(
  context: Context,
  { accountId }: { accountId: number },
  tx: Db,
): Promise<undefined> {
  const tokenHash = hashOf(context.cartToken)
  if (tokenHash === undefined) return
  for (const cart of await lockStrangersCarts(tx, liveWorldCodes, tokenHash)) {
    const toCart = await ensureMembersCart(tx, cart.world, { accountId, freshHash: hashToken(newToken()) })
    await moveSaved(tx, cart.world, { fromCart: cart.id, toCart })
    await moveItems(tx, cart.world, { fromCart: cart.id, toCart, accountId })
  }
}
