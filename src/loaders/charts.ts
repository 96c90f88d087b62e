import type { Context } from '#platform/context/context.ts'
import { readId } from '#platform/rules/contract/world.ts'
import { authorAccount } from '#shop/money/orders/server/service.ts'
import { tipsOf } from '#shop/selling/charts/rules/author-tips.ts'
import { daysPerPoint, ownTitles, statisticsOf } from '#shop/selling/charts/server/service.ts'
import { comparisons, periods } from '#shop/selling/statistics/rules/contract.ts'

/** An author's numbers; what the address says wrongly is as if it said nothing. */
export async function loadCharts(context: Context, query: URLSearchParams) {
  const days = periods.find((each) => String(each) === query.get('days')) ?? 28
  const compare = comparisons.find((each) => each === query.get('compare')) ?? 'before'
  const materials = await ownTitles(context)
  const materialId = materials.find(({ id }) => id === readId(query.get('material')))?.id
  const [statistics, account] = await Promise.all([
    statisticsOf(context, { days, compare, materialId }),
    authorAccount(context),
  ])
  return {
    statistics,
    account,
    tips: tipsOf(statistics),
    materials,
    days,
    compare,
    materialId,
    perPoint: daysPerPoint(days),
  }
}
