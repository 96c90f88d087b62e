import type { Deps } from '#platform/context/context.ts'
import { strangersCartDays } from '#platform/limits.ts'
import { type CartPlace, deleteForgottenCarts } from './saved-queries.ts'

const batch = 1_000

/** The job clean_carts: strangers' carts that nobody has touched for `strangersCartDays` go, some at a time. */
export async function cleanCarts({ db, log }: Pick<Deps, 'db' | 'log'>): Promise<void> {
  let removed = 0
  let after: CartPlace | undefined = { world: '', id: 0 }
  while (after) {
    const outcome = await deleteForgottenCarts(db, { days: strangersCartDays, after, batch })
    removed += outcome.removed
    after = outcome.last
  }
  log.info({ removed }, 'forgotten carts removed')
}
