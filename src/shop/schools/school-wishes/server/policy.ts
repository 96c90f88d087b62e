import { looksAfterSchool, type SchoolRole } from '#platform/roles.ts'
import type { WishState } from '../rules/contract.ts'

/** Members take back their own wishes until a master decides; masters remove any. */
export function mayRemoveWish(
  wish: { wishedBy: number | null; state: WishState },
  by: { accountId: number; role: SchoolRole },
): boolean {
  if (looksAfterSchool(by.role)) return true
  return wish.wishedBy === by.accountId && wish.state === 'wished'
}
