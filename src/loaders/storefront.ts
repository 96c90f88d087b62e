import type { Context } from '#platform/context/context.ts'
import { ProductError } from '#platform/errors.ts'
import {
  authorShareBp,
  maxPriceCents,
  maxUploadBytes,
  maxUploadFiles,
  minPriceCents,
} from '#platform/limits.ts'
import { worldOf } from '#platform/routing/worlds.ts'
import {
  cardsByIds,
  cardTags,
  joinTags,
  offersPage,
  popularAndNew,
  similarIds,
  stagesPage,
} from '#shop/catalogue/catalogue/server/service.ts'
import { termLandings } from '#shop/catalogue/hubs/server/service.ts'
import { recommendationsPage } from '#shop/catalogue/recommendations/server/service.ts'
import { authorEarnings, typedCents } from '#shop/money/orders/rules/author-earnings.ts'
import { homeTaxRate } from '#shop/money/orders/server/service.ts'
import { loadArticles } from './editorial.ts'

const shelfSize = 12
const maxSales = 1000
const examplePriceCents = 450
const exampleSales = 20

/**
 * One page of offers with the campaigns of now; the popular ones stand in when there is none.
 * @throws ProductError not_found for a page after the last one
 */
export async function loadOffers(context: Context, query: URLSearchParams) {
  const page = Number(query.get('page') ?? 1)
  const found = await offersPage(context, page)
  if (page > found.pageCount) throw new ProductError('not_found')
  const popular = found.total === 0 ? await loadPopular(context) : []
  const campaigns = await loadArticles(context, 'campaign')
  return { ...found, popular, campaigns, tags: joinTags(found.tags, cardTags(popular)) }
}

/** What most people choose, for pages that have nothing of their own to show. */
export async function loadPopular(context: Context) {
  const { popular } = await popularAndNew(context, shelfSize)
  return cardsByIds(context, popular)
}

/** What is like a material that cannot be shown any more, or popular ones. */
export async function loadSimilar(context: Context, materialId: number) {
  const near = (await similarIds(context, [materialId])).get(materialId) ?? []
  return near.length > 0 ? cardsByIds(context, near.slice(0, shelfSize)) : loadPopular(context)
}

/** The stages, each with its landing where that is worth a visit. */
export async function loadHomeschooling(context: Context) {
  const page = await stagesPage(context, shelfSize)
  const terms = page.stages.map(({ id }) => ({ kind: 'school_type', id }))
  const landings = await termLandings(context, terms)
  return {
    ...page,
    stages: page.stages.map((stage) => ({ ...stage, url: landings.get(`school_type ${stage.id}`) })),
  }
}

/** The visitor's own shelves; strangers see what is popular and new. */
export async function loadRecommendations(context: Context) {
  return recommendationsPage(context)
}

/** Limits and fees as the rules have them, and the calculator's answer to `?price=` and `?sales=`. */
export async function loadSellerLanding(context: Context, query: URLSearchParams) {
  const { world } = context
  const taxRate = await homeTaxRate(context)
  const typed = { price: query.get('price') ?? undefined, sales: query.get('sales') ?? undefined }
  const priceCents = typed.price === undefined ? examplePriceCents : typedCents(typed.price)
  const sales = typed.sales === undefined ? exampleSales : wholeNumber(typed.sales)
  const isPriceRight = priceCents !== undefined && priceCents >= minPriceCents && priceCents <= maxPriceCents
  const isRight = isPriceRight && sales !== undefined
  return {
    currency: worldOf(world).currency,
    taxRate,
    sharePercent: authorShareBp / 100,
    limits: { minPriceCents, maxPriceCents, maxUploadFiles, maxUploadBytes },
    typed,
    example: { priceCents: examplePriceCents, sales: exampleSales },
    wrong: { price: !isPriceRight, sales: sales === undefined },
    result: isRight ? { priceCents, sales, ...authorEarnings(priceCents, taxRate) } : undefined,
  }
}

function wholeNumber(typed: string): number | undefined {
  const value = /^\d{1,4}$/.test(typed) ? Number(typed) : 0
  return value >= 1 && value <= maxSales ? value : undefined
}
