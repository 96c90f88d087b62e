import type { Deps } from '#platform/context/context.ts'
import { transaction } from '#platform/db/transaction.ts'
import { formatPriceWithCode } from '#platform/i18n/prices.ts'
import { queueMail } from '#platform/mail/server/service.ts'
import { absoluteUrl, url } from '#platform/routing/url.ts'
import { type LiveWorldCode, liveWorldCodes } from '#platform/rules/contract/world.ts'
import { priceDrop } from './mails.ts'
import { dropReaders, noteDrops, notePrices } from './queries.ts'

const readersPerTurn = 200
const named = 12

type App = Pick<Deps, 'db' | 'queue' | 'env'>

/**
 * The job `mail_price_drops`, once a day: one mail to each member about remembered materials that cost less than when
 * they were remembered or last told of. Told prices are noted with the mail, so nobody hears of one twice.
 */
export async function mailPriceDrops(app: App): Promise<void> {
  for (const world of liveWorldCodes) {
    for (let afterId = 0; ; ) {
      const readers = await dropReaders(app.db, world, { afterId, limit: readersPerTurn })
      for (const reader of readers) await mailReader(app, world, reader)
      const last = readers.at(-1)
      if (last === undefined || readers.length < readersPerTurn) break
      afterId = last.id
    }
    await notePrices(app.db, world)
  }
}

async function mailReader(
  app: App,
  world: LiveWorldCode,
  reader: { id: number; email: string; public_name: string },
): Promise<void> {
  await transaction(app.db, async (tx) => {
    const drops = await noteDrops(tx, world, reader.id)
    if (drops.length === 0) return
    const lines = drops.slice(0, named).map(({ title, price_cents: cents, currency }) => {
      return { title, price: formatPriceWithCode(cents, currency) }
    })
    await queueMail(
      tx,
      { ...app, world },
      {
        mail: priceDrop,
        to: reader.email,
        vars: {
          publicName: reader.public_name,
          lines,
          listUrl: absoluteUrl(app.env.siteUrl, url('favorites', { world })),
        },
        dedupeKey: `price-drop:${world}:${reader.id}:${new Date().toISOString().slice(0, 10)}`,
      },
    )
  })
}
