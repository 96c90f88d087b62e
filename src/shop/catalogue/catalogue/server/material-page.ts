import type { Context } from '#platform/context/context.ts'
import { ProductError } from '#platform/errors.ts'
import { authorNameTag, authorTag, materialTag, refundRuleTag } from '#platform/events/page-tags.ts'
import type { SharedFacts } from '#platform/http/access/action.ts'
import { url } from '#platform/routing/url.ts'
import type { MaterialCard, MaterialDetail } from '#platform/rules/contract/material.ts'
import { isPublic } from '#platform/rules/web/public-status.ts'
import { cardsAndEnd, cardsByIds, firstSaleEnd, soonest } from './cards.ts'
import { otherWorld } from './elsewhere.ts'
import { boughtTogetherIds, detailRow, pageRow } from './queries.ts'
import type { DetailRow, PageRow } from './rows.ts'
import { agesOf } from './search/ages.ts'
import { alikeTo, cardsPerRow, popularIn, similarTo } from './shelf.ts'
import { cardTags, joinTags, writerTags } from './tags.ts'
import type { Elsewhere, MaterialPage } from './types.ts'
import { authorView, detailView } from './view.ts'

/** Among the first so many of a subject a material is one of its best. */
const bestPlaces = 3
const maxBestSubjects = 3
const maxTogether = 6
/** Further rows of the page: what is like it. */
const maxSimilar = 8

/**
 * Everything a material page shows, in two trips to the database. Undefined for an unknown, draft or blocked one (404),
 * 'gone' for a deleted one, a redirect for one of another world.
 */
export async function materialPage(
  context: Context,
  id: number,
): Promise<MaterialPage | Elsewhere | undefined> {
  const { world } = context
  const alike = alikeTo(context, id)
  const bought = boughtTogetherIds(context.pool, world, id, maxTogether)
  // Asked along with the material: of one that is not shown both are forgotten.
  for (const early of [alike, bought]) early.catch(() => undefined)
  const row = await pageRow(context.pool, id)
  if (row === undefined) return undefined
  const elsewhere = visibility(context, row)
  if (elsewhere !== 'visible') return elsewhere
  const [near, bestIn, together] = await Promise.all([
    similarTo(context, row, alike),
    bestInCategories(context, row),
    bought,
  ])
  const bundled = row.in_bundles.flatMap(({ id: bundleId, part_ids }) => [bundleId, ...part_ids])
  const similarIds = near.slice(0, maxSimilar)
  const ids = [
    ...new Set([...row.bundle_ids, ...bundled, ...similarIds, ...together, ...row.from_author_ids]),
  ]
  const byId = new Map((await cardsByIds(context, ids)).map((card) => [card.id, card]))
  const pick = (wanted: number[]) => wanted.map((each) => byId.get(each)).filter((card) => card !== undefined)
  return {
    material: { ...detailView(context, row, pick(row.bundle_ids), new Date()), bestInCategories: bestIn },
    author: authorView(context, row.author),
    ages: agesOf(row.grades.map((id) => context.taxonomy.term(world, 'class_grade', id))),
    bundles: cheaperBundles(row.in_bundles, byId),
    similar: pick(similarIds),
    boughtTogether: pick(together),
    fromAuthor: pick(row.from_author_ids),
    noindex: row.status !== 'published',
    tags: joinTags(
      [materialTag(id), authorTag(row.author_id), refundRuleTag(row.author_id)],
      writerTags([...row.reviews, ...row.questions]),
      cardTags([...byId.values()]),
    ),
  }
}

/** Bundles whose parts can all be bought, one by one for more than together. */
function cheaperBundles(
  bundles: PageRow['in_bundles'],
  cards: ReadonlyMap<number, MaterialCard>,
): MaterialPage['bundles'] {
  return bundles.flatMap(({ id, part_ids, parts_cents: partsPrice }) => {
    const bundle = cards.get(id)
    const parts = part_ids.map((partId) => cards.get(partId)).filter((card) => card !== undefined)
    if (bundle === undefined || partsPrice === null || parts.length < part_ids.length) return []
    return partsPrice > bundle.finalPrice ? [{ bundle, parts: parts.length, partsPrice }] : []
  })
}

/** The material alone, as the API gives it. Throws not_found or gone. */
export async function materialDetail(context: Context, id: number): Promise<MaterialDetail> {
  return (await materialFor(context, id)).material
}

/** The same with what it shows, for who keeps it. */
export async function materialFor(
  context: Context,
  id: number,
): Promise<SharedFacts & { material: MaterialDetail }> {
  const row = await detailRow(context.pool, id)
  if (row === undefined || row.world !== context.world) throw new ProductError('not_found')
  const elsewhere = visibility(context, row)
  if (elsewhere === 'gone') throw new ProductError('gone')
  if (elsewhere !== 'visible') throw new ProductError('not_found')
  const [parts, bestIn] = await Promise.all([
    cardsAndEnd(context, row.bundle_ids),
    bestInCategories(context, row),
  ])
  const now = new Date()
  const material = { ...detailView(context, row, parts.cards, now), bestInCategories: bestIn }
  return {
    material,
    tags: joinTags(
      [materialTag(id), authorNameTag(row.author_id)],
      cardTags(parts.cards),
      writerTags([...row.reviews, ...row.questions]),
    ),
    until: soonest([firstSaleEnd([row]), parts.until]),
  }
}

/** Drafts and blocked materials do not exist for the public; unlisted ones are shown to who knows the address. */
function visibility(context: Context, row: DetailRow): 'visible' | Elsewhere | undefined {
  const isSeen = isPublic(row)
  if (row.world !== context.world) {
    if (!isSeen) return undefined
    return otherWorld(row.world, (home) => url('material', { world: home, id: row.id, slug: row.slug }))
  }
  if (row.status === 'deleted') return 'gone'
  return isSeen ? 'visible' : undefined
}

/** Names of the subjects in which a material is among the three most popular, where there is something to choose from. */
async function bestInCategories(context: Context, row: DetailRow): Promise<string[]> {
  const { world, taxonomy } = context
  if (row.status !== 'published') return []
  const terms = row.subjects
    .slice(0, maxBestSubjects)
    .map((id) => taxonomy.term(world, 'subject', id))
    .filter((term) => term !== undefined)
  const lists = await Promise.all(terms.map((term) => popularIn(context, term.id)))
  return terms.flatMap((term, index) => {
    const ids = lists[index] ?? []
    return ids.length > cardsPerRow && ids.slice(0, bestPlaces).includes(row.id) ? [term.name] : []
  })
}
