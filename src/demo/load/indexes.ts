import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import type { Task } from './lanes.ts'

/** Where definitions of dropped indexes are noted, so that a run that was cut off is repaired by the next. */
export async function openNotes(db: Db): Promise<void> {
  await sql`create table if not exists bench_seed_missing (name text primary key, definition text not null)`.execute(
    db,
  )
}

export async function closeNotes(db: Db): Promise<void> {
  await sql`drop table bench_seed_missing`.execute(db)
}

/** Drops the indexes of these tables, with `keys` their primary keys, too. */
export async function dropIndexes(
  db: Db,
  tables: readonly string[],
  keys: 'keys' | 'no keys',
): Promise<void> {
  const indexes = await sql<{ table: string; name: string; is_key: boolean; definition: string }>`
    select index.indrelid::regclass::text as table, index.indexrelid::regclass::text as name,
      index.indisprimary as is_key,
      case when index.indisprimary then 'alter table ' || index.indrelid::regclass || ' add constraint '
        || held.conname || ' ' || pg_get_constraintdef(held.oid) else pg_get_indexdef(index.indexrelid) end as definition
    from pg_index index left join pg_constraint held on held.conindid = index.indexrelid and held.contype <> 'f'
    where index.indrelid = any (${tables}::text[]::regclass[])
      and (held.oid is null or (index.indisprimary and ${keys === 'keys'}))
  `.execute(db)
  await db.transaction().execute(async (tx) => {
    for (const { table, name, is_key, definition } of indexes.rows) {
      await sql`insert into bench_seed_missing values (${name}, ${definition}) on conflict do nothing`.execute(
        tx,
      )
      const drop = is_key ? `alter table ${table} drop constraint ${name}` : `drop index ${name}`
      await sql.raw(drop).execute(tx)
    }
  })
}

/** One task for each index that was noted and is missing, the largest first. */
export async function missingIndexes(db: Db, ofTable = ''): Promise<Task[]> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select name, definition from bench_seed_missing
    where to_regclass(name) is null and starts_with(name, ${ofTable})
    order by definition like '% gin %' desc, definition like '%hub_material%' desc, definition
  `.execute(db)
  return rows.map(({ definition }) => async (lane) => {
    // B-trees begin with the world, which is the same in every row: sorted in small parts, what is compared stays in the
    // processor's cache, and the index takes half of the time.
    await sql`select set_config('maintenance_work_mem', ${/ gin /i.test(definition) ? '512MB' : '16MB'}, false)`.execute(
      lane,
    )
    await sql.raw(definition).execute(lane)
  })
}
