import type { Context } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { ProductError } from '#platform/errors.ts'
import { emit } from '#platform/events/events.ts'
import { readLinkToken } from '#platform/http/access/link-token.ts'
import { memberOwner } from '#platform/http/visitor/owner.ts'
import { followChanged } from './events.ts'
import { deleteFollow, followState, insertFollow } from './queries.ts'

const form = /^author-([1-9]\d{0,15})$/

/**
 * Whom the link of a digest is about, and whether its reader follows them. Looking changes nothing.
 * @throws ProductError link_expired
 */
export async function followLinkState(
  context: Context,
  partition: string,
  token: string,
): Promise<{ name: string; isOn: boolean }> {
  const { authorId, owner } = readLink(context, partition, token)
  const state = await followState(context.db, context.world, { owner, authorId })
  if (state === undefined) throw new ProductError('link_expired')
  return state
}

/**
 * Unfollows, or follows again, by the link of a mail (specification 7); needs no login, doing it twice changes nothing.
 * @throws ProductError link_expired
 */
export async function followByLink(
  context: Context,
  link: { partition: string; token: string; isWanted: boolean },
  tx: Db,
): Promise<true> {
  const { accountId, authorId, owner } = readLink(context, link.partition, link.token)
  const { world } = context
  const write = link.isWanted ? insertFollow : deleteFollow
  const { isNew } = await write(tx, world, { owner, authorId })
  const payload = { accountId, authorIds: [authorId], isFollowing: link.isWanted }
  if (isNew) await emit(context, tx, followChanged, payload)
  return true
}

function readLink({ env, world }: Context, partition: string, token: string) {
  const authorId = Number(form.exec(partition)?.[1])
  if (!Number.isSafeInteger(authorId)) throw new ProductError('link_expired')
  const accountId = readLinkToken(env, { purpose: `unfollow:${authorId}`, world }, token)
  return { accountId, authorId, owner: memberOwner(accountId) }
}
