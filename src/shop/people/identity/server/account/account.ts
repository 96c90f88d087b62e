import { type Context, isActedFor, type MemberVisitor } from '#platform/context/context.ts'
import { transaction } from '#platform/db/transaction.ts'
import { ProductError } from '#platform/errors.ts'
import { emit } from '#platform/events/events.ts'
import { requireMember, sellerOf } from '#platform/http/access/access.ts'
import { authorize } from '#platform/http/access/authorize.ts'
import { worldOf } from '#platform/routing/worlds.ts'
import type { User } from '#platform/rules/contract/user.ts'
import { creditOf } from '#shop/buying/credits/server/service.ts'
import { sellerBegan } from '../events.ts'
import { acceptTermsVersion, findAccount, markSeller } from '../queries.ts'
import { memberView, userView, worldOfAccount } from '../view.ts'
import { type Channel, noteAcceptance } from './life-queries.ts'
import { ownPersonalisation } from './personalisation.ts'

/** The member's own view of their account. @throws ProductError('unauthorized') */
export async function currentUser(context: Context): Promise<User> {
  const member = requireMember(context)
  const account = await findAccount(context.db, member.accountId)
  if (account === undefined) throw new ProductError('unauthorized')
  const noSize = { width: 0, height: 0 }
  const currency = worldOf(worldOfAccount(account.world)).currency
  const [credits, personalisation] = await Promise.all([
    creditOf(context.db, { accountId: account.id, currency }),
    ownPersonalisation(context),
  ])
  const image = account.image_key && context.images.image('avatar', account.image_key, noSize)
  return userView(context, account, {
    imagePath: image ? image.src : null,
    isImpersonated: isActedFor(context),
    credits,
    personalisation,
  })
}

/** Stores that the member accepts the terms in force, with their version and the time. */
export async function acceptTerms(context: Context, channel: Channel = 'form'): Promise<void> {
  const { accountId, homeWorld } = requireMember(context)
  // The contract is with the world of the account, wherever the member is at the moment.
  const world = worldOfAccount(homeWorld)
  const version = context.termsVersion(world)
  await transaction(context.db, async (tx) => {
    await acceptTermsVersion(tx, accountId, version)
    await noteAcceptance(tx, { accountId, version, world, channel })
  })
}

/**
 * Makes the member an author (their public page included); does nothing when they are one.
 * @returns the member as they are now
 * @throws ProductError the refusal of 'listing.upload', by which one becomes it (email_not_confirmed)
 */
export async function becomeSeller(context: Context): Promise<MemberVisitor> {
  const member = requireMember(context)
  if (sellerOf(context)) return member
  authorize(context, 'listing.upload')
  await transaction(context.db, async (tx) => {
    await emit(context, tx, sellerBegan, { accountId: member.accountId })
    await markSeller(tx, member.accountId)
  })
  return { ...member, isSeller: true }
}

/**
 * The same context for a member who proved by a link of a mail who they are: for the one act the link is for, never for
 * a session. Undefined when the account is gone or disabled.
 */
export async function asMember(context: Context, accountId: number): Promise<Context | undefined> {
  const account = await findAccount(context.db, accountId)
  if (account === undefined || account.disabled_at !== null) return undefined
  const visitor = memberView(context, { ...account, account_id: account.id }, Buffer.alloc(0), undefined)
  return visitor && { ...context, visitor }
}
