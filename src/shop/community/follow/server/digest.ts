import type { Deps } from '#platform/context/context.ts'
import { transaction } from '#platform/db/transaction.ts'
import { linkToken } from '#platform/http/access/link-token.ts'
import { memberOwner } from '#platform/http/visitor/owner.ts'
import { unsubscribeLinkDays } from '#platform/limits.ts'
import { queueMail } from '#platform/mail/server/service.ts'
import { absoluteUrl, url } from '#platform/routing/url.ts'
import { type LiveWorldCode, liveWorldCodes, liveWorldOr } from '#platform/rules/contract/world.ts'
import { digestReaders, type NewsRow, newsRows, type ReaderRow } from './feed-queries.ts'
import { followDigest } from './mails.ts'

const week = 7 * 86_400_000
const readersPerTurn = 200
/** Nobody reads more in a mail; the feed has all of it. */
const most = { news: 60, authors: 6, titles: 4 }

type App = Pick<Deps, 'db' | 'queue' | 'env'>

/**
 * The job `mail_follow_digest`, once a week: one mail to each member whose authors published something within the week.
 * Run twice in one week, it writes no second mail.
 */
export async function mailFollowDigest(app: App): Promise<void> {
  const until = new Date()
  const from = new Date(until.getTime() - week)
  for (const world of liveWorldCodes) {
    for (let afterId = 0; ; ) {
      const readers = await digestReaders(app.db, world, { from, until, afterId, limit: readersPerTurn })
      for (const reader of readers) await mailReader(app, world, { reader, from, until })
      const last = readers.at(-1)
      if (last === undefined || readers.length < readersPerTurn) break
      afterId = last.id
    }
  }
}

async function mailReader(
  app: App,
  world: LiveWorldCode,
  { reader, from, until }: { reader: ReaderRow; from: Date; until: Date },
): Promise<void> {
  const before = { at: until, id: Number.MAX_SAFE_INTEGER }
  const owner = memberOwner(reader.id)
  const news = await newsRows(app.db, world, { owner, since: from, before, limit: most.news })
  if (news.length === 0) return
  const byAuthor = [...Map.groupBy(news, (row) => row.author_id)].slice(0, most.authors)
  const home = liveWorldOr(reader.world, world)
  await transaction(app.db, async (tx) => {
    await queueMail(
      tx,
      { ...app, world: home },
      {
        mail: followDigest,
        to: reader.email,
        vars: {
          publicName: reader.public_name,
          authors: byAuthor.map(([authorId, own]) => sectionOf(app, world, { authorId, own, reader })),
          feedUrl: absoluteUrl(app.env.siteUrl, url('feed', { world })),
        },
        dedupeKey: `follow-digest:${world}:${reader.id}:${weekOf(until)}`,
      },
    )
  })
}

function sectionOf(
  app: App,
  world: LiveWorldCode,
  { authorId, own, reader }: { authorId: number; own: readonly NewsRow[]; reader: ReaderRow },
) {
  return {
    name: own[0]?.author ?? '',
    titles: own.slice(0, most.titles).map(({ title }) => title),
    unfollowUrl: unfollowUrl(app, world, { authorId, accountId: reader.id }),
  }
}

/** The link of a mail by which its reader stops following one author. */
export function unfollowUrl(
  { env }: Pick<App, 'env'>,
  world: LiveWorldCode,
  { authorId, accountId }: { authorId: number; accountId: number },
): string {
  const purpose = `unfollow:${authorId}` as const
  const token = linkToken(env, { purpose, world, id: accountId, days: unsubscribeLinkDays })
  return absoluteUrl(env.siteUrl, url('unsubscribe', { world, partition: `author-${authorId}`, token }))
}

/** Weeks since 1970, from Monday to Monday. */
function weekOf(at: Date): number {
  return Math.floor((at.getTime() / 86_400_000 + 3) / 7)
}
