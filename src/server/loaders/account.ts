import { idSchema } from '#shared/contract/world.ts'
import { requireMember } from '../api/access.ts'
import type { Context } from '../context.ts'
import { ownInvitation } from '../features/colleagues/invitations.ts'
import { favoritesPage } from '../features/favorites/service.ts'
import { favoriteSorts } from '../features/favorites/types.ts'
import { waitingQuestions } from '../features/feedback/questions.ts'
import { ownReviews, waitingReviews } from '../features/feedback/reviews.ts'
import { mailSettings } from '../features/mail/subscriptions.ts'
import { acceptedEndings } from '../features/materials/file-types.ts'
import { readProblems } from '../features/materials/problems.ts'
import { materialFormOptions, ownMaterial, ownMaterials } from '../features/materials/service.ts'
import { boughtMaterials, sales } from '../features/orders/service.ts'
import { deletedSearch, savedSearches } from '../features/saved-searches/service.ts'
import { loadPopular } from './storefront.ts'

/** The account's front page; `?deleted=<id>` names a saved search that was deleted a moment ago. */
export async function loadAccount(context: Context, query: URLSearchParams) {
  const member = requireMember(context)
  const deletedId = idSchema.safeParse(query.get('deleted'))
  const [bought, searches, mails, referral, deleted] = await Promise.all([
    boughtMaterials(context),
    savedSearches(context),
    mailSettings(context),
    ownInvitation(context),
    deletedId.success ? deletedSearch(context, deletedId.data) : undefined,
  ])
  return { member, recent: bought.materials.slice(0, 3), searches, mails, referral, deleted }
}

/** What the member owns, with the own reviews of it by material; `?material=` or `?review=` names one of it. */
export async function loadBoughtMaterials(context: Context, query: URLSearchParams) {
  const only = idSchema.safeParse(query.get('material') ?? query.get('review')).data
  const page = await boughtMaterials(context, query.get('after') ?? undefined, only)
  const reviews = await ownReviews(
    context,
    page.materials.map(({ material }) => material.id),
  )
  return {
    ...page,
    isOne: only !== undefined,
    reviews: new Map(reviews.map((review) => [review.materialId, review])),
  }
}

export async function loadFavorites(context: Context, query: URLSearchParams) {
  const page = Number(query.get('page') ?? 1)
  const sort = favoriteSorts.find((each) => each === query.get('sort')) ?? 'newest'
  const found = await favoritesPage(context, {
    page: Number.isSafeInteger(page) && page > 0 && page <= 100 ? page : 1,
    sort,
  })
  return { ...found, popular: found.total === 0 ? await loadPopular(context) : [] }
}

/** The author's own materials and what buyers wait to hear; a member who has never uploaded has none. */
export async function loadCabinetSales(context: Context, query: URLSearchParams) {
  if (!requireMember(context).isSeller) {
    return { materials: [], nextCursor: null, questions: [], reviews: [] }
  }
  const [own, questions, reviews] = await Promise.all([
    ownMaterials(context, query.get('after') ?? undefined),
    waitingQuestions(context),
    waitingReviews(context),
  ])
  return { ...own, questions, reviews }
}

export async function loadUpload(context: Context) {
  return {
    member: requireMember(context),
    options: materialFormOptions(context),
    /** Value of the file input's `accept`. */
    accept: acceptedEndings,
  }
}

export async function loadEditMaterial(
  context: Context,
  params: Readonly<Record<string, string>>,
  query: URLSearchParams,
) {
  return {
    material: await ownMaterial(context, Number(params.materialId)),
    options: materialFormOptions(context),
    accept: acceptedEndings,
    problems: readProblems(query.get('problems')),
  }
}

export async function loadSales(context: Context, query: URLSearchParams) {
  return sales(context, query.get('after') ?? undefined)
}
