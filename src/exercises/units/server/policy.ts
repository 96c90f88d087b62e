import type { MemberVisitor } from '#platform/context/context.ts'
import { ProductError } from '#platform/errors.ts'

type Member = Pick<MemberVisitor, 'accountId'>

/** Whether the member owns the unit: who sees its keys, changes and deletes it. */
export function isOwnUnit({ accountId }: Member, unit: { owner_id: number | null }): boolean {
  return unit.owner_id === accountId
}

/** Who may take a copy of their own: its owner, and whoever bought it from an author who lets buyers change it. */
export function mayCopy(member: Member, unit: { owner_id: number | null; may_copy: boolean }): boolean {
  return isOwnUnit(member, unit) || unit.may_copy
}

/** A copy is sold by nobody but the owner of what it was copied from, and so is every copy of it. */
export function isResaleBlocked(
  member: Member,
  root: { owner_id: number | null; resale_blocked: boolean },
): boolean {
  return root.resale_blocked || !isOwnUnit(member, root)
}

/**
 * Own work, and what one has a licence for, may be changed, played, printed and taken along. A copy or a pointer whose licence
 * is gone (the member left the school, the money went back) is looked at and deleted, nothing else.
 * @throws ProductError licence_lost
 */
export function requireLicence({ is_lost: isLost }: { is_lost: boolean }): void {
  if (isLost) throw new ProductError('licence_lost')
}
