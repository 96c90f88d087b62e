import { comparisons, periods } from '#shared/contract/statistics.ts'
import { readId } from '#shared/contract/world.ts'
import { tipsOf } from '#shared/rules/author-tips.ts'
import type { Context } from '../context.ts'
import { daysPerPoint, ownTitles, statisticsOf } from '../features/charts/service.ts'
import { authorAccount } from '../features/orders/service.ts'

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
