import { sql } from 'kysely'
import type { Context } from '#platform/context/context.ts'
import { transaction } from '#platform/db/transaction.ts'
import { ProductError } from '#platform/errors.ts'
import { requireMember } from '#platform/http/access/access.ts'
import { worldOf } from '#platform/routing/worlds.ts'
import { fulfilOrder } from '../payment/fulfil.ts'
import { lockBuyer } from '../queries.ts'
import { claimableMaterial } from './checkout-queries.ts'
import { sharesOf, writeOrder } from './write-order.ts'

/**
 * A free material goes straight to the member's bought ones, by an order of its own over nothing. Again: no effect.
 * @throws ProductError unauthorized, not_found, material_unavailable, own_material, conflict (it costs something now)
 */
export async function claimMaterial(context: Context, materialId: number): Promise<void> {
  const { accountId } = requireMember(context)
  const { world } = context
  await transaction(context.db, async (tx) => {
    await lockBuyer(tx, accountId)
    const material = await claimableMaterial(tx, world, { accountId, materialId })
    if (material === undefined) throw new ProductError('not_found')
    if (material.is_owned) return
    if (material.status !== 'published' && material.status !== 'unlisted') {
      throw new ProductError('material_unavailable')
    }
    if (material.author_id === accountId) throw new ProductError('own_material')
    const price = material.asked_cents
    if (price !== 0) throw new ProductError('conflict')
    const line = {
      materialId,
      licence: 'single' as const,
      authorId: material.author_id,
      title: material.title,
      originalPrice: price,
      price,
      voucherDiscount: 0,
    }
    const order = await writeOrder(tx, context, {
      accountId,
      cart: { cartId: null, lines: [line], voucher: null, credit: 0 },
      country: worldOf(world).country,
      sale: {
        ...{ treatment: 'taxed', lines: [line], rates: [0], usualRates: [0], standardBp: 0 },
        ...{ reverseChargeVatId: null, basis: { postcode: null, vatId: null, vatIdState: null } },
      },
      shares: await sharesOf(tx, world, [line]),
    })
    await fulfilOrder(tx, context, { order, provider: null, silent: true })
  })
}

/** Who has a bundle has what is put into it later. Safe to run again. */
export async function giveAdded(
  { db, world }: Context,
  { materialId, addedIds }: { materialId: number; addedIds: number[] },
): Promise<void> {
  await sql`insert into entitlement (world, account_id, material_id, order_id)
    select e.world, e.account_id, item.material_id, e.order_id
    from entitlement e
    join bundle_item item on item.world = e.world and item.bundle_id = e.material_id
    where e.world = ${world} and e.material_id = ${materialId} and item.material_id = any(${addedIds}::bigint[])
    order by e.account_id, item.material_id
    on conflict do nothing`.execute(db)
}
