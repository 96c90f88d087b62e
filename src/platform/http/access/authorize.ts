import { type Context, isActedFor, memberOf } from '#platform/context/context.ts'
import { ProductError } from '#platform/errors.ts'
import {
  type PermissionName,
  permissions,
  type Refusal,
  refusalOf,
  type VisitorFacts,
} from '#platform/permissions.ts'
import { isPlainMember, whoIs } from '#platform/roles.ts'
import { isWithin } from '#platform/scopes.ts'

/** Whether the visitor may do what the permission table calls `name`. @throws ProductError with the refusal */
export function authorize(context: Context, name: PermissionName): void {
  const scopes = memberOf(context)?.scopes
  if (scopes !== undefined && !isWithin(scopes, name)) throw new ProductError('insufficient_scope')
  const refusal = refusalOf(factsOf(context), permissions[name])
  if (refusal !== undefined) throw new ProductError(refusal)
}

/** The same as a question. */
export function isAllowed(context: Context, name: PermissionName): boolean {
  return refusalOf(factsOf(context), permissions[name]) === undefined
}

/** Why not, terms left aside: for a page whose form asks for the terms itself. Undefined: the visitor may. */
export function hindranceTo(context: Context, name: PermissionName): Refusal | undefined {
  return refusalOf(factsOf(context), { ...permissions[name], terms: 'skipped' })
}

/** What the permission table asks about the visitor. */
export function factsOf(context: Context): VisitorFacts {
  const member = memberOf(context)
  if (member === undefined) return stranger
  return {
    who: whoIs({ ...member, schoolRole: member.schoolAccount?.role }),
    isAgbAccepted: member.agbAccepted,
    isEmailConfirmed: member.emailConfirmed,
    isSchoolVerified: member.schoolAccount?.isVerified === true,
    isImpersonated: isActedFor(context),
    secondsSinceLogin: member.secondsSinceLogin,
    lacksSecondFactor: !isPlainMember(member.role) && member.hasSecondFactor !== true,
  }
}

const stranger: VisitorFacts = {
  who: new Set(['anyone']),
  isAgbAccepted: true,
  isEmailConfirmed: false,
  isImpersonated: false,
}
