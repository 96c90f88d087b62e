import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import { maxCartItems } from '#platform/limits.ts'
import type { Licence } from '#platform/rules/money/licence.ts'
import { type CartHolder, holderIs } from '../queries.ts'

export interface SavedRow {
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
