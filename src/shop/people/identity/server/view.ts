import type { Deps, MemberVisitor, SchoolAccount } from '#platform/context/context.ts'
import { worldOf } from '#platform/routing/worlds.ts'
import type { User } from '#platform/rules/contract/user.ts'
import { type LiveWorldCode, worldSchema } from '#platform/rules/contract/world.ts'
import type { AccountRow, MemberRow, SchoolColumns } from './queries.ts'

/** A session's row as a visitor; undefined when the session belongs to nobody (public scope). */
export function memberView(
  { termsVersion }: Pick<Deps, 'termsVersion'>,
  row: { [K in keyof MemberRow]: MemberRow[K] | null },
  sessionHash: Buffer,
  anonymousId: string | undefined,
): MemberVisitor | undefined {
  const { account_id, world, email, public_name, slug, role } = row
  if (account_id === null || world === null || email === null) return undefined
  if (public_name === null || slug === null || role === null) return undefined
  const home = worldOfAccount(world)
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
    schoolAccount: schoolAccountOf(row),
    emailConfirmed: row.email_confirmed_at !== null,
    agbAccepted: row.agb_accepted_version === termsVersion(home),
    imageKey: row.image_key,
    anonymousId,
    impersonatorId: row.impersonator_id ?? undefined,
    clientId: row.client_id ?? undefined,
    scopes: row.scopes ? new Set(row.scopes) : undefined,
    secondsSinceLogin: row.seconds_since_login ?? undefined,
    hasSecondFactor: row.second_factor === true,
  }
}

function schoolAccountOf(row: Partial<SchoolColumns>): SchoolAccount | undefined {
  const { school_id: schoolId, school_role: role, is_school_verified: isVerified } = row
  return schoolId == null || role == null ? undefined : { schoolId, role, isVerified: isVerified === true }
}

/** What of a user stands in no column of the account. */
export interface UserParts {
  imagePath: string | null
  isImpersonated: boolean
  credits: User['profileDetails']['details']['credits']
  personalisation: User['personalisation']
}

/** Specification 3 "User". */
export function userView(
  { termsVersion }: Pick<Deps, 'termsVersion'>,
  account: AccountRow,
  parts: UserParts,
): User {
  const { imagePath, isImpersonated, credits, personalisation } = parts
  const school = schoolAccountOf(account)
  const home = worldOfAccount(account.world)
  return {
    id: account.id,
    world: home,
    slug: account.slug,
    email: account.email,
    isSeller: account.is_seller,
    createdAt: account.created_at.toISOString(),
    creationSource: account.creation_source,
    details: { publicName: account.public_name, imagePath },
    userImagePath: imagePath,
    profileDetails: {
      details: {
        credits,
        currencyCode: worldOf(home).currency,
        schoolAccount: school
          ? { school_id: school.schoolId, role: school.role, is_verified: school.isVerified }
          : null,
      },
      invoiceDetails: { email: account.email },
    },
    personalisation,
    userName: account.public_name,
    availableCredits: credits.amount,
    hadCredits: credits.had_credits,
    loggedInAsAnotherUser: isImpersonated,
    isAgbAccepted: account.agb_accepted_version === termsVersion(home),
    doubleOptIn: account.email_confirmed_at !== null,
  }
}

/** The column is text; only live worlds are ever written to it. */
export function worldOfAccount(world: string): LiveWorldCode {
  return worldSchema.parse(world)
}
