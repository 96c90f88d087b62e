import type { Context } from '#platform/context/context.ts'
import { requireMember } from '#platform/http/access/access.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'

/** The member's own author page: it is of the world they are at home in. @throws ProductError('unauthorized') */
export function ownPlace(context: Context): { world: LiveWorldCode; authorId: number } {
  const { accountId, homeWorld } = requireMember(context)
  return { world: homeWorld as LiveWorldCode, authorId: accountId }
}
