import type { LiveWorldCode } from '#shared/contract/world.ts'
import type { Context } from '../../context.ts'
import { requireMember } from '../../http/access.ts'

/** The member's own author page: it is of the world they are at home in. @throws ProductError('unauthorized') */
export function ownPlace(context: Context): { world: LiveWorldCode; authorId: number } {
  const { accountId, homeWorld } = requireMember(context)
  return { world: homeWorld as LiveWorldCode, authorId: accountId }
}
