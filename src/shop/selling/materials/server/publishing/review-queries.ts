import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import type { ListingTrust } from '../../rules/listing-trust.ts'
import type { Place } from '../queries.ts'
import type { CopyReason } from '../types.ts'

/** Why a listing is looked at: files of others in it, or an author nobody knows yet. */
export type ReviewReason = CopyReason | { kind: 'new_author' }
type ReviewState = 'proposed' | 'published' | 'rejected' | 'revision_asked'

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

/**
 * Notes what a public material costs from now on, when that is something else than before: what was asked in the 30
 * days before a sale must be shown beside it (directive 98/6/EC, article 6a). The first note counts from publication.
 */
export async function recordPrice(tx: Db, { world, materialId }: Place): Promise<void> {
  await sql`
    insert into material_price_change (world, material_id, changed_at, price_cents, sale_price_cents, sale_until)
    select m.world, m.id,
      case when last.changed_at is null then coalesce(m.published_at, now()) else now() end,
      m.price_cents, m.sale_price_cents, m.sale_until
    from material m left join lateral (
      select changed_at, price_cents, sale_price_cents, sale_until from material_price_change
      where world = m.world and material_id = m.id order by changed_at desc limit 1) last on true
    where m.world = ${world} and m.id = ${materialId} and (last.changed_at is null
      or (last.price_cents, last.sale_price_cents, last.sale_until)
        is distinct from (m.price_cents, m.sale_price_cents, m.sale_until))
    on conflict (world, material_id, changed_at) do update set
      price_cents = excluded.price_cents, sale_price_cents = excluded.sale_price_cents,
      sale_until = excluded.sale_until`.execute(tx)
}

/** Notes a new version of an exercise with every public material that sells it alone or beside files. @returns those */
export async function recordUnitVersion(
  tx: Db,
  { world, unitId, version }: { world: string; unitId: number; version: number },
): Promise<{ id: number; author_id: number; world: string }[]> {
  const { rows } = await sql<{ id: number; author_id: number; world: string }>`
    with sold as (
      select id, author_id, world from material where world = ${world} and interactive_id = ${unitId}::bigint
        and course_id is null and status in ('published', 'unlisted')
    ), noted as (
      insert into material_version (world, material_id, unit_version) select world, id, ${version} from sold
    )
    select id, author_id, world from sold`.execute(tx)
  return rows
}

/** Public materials that begin with an exercise. */
export async function offersOfUnit(
  tx: Db,
  { world, unitId }: { world: string; unitId: number },
): Promise<{ id: number; author_id: number; world: string }[]> {
  return await tx
    .selectFrom('material')
    .select(['id', 'author_id', 'world'])
    .where('world', '=', world)
    .where('interactive_id', '=', unitId)
    .where('status', 'in', ['published', 'unlisted'])
    .execute()
}

/** Notes a new version of a public material: other files, or something the author has to say about it; else nothing. */
export async function recordVersion(
  tx: Db,
  { world, materialId }: Place,
  version: { added: string[]; removed: string[]; note: string },
): Promise<void> {
  if (version.added.length === 0 && version.removed.length === 0 && version.note === '') return
  await tx
    .insertInto('material_version')
    .values({ world, material_id: materialId, ...version })
    .execute()
}
