import type { Context } from '../context.ts'
import { type SharedList, sharedList } from '../features/favorites/service.ts'
import { followFeed } from '../features/follow/service.ts'
import { getsMails } from '../features/mail/service.ts'
import { requireMember } from '../http/access.ts'

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
