import type { Context } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { ProductError } from '#platform/errors.ts'
import { checkSecondFactor, secondFactorNeeded } from '#shop/people/account-security/server/service.ts'
import { markSecondStep } from '../sessions/session-queries.ts'

/**
 * After the right password: whether the login may go on, and whether it passed the second step.
 * @throws ProductError second_factor_required without a code; second_factor_wrong; rate_limited
 */
export async function passSecondStep(
  context: Context,
  accountId: number,
  code: string | undefined,
): Promise<boolean> {
  if (!(await secondFactorNeeded(context, accountId))) return false
  if (!code) throw new ProductError('second_factor_required')
  await checkSecondFactor(context, accountId, code)
  return true
}

/** The session of whoever has just shown a second step, or set one up. */
export async function noteSecondStep(
  _context: Context,
  { sessionHash }: { sessionHash: Buffer },
  tx: Db,
): Promise<void> {
  await markSecondStep(tx, sessionHash)
}
