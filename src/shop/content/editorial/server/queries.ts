import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import type { VoteReason } from '../rules/contract.ts'

/** One row per person and article; a second answer replaces the first. */
export async function saveHelpVote(
  db: Db,
  world: string,
  vote: { articleId: number; owner: string; isHelpful: boolean; reason: VoteReason | null },
): Promise<void> {
  await db
    .insertInto('help_vote')
    .values({
      world,
      article_id: vote.articleId,
      owner: vote.owner,
      is_helpful: vote.isHelpful,
      reason: vote.reason,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['world', 'article_id', 'owner'])
        .doUpdateSet({ is_helpful: vote.isHelpful, reason: vote.reason, created_at: new Date() }),
    )
    .execute()
}

export interface VoteCounts {
  article_id: number
  yes: number
  no: number
  unclear: number
  missing: number
  wrong: number
  other: number
}

/** What was said of the help articles of a world, in sums. */
export async function voteCounts(db: Db, world: string): Promise<VoteCounts[]> {
  const { rows } = await sql<VoteCounts>`
    select article_id::integer as article_id,
      (count(*) filter (where is_helpful))::integer as yes,
      (count(*) filter (where not is_helpful))::integer as no,
      (count(*) filter (where reason = 'unclear'))::integer as unclear,
      (count(*) filter (where reason = 'missing'))::integer as missing,
      (count(*) filter (where reason = 'wrong'))::integer as wrong,
      (count(*) filter (where reason = 'other'))::integer as other
    from help_vote where world = ${world} group by article_id`.execute(db)
  return rows
}
