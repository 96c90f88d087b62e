import type { Context } from '#platform/context/context.ts'
import { ProductError } from '#platform/errors.ts'
import { requireMember } from '#platform/http/access/access.ts'
import { deviceWords } from '#shop/people/account-security/server/service.ts'
import { deleteOtherSessions, deleteSessionOf, sessionsOf } from '../account/life-queries.ts'

/** A place where the member is logged in. */
export interface Device {
  /** Names the session in the list; opens nothing. */
  id: string
  /** `Firefox, Windows`; null when it does not say. */
  name: string | null
  isCurrent: boolean
  since: string
  lastSeen: string
}

/** Where the member is logged in, this session first. */
export async function ownDevices(context: Context): Promise<Device[]> {
  const member = requireMember(context)
  const rows = await sessionsOf(context.db, member.accountId)
  return rows
    .map((row) => ({
      id: row.token_hash.subarray(0, 9).toString('hex'),
      name: deviceWords(row.user_agent) ?? null,
      isCurrent: row.token_hash.equals(member.sessionHash),
      since: row.created_at.toISOString(),
      lastSeen: row.last_seen_at.toISOString(),
    }))
    .sort((one, other) => Number(other.isCurrent) - Number(one.isCurrent))
}

/** Ends one of the member's sessions. @throws ProductError('not_found') for one that is not theirs or has ended */
export async function endDevice(context: Context, id: string): Promise<void> {
  const member = requireMember(context)
  if (!(await deleteSessionOf(context.db, member.accountId, id))) throw new ProductError('not_found')
}

/** Ends every session of the member but this one. @returns how many there were */
export async function endOtherDevices(context: Context): Promise<number> {
  const member = requireMember(context)
  return await deleteOtherSessions(context.db, member.accountId, member.sessionHash)
}
