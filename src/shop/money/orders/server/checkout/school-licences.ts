import { sql } from 'kysely'
import type { Context } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'

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

/**
 * What somebody bought for a school stays the school's when they are erased, as long as somebody else belongs to it: their number
 * stays with it, as it does in the books. A school that ends with them keeps nothing.
 */
export async function keepSchoolLicences(
  _context: Context,
  { accountId }: { accountId: number },
  tx: Db,
): Promise<void> {
  await sql`
    update entitlement e set downloaded_at = null, school_id = (
      select a.school_id from school_account a
      where a.world = e.world and a.account_id <> e.account_id and a.school_id = coalesce(e.school_id, (
        select own.school_id from school_account own
        where own.world = e.world and own.account_id = e.account_id and own.is_verified))
      limit 1)
    where e.account_id = ${accountId}::bigint and e.licence = 'school'`.execute(tx)
}

interface SchoolPlace {
  world: string
  accountId: number
  schoolId: number
  wasVerified: boolean
}
