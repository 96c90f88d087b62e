import { type CourseOffer, courseOffer } from '#exercises/courses/server/service.ts'
import { type UnitOffer, unitOffer } from '#exercises/units/server/service.ts'
import type { Context } from '#platform/context/context.ts'
import { ProductError } from '#platform/errors.ts'
import { type Review, type ReviewSort, reviewSorts } from '#platform/rules/contract/feedback.ts'
import type { MaterialDetail } from '#platform/rules/contract/material.ts'
import { joinTags, materialPage } from '#shop/catalogue/catalogue/server/service.ts'
import type { MaterialPage } from '#shop/catalogue/catalogue/server/types.ts'
import { termLandings } from '#shop/catalogue/hubs/server/service.ts'
import { materialFacts, shareImagePath } from '#shop/catalogue/seo/server/service.ts'
import { cursorAfter, taggedReviews } from '#shop/community/feedback/server/service.ts'
import type { RefundRule } from '#shop/money/orders/rules/refund-rule.ts'
import { refundRuleOf } from '#shop/money/orders/server/service.ts'
import type { Thread } from '#shop/selling/posts/rules/contract.ts'
import { questionThreads } from '#shop/selling/posts/server/service.ts'
import { found } from './catalogue.ts'

/** One page of a material's reviews, and how it was asked for. */
export interface ReviewList {
  reviews: readonly Review[]
  sort: ReviewSort
  /** Only those with so many stars. */
  stars: number | undefined
  /** Value of `?after=` of the next page. */
  nextCursor: string | null
  /** Cache tags of who wrote them. */
  tags: readonly string[]
  isFirst: boolean
}

/** What is said of an exercise, and of the course it begins where that is sold. */
export type ExerciseOffer = UnitOffer & { course: CourseOffer | undefined }

export type LoadedMaterial = MaterialPage & {
  shareImage: string
  reviewList: ReviewList
  /** Addresses of what its subjects, school types and grades gather, by kind and id. */
  landings: ReadonlyMap<string, string>
  /** What is said of its exercise. */
  unitOffer: ExerciseOffer | undefined
  /** What its author grants beyond the law. */
  refundRule: RefundRule | null
  /** What is said below its questions, by question. */
  threads: ReadonlyMap<number, readonly Thread[]>
}

/** A material with a page of its reviews, or where else to go: another world, or the current slug. */
export async function loadMaterial(
  context: Context,
  params: Readonly<Record<string, string>>,
  query: URLSearchParams = new URLSearchParams(),
): Promise<LoadedMaterial | { moved: string }> {
  const wish = readWish(query)
  const id = Number(params.id)
  const rule = refundRuleOf(context, { materialId: id })
  // Asked along with the page: of one that is not shown it is forgotten.
  rule.catch(() => undefined)
  const page = found(await materialPage(context, id))
  if ('moved' in page) return page
  const { material } = page
  if (params.slug !== material.slug) return { moved: material.url }
  const address = { world: context.world, kind: 'material', id: material.id } as const
  const questionIds = material.questions.map(({ id }) => id)
  const [landings, reviews, offer, course, said, refundRule] = await Promise.all([
    landingsOf(context, material),
    reviewList(context, page, wish),
    material.interactiveId === null ? undefined : unitOffer(context, material.id),
    material.interactiveId === null ? undefined : courseOffer(context, material.id),
    questionThreads(context, { questionIds, authorId: material.author.id }),
    material.finalPrice === 0 ? null : rule,
  ])
  return {
    ...page,
    landings,
    shareImage: shareImagePath(context, address, materialFacts(material)),
    reviewList: reviews,
    unitOffer: offer && { ...offer, course },
    threads: said.threads,
    refundRule,
    tags: joinTags(page.tags, reviews.tags, said.tags),
  }
}

/** Addresses of the landings of a material's subjects, school types and grades, by kind and id. */
function landingsOf(context: Context, material: MaterialDetail): Promise<ReadonlyMap<string, string>> {
  const { subjects, schoolTypes, gradeTerms } = material
  const of = (kind: string, terms: readonly { id: string }[]) => terms.map(({ id }) => ({ kind, id }))
  return termLandings(context, [
    ...of('subject', subjects),
    ...of('school_type', schoolTypes),
    ...of('class_grade', gradeTerms),
  ])
}

interface Wish {
  sort: ReviewSort
  stars: number | undefined
  cursor: string | undefined
}

/** The page is cached by its query: what means nothing is not found, so that nobody fills the cache with it. */
function readWish(query: URLSearchParams): Wish {
  const [sort = 'newest', stars, cursor] = ['reviews', 'stars', 'after'].map(
    (name) => query.get(name) ?? undefined,
  )
  const known = reviewSorts.find((each) => each === sort)
  if (known === undefined || (stars !== undefined && !/^[1-5]$/.test(stars)))
    throw new ProductError('not_found')
  return { sort: known, stars: stars === undefined ? undefined : Number(stars), cursor }
}

async function reviewList(context: Context, { material }: MaterialPage, wish: Wish): Promise<ReviewList> {
  const { sort, stars, cursor } = wish
  const asked = { sort, stars, isFirst: cursor === undefined }
  if (sort === 'newest' && stars === undefined && cursor === undefined) {
    const { reviews } = material
    // The page has the tags of these.
    return { ...asked, reviews, tags: [], nextCursor: cursorAfter(reviews, countOf(material)) }
  }
  try {
    return { ...asked, ...(await taggedReviews(context, material.id, { sort, rating: stars, cursor })) }
  } catch (error) {
    if (error instanceof ProductError && error.code === 'invalid_input') throw new ProductError('not_found')
    throw error
  }
}

function countOf({ stars }: { stars: readonly number[] }): number {
  return stars.reduce((sum, count) => sum + count, 0)
}
