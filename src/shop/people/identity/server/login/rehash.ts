import type { Context } from '#platform/context/context.ts'
import { isProductError } from '#platform/errors.ts'
import { renewHash } from '../account/life-queries.ts'
import type { AccountRow } from '../queries.ts'

/** A hash of another cost is replaced while the password is at hand: only at a login can it be. Not while others wait for theirs. */
export async function rehash(
  { db, passwords }: Context,
  account: AccountRow,
  password: string,
): Promise<void> {
  const from = account.password_hash
  if (from === null || !passwords.isOutdated(from)) return
  const to = await passwords.hash(password).catch((error: unknown) => {
    if (isProductError(error) && error.code === 'unavailable') return undefined
    throw error
  })
  if (to !== undefined) await renewHash(db, account.id, { from, to })
}
