import type { Context } from '#platform/context/context.ts'
import { ProductError } from '#platform/errors.ts'
import { requireMember } from '#platform/http/access/access.ts'
import { worldOf } from '#platform/routing/worlds.ts'
import type { Comparison, Figures, Period, Statistics } from '#shop/selling/statistics/rules/contract.ts'
import { sumUp, today } from '#shop/selling/statistics/server/service.ts'
import { spansOf, throughItsMonth } from './periods.ts'
import {
  daysOf,
  followersAt,
  isAnyPublished,
  isOwnMaterial,
  listTitles,
  materialsOf,
  originsOf,
} from './queries.ts'

export { daysPerPoint } from './periods.ts'

const mostSources = 10
const mostTerms = 20
const mostMaterials = 50
const mostTitles = 500

export interface StatisticsWish {
  days: Period
  compare: Comparison
  /** One material alone. */
  materialId?: number | undefined
}

/**
 * The author's own numbers up to this moment.
 * @throws ProductError not_found for a material that is not the author's
 */
export async function statisticsOf(context: Context, wish: StatisticsWish): Promise<Statistics> {
  const { accountId: authorId } = requireMember(context)
  const { db, world } = context
  const { materialId = 0 } = wish
  if (materialId !== 0 && !(await isOwnMaterial(db, { world, authorId, materialId })))
    throw new ProductError('not_found')
  await context.tally.flush()
  await sumUp(db, { world, authorId })
  const { span, before } = spansOf(today(world), wish.days, wish.compare)
  const whose = { world, authorId, materialId }
  const soFar = throughItsMonth(span)
  const origins = { span: soFar, before }
  const [days, daysBefore, sources, terms, followers, materials] = await Promise.all([
    daysOf(db, whose, span),
    daysOf(db, whose, before),
    originsOf(db, whose, { kind: 'source', ...origins, limit: mostSources }),
    originsOf(db, whose, { kind: 'term', ...origins, limit: mostTerms }),
    followersAt(db, { world, authorId, day: span.to }),
    materialId === 0 ? materialsOf(db, { world, authorId }, { span: soFar, limit: mostMaterials }) : [],
  ])
  const { currency } = worldOf(world)
  const totals = { totals: totalOf(days), totalsBefore: totalOf(daysBefore) }
  return { currency, span, before, ...totals, days, daysBefore, sources, terms, followers, materials }
}

/** The author's materials by name, the newest first. */
export async function ownTitles(context: Context): Promise<{ id: number; title: string }[]> {
  const { accountId: authorId } = requireMember(context)
  return await listTitles(context.db, { world: context.world, authorId, limit: mostTitles })
}

/** Whether anything of the author is on offer here. */
export async function hasPublished(context: Context): Promise<boolean> {
  const { accountId: authorId } = requireMember(context)
  return await isAnyPublished(context.db, { world: context.world, authorId })
}

function totalOf(days: readonly Figures[]): Figures {
  const total: Figures = {
    ...{ views: 0, cartAdds: 0, downloads: 0, sales: 0, freeTakes: 0, refunds: 0 },
    ...{ gross: 0, share: 0, buyers: 0, returningBuyers: 0, follows: 0, unfollows: 0 },
  }
  for (const day of days) for (const name of Object.keys(total) as (keyof Figures)[]) total[name] += day[name]
  return total
}
