import { sql } from 'kysely'
import type { Deps } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { transaction } from '#platform/db/transaction.ts'
import { excerptLength } from '#platform/limits.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'
import { renderMarkdown } from '#platform/rules/markdown/members-text.ts'
import type { DemoPost, DemoWorld } from './catalogue/types.ts'
import { daysBefore } from './days-before.ts'

/** Posts of a world's authors with what readers said about them; what is there already stays as it is. */
export async function seedPosts(
  { db }: Pick<Deps, 'db'>,
  demo: DemoWorld,
  people: ReadonlyMap<string, number>,
): Promise<void> {
  for (const post of demo.posts) {
    const authorId = people.get(post.authorKey)
    if (authorId === undefined) throw new Error(`${demo.world}: no author ${post.authorKey}`)
    await transaction(db, async (tx) => {
      const postId = await insertPost(tx, demo.world, authorId, post)
      if (postId !== undefined) await insertVoices(tx, { demo, people, post, postId, authorId })
    })
  }
}

async function insertPost(
  tx: Db,
  world: LiveWorldCode,
  authorId: number,
  post: DemoPost,
): Promise<number | undefined> {
  const about = await tx
    .selectFrom('material')
    .select('id')
    .where('world', '=', world)
    .where('author_id', '=', authorId)
    .where('status', '=', 'published')
    .where('title', 'like', `%${post.about}%`)
    .orderBy('id')
    .executeTakeFirst()
  const { html, wordCount, excerpt } = renderMarkdown(post.source)
  const day = daysBefore(post.daysAgo)
  const row = await tx
    .insertInto('post')
    .values({
      world,
      author_id: authorId,
      title: post.title,
      source: post.source,
      html,
      excerpt: excerpt(excerptLength),
      word_count: wordCount,
      material_id: about?.id ?? null,
      status: 'published',
      editor_key: `demo-${post.authorKey}-${post.daysAgo}`,
      published_at: day,
      created_at: day,
      updated_at: day,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

interface Voices {
  demo: DemoWorld
  people: ReadonlyMap<string, number>
  post: DemoPost
  postId: number
  authorId: number
}

async function insertVoices(tx: Db, { demo, people, post, postId, authorId }: Voices): Promise<void> {
  const { world } = demo
  const readers = demo.buyers.map(({ key }) => people.get(key)).filter((id) => id !== undefined)
  let before: number | null = null
  for (const { by, text, daysAgo, isReply } of post.comments) {
    const accountId = by === 'author' ? authorId : readers[by % readers.length]
    if (accountId === undefined) continue
    const written: { id: number } = await tx
      .insertInto('comment')
      .values({
        world,
        post_id: postId,
        parent_id: isReply ? before : null,
        account_id: accountId,
        text,
        created_at: daysBefore(daysAgo),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (!isReply) before = written.id
  }
  const fans = readers.slice(0, 3 + (post.daysAgo % 5))
  await tx
    .insertInto('post_like')
    .values(fans.map((accountId) => ({ world, post_id: postId, account_id: accountId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await tx
    .updateTable('post')
    .set({
      comment_count: sql<number>`(select count(*) from comment where world = ${world} and post_id = ${postId})`,
      like_count: sql<number>`(select count(*) from post_like where world = ${world} and post_id = ${postId})`,
    })
    .where('world', '=', world)
    .where('id', '=', postId)
    .execute()
}
