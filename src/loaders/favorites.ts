import type { Context } from '#platform/context/context.ts'
import { requireMember } from '#platform/http/access/access.ts'
import { getsMails } from '#platform/mail/server/service.ts'
import { type SharedList, sharedList } from '#shop/buying/favorites/server/service.ts'
import { followFeed } from '#shop/community/follow/server/service.ts'

/** A list of favorites somebody shows by its address. */
export async function loadSharedList(
  context: Context,
  { token = '' }: Readonly<Record<string, string>>,
): Promise<SharedList> {
  return await sharedList(context, token)
}

/** What followed authors published, and whether the weekly mail about it comes. */
export async function loadFeed(context: Context, query: URLSearchParams) {
  const { email } = requireMember(context)
  const [page, getsDigest] = await Promise.all([
    followFeed(context, query.get('after') ?? undefined),
    getsMails(context, email, 'following'),
  ])
  return { ...page, getsDigest }
}
