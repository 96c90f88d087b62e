import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import { maxCartItems } from '#platform/limits.ts'
import type { Licence } from '#platform/rules/money/licence.ts'
import { type CartHolder, holderIs } from '../queries.ts'

interface SavedRow {
  material_id: number
  licence: Licence
}

/**
 * Moves a line of the cart to what is kept for later; the same line kept again takes the licence of now. Undefined: it was
 * not in the cart, or no more is kept.
 */
export async function saveLine(
  db: Db,
  world: string,
  input: { holder: CartHolder; materialId: number },
): Promise<{ count: number } | undefined> {
  const { rows } = await sql<{ count: number }>`
    with found as (
      update cart set updated_at = now() where world = ${world} and ${holderIs(input.holder)} returning id
    ), gone as (
      delete from cart_item
      where world = ${world} and cart_id = (select id from found) and material_id = ${input.materialId}
        and (select count(*) from cart_saved where world = ${world} and cart_id = (select id from found))
          < ${maxCartItems}
      returning cart_id, material_id, licence
    ), saved as (
      insert into cart_saved (world, cart_id, material_id, licence)
      select ${world}, cart_id, material_id, licence from gone
      on conflict (world, cart_id, material_id) do update set licence = excluded.licence, saved_at = now()
      returning 1
    )
    select ((select count(*) from cart_item where world = ${world} and cart_id = (select id from found)) - 1)::int as count
    from saved`.execute(db)
  return rows[0]
}

/** Takes a material off what is kept for later; answers it as it was kept. */
export async function dropSaved(
  db: Db,
  world: string,
  input: { holder: CartHolder; materialId: number },
): Promise<SavedRow | undefined> {
  const { rows } = await sql<SavedRow>`
    delete from cart_saved
    where world = ${world} and material_id = ${input.materialId}
      and cart_id = (select id from cart where world = ${world} and ${holderIs(input.holder)})
    returning material_id, licence`.execute(db)
  return rows[0]
}

/** Keeps for later what could not go back into the cart. */
export async function keepSaved(
  db: Db,
  world: string,
  input: { holder: CartHolder; saved: SavedRow },
): Promise<void> {
  const { holder, saved } = input
  await sql`
    insert into cart_saved (world, cart_id, material_id, licence)
    select ${world}, id, ${saved.material_id}, ${saved.licence} from cart
    where world = ${world} and ${holderIs(holder)}
    on conflict do nothing`.execute(db)
}

/** What is kept for later and neither in the cart nor owned as it is meant, the last kept first. */
export async function savedRows(db: Db, world: string, holder: CartHolder): Promise<SavedRow[]> {
  const accountId = 'accountId' in holder ? holder.accountId : null
  const { rows } = await sql<SavedRow>`
    select s.material_id, s.licence
    from cart c
    join cart_saved s on s.world = c.world and s.cart_id = c.id
    join material m on m.world = s.world and m.id = s.material_id
    where c.world = ${world} and c.id = (select id from cart where world = ${world} and ${holderIs(holder)})
      and m.status in ('published', 'unlisted') and m.author_id is distinct from ${accountId}::bigint
      and not exists (select from cart_item i
        where i.world = s.world and i.cart_id = s.cart_id and i.material_id = s.material_id)
      and not exists (select from entitlement e
        where e.world = s.world and e.account_id = ${accountId}::bigint and e.material_id = s.material_id
          and covers_licence(e.licence, s.licence))
    order by s.saved_at desc, s.material_id limit ${maxCartItems}`.execute(db)
  return rows
}

/** At login what a stranger kept joins what the member keeps, the newest first, up to the limit. */
export async function moveSaved(
  tx: Db,
  world: string,
  { fromCart, toCart }: { fromCart: number; toCart: number },
): Promise<void> {
  await sql`
    insert into cart_saved (world, cart_id, material_id, licence, saved_at)
    select world, ${toCart}, material_id, licence, saved_at from cart_saved
    where world = ${world} and cart_id = ${fromCart}
    order by saved_at desc
    limit greatest(0, ${maxCartItems} - (
      select count(*) from cart_saved where world = ${world} and cart_id = ${toCart}
    ))
    on conflict (world, cart_id, material_id) do update
      set licence = excluded.licence, saved_at = excluded.saved_at
      where cart_saved.saved_at < excluded.saved_at`.execute(tx)
}

export interface AbandonedRow {
  id: number
  recipient_id: number
  account_id: number
  email: string
  public_name: string
}

/**
 * Members' carts that were changed last between two moments and not told of since another, of those who asked for it, above
 * the number of an address. It begins with who asked: they are few, the carts are many.
 */
export async function abandonedCarts(
  db: Db,
  world: string,
  page: { from: Date; until: Date; remindedBefore: Date; afterId: number; limit: number },
): Promise<AbandonedRow[]> {
  const { rows } = await sql<AbandonedRow>`
    select c.id, r.id as recipient_id, a.id as account_id, a.email::text as email, a.public_name
    from mail_consent k
    join mail_recipient r on r.id = k.recipient_id
    join account a on a.email = r.email
    join cart c on c.world = ${world} and c.account_id = a.id
    cross join lateral (
      select max(greatest(i.added_at, i.chosen_at)) as changed_at from cart_item i
      where i.world = c.world and i.cart_id = c.id
    ) last
    where k.partition = 'abandoned-cart' and r.id > ${page.afterId} and a.disabled_at is null
      and a.email_confirmed_at is not null and last.changed_at > ${page.from} and last.changed_at <= ${page.until}
      and (c.reminded_at is null or c.reminded_at < ${page.remindedBefore})
    order by r.id limit ${page.limit}`.execute(db)
  return rows
}

/** False when somebody else told of this cart a moment ago. */
export async function markReminded(
  tx: Db,
  world: string,
  { cartId, remindedBefore }: { cartId: number; remindedBefore: Date },
): Promise<boolean> {
  const row = await tx
    .updateTable('cart')
    .set({ reminded_at: sql<Date>`now()` })
    .where('world', '=', world)
    .where('id', '=', cartId)
    .where((where) => where.or([where('reminded_at', 'is', null), where('reminded_at', '<', remindedBefore)]))
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Whose cart it is and what lies in it, in its order; undefined when there is none any more. */
export async function cartById(
  db: Db,
  world: string,
  cartId: number,
): Promise<{ accountId: number | null; lines: { material_id: number; licence: Licence }[] } | undefined> {
  const cart = await db
    .selectFrom('cart')
    .select('account_id')
    .where('world', '=', world)
    .where('id', '=', cartId)
    .executeTakeFirst()
  if (cart === undefined) return undefined
  const lines = await db
    .selectFrom('cart_item')
    .select(['material_id', 'licence'])
    .where('world', '=', world)
    .where('cart_id', '=', cartId)
    .orderBy('added_at')
    .orderBy('material_id')
    .execute()
  return { accountId: cart.account_id, lines }
}

export interface CartPlace {
  world: string
  id: number
}

/**
 * Looks at the next `batch` strangers' carts in the order of their key and deletes those in which nothing was changed
 * for `days`. `last` is where to go on; undefined when there are no more.
 */
export async function deleteForgottenCarts(
  db: Db,
  { days, after, batch }: { days: number; after: CartPlace; batch: number },
): Promise<{ removed: number; last: CartPlace | undefined }> {
  const { rows } = await sql<CartPlace & { seen: number; removed: number }>`
    with seen as materialized (
      select world, id, updated_at from cart
      where (world, id) > (${after.world}, ${after.id}::bigint) and account_id is null
      order by world, id limit ${batch}
    ), gone as (
      delete from cart c using seen s
      where c.world = s.world and c.id = s.id and c.account_id is null
        and c.updated_at < now() - ${days} * interval '1 day'
        and not exists (
          select from cart_item i
          where i.world = c.world and i.cart_id = c.id and i.added_at >= now() - ${days} * interval '1 day'
        )
      returning 1
    )
    select world, id, (select count(*)::int from seen) as seen, (select count(*)::int from gone) as removed
    from seen order by world desc, id desc limit 1`.execute(db)
  const [last] = rows
  if (last === undefined) return { removed: 0, last: undefined }
  return { removed: last.removed, last: last.seen < batch ? undefined : { world: last.world, id: last.id } }
}
