import { type Context, type MemberVisitor, memberOf } from '#platform/context/context.ts'
import { ProductError } from '#platform/errors.ts'
import { type Permission, pagePermissions, refusalOf } from '#platform/permissions.ts'
import { isSeller } from '#platform/roles.ts'
import type { Access } from '#platform/routing/kinds.ts'
import { factsOf } from './authorize.ts'

/** Whether the visitor may open what is for `access`. @throws ProductError with the refusal */
export function requireAccess(context: Context, access: Access): void {
  refuse(context, pagePermissions[access])
}

/** The member who asks. @throws ProductError('unauthorized') for a stranger */
export function requireMember(context: Context): MemberVisitor {
  const member = memberOf(context)
  if (member === undefined) throw new ProductError('unauthorized')
  return member
}

/** The member who asks, if they sell: for what a page shows them. What only sellers may says the permission table. */
export function sellerOf(context: Context): MemberVisitor | undefined {
  return isSeller(factsOf(context)) ? memberOf(context) : undefined
}

/** Nobody decides about their own money. @throws ProductError unauthorized, forbidden (the account is one's own) */
export function requireOthers(context: Context, accountId: number): void {
  if (requireMember(context).accountId === accountId) throw new ProductError('forbidden')
}

/** At a call that is there for one kind of visitor alone. @throws ProductError unauthorized (a stranger), forbidden (a member) */
export function requireOnly(context: Context, only: 'members' | 'strangers'): void {
  if (only === 'members') requireMember(context)
  else if (memberOf(context)) throw new ProductError('forbidden')
}

/** Specification 4: a member who has not accepted the terms in force uses nothing that requires them. */
export function requireTerms(context: Context, terms: 'required' | 'skipped'): void {
  refuse(context, { who: ['anyone'], terms })
}

function refuse(context: Context, permission: Permission): void {
  const refusal = refusalOf(factsOf(context), permission)
  if (refusal !== undefined) throw new ProductError(refusal)
}

/** The token of an `Authorization: Bearer` header; undefined without one, '' (valid nowhere) for another scheme. */
export function bearerToken(authorization: string | undefined): string | undefined {
  if (authorization === undefined) return undefined
  return /^bearer ([\w.~+/=-]{1,256})$/i.exec(authorization)?.[1] ?? ''
}
