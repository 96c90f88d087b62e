import type { Context } from '#platform/context/context.ts'
import { requireMember } from '#platform/http/access/access.ts'
import { shownFiles } from './asset-queries.ts'

/** Nobody looks through more of them. */
const mostListed = 120

/** Files the member sent and own units show, the last used first. @throws ProductError unauthorized */
export async function ownFiles(context: Context): Promise<{ asset: string }[]> {
  const { accountId } = requireMember(context)
  return await shownFiles(context.db, { world: context.world, accountId }, mostListed)
}
