import { ProductError } from '#shared/errors.ts'
import { type Context, type MemberVisitor, memberOf } from '../context.ts'
import type { Access } from './endpoint.ts'

/**
 * Whether the visitor may use what is for `access`. A stranger hears `unauthorized` (log in), a member without
 * the right `forbidden`.
 * @throws ProductError
 */
export function requireAccess(context: Context, access: Access): void {
  if (access === 'public') return
  const member = requireMember(context)
  if (access === 'seller' && !member.isSeller) throw new ProductError('forbidden')
  if (access === 'admin' && member.role !== 'admin') throw new ProductError('forbidden')
}

/** The member who asks. @throws ProductError('unauthorized') for a stranger */
export function requireMember(context: Context): MemberVisitor {
  const member = memberOf(context)
  if (member === undefined) throw new ProductError('unauthorized')
  return member
}

/** Specification 4: a member who has not accepted the terms in force uses nothing that requires them. */
export function requireTerms(context: Context, terms: 'required' | 'skipped'): void {
  if (terms === 'required' && memberOf(context)?.agbAccepted === false)
    throw new ProductError('terms_not_accepted')
}

/** The token of an `Authorization: Bearer` header; undefined without one, '' (valid nowhere) for another scheme. */
export function bearerToken(authorization: string | undefined): string | undefined {
  if (authorization === undefined) return undefined
  return /^bearer ([\w.~+/=-]{1,256})$/i.exec(authorization)?.[1] ?? ''
}
