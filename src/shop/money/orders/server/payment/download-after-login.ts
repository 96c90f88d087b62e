import type { Context } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { isProductError } from '#platform/errors.ts'
import { factsOf } from '#platform/http/access/authorize.ts'
import { may } from '#platform/permissions.ts'
import { url } from '#platform/routing/url.ts'
import { claimMaterial } from '../checkout/claim.ts'

/** Stands in the address a stranger goes to after the login that a free material asked for. */
const wish = 'take'

/** The bought materials with this one alone; its download begins there. */
export function downloadAddress({ world }: Pick<Context, 'world'>, materialId: number): string {
  return url('bought-materials', { world, query: { material: materialId, start: 1 } })
}

/**
 * After a login or a registration: when the way began at a free material, it is taken now and its download is where to
 * go. Undefined when it did not, or when the terms have to be accepted first; what cannot be taken any more leads to its
 * page, which says so.
 */
export async function claimOnTheWay(
  context: Context,
  { next }: { next: string | undefined },
  tx: Db,
): Promise<{ goTo: string } | undefined> {
  const { world } = context
  const bought = url('bought-materials', { world })
  if (next === undefined || !next.startsWith(`${bought}?`)) return undefined
  const query = new URLSearchParams(next.slice(bought.length))
  const materialId = Number(query.get('material'))
  if (query.get(wish) !== '1' || !Number.isSafeInteger(materialId) || materialId < 1) return undefined
  if (!may(factsOf(context), 'order.claim')) return undefined
  try {
    await claimMaterial({ ...context, db: tx }, materialId)
    return { goTo: downloadAddress(context, materialId) }
  } catch (error) {
    if (!isProductError(error)) throw error
    return { goTo: url('material', { world, id: materialId }) }
  }
}
