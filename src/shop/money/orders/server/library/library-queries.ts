import { sql } from 'kysely'
import { countsFor, isForSchoolOf } from '#platform/db/holding.ts'
import type { Db } from '#platform/db/pool.ts'
import type { LibrarySort } from '#shop/buying/folders/rules/library-sorts.ts'

export interface BoughtRow {
  material_id: number
  licence: 'single' | 'school'
  colleagues: number
  bought_at: Date
  order_number: string | null
  order_id: number
}

/** Which of what a member owns. */
interface Choice {
  accountId: number
  orderId?: number
  /** Only these. */
  ids?: readonly number[] | undefined
  /** All but these. */
  except?: readonly number[] | undefined
  /** Each word occurs in the title, the author's name or a file name. */
  words?: readonly string[] | undefined
}

const boughtAt = sql`date_trunc('milliseconds', e.created_at)`

const orders = {
  newest: sql`${boughtAt} desc, e.material_id desc`,
  oldest: sql`${boughtAt}, e.material_id`,
  title: sql`(select lower(m.title) from material m where m.world = e.world and m.id = e.material_id), e.material_id`,
} satisfies Record<LibrarySort, unknown>

/** What a member owns, in an order, the newest first unless another is asked for; `before` is the last row of the page before. */
export async function boughtRows(
  db: Db,
  world: string,
  input: Choice & {
    before?: { at: string; materialId: number }
    sort?: LibrarySort
    limit: number
    offset?: number
  },
): Promise<BoughtRow[]> {
  const { before, sort = 'newest', limit, offset = 0 } = input
  const { rows } = await sql<BoughtRow>`
    select e.material_id, e.licence, e.colleagues, e.created_at as bought_at, o.number as order_number, o.id as order_id
    from entitlement e join purchase_order o on o.world = e.world and o.id = e.order_id
    where ${isChosen(world, input)}
      and (${before?.at ?? null}::timestamptz is null or
        (${boughtAt}, e.material_id) < (${before?.at ?? null}::timestamptz, ${before?.materialId ?? 0}::bigint))
    order by ${orders[sort]}
    limit ${limit} offset ${offset}`.execute(db)
  return rows
}

/** How much of what a member owns is chosen. */
export async function boughtCount(db: Db, world: string, choice: Choice): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from entitlement e where ${isChosen(world, choice)}`.execute(db)
  return rows[0]?.count ?? 0
}

function isChosen(world: string, choice: Choice) {
  const { accountId, orderId, ids = null, except = [], words = [] } = choice
  return sql`e.world = ${world} and e.account_id = ${accountId}
    and (${orderId ?? null}::bigint is null or e.order_id = ${orderId ?? null}::bigint)
    and (${ids}::bigint[] is null or e.material_id = any(${ids}::bigint[]))
    and not (e.material_id = any(${except}::bigint[]))
    and (cardinality(${[...words]}::text[]) = 0 or exists (
      select from material m join account a on a.id = m.author_id,
        lateral (select fold(concat_ws(' ', m.title, a.public_name, string_agg(f.name, ' '))) as text
          from material_file f where f.world = m.world and f.material_id = m.id and f.type <> 'cover') known
      where m.world = e.world and m.id = e.material_id
        and not exists (
          select from unnest(${[...words]}::text[]) as word where position(fold(word) in known.text) = 0)))`
}

export interface FileRow {
  id: number
  material_id: number
  name: string
  size_bytes: number
  created_at: Date
}

/** The newest order by which a member's school has a material for all of them; undefined: it has not. */
export async function schoolPurchase(
  db: Db,
  world: string,
  { accountId, materialId }: { accountId: number; materialId: number },
): Promise<{ title: string; order_number: string } | undefined> {
  const { rows } = await sql<{ title: string; order_number: string }>`
    select m.title, coalesce(o.number, '') as order_number from entitlement e
    join material m on m.world = e.world and m.id = e.material_id
    join purchase_order o on o.world = e.world and o.id = e.order_id
    where e.world = ${world} and e.material_id = ${materialId}::bigint and ${isForSchoolOf(accountId)}
    order by e.created_at desc limit 1`.execute(db)
  return rows[0]
}

/** The files a buyer may download: all but covers. */
export async function filesOf(db: Db, world: string, materialIds: readonly number[]): Promise<FileRow[]> {
  if (materialIds.length === 0) return []
  return await db
    .selectFrom('material_file')
    .select(['id', 'material_id', 'name', 'size_bytes', 'created_at'])
    .where('world', '=', world)
    .where('material_id', 'in', [...materialIds])
    .where('type', '<>', 'cover')
    .orderBy('position')
    .orderBy('id')
    .execute()
}

interface FormerFileRow extends FileRow {
  replaced_at: Date
}

/** Files of earlier versions, the last replaced first. */
export async function formerFilesOf(
  db: Db,
  world: string,
  materialIds: readonly number[],
): Promise<FormerFileRow[]> {
  if (materialIds.length === 0) return []
  return await db
    .selectFrom('material_former_file')
    .select(['id', 'material_id', 'name', 'size_bytes', 'created_at', 'replaced_at'])
    .where('world', '=', world)
    .where('material_id', 'in', [...materialIds])
    .orderBy('replaced_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** Which of these materials the member owns. */
export async function orderOfMaterial(
  db: Db,
  { accountId, materialId }: { accountId: number; materialId: number },
): Promise<number | null> {
  const row = await db
    .selectFrom('entitlement')
    .select('order_id')
    .where('account_id', '=', accountId)
    .where('material_id', '=', materialId)
    .executeTakeFirst()
  return row?.order_id ?? null
}

export async function entitledIds(
  db: Db,
  world: string,
  input: { accountId: number; materialIds: readonly number[] },
): Promise<number[]> {
  if (input.materialIds.length === 0) return []
  const rows = await db
    .selectFrom('entitlement')
    .select('material_id')
    .where('world', '=', world)
    .where('account_id', '=', input.accountId)
    .where('material_id', 'in', [...input.materialIds])
    .execute()
  return rows.map((row) => row.material_id)
}

/** Notes the first download of a material by an owner, directly or in a bundle. */
export async function noteDownload(
  db: Db,
  { world, materialId, accountId }: { world: string; materialId: number; accountId: number },
): Promise<void> {
  await sql`
    update entitlement e set downloaded_at = now()
    where e.world = ${world} and ${countsFor(accountId)} and e.downloaded_at is null
      and (e.material_id = ${materialId}::bigint or e.material_id in (
        select bundle_id from bundle_item i where i.world = ${world} and i.material_id = ${materialId}::bigint))`.execute(
    db,
  )
}

export interface UnannouncedMaterial {
  material_id: number
  author_id: number
  title: string
  last_id: number
  notes: string[]
}

/** Public materials with a version nobody was notified of, once their author has let them rest for a while. */
export async function unannouncedMaterials(
  db: Db,
  world: string,
  { restMinutes, limit }: { restMinutes: number; limit: number },
): Promise<UnannouncedMaterial[]> {
  const { rows } = await sql<UnannouncedMaterial>`
    select v.material_id, m.author_id, m.title, max(v.id) as last_id,
      coalesce(array_agg(v.note order by v.id) filter (where v.note <> ''), '{}') as notes
    from material_version v join material m on m.world = v.world and m.id = v.material_id
    where v.world = ${world} and v.told_at is null
    group by v.material_id, m.author_id, m.title
    having max(v.created_at) < now() - make_interval(mins => ${restMinutes})
    order by v.material_id limit ${limit}`.execute(db)
  return rows.map((row) => ({ ...row, material_id: Number(row.material_id), last_id: Number(row.last_id) }))
}

interface OwnerRow {
  id: number
  email: string
  public_name: string
  world: string
  has_proven_email: boolean
}

/** Who owns a material since before this version, above an id. */
export async function ownersOf(
  db: Db,
  world: string,
  page: { materialId: number; versionId: number; afterId: number; limit: number },
): Promise<OwnerRow[]> {
  const { rows } = await sql<OwnerRow>`
    select a.id, a.email, a.public_name, a.world, a.email_confirmed_at is not null as has_proven_email
    from entitlement e join account a on a.id = e.account_id
    where e.world = ${world} and e.material_id = ${page.materialId} and a.id > ${page.afterId}
      and a.disabled_at is null
      and e.created_at < (select created_at from material_version where world = ${world} and id = ${page.versionId})
    order by a.id limit ${page.limit}`.execute(db)
  return rows.map((row) => ({ ...row, id: Number(row.id) }))
}
