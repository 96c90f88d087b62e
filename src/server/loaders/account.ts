import { worldOf } from '#routing/worlds.ts'
import { readWholeNumber } from '#shared/contract/number.ts'
import { idSchema } from '#shared/contract/world.ts'
import type { Context } from '../context.ts'
import { ownBilling } from '../features/billing/service.ts'
import { ownInvitation } from '../features/colleagues/service.ts'
import { creditPage } from '../features/credits/service.ts'
import { favoriteSorts, favoritesPage } from '../features/favorites/service.ts'
import { ownReviews, waitingQuestions, waitingReviews } from '../features/feedback/service.ts'
import { ownDocuments } from '../features/invoices/service.ts'
import { mailSettings } from '../features/mail/service.ts'
import {
  acceptedEndings,
  materialFormOptions,
  ownMaterial,
  ownMaterials,
  readProblems,
} from '../features/materials/service.ts'

import { notificationSettings, notifications } from '../features/notifications/service.ts'
import {
  authorAccount,
  boughtMaterials,
  sales,
  sellTo,
  withdrawableOrders,
} from '../features/orders/service.ts'

import { deletedSearch, savedSearches } from '../features/saved-searches/service.ts'
import { ownVouchers, sellableMaterials } from '../features/vouchers/service.ts'
import { requireMember } from '../http/access.ts'
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

/** The member's invoices; `?order=` names one order of theirs, `?withdraw=` the one they are about to withdraw from. */
export async function loadInvoices(context: Context, query: URLSearchParams) {
  const reference = query.get('order') ?? undefined
  const [page, withdrawable] = await Promise.all([
    ownDocuments(context, { after: query.get('after') ?? undefined, reference }),
    withdrawableOrders(context),
  ])
  const chosen = withdrawable.find((order) => order.reference === query.get('withdraw'))
  return { ...page, isOne: reference !== undefined, withdrawable, chosen, member: requireMember(context) }
}

export async function loadBillingAddress(context: Context) {
  const [address, { countries, country }] = await Promise.all([ownBilling(context), sellTo(context)])
  return { address, countries, country: address?.country ?? country }
}

/** The member's credit and its history. */
export async function loadCredit(context: Context) {
  return await creditPage(context)
}

/** What the member may use, has used and, as an author, gives. */
export async function loadVouchers(context: Context) {
  const [own, materials] = await Promise.all([ownVouchers(context), sellableMaterials(context)])
  return { ...own, materials, isSeller: requireMember(context).isSeller }
}

export async function loadFavorites(context: Context, query: URLSearchParams) {
  const sort = favoriteSorts.find((each) => each === query.get('sort')) ?? 'newest'
  const found = await favoritesPage(context, {
    page: readWholeNumber(query.get('page'), 1, 100) ?? 1,
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
  const [page, account] = await Promise.all([
    sales(context, query.get('after') ?? undefined),
    authorAccount(context),
  ])
  return { ...page, account, months: lastMonths(context) }
}

/** The last twelve months as `2026-11`, by the world's own clock, the newest first. */
function lastMonths({ world }: Context): { id: string; name: string }[] {
  const { timeZone, intl } = worldOf(world)
  const [year = 0, month = 1] = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
  })
    .format(new Date())
    .split('-')
    .map(Number)
  const form = new Intl.DateTimeFormat(intl, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  return Array.from({ length: 12 }, (_, back) => {
    const day = new Date(Date.UTC(year, month - 1 - back, 1))
    return { id: day.toISOString().slice(0, 7), name: form.format(day) }
  })
}

/** The notification centre; `?after=` is the cursor of an older page. */
export async function loadNotifications(context: Context, query: URLSearchParams) {
  const [page, settings] = await Promise.all([
    notifications(context, query.get('after') ?? undefined),
    notificationSettings(context),
  ])
  return { ...page, settings, isOlder: query.has('after') }
}
