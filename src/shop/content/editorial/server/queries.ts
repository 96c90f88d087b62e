import type { Db } from '#platform/db/pool.ts'

/** One row per person and article; a second answer replaces the first. */
export async function saveHelpVote(
  db: Db,
  world: string,
  vote: { articleId: number; owner: string; isHelpful: boolean },
): Promise<void> {
  await db
    .insertInto('help_vote')
    .values({ world, article_id: vote.articleId, owner: vote.owner, is_helpful: vote.isHelpful })
    .onConflict((conflict) =>
      conflict
        .columns(['world', 'article_id', 'owner'])
        .doUpdateSet({ is_helpful: vote.isHelpful, created_at: new Date() }),
    )
    .execute()
}
