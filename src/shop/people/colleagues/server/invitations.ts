import { type Context, memberOf } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { requireMember } from '#platform/http/access/access.ts'
import { absoluteUrl, url } from '#platform/routing/url.ts'
import { setInviter } from '#shop/people/identity/server/service.ts'
import type { Referral } from '../rules/contract.ts'
import { findInviter, ownReferral } from './queries.ts'

const codeForm = /^[0-9a-f]{12}$/

export interface InvitationPage {
  /** Undefined: nobody invites with this code, one's own, or none was given. */
  inviter: { name: string; code: string } | undefined
  isUnknown: boolean
  /** The member's own invitation. */
  own: Referral | undefined
}

/** The page of an invitation; without a code, or with one that nobody has, it says what an account is good for. */
export async function invitationPage(context: Context, code: string | undefined): Promise<InvitationPage> {
  const [inviter, own] = await Promise.all([
    code === undefined ? undefined : inviterOf(context.db, code),
    memberOf(context) && ownInvitation(context),
  ])
  const isOwn = own !== undefined && own.code === code
  return {
    inviter: inviter && !isOwn ? { name: inviter.name, code: code ?? '' } : undefined,
    isUnknown: code !== undefined && inviter === undefined,
    own,
  }
}

/** The member's own invitation. @throws ProductError('unauthorized') */
export async function ownInvitation(context: Context): Promise<Referral> {
  const { code, joined } = await ownReferral(context.db, requireMember(context).accountId)
  const address = url('referral', { world: context.world, code })
  return { code, url: absoluteUrl(context.env.siteUrl, address), joined }
}

/** Who invites with a code; undefined for what can be none. */
export async function inviterOf(db: Db, code: string): Promise<{ id: number; name: string } | undefined> {
  const row = codeForm.test(code) ? await findInviter(db, code) : undefined
  return row && { id: row.id, name: row.public_name }
}

/** Whoever registers by an invitation came with who sent it. */
export async function noteInviter(
  _context: Context,
  { accountId, invitation }: { accountId: number; invitation: string | undefined },
  tx: Db,
): Promise<void> {
  const inviter = invitation === undefined ? undefined : await inviterOf(tx, invitation)
  if (inviter !== undefined) await setInviter(tx, { accountId, inviterId: inviter.id })
}
