import type { Deps } from '#platform/context/context.ts'
import { transaction } from '#platform/db/transaction.ts'
import { linkToken } from '#platform/http/access/link-token.ts'
import { abandonedCart } from '#platform/limits.ts'
import { queueMail } from '#platform/mail/server/service.ts'
import { absoluteUrl, url } from '#platform/routing/url.ts'
import { type LiveWorldCode, liveWorldCodes } from '#platform/rules/contract/world.ts'
import { sumCents } from '#platform/rules/money/money.ts'
import { abandonedCartMail } from '../mails.ts'
import { cartLinesOf } from '../service.ts'
import { restorePurpose as purpose } from './restoring.ts'
import { type AbandonedRow, abandonedCarts, markReminded } from './saved-queries.ts'

const hourMs = 3_600_000
const cartsPerTurn = 200
const shownTitles = 5

type App = Pick<Deps, 'db' | 'queue' | 'env'>

/**
 * The job `mail_abandoned_carts`: who asked for it is notified once of a cart that was left a day ago. Run twice, it writes no
 * second mail; a cart of last month, when the job stood still, is let go.
 */
export async function mailAbandonedCarts(app: App): Promise<void> {
  const now = Date.now()
  const until = new Date(now - abandonedCart.afterHours * hourMs)
  const from = new Date(now - abandonedCart.atMostHours * hourMs)
  const remindedBefore = new Date(now - abandonedCart.pauseDays * 24 * hourMs)
  for (const world of liveWorldCodes) {
    for (let afterId = 0; ; ) {
      const due = await abandonedCarts(app.db, world, {
        ...{ from, until, remindedBefore, afterId, limit: cartsPerTurn },
      })
      for (const cart of due) await tellOf(app, world, cart, remindedBefore)
      const last = due.at(-1)
      if (last === undefined || due.length < cartsPerTurn) break
      afterId = last.recipient_id
    }
  }
}

async function tellOf(
  app: App,
  world: LiveWorldCode,
  cart: AbandonedRow,
  remindedBefore: Date,
): Promise<void> {
  const lines = await cartLinesOf(app.db, world, cart.account_id)
  // What cannot be bought any more, and what was bought in another way, is nothing to be notified of.
  if (lines.length === 0) return
  await transaction(app.db, async (tx) => {
    if (!(await markReminded(tx, world, { cartId: cart.id, remindedBefore }))) return
    const token = linkToken(app.env, { purpose, world, id: cart.id, days: abandonedCart.linkDays })
    await queueMail(
      tx,
      { ...app, world },
      {
        mail: abandonedCartMail,
        to: cart.email,
        vars: {
          publicName: cart.public_name,
          titles: lines.slice(0, shownTitles).map(({ title }) => title),
          count: lines.length,
          totalCents: sumCents(lines.map(({ price }) => price)),
          world,
          cartUrl: absoluteUrl(app.env.siteUrl, url('abandoned-cart', { world, token })),
        },
        dedupeKey: `abandoned-cart:${world}:${cart.id}:${new Date().toISOString().slice(0, 10)}`,
      },
    )
  })
}
