import { randomBytes } from 'node:crypto'
import { type Context, memberOf } from '#platform/context/context.ts'
import { ProductError } from '#platform/errors.ts'
import { requireMember } from '#platform/http/access/access.ts'
import { memberOwner } from '#platform/http/visitor/owner.ts'
import { wishlistPageSize } from '#platform/limits.ts'
import { absoluteUrl, url } from '#platform/routing/url.ts'
import type { MaterialCard } from '#platform/rules/contract/material.ts'
import { cardsByIds } from '#shop/catalogue/catalogue/server/service.ts'
import { deleteShare, favoriteIds, findShare, findSharer, insertShare } from './queries.ts'

/** Where others see the member's list; null while it is not shared. */
export async function ownShare(context: Context): Promise<string | null> {
  const member = memberOf(context)
  const token = member && (await findShare(context.db, context.world, member.accountId))
  return token === undefined ? null : addressOf(context, token)
}

/** Shows the member's list of this world to whoever has its address. Doing it twice gives the same address. */
export async function shareFavorites(context: Context): Promise<{ url: string }> {
  const { accountId } = requireMember(context)
  const { db, world } = context
  await insertShare(db, world, { accountId, token: randomBytes(16).toString('base64url') })
  const token = await findShare(db, world, accountId)
  if (token === undefined) throw new ProductError('conflict')
  return { url: addressOf(context, token) }
}

/** Takes the address back for good; sharing again makes another one. */
export async function unshareFavorites(context: Context): Promise<void> {
  await deleteShare(context.db, context.world, requireMember(context).accountId)
}

export interface SharedList {
  name: string
  cards: MaterialCard[]
  total: number
}

/** A shared list as anybody with its address sees it. @throws ProductError not_found, also once it is taken back */
export async function sharedList(context: Context, token: string): Promise<SharedList> {
  const { db, world } = context
  const sharer = await findSharer(db, world, token)
  if (sharer === undefined) throw new ProductError('not_found')
  const window = { owner: memberOwner(sharer.id), limit: wishlistPageSize, offset: 0 }
  const { ids, total } = await favoriteIds(db, world, window)
  return { name: sharer.public_name, cards: ids.length === 0 ? [] : await cardsByIds(context, ids), total }
}

function addressOf({ env, world }: Context, token: string): string {
  return absoluteUrl(env.siteUrl, url('shared-list', { world, token }))
}
