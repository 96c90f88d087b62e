import { type Context, memberOf } from '#platform/context/context.ts'
import type { CartHolder } from './queries.ts'
import { hashOf } from './token.ts'

/**
 * Whose cart a request reaches: a member's own by the account alone, a stranger's by its token. Every query of a cart
 * asks for its holder, so that a token never opens a member's cart.
 */
export function holderOf(context: Context): CartHolder {
  const member = memberOf(context)
  return member ? { accountId: member.accountId } : { tokenHash: hashOf(context.cartToken) }
}
