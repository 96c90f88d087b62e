import type { Context } from '#platform/context/context.ts'
import { ProductError } from '#platform/errors.ts'
import { requireMember } from '#platform/http/access/access.ts'
import { looksAfterSchool, type SchoolRole } from '#platform/roles.ts'
import type { SchoolState } from '../rules/contract.ts'
import { type SchoolMemberRow, schoolMemberRows } from './queries.ts'

/** Somebody who belongs to a school. */
export interface SchoolMember {
  accountId: number
  name: string
  role: SchoolRole
  isVerified: boolean
  /** ISO time. */
  since: string
}

/** The school of a member, as they stand in it. */
export interface SchoolPlace extends SchoolMember {
  school: { id: number; name: string }
  /** Whether the school itself is known to be one. */
  state: SchoolState
  /** Why it is not, in the words of who decided; empty for others. */
  reason: string
  /** The name of its site, whose mail proves it. */
  websiteHost: string | undefined
  /** False: nobody else looks after the school's account. */
  mayLeave: boolean
}

/** The member's own place in a school; undefined: they belong to none. @throws ProductError unauthorized */
export async function ownSchoolPlace(context: Context): Promise<SchoolPlace | undefined> {
  const { accountId } = requireMember(context)
  const rows = await schoolMemberRows(context.db, accountId)
  const own = rows.find((row) => row.account_id === accountId)
  return own && placeView(own, rows)
}

/**
 * The school a master looks after and everybody who belongs to it, who waits to be verified first. That a master asks says
 * the permission table.
 * @throws ProductError unauthorized; forbidden (in no school any more)
 */
export async function schoolMembers(
  context: Context,
): Promise<{ place: SchoolPlace; members: SchoolMember[] }> {
  const { accountId } = requireMember(context)
  const rows = await schoolMemberRows(context.db, accountId)
  const own = rows.find((row) => row.account_id === accountId)
  if (!own) throw new ProductError('forbidden')
  return { place: placeView(own, rows), members: rows.map(memberView) }
}

function placeView(own: SchoolMemberRow, rows: readonly SchoolMemberRow[]): SchoolPlace {
  const hasOtherMaster = rows.some((row) => row !== own && looksAfterSchool(row.role))
  return {
    ...memberView(own),
    school: { id: own.school_id, name: own.school_name },
    state: own.state,
    reason: own.decision_reason,
    websiteHost: own.school_host ?? undefined,
    mayLeave: !looksAfterSchool(own.role) || hasOtherMaster,
  }
}

function memberView(row: SchoolMemberRow): SchoolMember {
  const { account_id: accountId, public_name: name, role, is_verified: isVerified } = row
  return { accountId, name, role, isVerified, since: row.since.toISOString() }
}
