import type { User } from '#shared/contract/user.ts'
import { type LiveWorldCode, worldSchema } from '#shared/contract/world.ts'
import { legalTextVersion } from '#shared/limits.ts'
import type { MemberVisitor } from '../../context.ts'
import type { AccountRow, MemberRow } from './queries.ts'

/** A session's row as a visitor; undefined when the session belongs to nobody (public scope). */
export function memberView(
  row: { [K in keyof MemberRow]: MemberRow[K] | null },
  sessionHash: Buffer,
  anonymousId: string | undefined,
): MemberVisitor | undefined {
  const { account_id, world, email, public_name, slug, role } = row
  if (account_id === null || world === null || email === null) return undefined
  if (public_name === null || slug === null || role === null) return undefined
  return {
    kind: 'member',
    accountId: account_id,
    sessionHash,
    publicName: public_name,
    slug,
    email,
    homeWorld: world,
    isSeller: row.is_seller === true,
    role,
    emailConfirmed: row.email_confirmed_at !== null,
    agbAccepted: row.agb_accepted_version === legalTextVersion,
    imageKey: row.image_key,
    anonymousId,
  }
}

/** Specification 3 "User". Credits, impersonation and own images come with their own issues. */
export function userView(account: AccountRow): User {
  return {
    id: account.id,
    world: worldOfAccount(account.world),
    slug: account.slug,
    email: account.email,
    isSeller: account.is_seller,
    createdAt: account.created_at.toISOString(),
    creationSource: account.creation_source,
    details: { publicName: account.public_name, imagePath: null },
    userImagePath: null,
    userName: account.public_name,
    availableCredits: 0,
    hadCredits: false,
    loggedInAsAnotherUser: false,
    isAgbAccepted: account.agb_accepted_version === legalTextVersion,
    doubleOptIn: account.email_confirmed_at !== null,
  }
}

/** The column is text; only live worlds are ever written to it. */
export function worldOfAccount(world: string): LiveWorldCode {
  return worldSchema.parse(world)
}
