import { sql } from 'kysely'
import type pg from 'pg'
import { liveWorldCodes } from '#shared/contract/world.ts'
import { maxCartItems } from '#shared/limits.ts'
import type { Licence } from '#shared/rules/licence.ts'
import type { Db } from '../../db/pool.ts'
import { prepared, runPrepared } from '../../db/prepared.ts'
import { inTurn } from '../../db/turn.ts'

/** Who holds a cart: a member by account, a stranger by the hash of a token. A token never opens a member's cart. */
export type CartHolder = { accountId: number } | { tokenHash: Buffer | undefined }

export type AddVerdict =
  | ('add' | 'change' | 'present')
  | ('full' | 'owned' | 'own' | 'unavailable' | 'unoffered' | 'unknown')

export interface AddRow {
  verdict: AddVerdict
  /** Items in the cart afterwards. */
  count: number
  /** Whether a cart was made that is found by `freshHash` from now on. */
  isFresh: boolean
}

/** The condition on `cart` that finds the holder's. */
export function holderIs(holder: CartHolder) {
  return 'accountId' in holder
    ? sql<boolean>`account_id = ${holder.accountId}`
    : sql<boolean>`token_hash = ${holder.tokenHash ?? null}::bytea and account_id is null`
}

/**
 * $1 world, $2 material, $3 account, $4 hash of the caller's own token, $5 hash of a fresh one, $6 limit, $7 live worlds,
 * $8 licence, $9 price of a licence that is not `single`. The price is the one of shared/rules/cart.ts effectivePrice; what is owned and offered
 * is what shared/rules/licence.ts says.
 */
function addText(heldBy: string): string {
  return `
    with item as (
      select m.author_id, m.status, m.is_bundle, asked_price(m.price_cents, m.sale_price_cents, m.sale_until) as price
      from material m where m.world = $1 and m.id = $2::bigint
    ), found as (
      select id from cart where world = $1 and ${heldBy}
    ), held as (
      select count(*)::int as items, max(licence) filter (where material_id = $2::bigint) as licence
      from cart_item where world = $1 and cart_id = (select id from found)
    ), verdict as (
      select coalesce($9::integer, item.price) as price, held.items, case
        when item.author_id is null then 'unknown'
        when item.status not in ('published', 'unlisted') then 'unavailable'
        when $8::text <> 'single' and (item.is_bundle or item.price = 0) then 'unoffered'
        when item.author_id = $3::bigint then 'own'
        when exists (
          select from entitlement where world = $1 and account_id = $3::bigint and material_id = $2::bigint
            and ($8::text = 'single' or licence = 'school')
        ) then 'owned'
        when item.is_bundle and (
          select bool_and(exists (
            select from entitlement e where e.world = $1 and e.account_id = $3::bigint and e.material_id = b.material_id
          )) from bundle_item b where b.world = $1 and b.bundle_id = $2::bigint
        ) then 'owned'
        when held.licence = $8::text then 'present'
        when held.licence is not null then 'change'
        when held.items >= $6::int then 'full'
        else 'add' end as word
      from held left join item on true
    ), made as (
      insert into cart (world, token_hash, account_id)
      select $1, case when exists (
          select from cart where world = any($7::text[]) and token_hash = $4::bytea and account_id is null
        ) then $4::bytea else $5::bytea end, $3::bigint
      from verdict where word = 'add' and not exists (select from found)
      on conflict do nothing
      returning id, token_hash
    ), added as (
      insert into cart_item (world, cart_id, material_id, licence, seen_price_cents)
      select $1, coalesce((select id from found), (select id from made)), $2::bigint, $8::text, price
      from verdict where word in ('add', 'change')
      on conflict (world, cart_id, material_id) do update set
        licence = excluded.licence, seen_price_cents = excluded.seen_price_cents, chosen_at = now()
      returning xmax = 0 as is_new
    )
    select word as verdict, items + (select count(*)::int from added where is_new) as count,
      exists (select from made where token_hash = $5::bytea) as "isFresh"
    from verdict`
}

/** More than this never run at once: the last places of a cart are given away one by one. */
const countedOneByOne = 60

const addToStrangers = prepared<AddRow>(
  'cart_add_stranger',
  addText('token_hash = $4::bytea and account_id is null'),
)
const addToMembers = prepared<AddRow>('cart_add_member', addText('account_id = $3::bigint'))

/**
 * Puts a material in, or changes the licence of what is in, making the cart when there is none: every guard, the cart and the item in one prepared statement,
 * because this is the hottest write of the product. `freshHash` is the token hash of a cart that has to be made; a
 * stranger's own token is taken again only when we gave it out for a cart in another world (one cookie serves all
 * worlds): a token that somebody made up or planted never becomes a cart's key.
 * @throws a foreign key or not-null error when the cart was merged away or made by another request meanwhile: the
 * caller tries once more.
 */
export async function addItem(
  pool: pg.Pool,
  world: string,
  input: {
    holder: CartHolder
    freshHash: Buffer
    materialId: number
    licence: Licence
    /** Cents; null for `single`. */
    licencePrice: number | null
  },
): Promise<AddRow> {
  const { holder, freshHash, materialId, licence, licencePrice } = input
  const [statement, accountId, ownHash] =
    'accountId' in holder
      ? [addToMembers, holder.accountId, null]
      : [addToStrangers, null, holder.tokenHash ?? null]
  const add = (connection: Parameters<typeof runPrepared>[0], most: number) =>
    runPrepared(connection, statement, [
      ...[world, materialId, accountId, ownHash, freshHash],
      ...[most, liveWorldCodes, licence, licencePrice],
    ])
  let [row] = await add(pool, maxCartItems - countedOneByOne)
  // Requests side by side do not see each other's items: near the limit they come one after the other.
  if (row?.verdict === 'full')
    [row] = await inTurn(pool, `cart ${world} ${accountId ?? ownHash?.toString('hex')}`, (client) =>
      add(client, maxCartItems),
    )
  if (row === undefined) throw new Error('The add statement always answers one row')
  return row
}

/** Takes a material out and answers how many are left. */
export async function removeItem(
  db: Db,
  world: string,
  input: { holder: CartHolder; materialId: number },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with found as (
      select id from cart where world = ${world} and ${holderIs(input.holder)}
    ), gone as (
      delete from cart_item
      where world = ${world} and cart_id = (select id from found) and material_id = ${input.materialId}
      returning 1
    ), touched as (
      update cart set updated_at = now()
      where world = ${world} and id = (select id from found) and exists (select from gone)
    )
    select (
      (select count(*) from cart_item where world = ${world} and cart_id = (select id from found))
      - (select count(*) from gone)
    )::int as count`.execute(db)
  return rows[0]?.count ?? 0
}

export interface CartLineRow {
  material_id: number
  licence: Licence
  seen_price_cents: number
  title: string
  author_id: number
  is_bundle: boolean
  price_cents: number
  sale_price_cents: number | null
  sale_until: Date | null
  prior_price_cents: number | null
  additional_price_cents: number | null
  school_price_cents: number | null
  currency: string
  /** Published or reachable by its link, and not the member's own. */
  is_for_sale: boolean
  /** What the member holds of it; null: nothing. */
  held_licence: 'single' | 'school' | null
  held_colleagues: number | null
  /** Ordered already, and that payment is under way. */
  is_awaited: boolean
}

export interface CartRow {
  id: number
  voucher_id: number | null
  uses_credit: boolean
}

/** The cart and its lines in the order they were put in; undefined when there is no cart. */
export async function cartLines(
  db: Db,
  world: string,
  holder: CartHolder,
): Promise<{ cart: CartRow; lines: CartLineRow[] } | undefined> {
  const accountId = 'accountId' in holder ? holder.accountId : null
  const { rows } = await sql<CartLineRow & CartRow>`
    select c.id, c.voucher_id, c.uses_credit,
      i.material_id, i.licence, i.seen_price_cents, m.title, m.author_id, m.is_bundle, m.price_cents,
      m.sale_price_cents, m.sale_until, m.prior_price_cents, m.additional_price_cents, m.school_price_cents, m.currency,
      m.status in ('published', 'unlisted') and m.author_id is distinct from ${accountId}::bigint as is_for_sale,
      e.licence as held_licence, e.colleagues as held_colleagues,
      exists (select from cart_awaited a where a.world = i.world and a.account_id = ${accountId}::bigint
        and a.material_id = i.material_id) as is_awaited
    from (select id, voucher_id, uses_credit from cart where world = ${world} and ${holderIs(holder)}) c
    left join (cart_item i join material m on m.world = i.world and m.id = i.material_id)
      on i.world = ${world} and i.cart_id = c.id
    left join entitlement e
      on e.world = i.world and e.account_id = ${accountId}::bigint and e.material_id = i.material_id
    order by i.added_at, i.material_id`.execute(db)
  const [first] = rows
  if (first === undefined) return undefined
  const { id, voucher_id, uses_credit } = first
  const isEmpty = (first.material_id as number | null) === null
  return { cart: { id, voucher_id, uses_credit }, lines: isEmpty ? [] : rows }
}

/** The member's cart, locked until the transaction ends; undefined when there is none. */
export async function lockMembersCart(tx: Db, world: string, accountId: number): Promise<number | undefined> {
  const row = await tx
    .selectFrom('cart')
    .select('id')
    .where('world', '=', world)
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst()
  return row?.id
}

/** Notes what an order holds while its payment is under way; once. */
export async function insertAwaited(
  tx: Db,
  world: string,
  { orderId, accountId, materialIds }: { orderId: number; accountId: number; materialIds: readonly number[] },
): Promise<void> {
  if (materialIds.length === 0) return
  await tx
    .insertInto('cart_awaited')
    .values(materialIds.map((id) => ({ world, account_id: accountId, material_id: id, order_id: orderId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Forgets what an order held while its payment was under way. */
export async function deleteAwaited(tx: Db, world: string, orderId: number): Promise<void> {
  await tx.deleteFrom('cart_awaited').where('world', '=', world).where('order_id', '=', orderId).execute()
}

/** Takes materials out of the member's cart: bought, owned or gone. */
export async function removeFromMembersCart(
  tx: Db,
  world: string,
  input: { accountId: number; materialIds: readonly number[] },
): Promise<void> {
  if (input.materialIds.length === 0) return
  await sql`
    delete from cart_item where world = ${world}
      and cart_id = (select id from cart where world = ${world} and account_id = ${input.accountId})
      and material_id = any(${input.materialIds}::bigint[])`.execute(tx)
}
