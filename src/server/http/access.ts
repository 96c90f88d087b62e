import type { Access } from '#routing/routes.ts'
import { ProductError } from '#shared/errors.ts'
import { type Permission, refusalOf } from '#shared/permissions.ts'
import { type Context, type MemberVisitor, memberOf } from '../context.ts'
import { factsOf } from './authorize.ts'

/** Who may open pages of each kind (routes.ts): reading needs no accepted terms, what is done on a page may. */
const pagePermissions: Readonly<Record<Access, Permission>> = {
  public: { who: ['anyone'], terms: 'skipped' },
  member: { who: ['member'], terms: 'skipped' },
  seller: { who: ['seller'], terms: 'skipped' },
  master: { who: ['school-master'], terms: 'skipped' },
  finance: { who: ['finance', 'admin'], terms: 'skipped' },
  moderator: { who: ['moderator', 'admin'], terms: 'skipped' },
  admin: { who: ['admin'], terms: 'skipped' },
}

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

/** The member in person: nobody who acts in their name. @throws ProductError unauthorized, forbidden */
export function requireInPerson(context: Context): MemberVisitor {
  const member = requireMember(context)
  if (member.impersonatorId !== undefined) throw new ProductError('forbidden')
  return member
}

/** Nobody decides about their own money. @throws ProductError unauthorized, forbidden (the account is one's own) */
export function requireOthers(context: Context, accountId: number): void {
  if (requireMember(context).accountId === accountId) throw new ProductError('forbidden')
}

/** The anonymous calls belong to strangers; a member's own list has its own. @throws ProductError('forbidden') */
export function requireStranger(context: Context): void {
  if (memberOf(context)) throw new ProductError('forbidden')
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
