import { type Context, memberOf } from '#platform/context/context.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'
import { requireMember } from '../access/access.ts'

const anonymousIdForm = /^[\w-]{16,64}$/

/** The owner of favorites and followed authors: `a:<account id>`, `v:<anonymous id>`, or none yet. */
export function ownerOf(context: Context): string | undefined {
  const member = memberOf(context)
  if (member) return memberOwner(member.accountId)
  const anonymousId = anonymousIdOf(context)
  return anonymousId === undefined ? undefined : `v:${anonymousId}`
}

export function memberOwner(accountId: number): string {
  return `a:${accountId}`
}

/** A member in the world they are in: whose rows of it are asked for. @throws ProductError('unauthorized') */
export function ownerInWorld(context: Context): { world: LiveWorldCode; accountId: number } {
  return { world: context.world, accountId: requireMember(context).accountId }
}

/** The stranger's id of the `v_id` cookie, if it is one this product could have made. */
export function anonymousIdOf(context: Context): string | undefined {
  const { anonymousId } = context.visitor
  return anonymousId !== undefined && anonymousIdForm.test(anonymousId) ? anonymousId : undefined
}
