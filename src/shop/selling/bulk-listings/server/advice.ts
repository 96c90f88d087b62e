import type { Context } from '#platform/context/context.ts'
import { requireMember } from '#platform/http/access/access.ts'
import { worldOf } from '#platform/routing/worlds.ts'
import type { PriceRecommendation } from '#shop/selling/materials/rules/bulk-contract.ts'
import { requireOwn } from '#shop/selling/materials/server/service.ts'
import { recommendPrice } from '../rules/price-recommendation.ts'
import { comparablesOf, type Kind, keywordsOf, partPrices } from './queries.ts'

const mostComparables = 200
const mostTags = 12
const likenesses = 24
const editable: ReadonlySet<string> = new Set(['docx', 'pptx', 'xlsx', 'odt'])

/** What similar materials of others are bought for. Of an own listing, or of what is about to be one. */
export async function priceAdvice(
  context: Context,
  asked: { materialId: number } | (Kind & { hasSolutions: boolean; isEditable: boolean }),
): Promise<PriceRecommendation> {
  const { accountId: authorId } = requireMember(context)
  const { db, world } = context
  const { kind, ...priced } =
    'materialId' in asked ? await ofListing(context, asked.materialId) : ofKind(asked)
  const comparables = await comparablesOf(db, world, { kind, authorId, limit: mostComparables })
  return recommendPrice({ ...priced, currency: worldOf(world).currency, pages: kind.pages }, comparables)
}

async function ofListing(context: Context, materialId: number) {
  const row = await requireOwn(context, materialId)
  const { subjects, grades, material_type: materialType, page_count: pages } = row
  return {
    kind: { subjects, grades, materialType, pages },
    hasSolutions: row.has_solutions,
    isEditable: row.formats.some((format) => editable.has(format)),
    parts: row.is_bundle ? await partPrices(context.db, context.world, materialId) : [],
  }
}

function ofKind({
  hasSolutions,
  isEditable,
  ...kind
}: Kind & { hasSolutions: boolean; isEditable: boolean }) {
  return { kind, hasSolutions, isEditable, parts: [] }
}

/** Keywords that materials about the same have, the most used first; what is there already is left out. */
export async function tagAdvice(
  context: Context,
  { title, keywords }: { title: string; keywords: readonly string[] },
): Promise<string[]> {
  const words = title.trim()
  if (words === '') return []
  const { materialIds } = await context.search.search({
    ...{
      world: context.world,
      query: words,
      selected: {},
      sort: 'relevance',
      limit: likenesses,
      withFacets: false,
    },
  })
  const known = new Set(keywords.map((word) => word.toLocaleLowerCase()))
  const all = await keywordsOf(context.db, context.world, { ids: materialIds, limit: mostTags + known.size })
  return all
    .map(({ keyword }) => keyword)
    .filter((word) => !known.has(word.toLocaleLowerCase()))
    .slice(0, mostTags)
}
