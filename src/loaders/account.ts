import { z } from 'zod'
import { playableMaterials } from '#exercises/units/server/service.ts'
import type { Context } from '#platform/context/context.ts'
import { requireMember, sellerOf } from '#platform/http/access/access.ts'
import { hindranceTo } from '#platform/http/access/authorize.ts'
import { mailSettings } from '#platform/mail/server/service.ts'
import { readWholeNumber } from '#platform/rules/contract/number.ts'
import { idSchema, readId } from '#platform/rules/contract/world.ts'
import { quarterAt, quarterBounds } from '#platform/rules/money/day.ts'
import { favoriteSorts } from '#shop/buying/favorites/rules/contract.ts'
import { ownShare } from '#shop/buying/favorites/server/service.ts'
import type { Library } from '#shop/buying/folders/rules/library-contract.ts'
import { librarySorts } from '#shop/buying/folders/rules/library-sorts.ts'
import { rememberedList } from '#shop/buying/folders/server/service.ts'
import { ownLibrary } from '#shop/buying/library/server/service.ts'
import { deletedSearch, savedSearches } from '#shop/catalogue/saved-searches/server/service.ts'
import {
  ownNotes,
  ownReviews,
  questionsForBuyers,
  receivedNotes,
  waitingQuestions,
  waitingReviews,
} from '#shop/community/feedback/server/service.ts'
import { notificationSettings, notifications } from '#shop/community/notifications/server/service.ts'
import { ownBilling, vatIdStateOf } from '#shop/money/billing/server/service.ts'
import { ossReport, ownDocuments, quarterSchema } from '#shop/money/invoices/server/service.ts'
import type { BoughtMaterial } from '#shop/money/orders/rules/contract.ts'
import {
  authorAccount,
  boughtMaterials,
  countriesOfSales,
  ownUnderWay,
  refundRequests,
  returnableLines,
  type SalesWish,
  sales,
  sellTo,
  withdrawableOrders,
} from '#shop/money/orders/server/service.ts'
import { lastMonths, ownPayouts } from '#shop/money/payouts/server/service.ts'
import { listingTax } from '#shop/money/tax/server/service.ts'
import { ownInvitation } from '#shop/people/colleagues/server/service.ts'
import { ownDraft } from '#shop/people/form-drafts/server/service.ts'
import { tagAdvice } from '#shop/selling/bulk-listings/server/service.ts'
import { ownTitles } from '#shop/selling/charts/server/service.ts'
import {
  acceptedEndings,
  listingsToFinish,
  materialFormOptions,
  ownBundles,
  ownListFacts,
  ownMaterial,
  ownMaterials,
  ownSellableUnits,
  ownUploads,
  readProblems,
  readRefused,
} from '#shop/selling/materials/server/service.ts'
import { ownStates } from '#shop/selling/materials/server/types.ts'
import { hiddenComments } from '#shop/selling/posts/server/service.ts'
import { foldersFor } from './folders.ts'
import { sellerStart } from './seller-start.ts'
import { loadPopular } from './storefront.ts'
import { pricingOf } from './wizard.ts'

const shownLines = 3

/** The account's front page; `?deleted=<id>` names a saved search that was deleted a moment ago. */
export async function loadAccount(context: Context, query: URLSearchParams) {
  const member = requireMember(context)
  const deletedId = idSchema.safeParse(query.get('deleted'))
  const [{ materials }, searches, referral, deleted, selling] = await Promise.all([
    boughtMaterials(context),
    savedSearches(context),
    ownInvitation(context),
    deletedId.success ? deletedSearch(context, deletedId.data) : undefined,
    sellerHome(context),
  ])
  const recent = materials.slice(0, shownLines)
  const updated = materials.filter((each) => each.updatedAt !== null && !recent.includes(each))
  return {
    ...{ member, recent, searches, referral, deleted, selling },
    updated: updated.slice(0, shownLines),
    unrated: await unratedOf(context, materials),
  }
}

/** What was bought last and has no review of the member's yet. */
async function unratedOf(context: Context, materials: readonly BoughtMaterial[]) {
  const reviews = await ownReviews(
    context,
    materials.map(({ material }) => material.id),
  )
  const rated = new Set(reviews.map(({ materialId }) => materialId))
  return materials.flatMap(({ material }) => (rated.has(material.id) ? [] : [material])).slice(0, shownLines)
}

/** What matters to an author today: money, what waits for them, what sold last; undefined for who sells nothing. */
async function sellerHome(context: Context) {
  if (sellerOf(context) === undefined) return undefined
  const [{ balances, nextPayoutDay, isPaused }, sold, questions, reviews, refunds, listings, start] =
    await Promise.all([
      ownPayouts(context),
      sales(context),
      waitingQuestions(context),
      waitingReviews(context),
      refundRequests(context),
      listingsToFinish(context),
      sellerStart(context),
    ])
  return {
    ...{ balances, isPaused, ...listings },
    nextPayoutDay: new Date(z.iso.date().parse(nextPayoutDay)),
    sold: sold.sales.slice(0, shownLines),
    questions: questions.length,
    reviews: reviews.length,
    refunds: refunds.length,
    steps: start?.steps.filter(({ isDone }) => !isDone).length ?? 0,
  }
}

/** The kinds of mails and whether the member gets them. */
export async function loadMailSettings(context: Context) {
  return await mailSettings(context)
}

/** A page of what the member owns, with their folders; `?folder=`, `?query=`, `?sort=` and `?page=` say which. */
export async function loadLibrary(context: Context, query: URLSearchParams): Promise<Library> {
  const sort = z.enum(librarySorts).catch('newest').parse(query.get('sort'))
  const page = readWholeNumber(query.get('page'), 1, 1000) ?? 1
  const wish = { folder: query.get('folder') ?? undefined, query: query.get('query') ?? '', sort, page }
  return await ownLibrary(context, wish)
}

/** One material the member owns, with their own review, notes and the questions of others. */
export async function loadBoughtMaterial(context: Context, materialId: number) {
  const ids = [materialId]
  const [folders, { materials }, reviews, playable, notes, questions] = await Promise.all([
    foldersFor(context, 'purchased', new URLSearchParams()),
    boughtMaterials(context, { ids }),
    ownReviews(context, ids),
    playableMaterials(context, ids),
    ownNotes(context, ids),
    questionsForBuyers(context, ids),
  ])
  return {
    materials,
    notes: Map.groupBy(notes, (note) => note.materialId),
    questions: Map.groupBy(questions, (question) => question.material_id),
    playable,
    folders,
    reviews: new Map(reviews.map((review) => [review.materialId, review])),
  }
}

/** The member's invoices; `?order=` names one order of theirs, `?withdraw=` the one they are about to withdraw from; for finance with a quarter's tax. */
export async function loadInvoices(
  context: Context,
  query: URLSearchParams,
  { withOss }: { withOss: boolean },
) {
  const reference = query.get('order') ?? undefined
  const member = requireMember(context)
  const [page, underWay, withdrawable, returnable, address, report] = await Promise.all([
    ownDocuments(context, { after: query.get('after') ?? undefined, reference }),
    ownUnderWay(context),
    withdrawableOrders(context),
    returnableLines(context, reference ?? query.get('refund') ?? undefined),
    ownBilling(context),
    withOss ? ossOf(context, query) : undefined,
  ])
  const chosen = withdrawable.find((order) => order.reference === query.get('withdraw'))
  // What may be withdrawn from needs nobody's leave.
  const lines = returnable.filter((line) => !withdrawable.some((order) => order.reference === line.reference))
  const asked = lines.find(
    (line) =>
      query.get('refund') === line.reference &&
      query.get('material') === String(line.materialId) &&
      line.state === undefined,
  )
  const vatIdState = await vatIdStateOf(context, address)
  const hasVatId = vatIdState === 'verified' || vatIdState === 'no_register'
  return {
    ...page,
    underWay,
    isOne: reference !== undefined,
    withdrawable,
    chosen,
    lines,
    asked,
    member,
    report,
    hasVatId,
  }
}

/** The quarter that was asked for, else the one that has just ended. */
async function ossOf(context: Context, query: URLSearchParams) {
  const { booksTimeZone } = context.env
  const [begins] = quarterBounds(quarterAt(new Date(), booksTimeZone), booksTimeZone)
  const usual = quarterAt(new Date(begins.getTime() - 1), booksTimeZone)
  return await ossReport(context, quarterSchema.safeParse(query.get('quarter')).data ?? usual)
}

/** An author's documents of each month. */
export async function loadFee(context: Context, query: URLSearchParams) {
  return await ownDocuments(context, { after: query.get('after') ?? undefined, side: 'author' })
}

/** The member's address for invoices, the countries there are, and what the register says of their VAT number. */
export async function loadBillingAddress(context: Context) {
  const [address, { countries, country }] = await Promise.all([ownBilling(context), sellTo(context)])
  const vatIdState = await vatIdStateOf(context, address)
  return { address, countries, country: address?.country ?? country, vatIdState }
}

/** The list of favorites: `?folder=`, `?page=` and `?sort=` say which part of it, and how. */
export async function loadFavorites(context: Context, query: URLSearchParams) {
  const sort = favoriteSorts.find((each) => each === query.get('sort')) ?? 'newest'
  const { list, folders } = await rememberedList(context, {
    folder: query.get('folder') ?? undefined,
    page: readWholeNumber(query.get('page'), 1, 100) ?? 1,
    sort,
  })
  const [share, popular] = await Promise.all([
    ownShare(context),
    list.total === 0 ? loadPopular(context) : [],
  ])
  return { list, folders, share, popular }
}

/** The author's own materials and what buyers wait to hear; a member who has never uploaded has none. */
export async function loadCabinetSales(context: Context, query: URLSearchParams) {
  const start = await sellerStart(context)
  if (sellerOf(context) === undefined) {
    return {
      materials: [],
      nextCursor: null,
      questions: [],
      reviews: [],
      notes: [],
      hidden: [],
      bundles: [],
      folders: undefined,
      start,
      published: undefined,
      facts: undefined,
    }
  }
  const folders = await foldersFor(context, 'own', query)
  const wish = {
    state: ownStates.find((each) => each === query.get('state')),
    query: query.get('query') ?? '',
  }
  const publishedId = readId(query.get('published'))
  const [own, bundles, questions, reviews, notes, hidden, published, facts] = await Promise.all([
    ownMaterials(context, { after: query.get('after') ?? undefined, ...wish, ...folders.choice }),
    ownBundles(context),
    waitingQuestions(context),
    waitingReviews(context),
    receivedNotes(context),
    hiddenComments(context),
    publishedId === undefined ? undefined : ownPublished(context, publishedId),
    ownListFacts(context, { ...wish, ...folders.choice }),
  ])
  return { ...own, bundles, questions, reviews, notes, hidden, folders, start, published, facts }
}

/** The one a notice is about; one that is not public, or not theirs, is none. */
async function ownPublished(context: Context, id: number) {
  const { materials } = await ownMaterials(context, { ids: [id] })
  return materials.find(({ status }) => status === 'published')
}

/** The form of a new material; `isLocked`: the address has to be confirmed first. */
export async function loadUpload(context: Context) {
  return {
    member: requireMember(context),
    isLocked: hindranceTo(context, 'listing.upload') === 'email_not_confirmed',
    options: materialFormOptions(context),
    units: await ownSellableUnits(context),
    /** Value of the file input's `accept`. */
    accept: acceptedEndings,
    draft: await ownDraft(context, 'upload-listing'),
    waiting: await ownUploads(context),
  }
}

/** A material of one's own with advice on its price and keywords, and what is left of prices. @throws ProductError not_found */
export async function loadEditMaterial(
  context: Context,
  params: Readonly<Record<string, string>>,
  query: URLSearchParams,
) {
  const material = await ownMaterial(context, Number(params.materialId))
  const { id: materialId, fields } = material
  const [pricing, tags] = await Promise.all([pricingOf(context, material), tagAdvice(context, fields)])
  return {
    material,
    ...{ pricing, tags },
    tax: await listingTax(context, material),
    options: materialFormOptions(context),
    units: await ownSellableUnits(context),
    accept: acceptedEndings,
    problems: readProblems(query.get('problems')),
    refused: readRefused(query.get('refused')),
    waiting: await ownUploads(context),
    draft: await ownDraft(context, 'save-listing', materialId),
  }
}

/** What was sold, page by page, filtered as the address asks, with the author's balance and requests for refunds. */
export async function loadSales(context: Context, query: URLSearchParams) {
  const materials = await ownTitles(context)
  const wish = salesWish(query, materials)
  const [page, account, countries, wishes] = await Promise.all([
    sales(context, query.get('after') ?? undefined, wish),
    authorAccount(context),
    countriesOfSales(context),
    refundRequests(context),
  ])
  const isFiltered = Object.values(wish).some((value) => value !== undefined)
  const isOlder = query.has('after')
  const statements = lastMonths(context)
  return { ...page, wishes, account, statements, materials, countries, wish, isFiltered, isOlder }
}

/** What the address says wrongly is as if it said nothing. */
function salesWish(query: URLSearchParams, materials: readonly { id: number }[]): SalesWish {
  const day = (name: string) => z.iso.date().safeParse(query.get(name)).data
  return {
    from: day('from'),
    to: day('to'),
    materialId: materials.find(({ id }) => id === readId(query.get('material')))?.id,
    country: /^[A-Z]{2}$/.exec(query.get('country') ?? '')?.[0],
  }
}

/** The notification centre; `?after=` is the cursor of an older page. */
export async function loadNotifications(context: Context, query: URLSearchParams) {
  const [page, settings] = await Promise.all([
    notifications(context, query.get('after') ?? undefined),
    notificationSettings(context),
  ])
  return { ...page, settings, isOlder: query.has('after') }
}
