import { type Deps, strangerContext } from '#platform/context/context.ts'
import { transaction } from '#platform/db/transaction.ts'
import { emit } from '#platform/events/events.ts'
import { creditWarningDays } from '#platform/limits.ts'
import { queueMail } from '#platform/mail/server/service.ts'
import { absoluteUrl, url } from '#platform/routing/url.ts'
import { isLiveWorld } from '#platform/routing/worlds.ts'
import { giftCardsAccount } from '#platform/rules/money/booking.ts'
import { creditMoved } from './events.ts'
import { expireCards } from './gift-card-queries.ts'
import { creditEndsMail } from './mails.ts'
import { expireLots, markWarned } from './queries.ts'

const batch = 500

/** The job `end_credits`: credit that is over ends, and whose credit ends soon is notified in time, once. */
export async function endCredits(deps: Deps): Promise<void> {
  while ((await endSome(deps)) === batch);
  while ((await endCards(deps)) === batch);
  while ((await warnSome(deps)) === batch);
}

async function endSome(deps: Deps): Promise<number> {
  return await transaction(deps.db, async (tx) => {
    const rows = await expireLots(tx, batch)
    for (const { account_id: accountId, world, currency, cents: amountCents } of rows) {
      if (!isLiveWorld(world)) continue
      await emit(strangerContext(deps, world), tx, creditMoved, {
        ...{ world, currency, amountCents, from: `credit:${accountId}`, to: 'platform:credits' },
      })
    }
    return rows.length
  })
}

async function endCards(deps: Deps): Promise<number> {
  return await transaction(deps.db, async (tx) => {
    const rows = await expireCards(tx, batch)
    for (const { world, currency, cents: amountCents } of rows) {
      if (!isLiveWorld(world)) continue
      await emit(strangerContext(deps, world), tx, creditMoved, {
        ...{ world, currency, amountCents, from: giftCardsAccount, to: 'platform:credits' },
      })
    }
    return rows.length
  })
}

async function warnSome(deps: Deps): Promise<number> {
  const before = new Date(Date.now() + creditWarningDays * 86_400_000)
  return await transaction(deps.db, async (tx) => {
    const rows = await markWarned(tx, before, batch)
    for (const row of rows) {
      if (!isLiveWorld(row.world)) continue
      const context = strangerContext(deps, row.world)
      await queueMail(tx, context, {
        mail: creditEndsMail,
        to: row.email,
        vars: {
          publicName: row.public_name,
          amountCents: row.cents,
          currency: row.currency,
          endsAt: row.expires_at,
          creditUrl: absoluteUrl(deps.env.siteUrl, url('credit', { world: row.world })),
        },
        dedupeKey: `credit-ends:${row.account_id}:${row.currency}:${row.expires_at.toISOString().slice(0, 10)}`,
      })
    }
    return rows.length
  })
}
