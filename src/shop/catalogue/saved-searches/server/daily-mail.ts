import type { Deps } from '#platform/context/context.ts'
import { transaction } from '#platform/db/transaction.ts'
import { savedSearchLimits } from '#platform/limits.ts'
import { queueMail } from '#platform/mail/server/service.ts'
import { absoluteUrl, url } from '#platform/routing/url.ts'
import { type LiveWorldCode, liveWorldCodes } from '#platform/rules/contract/world.ts'
import { narrowedBy, readSearchInput } from '#shop/catalogue/catalogue/server/service.ts'
import { savedSearchNews } from './mails.ts'
import { mailReaders, noteChecked, publishedIn, type SavedSearchRow, searchesToCheck } from './queries.ts'

const readersPerTurn = 200
/** So many of the newest hits are looked at; nobody reads more in a mail. */
const looked = 24
const named = 5

type App = Pick<Deps, 'db' | 'search' | 'queue' | 'env'>

/**
 * The job `mail_saved_searches`, once a day: one mail to each member whose saved searches (those with mails on) found
 * something published since the last time. Run twice, it writes no second mail.
 */
export async function mailSavedSearches(app: App): Promise<void> {
  for (const world of liveWorldCodes) {
    for (let afterId = 0; ; ) {
      const readers = await mailReaders(app.db, world, { afterId, limit: readersPerTurn })
      for (const reader of readers) await mailReader(app, world, reader)
      const last = readers.at(-1)
      if (last === undefined || readers.length < readersPerTurn) break
      afterId = last.id
    }
  }
}

async function mailReader(
  app: App,
  world: LiveWorldCode,
  reader: { id: number; email: string; public_name: string },
): Promise<void> {
  await transaction(app.db, async (tx) => {
    const until = new Date()
    const searches = await searchesToCheck(tx, { world, accountId: reader.id }, savedSearchLimits.perMember)
    if (searches.length === 0) return
    const news = []
    for (const search of searches) {
      const titles = await newTitles(app, world, search, until)
      if (titles.length > 0)
        news.push({ name: search.name, titles: titles.slice(0, named), count: titles.length })
    }
    await noteChecked(
      tx,
      world,
      searches.map(({ id }) => id),
      until,
    )
    if (news.length === 0) return
    await queueMail(
      tx,
      { ...app, world },
      {
        mail: savedSearchNews,
        to: reader.email,
        vars: {
          publicName: reader.public_name,
          searches: news,
          listUrl: `${absoluteUrl(app.env.siteUrl, url('account', { world }))}#saved-searches`,
        },
        dedupeKey: `saved-search-news:${world}:${reader.id}:${until.toISOString().slice(0, 10)}`,
      },
    )
  })
}

async function newTitles(
  { db, search: engine }: App,
  world: LiveWorldCode,
  search: SavedSearchRow,
  until: Date,
): Promise<string[]> {
  const input = readSearchInput(new URLSearchParams(search.params))
  // As it is typed: what a correction finds is not what the mail promises.
  const hits = await engine.search({
    ...{
      world,
      query: input.query,
      ...narrowedBy(input),
      exact: true,
      sort: 'newest',
      limit: looked,
      withFacets: false,
    },
  })
  const time = { ids: hits.materialIds, from: search.checked_until, until }
  return (await publishedIn(db, world, time)).map(({ title }) => title)
}
