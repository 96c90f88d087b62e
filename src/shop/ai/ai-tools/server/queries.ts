import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import type { Block } from '../rules/block.ts'

interface Owner {
  world: string
  accountId: number
}

export interface RunResult {
  blocks: Block[]
  warnings: string[]
}

export interface RunRow {
  id: number
  tool: string
  language: string
  state: string
  engine: string
  units: number
  created_at: Date
}

const columns = ['id', 'tool', 'language', 'state', 'engine', 'units', 'created_at'] as const

/** What a member has used, in every world; days and months are those of UTC. */
export async function usageOf(
  db: Db,
  accountId: number,
  lostMinutes: number,
): Promise<{ day: number; month: number; hour: number; running: number }> {
  const { rows } = await sql<{ day: number; month: number; hour: number; running: number }>`
    select coalesce(sum(units) filter (where created_at >= date_trunc('day', now(), 'UTC')), 0)::int as day,
      coalesce(sum(units), 0)::int as month,
      count(*) filter (where created_at > now() - interval '1 hour' and units > 0)::int as hour,
      count(*) filter (where state = 'running')::int as running
    from ai_run
    where account_id = ${accountId} and created_at >= date_trunc('month', now(), 'UTC')
      and (state <> 'running' or created_at > now() - make_interval(mins => ${lostMinutes}))`.execute(db)
  return rows[0] ?? { day: 0, month: 0, hour: 0, running: 0 }
}

/** The same, with the member's account held for the rest of the transaction. */
export async function lockedUsage(tx: Db, accountId: number, lostMinutes: number) {
  await sql`select 1 from account where id = ${accountId} for no key update`.execute(tx)
  return await usageOf(tx, accountId, lostMinutes)
}

export async function findByKey(db: Db, { accountId }: Owner, key: string): Promise<RunRow | undefined> {
  return await db
    .selectFrom('ai_run')
    .select(columns)
    .where('account_id', '=', accountId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst()
}

/** The same run of a moment ago: a button that was pressed twice. */
export async function findTwin(
  db: Db,
  { world, accountId }: Owner,
  inputsHash: Buffer,
  seconds: number,
): Promise<RunRow | undefined> {
  return await db
    .selectFrom('ai_run')
    .select(columns)
    .where('world', '=', world)
    .where('account_id', '=', accountId)
    .where('inputs_hash', '=', inputsHash)
    .where('state', 'in', ['running', 'done'])
    .where((eb) => eb.or([eb('state', '=', 'running'), eb('result', 'is not', null)]))
    .where('created_at', '>', sql<Date>`now() - make_interval(secs => ${seconds})`)
    .orderBy('id', 'desc')
    .executeTakeFirst()
}

export async function insertRun(
  tx: Db,
  { world, accountId }: Owner,
  run: { tool: string; language: string; inputsHash: Buffer; key: string | undefined; units: number },
): Promise<RunRow> {
  return await tx
    .insertInto('ai_run')
    .values({
      ...{ world, account_id: accountId, tool: run.tool, language: run.language, units: run.units },
      ...{ inputs_hash: run.inputsHash, idempotency_key: run.key ?? null },
    })
    .returning(columns)
    .executeTakeFirstOrThrow()
}

/** Ends a run with what it made. False: it had ended before. */
export async function finishRun(db: Db, id: number, result: RunResult): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('ai_run')
    .set({ state: 'done', result: JSON.stringify(result), finished_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Ends a run that made nothing: what it would have cost is given back. */
export async function giveBack(db: Db, id: number, state: 'failed' | 'cancelled'): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('ai_run')
    .set({ state, units: 0, finished_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** A run of a member, with what it made as long as that is there. */
export async function findRun(
  db: Db,
  { world, accountId }: Owner,
  id: number,
): Promise<(RunRow & { result: RunResult | null }) | undefined> {
  const row = await db
    .selectFrom('ai_run')
    .select([...columns, 'result'])
    .where('id', '=', id)
    .where('world', '=', world)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row && { ...row, result: row.result as RunResult | null }
}

/** Results that are still there, newest first. */
export async function recentResults(db: Db, { world, accountId }: Owner, most: number): Promise<RunRow[]> {
  return await db
    .selectFrom('ai_run')
    .select(columns)
    .where('world', '=', world)
    .where('account_id', '=', accountId)
    .where('state', '=', 'done')
    .where('result', 'is not', null)
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
}

/** The tools a member used last, each once. */
export async function recentTools(db: Db, { world, accountId }: Owner, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom('ai_run')
    .select(['tool', (eb) => eb.fn.max('id').as('last')])
    .where('world', '=', world)
    .where('account_id', '=', accountId)
    .where('state', '=', 'done')
    .groupBy('tool')
    .orderBy('last', 'desc')
    .limit(most)
    .execute()
  return rows.map(({ tool }) => tool)
}

export async function favoriteTools(db: Db, { world, accountId }: Owner): Promise<string[]> {
  const rows = await db
    .selectFrom('ai_favorite')
    .select('tool')
    .where('world', '=', world)
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .execute()
  return rows.map(({ tool }) => tool)
}

export async function addFavorite(tx: Db, { world, accountId }: Owner, tool: string): Promise<void> {
  await tx
    .insertInto('ai_favorite')
    .values({ world, account_id: accountId, tool })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Whether there was one to remove. */
export async function removeFavorite(tx: Db, { world, accountId }: Owner, tool: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('ai_favorite')
    .where('world', '=', world)
    .where('account_id', '=', accountId)
    .where('tool', '=', tool)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Removes lines of the ledger that are older than so many days. */
export async function deleteOldRuns(db: Db, days: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('ai_run')
    .where('created_at', '<', sql<Date>`now() - make_interval(days => ${days})`)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Removes what runs made; the lines of the ledger stay. */
export async function clearOldResults(db: Db, days: number): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('ai_run')
    .set({ result: null })
    .where('result', 'is not', null)
    .where('created_at', '<', sql<Date>`now() - make_interval(days => ${days})`)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
