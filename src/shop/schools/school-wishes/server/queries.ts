import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import { wishlistPageSize } from '#platform/limits.ts'
import type { Licence } from '#platform/rules/money/licence.ts'
import type { WishFilter, WishPriority, WishState } from '../rules/contract.ts'

/** One wish of one school. */
export interface WishKey {
  schoolId: number
  materialId: number
}

/** Writes down who wishes for a material on the list; once. @returns false: the school is none of this world */
export async function insertWish(
  tx: Db,
  world: string,
  {
    schoolId,
    materialId,
    by,
    note,
    priority,
  }: WishKey & { by: number; note: string; priority: WishPriority },
): Promise<boolean> {
  const { rows } = await sql`
    insert into school_wish (world, school_id, material_id, wished_by, note, priority)
    select s.world, s.id, ${materialId}, ${by}, ${note}, ${priority} from school s where s.world = ${world} and s.id = ${schoolId}
    on conflict (world, school_id, material_id) do update set material_id = excluded.material_id returning 1`.execute(
    tx,
  )
  return rows.length > 0
}

export async function insertVote(
  db: Db,
  world: string,
  { schoolId, materialId, by }: WishKey & { by: number },
): Promise<boolean> {
  const { rows } = await sql`
    insert into school_wish_vote (world, school_id, material_id, account_id)
    select w.world, w.school_id, w.material_id, ${by} from school_wish w
    where w.world = ${world} and w.school_id = ${schoolId} and w.material_id = ${materialId}
    on conflict (world, school_id, material_id, account_id) do update set account_id = excluded.account_id
    returning 1`.execute(db)
  return rows.length > 0
}

export async function deleteVote(
  db: Db,
  world: string,
  { schoolId, materialId, by }: WishKey & { by: number },
): Promise<void> {
  await db
    .deleteFrom('school_wish_vote')
    .where('world', '=', world)
    .where('school_id', '=', schoolId)
    .where('material_id', '=', materialId)
    .where('account_id', '=', by)
    .execute()
}

/** Deletes the votes of an account that is not a verified member of the school. */
export async function deleteLostVotes(
  tx: Db,
  world: string,
  { accountId, schoolId }: { accountId: number; schoolId: number },
): Promise<void> {
  await sql`
    delete from school_wish_vote where world = ${world} and school_id = ${schoolId} and account_id = ${accountId}::bigint
      and not exists (select from school_account a where a.account_id = ${accountId}::bigint and a.world = ${world}
        and a.school_id = ${schoolId} and a.is_verified)`.execute(tx)
}

export interface WishOwnerRow {
  wished_by: number | null
  state: WishState
}

/** Who wished for it, held until the transaction ends; undefined: it is not on the list. */
export async function lockWish(
  tx: Db,
  world: string,
  { schoolId, materialId }: WishKey,
): Promise<WishOwnerRow | undefined> {
  return await tx
    .selectFrom('school_wish')
    .select(['wished_by', 'state'])
    .where('world', '=', world)
    .where('school_id', '=', schoolId)
    .where('material_id', '=', materialId)
    .forUpdate()
    .executeTakeFirst()
}

/** Decides about a wish that nobody has decided about. @returns who wished for it, and what; undefined: it was decided, or is gone */
export async function decideWish(
  tx: Db,
  world: string,
  input: WishKey & { by: number; reason: string; licence: Licence | null; isAgain: boolean },
): Promise<{ wished_by: number | null; title: string } | undefined> {
  const { schoolId, materialId, by, reason, licence } = input
  const from = input.isAgain ? ['declined'] : ['wished']
  const state: WishState = input.isAgain ? 'wished' : licence === null ? 'declined' : 'approved'
  const { rows } = await sql<{ wished_by: number | null; title: string }>`
    update school_wish w set state = ${state}, licence = ${licence}, reason = ${reason}, decided_by = ${by}::bigint
    from material m
    where w.world = ${world} and w.school_id = ${schoolId} and w.material_id = ${materialId} and w.state = any(${from}::text[])
      and m.world = w.world and m.id = w.material_id
    returning w.wished_by, m.title`.execute(tx)
  return rows[0]
}

/** What a member of a verified school bought: wishes for it are fulfilled. */
export async function markOrdered(
  tx: Db,
  world: string,
  { buyerId, materialId, licence }: { buyerId: number; materialId: number; licence: Licence },
): Promise<void> {
  await sql`
    update school_wish w set state = 'ordered', licence = ${licence}
    from school_account a
    where a.account_id = ${buyerId}::bigint and a.is_verified and a.world = ${world}
      and w.world = a.world and w.school_id = a.school_id and w.material_id = ${materialId}
      and (w.state = 'approved' or (w.state = 'wished' and ${licence} = 'school'))`.execute(tx)
}

export interface WishRow {
  material_id: number
  title: string
  slug: string
  author: string
  price_cents: number
  asked_cents: number
  additional_price_cents: number | null
  school_price_cents: number | null
  is_bundle: boolean
  currency: string
  note: string
  priority: WishPriority
  state: WishState
  licence: Licence | null
  reason: string
  wished_by: number | null
  wisher: string | null
  created_at: Date
  votes: number
  has_voted: boolean
}

const orders = {
  votes: sql`votes desc, w.priority, w.created_at desc`,
  newest: sql`w.created_at desc`,
  priority: sql`w.priority, votes desc, w.created_at desc`,
  price: sql`price.cents, w.created_at desc`,
} as const

/** What a school wishes for and can be seen in the shop, at most a page of it, with how many there are by state. */
export async function wishRows(
  db: Db,
  world: string,
  { schoolId, accountId, filter }: { schoolId: number; accountId: number; filter: WishFilter },
): Promise<WishRow[]> {
  const { state = null, subject = null, sort } = filter
  const { rows } = await sql<WishRow>`
    select w.material_id, m.title, m.slug, author.public_name as author, m.price_cents, price.cents as asked_cents,
      m.additional_price_cents, m.school_price_cents, m.is_bundle, m.currency,
      w.note, w.priority, w.state, w.licence, w.reason, w.wished_by, wisher.public_name as wisher, w.created_at,
      (select count(*)::int from school_wish_vote v
        where v.world = w.world and v.school_id = w.school_id and v.material_id = w.material_id) as votes,
      exists (select from school_wish_vote v where v.world = w.world and v.school_id = w.school_id
        and v.material_id = w.material_id and v.account_id = ${accountId}::bigint) as has_voted
    from school_wish w
    join material m on m.world = w.world and m.id = w.material_id
    join material_price price on price.world = m.world and price.material_id = m.id
    join account author on author.id = m.author_id
    left join account wisher on wisher.id = w.wished_by
    where w.world = ${world} and w.school_id = ${schoolId} and m.status in ('published', 'unlisted')
      and (${state}::text is null or w.state = ${state}::text)
      and (${subject}::text is null or ${subject}::text = any(m.subjects))
    order by ${orders[sort]}, w.material_id desc
    limit ${wishlistPageSize}`.execute(db)
  return rows
}

/** The subjects of what a school wishes for, for its filter. */
export async function wishSubjects(db: Db, world: string, schoolId: number): Promise<string[]> {
  const { rows } = await sql<{ subject: string }>`
    select distinct unnest(m.subjects) as subject from school_wish w
    join material m on m.world = w.world and m.id = w.material_id
    where w.world = ${world} and w.school_id = ${schoolId} and m.status in ('published', 'unlisted')`.execute(
    db,
  )
  return rows.map(({ subject }) => subject)
}

/** Wishes that wait for whoever looks after the school. */
export async function countWaiting(db: Db, world: string, schoolId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from school_wish w join material m on m.world = w.world and m.id = w.material_id
    where w.world = ${world} and w.school_id = ${schoolId} and w.state = 'wished'
      and m.status in ('published', 'unlisted')`.execute(db)
  return rows[0]?.count ?? 0
}
