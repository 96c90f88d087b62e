import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import type { LiveWorld } from '#platform/routing/worlds.ts'

export interface EventRow {
  id: string
  name: string
  visit: string
  page: string
  subject: string | undefined
}

/** Writes what is not there yet; says which of them were new. */
export async function insertEvents(
  db: Db,
  world: LiveWorld,
  rows: readonly EventRow[],
): Promise<Set<string>> {
  const { rows: fresh } = await sql<{ id: string }>`
    insert into tracked_event (day, id, world, name, visit, page, subject)
    select (now() at time zone 'utc')::date, id, ${world}, name, visit, page, coalesce(subject, '')
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as e (id uuid, name text, visit text, page text, subject text)
    on conflict do nothing returning id`.execute(db)
  return new Set(fresh.map(({ id }) => id))
}

/** Sums of today and yesterday anew: how often, and in how many visits. */
export async function sumUpEvents(db: Db): Promise<void> {
  await sql`
    insert into event_sum (day, world, name, page, subject, times, visits)
    select day, world, name, page, subject, count(*)::integer, count(distinct visit)::integer
      from tracked_event where day >= (now() at time zone 'utc')::date - 1
      group by day, world, name, page, subject
    on conflict (day, world, name, page, subject)
      do update set times = excluded.times, visits = excluded.visits`.execute(db)
}

export interface EventFigure {
  name: string
  times: number
  visits: number
}

/** Sums of a world since so many days, by event. */
export async function figuresOf(db: Db, world: LiveWorld, days: number): Promise<EventFigure[]> {
  const { rows } = await sql<EventFigure>`
    select name, sum(times)::integer as times, sum(visits)::integer as visits from event_sum
      where world = ${world} and day > (now() at time zone 'utc')::date - ${days}::integer
      group by name order by 2 desc`.execute(db)
  return rows
}

/** Pages most opened. */
export async function pagesOf(db: Db, world: LiveWorld, { days, limit }: { days: number; limit: number }) {
  const { rows } = await sql<{ page: string; times: number }>`
    select page, sum(times)::integer as times from event_sum
      where world = ${world} and name = 'page_view' and day > (now() at time zone 'utc')::date - ${days}::integer
      group by page order by 2 desc, 1 limit ${limit}`.execute(db)
  return rows
}

export async function deleteOldEvents(db: Db, days: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from tracked_event where day < (now() at time zone 'utc')::date - ${days}::integer`.execute(db)
  return Number(numAffectedRows)
}
