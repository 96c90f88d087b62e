import { sql } from 'kysely'
import type { LiveWorldCode } from '#shared/contract/world.ts'
import type { Db } from '../../db/pool.ts'

/**
 * Gathers a world's materials into its hubs after a bulk load, and returns the seconds it took. Eleven rows per material
 * are written without indexes and foreign keys, which come back before the transaction ends.
 */
export async function seedHubs(db: Db, world: LiveWorldCode): Promise<number> {
  const started = performance.now()
  const indexes = await sql<{ name: string; definition: string; is_key: boolean }>`
    select index.indexrelid::regclass::text as name, index.indisprimary as is_key,
      coalesce('alter table hub_material add ' || pg_get_constraintdef(held.oid), pg_get_indexdef(index.indexrelid))
        as definition
    from pg_index index left join pg_constraint held on held.conindid = index.indexrelid and held.contype = 'p'
    where index.indrelid = 'hub_material'::regclass
  `.execute(db)
  await db.transaction().execute(async (tx) => {
    // Only a superuser may; without it the load is merely slower.
    await sql`savepoint unguarded`.execute(tx)
    await sql`set local session_replication_role = replica`
      .execute(tx)
      .catch(() => sql`rollback to unguarded`.execute(tx))
    await sql`set local work_mem = '256MB'`.execute(tx)
    await sql`set local maintenance_work_mem = '512MB'`.execute(tx)
    for (const { name, is_key } of indexes.rows) {
      const drop = is_key ? `alter table hub_material drop constraint ${name}` : `drop index ${name}`
      await sql.raw(drop).execute(tx)
    }
    await sql`select rebuild_hubs(${world})`.execute(tx)
    for (const { definition } of indexes.rows) await sql.raw(definition).execute(tx)
  })
  await sql`analyze hub, hub_material`.execute(db)
  return (performance.now() - started) / 1000
}
