import { looksAfterSchool, type SchoolRole } from '#platform/roles.ts'
import type { WishState } from '../rules/contract.ts'

/** Whether somebody may take a wish from the list: their own while nobody has decided, and who looks after the school any. */
export function mayRemoveWish(
  wish: { wishedBy: number | null; state: WishState },
  by: { accountId: number; role: SchoolRole },
): boolean {
  if (looksAfterSchool(by.role)) return true
  return wish.wishedBy === by.accountId && wish.state === 'wished'
}
