import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import type { ListingTrust } from '../../rules/listing-trust.ts'
import type { Place } from '../queries.ts'
import type { CopyReason } from '../types.ts'

/** Why a listing is looked at: files of others in it, or an author nobody knows yet. */
export type ReviewReason = CopyReason | { kind: 'new_author' }
export type ReviewState = 'proposed' | 'published' | 'rejected' | 'revision_asked'

export interface ReviewRow {
  material_id: number
  state: ReviewState
  reasons: ReviewReason[]
  note: string
}

/** Puts a listing on the list of those to look at; false when the same reasons are there, or were decided, already. */
export async function proposeRow(
  tx: Db,
  { world, materialId }: Place,
  { reasons, isAgain }: { reasons: readonly ReviewReason[]; isAgain: boolean },
): Promise<boolean> {
  const { rows } = await sql`insert into listing_review (world, material_id, reasons)
    values (${world}, ${materialId}, ${JSON.stringify(reasons)}::jsonb)
    on conflict (world, material_id) do update
    set reasons = excluded.reasons, state = 'proposed', decided_at = null, proposed_at = now()
    where listing_review.reasons <> excluded.reasons or ${isAgain}
    returning material_id`.execute(tx)
  return rows.length > 0
}

/** What the desk thinks of these listings. */
export async function reviewsOf(db: Db, world: string, materialIds: readonly number[]): Promise<ReviewRow[]> {
  if (materialIds.length === 0) return []
  const rows = await db
    .selectFrom('listing_review')
    .select(['material_id', 'state', 'reasons', 'note'])
    .where('world', '=', world)
    .where(sql<boolean>`material_id = any(${[...materialIds]}::bigint[])`)
    .execute()
  return rows as ReviewRow[]
}

/** An author's drafts of one world, and those of them that were sent back to be changed. */
export async function countUnfinished(
  db: Db,
  { world, authorId }: { world: string; authorId: number },
): Promise<{ drafts: number; toMend: number }> {
  const { rows } = await sql<{ drafts: number; toMend: number }>`
    select count(*)::int as drafts,
      (count(*) filter (where r.state = 'revision_asked'))::int as "toMend"
    from material m left join listing_review r on r.world = m.world and r.material_id = m.id
    where m.world = ${world} and m.author_id = ${authorId} and m.status = 'draft'`.execute(db)
  return rows[0] ?? { drafts: 0, toMend: 0 }
}

/** Writes what the desk decided; held until the decision is written. */
export async function decideRow(
  tx: Db,
  { world, materialId }: Place,
  { state, note }: { state: Exclude<ReviewState, 'proposed'>; note: string },
): Promise<void> {
  await tx
    .updateTable('listing_review')
    .set({ state, note, decided_at: sql<Date>`now()` })
    .where('world', '=', world)
    .where('material_id', '=', materialId)
    .execute()
}

/** What speaks for an author. */
export async function standingOf(
  db: Db,
  authorId: number,
): Promise<{ trust: ListingTrust; published: number }> {
  const { rows } = await sql<{ trust: ListingTrust; published: number }>`
    select (select listing_trust from author_profile where account_id = ${authorId}) as trust,
      (select count(*)::int from (select from material where author_id = ${authorId}
        and status in ('published', 'unlisted') limit 100) shown) as published`.execute(db)
  return rows[0] ?? { trust: null, published: 0 }
}
