import { createHash } from 'node:crypto'
import { type Context, memberOf } from '../../context.ts'
import type { CartHolder } from './queries.ts'

const tokenForm = /^[\w-]{43}$/

/** Who holds the cart of this request. */
export function holderOf(context: Context): CartHolder {
  const member = memberOf(context)
  return member ? { accountId: member.accountId } : { tokenHash: hashOf(context.cartToken) }
}

/** Undefined for what is no token of ours. */
export function hashOf(token: string | undefined): Buffer | undefined {
  return token !== undefined && tokenForm.test(token) ? hashToken(token) : undefined
}

/** Only the hash of a token is stored. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
