import type { Context } from '../../context.ts'
import type { Db } from '../../db/pool.ts'

/**
 * What somebody bought for their school before anybody said for which stays the school's when they leave it, or are not known to
 * belong to it any more; they themselves keep what they paid for.
 */
export async function leaveSchoolLicences(
  _context: Context,
  { world, accountId, schoolId, wasVerified }: SchoolPlace,
  tx: Db,
): Promise<void> {
  if (!wasVerified) return
  await tx
    .updateTable('entitlement')
    .set({ school_id: schoolId })
    .where('world', '=', world)
    .where('account_id', '=', accountId)
    .where('licence', '=', 'school')
    .where('school_id', 'is', null)
    .execute()
}

interface SchoolPlace {
  world: string
  accountId: number
  schoolId: number
  wasVerified: boolean
}
