import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'

export interface VoucherRow {
  id: number
  code: string
  kind: 'percent' | 'fixed'
  value: number
  funded_by: 'platform' | 'author'
  author_id: number | null
  material_ids: number[] | null
  account_id: number | null
  is_first_order: boolean
  minimum_cents: number
  starts_at: Date
  ends_at: Date | null
  max_uses: number | null
  max_per_customer: number | null
  /** Uses by anybody, and by this customer; what their own unpaid orders hold is not counted. */
  total_uses: number
  own_uses: number
  has_ordered: boolean
}

/** One voucher by id or code, with how often it was used by whom: all that decides about it, in one query. */
export async function findVoucher(
  db: Db,
  world: string,
  asked: { id: number } | { code: string },
  who: { accountId: number | null; emailHash: Buffer | null },
): Promise<VoucherRow | undefined> {
  const found = 'id' in asked ? sql`v.id = ${asked.id}` : sql`v.code = ${asked.code}`
  const { rows } = await sql<VoucherRow>`
    select v.id, v.code, v.kind, v.value, v.funded_by, v.author_id, v.material_ids, v.account_id, v.is_first_order,
      v.minimum_cents, v.starts_at, v.ends_at, v.max_uses, v.max_per_customer,
      case when v.max_uses is null then 0 else v.use_count - (
        select count(*)::integer from voucher_use u where u.world = v.world and u.voucher_id = v.id
          and u.account_id = ${who.accountId}::bigint and u.status = 'reserved') end as total_uses,
      case when v.max_per_customer is null then 0 else (
        select count(*)::integer from voucher_use u where u.world = v.world and u.voucher_id = v.id
          and (u.account_id = ${who.accountId}::bigint and u.status = 'used'
            or u.email_hash = ${who.emailHash}::bytea and u.account_id is distinct from ${who.accountId}::bigint
              and u.status in ('reserved', 'used'))) end as own_uses,
      v.is_first_order and exists (
        select from purchase_order o where o.account_id = ${who.accountId}::bigint and o.status = 'paid'
          and o.purpose = 'materials' and o.total_cents + o.voucher_cents > 0) as has_ordered
    from voucher v where v.world = ${world} and ${found}`.execute(db)
  return rows[0]
}

export interface NewUse {
  orderId: number
  voucherId: number
  accountId: number
  emailHash: Buffer
  discountCents: number
}

/**
 * Sets one use aside for an order. With a limit, the voucher's row is locked until the transaction ends and both limits
 * are looked at once more: of any number of buyers at a time only as many get through. Answers whether it was possible.
 */
export async function reserveUse(tx: Db, world: string, use: NewUse): Promise<boolean> {
  const { rows } = await sql<{ max_per_customer: number | null }>`
    update voucher set use_count = use_count + 1
    where world = ${world} and id = ${use.voucherId}
      and (max_uses is not null or max_per_customer is not null)
      and (max_uses is null or use_count < max_uses)
    returning max_per_customer`.execute(tx)
  const [limited] = rows
  if (limited === undefined && (await isLimited(tx, world, use.voucherId))) return false
  const most = limited?.max_per_customer ?? null
  if (most !== null && (await ownUses(tx, world, use)) >= most) return false
  await tx
    .insertInto('voucher_use')
    .values({
      ...{ world, order_id: use.orderId, voucher_id: use.voucherId, account_id: use.accountId },
      ...{ email_hash: use.emailHash, discount_cents: use.discountCents },
    })
    .execute()
  return true
}

async function isLimited(tx: Db, world: string, id: number): Promise<boolean> {
  const { rows } = await sql`
    select from voucher where world = ${world} and id = ${id}
      and (max_uses is not null or max_per_customer is not null)`.execute(tx)
  return rows.length > 0
}

async function ownUses(tx: Db, world: string, use: NewUse): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from voucher_use
    where world = ${world} and voucher_id = ${use.voucherId} and status in ('reserved', 'used')
      and (account_id = ${use.accountId} or email_hash = ${use.emailHash})`.execute(tx)
  return rows[0]?.count ?? 0
}

/** The order is paid. One whose use was given back before (its payment came late) counts again. */
export async function settleUse(tx: Db, world: string, orderId: number): Promise<void> {
  await sql`
    with late as (
      select voucher_id from voucher_use where world = ${world} and order_id = ${orderId} and status = 'returned'
    ), used as (
      update voucher_use set status = 'used' where world = ${world} and order_id = ${orderId}
    )
    update voucher v set use_count = use_count + 1 from late
    where v.world = ${world} and v.id = late.voucher_id
      and (v.max_uses is not null or v.max_per_customer is not null)`.execute(tx)
}

/** The order came to nothing, or all of it went back: somebody may use it again. */
export async function returnUse(tx: Db, world: string, orderId: number): Promise<void> {
  await sql`
    with back as (
      update voucher_use set status = 'returned'
      where world = ${world} and order_id = ${orderId} and status in ('reserved', 'used')
      returning voucher_id
    )
    update voucher v set use_count = greatest(0, use_count - 1) from back
    where v.world = ${world} and v.id = back.voucher_id
      and (v.max_uses is not null or v.max_per_customer is not null)`.execute(tx)
}

export interface NewVoucher {
  code: string
  kind: 'percent' | 'fixed'
  value: number
  fundedBy: 'platform' | 'author'
  authorId: number | null
  materialIds: readonly number[] | null
  accountId: number | null
  isFirstOrder: boolean
  minimumCents: number
  startsAt: Date
  endsAt: Date | null
  maxUses: number | null
  maxPerCustomer: number | null
  createdBy: number
}

/** Undefined when the world has the code already. */
export async function insertVoucher(tx: Db, world: string, voucher: NewVoucher): Promise<number | undefined> {
  const { code, kind, value } = voucher
  const row = await tx
    .insertInto('voucher')
    .values({
      ...{ world, code, kind, value, funded_by: voucher.fundedBy, author_id: voucher.authorId },
      ...{ material_ids: voucher.materialIds ? [...voucher.materialIds] : null },
      ...{ account_id: voucher.accountId, is_first_order: voucher.isFirstOrder },
      ...{ minimum_cents: voucher.minimumCents, starts_at: voucher.startsAt, ends_at: voucher.endsAt },
      ...{ max_uses: voucher.maxUses, max_per_customer: voucher.maxPerCustomer },
      ...{ created_by: voucher.createdBy },
    })
    .onConflict((conflict) => conflict.columns(['world', 'code']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** Ends a voucher now; with an author only their own. Answers whether there was one. */
export async function endVoucher(
  db: Db,
  world: string,
  { id, authorId }: { id: number; authorId: number | null },
): Promise<boolean> {
  const { rows } = await sql`
    update voucher set ends_at = least(ends_at, now())
    where world = ${world} and id = ${id}
      and (${authorId}::bigint is null or author_id = ${authorId}::bigint and funded_by = 'author')
    returning id`.execute(db)
  return rows.length > 0
}

export interface VoucherListRow extends Omit<VoucherRow, 'total_uses' | 'own_uses' | 'has_ordered'> {
  material_title: string | null
  uses: number
  discount_cents: number
}

/** Vouchers of an author, of a member they were given to, or all of the platform's, the newest first. */
export async function listVouchers(
  db: Db,
  world: string,
  { of, limit }: { of: { authorId: number } | { accountId: number } | 'platform'; limit: number },
): Promise<VoucherListRow[]> {
  const chosen =
    of === 'platform'
      ? sql`v.funded_by = 'platform'`
      : 'authorId' in of
        ? sql`v.author_id = ${of.authorId} and v.funded_by = 'author'`
        : sql`v.account_id = ${of.accountId}`
  const { rows } = await sql<VoucherListRow>`
    select v.id, v.code, v.kind, v.value, v.funded_by, v.author_id, v.material_ids, v.account_id, v.is_first_order,
      v.minimum_cents, v.starts_at, v.ends_at, v.max_uses, v.max_per_customer,
      (select m.title from material m where m.world = v.world and m.id = v.material_ids[1]) as material_title,
      used.uses, used.discount_cents
    from voucher v cross join lateral (
      select count(*)::integer as uses, coalesce(sum(u.discount_cents), 0)::bigint as discount_cents
      from voucher_use u where u.world = v.world and u.voucher_id = v.id and u.status = 'used'
    ) used
    where v.world = ${world} and ${chosen} order by v.id desc limit ${limit}`.execute(db)
  return rows
}

export async function ownUsed(db: Db, world: string, accountId: number, limit: number) {
  const { rows } = await sql<{
    code: string
    order_number: string | null
    discount_cents: number
    currency: string
    created_at: Date
  }>`
    select v.code, o.number as order_number, u.discount_cents, o.currency, u.created_at
    from voucher_use u
      join voucher v on v.world = u.world and v.id = u.voucher_id
      join purchase_order o on o.world = u.world and o.id = u.order_id
    where u.account_id = ${accountId} and u.world = ${world} and u.status = 'used'
    order by u.created_at desc limit ${limit}`.execute(db)
  return rows
}

export async function countOwn(db: Db, world: string, authorId: number): Promise<number> {
  const { count } = await db
    .selectFrom('voucher')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('world', '=', world)
    .where('author_id', '=', authorId)
    .where('funded_by', '=', 'author')
    .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', sql<Date>`now()`)]))
    .executeTakeFirstOrThrow()
  return count
}

/** Materials an author sells, for the choice in the form. */
export async function sellable(
  db: Db,
  world: string,
  authorId: number,
): Promise<{ id: number; title: string }[]> {
  return await db
    .selectFrom('material')
    .select(['id', 'title'])
    .where('world', '=', world)
    .where('author_id', '=', authorId)
    .where('status', 'in', ['published', 'unlisted'])
    .where('price_cents', '>', 0)
    .orderBy('title')
    .limit(500)
    .execute()
}
