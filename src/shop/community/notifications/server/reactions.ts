import { type Context, memberOf } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { transaction } from '#platform/db/transaction.ts'
import { type Listener, on } from '#platform/events/event.ts'
import {
  noteAnswered,
  noteSent,
  questionAnswered,
  questionAsked,
  reviewAnswered,
  reviewWritten,
} from '#shop/community/feedback/server/events.ts'
import { followChanged } from '#shop/community/follow/server/events.ts'
import { orderPaid, ownedMaterialRenewed } from '#shop/money/orders/server/events.ts'
import { wishDecided } from '#shop/schools/school-wishes/server/events.ts'
import { announcementSent } from '#shop/selling/announcements/server/events.ts'
import { listingPublished } from '#shop/selling/materials/server/events.ts'
import { commentWritten, postPublished } from '#shop/selling/posts/server/events.ts'
import {
  findAnnouncer,
  findMaterial,
  findPost,
  followersAfter,
  type NewNotification,
  nameOf,
} from './queries.ts'
import { tell } from './service.ts'

const newsHours = 24

/** What members are notified of. A single one within the event's transaction; a whole crowd later, as a job. */
export const reactions: readonly Listener[] = [
  on(orderPaid, 'if-possible', 'notifications.sale', async (_context, { orderId, world, items }, tx) => {
    for (const [authorId, own] of Map.groupBy(items, (item) => item.authorId)) {
      const data = { title: own[0]?.title ?? '', more: own.length - 1 }
      await tell(tx, [authorId], { world, kind: 'sale', dedupeKey: `sale:${world}:${orderId}`, data })
    }
  }),
  on(reviewWritten, 'if-possible', 'notifications.review', async (context, { materialId, authorId }, tx) => {
    const writer = memberOf(context)?.accountId ?? 0
    await tellOfMaterial(context, tx, { materialId, to: authorId, kind: 'review', key: String(writer) })
  }),
  on(
    questionAsked,
    'if-possible',
    'notifications.question',
    async (context, { materialId, authorId, questionId }, tx) => {
      const material = await findMaterial(tx, context.world, materialId)
      if (material === undefined) return
      await tell(tx, [authorId], {
        world: context.world,
        kind: 'question',
        dedupeKey: `question:${context.world}:${questionId}`,
        data: { id: questionId, title: material.title },
      })
    },
  ),
  on(
    questionAnswered,
    'if-possible',
    'notifications.answer',
    async (context, { materialId, askerId, questionId }, tx) => {
      if (askerId === undefined) return
      await tellOfMaterial(context, tx, { materialId, to: askerId, kind: 'answer', key: String(questionId) })
    },
  ),
  on(
    reviewAnswered,
    'if-possible',
    'notifications.review-reply',
    async (context, { materialId, reviewId, reviewerId }, tx) => {
      if (reviewerId === undefined) return
      const about = { materialId, to: reviewerId, key: String(reviewId) }
      await tellOfMaterial(context, tx, { ...about, kind: 'review-reply' })
    },
  ),
  on(
    noteSent,
    'if-possible',
    'notifications.note',
    async ({ world }, { materialId, authorId, noteId }, tx) => {
      const material = await findMaterial(tx, world, materialId)
      if (material === undefined) return
      const data = { id: noteId, title: material.title }
      await tell(tx, [authorId], { world, kind: 'note', dedupeKey: `note:${world}:${noteId}`, data })
    },
  ),
  on(noteAnswered, 'if-possible', 'notifications.note-answer', async ({ world }, about, tx) => {
    const { materialId, noteId, buyerId } = about
    const material = await findMaterial(tx, world, materialId)
    if (material === undefined) return
    const data = { id: materialId, title: material.title }
    const dedupeKey = `note-answer:${world}:${noteId}`
    await tell(tx, [buyerId], { world, kind: 'note-answer', dedupeKey, data })
  }),
  on(
    commentWritten,
    'if-possible',
    'notifications.comment',
    async ({ world }, { postId, materialId, commentId, writerId, mentionedIds, ...of }, tx) => {
      const about = await talkedAbout(tx, world, { postId, materialId })
      const name = await nameOf(tx, writerId)
      if (about === undefined || name === undefined) return
      const data = { ...about, name }
      // Of a post its author, of a question also who asked it; they hear of every comment, so of no mention.
      const owners = [...new Set([of.authorId, of.askerId ?? of.authorId])]
      const recipients = owners.filter((id) => id !== writerId).sort(byNumber)
      if (recipients.length > 0)
        await tell(tx, recipients, {
          world,
          kind: 'comment',
          dedupeKey: `comment:${world}:${commentId}`,
          data,
        })
      const others = mentionedIds.filter((id) => !owners.includes(id)).sort(byNumber)
      await tell(tx, others, { world, kind: 'mention', dedupeKey: `mention:${world}:${commentId}`, data })
    },
  ),
  on(
    followChanged,
    'if-possible',
    'notifications.follower',
    async ({ world }, { accountId, authorIds, isFollowing }, tx) => {
      const name = isFollowing ? await nameOf(tx, accountId) : undefined
      if (name === undefined) return
      // Who follows, leaves and follows again is news once.
      await tell(tx, [...authorIds].sort(byNumber), {
        world,
        kind: 'follower',
        dedupeKey: `follower:${world}:${accountId}`,
        data: { name },
      })
    },
  ),
  on(
    wishDecided,
    'if-possible',
    'notifications.school-wish',
    async (_context, { world, schoolId, materialId, wisherId, title, isApproved }, tx) => {
      // What was declined, wished for again and approved is news again.
      const dedupeKey = `school-wish:${world}:${schoolId}:${materialId}:${isApproved}`
      await tell(tx, [wisherId], {
        world,
        kind: 'school-wish',
        dedupeKey,
        data: { id: materialId, title, isApproved },
      })
    },
  ),
  on(
    listingPublished,
    'later',
    'notifications.new-material',
    async (context, { materialId, authorId, world }) => {
      const material = await findMaterial(context.db, world, materialId)
      if (material === undefined || !isNews(material)) return
      const { title, slug, author: name } = material
      await tellFollowers(context, authorId, {
        world,
        kind: 'new-material',
        dedupeKey: `new-material:${world}:${materialId}`,
        data: { id: materialId, slug, title, name },
      })
    },
  ),
  on(announcementSent, 'later', 'notifications.author-news', async (context, said) => {
    const { announcementId, authorId, world } = said
    const author = await findAnnouncer(context.db, world, announcementId)
    if (author === undefined) return
    await tellFollowers(context, authorId, {
      world,
      kind: 'author-news',
      dedupeKey: `author-news:${world}:${announcementId}`,
      data: { id: authorId, ...author },
    })
  }),
  on(
    ownedMaterialRenewed,
    'if-possible',
    'notifications.new-version',
    async (_context, { world, materialId: id, title, versionId, ownerIds }, tx) => {
      const dedupeKey = `new-version:${world}:${id}:${versionId}`
      await tell(tx, ownerIds, { world, kind: 'new-version', dedupeKey, data: { id, title } })
    },
  ),
  on(postPublished, 'later', 'notifications.new-post', async (context, { postId, authorId, world }) => {
    const post = await findPost(context.db, world, postId)
    if (post === undefined || !isNews(post)) return
    await tellFollowers(context, authorId, {
      world,
      kind: 'new-post',
      dedupeKey: `new-post:${world}:${postId}`,
      data: { id: postId, title: post.title, name: post.author },
    })
  }),
]

/** The title and address of what is commented on; with a slug it is a material. */
async function talkedAbout(
  tx: Db,
  world: string,
  { postId, materialId }: { postId: number | null; materialId: number | null },
): Promise<{ id: number; title: string; slug?: string } | undefined> {
  if (postId !== null) {
    const post = await findPost(tx, world, postId)
    return post && { id: postId, title: post.title }
  }
  const material = materialId === null ? undefined : await findMaterial(tx, world, materialId)
  return material && { id: materialId ?? 0, title: material.title, slug: material.slug }
}

/** What was public before and comes back (or is imported with its own day) is no news to anybody. */
function isNews({ published_at }: { published_at: Date | null }): boolean {
  return published_at === null || Date.now() - published_at.getTime() < newsHours * 3_600_000
}

function byNumber(one: number, other: number): number {
  return one - other
}

interface OfMaterial {
  materialId: number
  to: number
  kind: 'review' | 'answer' | 'review-reply'
  /** Tells this happening from others of its kind on the same material. */
  key: string
}

async function tellOfMaterial(
  { world }: Context,
  tx: Db,
  { materialId, to, kind, key }: OfMaterial,
): Promise<void> {
  const material = await findMaterial(tx, world, materialId)
  if (material === undefined) return
  const { title, slug } = material
  const data = { id: materialId, slug, title }
  await tell(tx, [to], { world, kind, dedupeKey: `${kind}:${world}:${materialId}:${key}`, data })
}

/** A thousand followers a transaction, so that nobody waits for the last of them. */
async function tellFollowers({ db }: Context, authorId: number, what: NewNotification): Promise<void> {
  for (let afterId = 0; ; ) {
    const ids = await followersAfter(db, { world: what.world, authorId, afterId })
    if (ids.length === 0) return
    await transaction(db, (tx) => tell(tx, ids, what))
    afterId = ids.at(-1) ?? afterId
  }
}
