import type { Context, Deps } from '#platform/context/context.ts'
import { transaction } from '#platform/db/transaction.ts'
import { ProductError } from '#platform/errors.ts'
import { linkToken, readLinkToken } from '#platform/http/access/link-token.ts'
import { ratingLinkDays } from '#platform/limits.ts'
import { queueMail } from '#platform/mail/server/service.ts'
import { absoluteUrl, url } from '#platform/routing/url.ts'
import type { OwnReview } from '#platform/rules/contract/feedback.ts'
import type { MaterialCard } from '#platform/rules/contract/material.ts'
import { type LiveWorldCode, liveWorldCodes } from '#platform/rules/contract/world.ts'
import { cardsByIds } from '#shop/catalogue/catalogue/server/service.ts'
import { asMember } from '#shop/people/identity/server/service.ts'
import { ratingRequest } from '../mails.ts'
import { type DueOrderRow, dueOrders, noteAsked, ratable } from './rating-queries.ts'
import { ownReviews } from './reviews.ts'

const day = 86_400_000
/** Orders older than this when their turn comes are let go: nobody is asked about last year's at the first start. */
const windowDays = 14
const ordersPerTurn = 200
const purpose = 'rate'

type App = Pick<Deps, 'db' | 'queue' | 'env'>

/**
 * The job `mail_rating_requests`, once a day: asks buyers how the material is, `RATING_MAIL_DAYS` after they paid, once
 * an order, and only about what they have not rated. Run twice, it writes no second mail.
 */
export async function mailRatingRequests(app: App): Promise<void> {
  const { ratingMailDays } = app.env
  if (ratingMailDays === 0) return
  const until = new Date(Date.now() - ratingMailDays * day)
  const from = new Date(until.getTime() - windowDays * day)
  for (const world of liveWorldCodes) {
    for (let afterId = 0; ; ) {
      const due = await dueOrders(app.db, world, { from, until, afterId, limit: ordersPerTurn })
      for (const order of due) await askFor(app, world, order)
      const last = due.at(-1)
      if (last === undefined || due.length < ordersPerTurn) break
      afterId = last.id
    }
  }
}

async function askFor(app: App, world: LiveWorldCode, order: DueOrderRow): Promise<void> {
  await transaction(app.db, async (tx) => {
    if (!(await noteAsked(tx, world, order.id))) return
    const titles = (await ratable(tx, world, order.id)).filter((row) => !row.is_rated).map((row) => row.title)
    if (titles.length === 0) return
    const token = linkToken(app.env, { purpose, world, id: order.id, days: ratingLinkDays })
    await queueMail(
      tx,
      { ...app, world },
      {
        mail: ratingRequest,
        to: order.email,
        vars: {
          publicName: order.public_name,
          orderNumber: order.number ?? '',
          titles,
          rateUrl: absoluteUrl(app.env.siteUrl, url('rating-email', { world, token })),
          days: ratingLinkDays,
        },
        dedupeKey: `rating-request:${world}:${order.id}`,
      },
    )
  })
}

export interface RatingPage {
  materials: MaterialCard[]
  /** What the buyer wrote already, by material. */
  reviews: ReadonlyMap<number, OwnReview>
}

/** What the buyer may rate by the link of a mail. @throws ProductError('link_expired') */
export async function ratingPage(context: Context, token: string): Promise<RatingPage> {
  const { buyer, materialIds } = await openLink(context, token)
  const [materials, reviews] = await Promise.all([
    cardsByIds(context, materialIds, { includeHidden: true }),
    ownReviews(buyer, materialIds),
  ])
  return { materials, reviews: new Map(reviews.map((review) => [review.materialId, review])) }
}

/**
 * The context of the buyer a link was sent to, for a review of one material of that order and nothing else.
 * @throws ProductError link_expired; not_found for a material that is not of the order
 */
export async function asBuyer(context: Context, token: string, materialId: number): Promise<Context> {
  const { buyer, materialIds } = await openLink(context, token)
  if (!materialIds.includes(materialId)) throw new ProductError('not_found')
  return buyer
}

async function openLink(
  context: Context,
  token: string,
): Promise<{ buyer: Context; materialIds: readonly number[] }> {
  const { db, env, world } = context
  const rows = await ratable(db, world, readLinkToken(env, { purpose, world }, token))
  const [first] = rows
  const buyer = first && (await asMember(context, first.account_id))
  // An order whose materials are all gone has nothing to rate.
  if (buyer === undefined) throw new ProductError('link_expired')
  return { buyer, materialIds: rows.map((row) => row.material_id) }
}
