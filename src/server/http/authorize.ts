import { ProductError } from '#shared/errors.ts'
import {
  type PermissionName,
  permissions,
  refusalOf,
  type VisitorFacts,
  type Who,
} from '#shared/permissions.ts'
import { type Context, memberOf } from '../context.ts'

/** Whether the visitor may do what the permission table calls `name`. @throws ProductError with the refusal */
export function authorize(context: Context, name: PermissionName): void {
  const refusal = refusalOf(factsOf(context), permissions[name])
  if (refusal !== undefined) throw new ProductError(refusal)
}

/** What the permission table asks about the visitor. */
export function factsOf(context: Context): VisitorFacts {
  const member = memberOf(context)
  if (member === undefined) return stranger
  const who: Who[] = ['anyone', 'member']
  if (member.isSeller) who.push('seller')
  if (member.role !== 'member') who.push(member.role)
  if (member.schoolAccount !== undefined) who.push('school-member')
  if (member.schoolAccount?.role === 'master') who.push('school-master')
  return {
    who: new Set(who),
    isAgbAccepted: member.agbAccepted,
    isEmailConfirmed: member.emailConfirmed,
    isImpersonated: member.impersonatorId !== undefined,
    secondsSinceLogin: member.secondsSinceLogin,
    lacksSecondFactor: member.role === 'admin' && member.hasSecondFactor !== true,
  }
}

const stranger: VisitorFacts = {
  who: new Set(['anyone']),
  isAgbAccepted: true,
  isEmailConfirmed: false,
  isImpersonated: false,
}
