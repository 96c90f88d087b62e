import type { Deps } from '#platform/context/context.ts'
import { transaction } from '#platform/db/transaction.ts'
import { queueMail } from '#platform/mail/server/service.ts'
import { absoluteUrl, url } from '#platform/routing/url.ts'
import { type LiveWorldCode, liveWorldOr } from '#platform/rules/contract/world.ts'
import { unfollowUrl } from '#shop/community/follow/server/service.ts'
import { authorNews } from './mails.ts'
import { type AnnouncementRow, type FollowerRow, findAnnouncement, followersToMail } from './queries.ts'

const followersPerTurn = 200

type App = Pick<Deps, 'db' | 'queue' | 'env'>

/** The job `mail_announcement`. Run twice it writes no second mail; what is taken away meanwhile goes no further. */
export async function mailAnnouncement(
  app: App,
  { world, announcementId }: { world: LiveWorldCode; announcementId: number },
): Promise<void> {
  for (let afterId = 0; ; ) {
    const said = await findAnnouncement(app.db, world, announcementId)
    if (said?.state !== 'shown') return
    const page = { world, authorId: said.author_id, afterId, limit: followersPerTurn }
    const followers = await followersToMail(app.db, page)
    await transaction(app.db, async (tx) => {
      for (const follower of followers) await mailOne({ ...app, db: tx }, world, { said, follower })
    })
    const last = followers.at(-1)
    if (last === undefined || followers.length < followersPerTurn) return
    afterId = Number(last.id)
  }
}

async function mailOne(
  { db: tx, ...app }: App,
  world: LiveWorldCode,
  { said, follower }: { said: AnnouncementRow; follower: FollowerRow },
): Promise<void> {
  const { env } = app
  const { author_id: authorId, slug } = said
  await queueMail(
    tx,
    { ...app, world: liveWorldOr(follower.world, world) },
    {
      mail: authorNews,
      to: follower.email,
      vars: {
        publicName: follower.public_name,
        author: said.author,
        text: said.text,
        authorUrl: absoluteUrl(env.siteUrl, url('author', { world, id: authorId, slug })),
        unfollowUrl: unfollowUrl(app, world, { authorId, accountId: Number(follower.id) }),
      },
      dedupeKey: `author-news:${world}:${said.id}:${follower.id}`,
    },
  )
}
