import type pg from 'pg'
import type { ReadLanes } from './read-lanes.ts'

/** A statement PostgreSQL parses and plans once per connection: for the few reads everything waits for. */
export interface Prepared<Row> {
  name: string
  text: string
  /** Takes a few milliseconds at most and changes nothing: it may share a connection with others (read-lanes.ts). */
  isQuick?: true
  /** Only carries the row's type. */
  row?: Row
}

/** Declares one; `name` must be unique in the product, and another text needs another name. */
export function prepared<Row>(name: string, text: string): Prepared<Row> {
  return { name, text }
}

/** Declares a read by key, which never waits for anything and is over in a few milliseconds. */
export function quickRead<Row>(name: string, text: string): Prepared<Row> {
  return { name, text, isQuick: true }
}

/** A pool that may have lanes for quick reads beside it. */
export type LanedPool = pg.Pool & { lanes?: ReadLanes }

/** Runs it on any connection of the pool, or on one that has a transaction open; quick reads on a lane of the pool. */
export async function runPrepared<Row>(
  pool: Pick<pg.Pool, 'query'> | pg.PoolClient,
  statement: Prepared<Row>,
  values: readonly unknown[],
): Promise<Row[]> {
  const asked = { name: statement.name, text: statement.text, values: [...values] }
  const lanes = statement.isQuick ? (pool as LanedPool).lanes : undefined
  const onLane = lanes?.query(asked)?.catch((error: unknown) => {
    // Whoever should have prepared it on this lane was cut off before that.
    if (isUnprepared(error)) return pool.query(asked)
    throw error
  })
  const { rows } = await (onLane ?? pool.query(asked))
  return rows as Row[]
}

/** invalid_sql_statement_name */
function isUnprepared(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '26000'
}
