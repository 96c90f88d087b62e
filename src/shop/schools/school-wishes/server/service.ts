import type { Context } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { transaction } from '#platform/db/transaction.ts'
import { ProductError } from '#platform/errors.ts'
import { emit } from '#platform/events/events.ts'
import { requireMember } from '#platform/http/access/access.ts'
import { isAllowed } from '#platform/http/access/authorize.ts'
import { formatDate } from '#platform/i18n/format.ts'
import { formatAmount } from '#platform/i18n/prices.ts'
import { translator } from '#platform/i18n/translate.ts'
import { absoluteUrl, url } from '#platform/routing/url.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'
import { writeCsv } from '#platform/rules/files/csv.ts'
import { isOffered, type Licence, licencePrices } from '#platform/rules/money/licence.ts'
import { addToCart, type CartChange } from '#shop/buying/cart/server/service.ts'
import { addFavorite, removeFavorite, schoolList } from '#shop/buying/favorites/server/service.ts'
import type { Wish, WishFilter, WishPriority } from '../rules/contract.ts'
import { wishDecided } from './events.ts'
import { mayRemoveWish } from './policy.ts'
import {
  countWaiting,
  decideWish,
  deleteLostVotes,
  deleteVote,
  insertVote,
  insertWish,
  lockWish,
  markOrdered,
  type WishRow,
  wishRows,
  wishSubjects,
} from './queries.ts'

/** The note and the urgency of a wish. */
export interface WishWords {
  note: string
  priority: WishPriority
}

const noWords: WishWords = { note: '', priority: 2 }

/**
 * Puts a material on the list of the caller's school, with their vote; what stands there keeps its words and gets the vote.
 * @throws ProductError forbidden (in no school), not_found (unknown, hidden, or the school is of another world), invalid_input when
 * the list is full
 */
export async function wishForSchool(
  context: Context,
  materialId: number,
  words: WishWords = noWords,
): Promise<{ total: number }> {
  const { world } = context
  const { schoolId, accountId } = ownSchool(context)
  return await transaction(context.db, async (tx) => {
    const { total } = await addFavorite({ ...context, db: tx }, materialId, schoolList(context))
    const wish = { schoolId, materialId, by: accountId }
    if (!(await insertWish(tx, world, { ...wish, ...words }))) throw new ProductError('not_found')
    await insertVote(tx, world, wish)
    return { total }
  })
}

/**
 * Takes a material from the list of the caller's school; nothing happens when it is not on it.
 * @throws ProductError forbidden: it is a colleague's wish, or was decided
 */
export async function takeWishBack(context: Context, materialId: number): Promise<{ total: number }> {
  const { schoolId, accountId, role } = ownSchool(context)
  return await transaction(context.db, async (tx) => {
    const row = await lockWish(tx, context.world, { schoolId, materialId })
    const wish = row && { wishedBy: row.wished_by, state: row.state }
    if (wish && !mayRemoveWish(wish, { accountId, role })) throw new ProductError('forbidden')
    return await removeFavorite({ ...context, db: tx }, materialId, schoolList(context))
  })
}

/** A vote of the caller for a wish of their school, or none. @throws ProductError not_found: it is not on the list */
export async function voteForWish(
  context: Context,
  { materialId, isFor }: { materialId: number; isFor: boolean },
): Promise<void> {
  const { schoolId, accountId } = ownSchool(context)
  const vote = { schoolId, materialId, by: accountId }
  if (!isFor) return await deleteVote(context.db, context.world, vote)
  if (!(await insertVote(context.db, context.world, vote))) throw new ProductError('not_found')
}

/**
 * Approves a wish: it lies in the cart of who approves it, once, however many do.
 * @throws ProductError conflict (another master decided), and what the cart says of a material that cannot be bought
 */
export async function approveWish(
  context: Context,
  { materialId, licence }: { materialId: number; licence: Licence },
): Promise<CartChange> {
  return await transaction(context.db, async (tx) => {
    await decide({ ...context, db: tx }, tx, { materialId, licence, reason: '' })
    return await addToCart({ ...context, db: tx }, materialId, licence)
  })
}

/** Declines a wish; who wished for it reads why. @throws ProductError conflict (another master decided) */
export async function declineWish(
  context: Context,
  { materialId, reason }: { materialId: number; reason: string },
): Promise<void> {
  await transaction(context.db, (tx) => decide(context, tx, { materialId, licence: null, reason }))
}

/** A wish that was declined is one again. @throws ProductError conflict (it is none that was declined) */
export async function reopenWish(context: Context, materialId: number): Promise<void> {
  const { schoolId, accountId } = ownSchool(context)
  const again = { schoolId, materialId, by: accountId, reason: '', licence: null, isAgain: true }
  if (!(await decideWish(context.db, context.world, again))) throw new ProductError('conflict')
}

async function decide(
  context: Context,
  tx: Db,
  { materialId, licence, reason }: { materialId: number; licence: Licence | null; reason: string },
): Promise<void> {
  const { world } = context
  const { schoolId, accountId: by } = ownSchool(context)
  const done = await decideWish(tx, world, { schoolId, materialId, by, reason, licence, isAgain: false })
  if (done === undefined) throw new ProductError('conflict')
  const { wished_by: wisherId, title } = done
  if (wisherId === null || wisherId === by) return
  const isApproved = licence !== null
  await emit(context, tx, wishDecided, { world, schoolId, materialId, wisherId, title, isApproved })
}

/** A school bought what it wished for. */
export async function wishesOrdered(
  _context: Context,
  {
    world,
    buyerId,
    items,
  }: {
    world: LiveWorldCode
    buyerId: number
    items: readonly { materialId: number; licence: Licence }[]
  },
  tx: Db,
): Promise<void> {
  for (const { materialId, licence } of items) await markOrdered(tx, world, { buyerId, materialId, licence })
}

/** Who left a school, or is not known to belong to it any more, votes there no more. */
export async function dropLostVotes(
  _context: Context,
  { world, accountId, schoolId }: { world: LiveWorldCode; accountId: number; schoolId: number },
  tx: Db,
): Promise<void> {
  await deleteLostVotes(tx, world, { accountId, schoolId })
}

/** The list of the caller's school, at most 200 of it (specification 9), and the subjects it can be filtered by. */
export async function schoolWishes(
  context: Context,
  filter: WishFilter,
): Promise<{ wishes: Wish[]; subjects: string[] }> {
  const { db, world } = context
  const { schoolId, accountId, role } = ownSchool(context)
  const [rows, subjects] = await Promise.all([
    wishRows(db, world, { schoolId, accountId, filter }),
    wishSubjects(db, world, schoolId),
  ])
  return { wishes: rows.map((row) => wishOf(world, row, { accountId, role })), subjects }
}

function wishOf(world: LiveWorldCode, row: WishRow, caller: Parameters<typeof mayRemoveWish>[1]): Wish {
  const offer = { price: row.asked_cents, isBundle: row.is_bundle }
  const prices = licencePrices({
    price: row.asked_cents,
    regularPrice: row.price_cents,
    additionalPrice: row.additional_price_cents,
    schoolPrice: row.school_price_cents,
  })
  const { title, author, note, priority, state, licence, reason, votes } = row
  return {
    materialId: row.material_id,
    ...{ title, author, note, priority, state, licence, reason, votes },
    url: url('material', { world, id: row.material_id, slug: row.slug }),
    price: prices.single,
    schoolPrice: isOffered('school', offer) ? prices.school : null,
    currency: row.currency,
    wishedBy: row.wisher ?? '',
    wishedAt: row.created_at.toISOString(),
    hasVoted: row.has_voted,
    mayRemove: mayRemoveWish({ wishedBy: row.wished_by, state }, caller),
  }
}

/** The same as a table for a spreadsheet. */
export async function wishesFile(
  context: Context,
  filter: WishFilter,
): Promise<{ name: string; csv: Buffer }> {
  const { world, env } = context
  const { wishes } = await schoolWishes(context, filter)
  const t = translator(world)
  const head = [
    ...[t('school-wishlist:table.material'), t('school-wishlist:table.author')],
    ...[t('school-wishlist:table.price'), t('school-wishlist:table.schoolPrice')],
    ...[t('school-wishlist:table.currency'), t('school-wishlist:table.state')],
    ...[t('school-wishlist:table.votes'), t('school-wishlist:table.by'), t('school-wishlist:table.day')],
    ...[
      t('school-wishlist:table.note'),
      t('school-wishlist:table.reason'),
      t('school-wishlist:table.address'),
    ],
  ]
  const stateNames = {
    wished: t('school-wishlist:state.wished'),
    approved: t('school-wishlist:state.approved'),
    ordered: t('school-wishlist:state.ordered'),
    declined: t('school-wishlist:state.declined'),
  }
  const lines = wishes.map((wish) => [
    ...[wish.title, wish.author, formatAmount(wish.price, wish.currency)],
    wish.schoolPrice === null ? '' : formatAmount(wish.schoolPrice, wish.currency),
    ...[wish.currency, stateNames[wish.state], String(wish.votes), wish.wishedBy],
    formatDate(new Date(wish.wishedAt), world),
    ...[wish.note, wish.reason, absoluteUrl(env.siteUrl, wish.url)],
  ])
  return { name: `wishlist-${world}.csv`, csv: writeCsv([head, ...lines]) }
}

/** How many wishes wait for the member, who decides about them; 0 for others. */
export async function waitingWishes(context: Context): Promise<number> {
  if (!isAllowed(context, 'school-wish.approve')) return 0
  return await countWaiting(context.db, context.world, ownSchool(context).schoolId)
}

function ownSchool(context: Context) {
  const { accountId, schoolAccount } = requireMember(context)
  if (schoolAccount === undefined) throw new ProductError('forbidden')
  return { accountId, ...schoolAccount }
}
