import type { Context } from '#platform/context/context.ts'
import { isProductError } from '#platform/errors.ts'
import { requireMember } from '#platform/http/access/access.ts'
import type { BulkPlan, PricesBefore } from '#shop/selling/materials/rules/bulk-contract.ts'
import { ownMaterial, updateMaterial } from '#shop/selling/materials/server/service.ts'
import { priceAfter, saleAfter } from '../rules/price-change.ts'
import { changeEach } from './changing.ts'
import { ownTitlesOf } from './queries.ts'

export type Planned = { kind: 'delete' } | { kind: 'percent' | 'sale'; percent: number }

/** What a change of many would do to each, without doing it; what is not one's own is left out. */
export async function planMany(
  context: Context,
  ids: readonly number[],
  planned: Planned,
): Promise<BulkPlan> {
  const { accountId: authorId } = requireMember(context)
  const titles = await ownTitlesOf(context.db, { world: context.world, authorId, ids })
  const lines: BulkPlan['lines'] = []
  for (const [id, title] of titles) {
    const fields = await fieldsOf(context, id)
    if (fields === undefined) continue
    const after = pricesAfter(fields, planned)
    lines.push({ id, title, from: pricesOf(fields), to: pricesOf({ ...fields, ...after }) })
  }
  return { ...planned, lines }
}

/** Puts back what prices were before a change of many. */
export async function restorePrices(context: Context, prices: readonly PricesBefore[]) {
  const byId = new Map(prices.map(({ id, ...before }) => [id, before]))
  return await changeEach(context, [...byId.keys()], (id) =>
    updateMaterial(context, id, { input: byId.get(id) ?? {} }),
  )
}

interface Prices {
  price: number
  salePrice: number | null
}

function pricesAfter({ price, salePrice }: Prices, planned: Planned): Partial<Prices> {
  if (planned.kind === 'delete') return {}
  if (planned.kind === 'sale') return { salePrice: saleAfter(price, planned.percent) }
  const next = priceAfter(price, { kind: 'percent', percent: planned.percent })
  return { price: next, ...(salePrice !== null && salePrice >= next && { salePrice: null }) }
}

function pricesOf({ price, salePrice }: Prices): Prices {
  return { price, salePrice }
}

async function fieldsOf(context: Context, id: number): Promise<Prices | undefined> {
  try {
    return (await ownMaterial(context, id)).fields
  } catch (error) {
    // Gone meanwhile.
    if (isProductError(error) && error.code !== 'unavailable') return undefined
    throw error
  }
}
