import type pg from 'pg'

/**
 * A statement that PostgreSQL parses and plans once per connection: for the few that nearly every request waits for. All
 * others are asked through Kysely.
 */
interface Prepared<Row> {
  name: string
  text: string
  /** Only carries the row's type. */
  row?: Row
}

/** Declares one; `name` must be unique in the product, and another text needs another name. */
export function prepared<Row>(name: string, text: string): Prepared<Row> {
  return { name, text }
}

/** Runs it on any connection of the pool, or on one that has a transaction open. */
export async function runPrepared<Row extends pg.QueryResultRow>(
  connection: Pick<pg.Pool, 'query'> | pg.PoolClient,
  { name, text }: Prepared<Row>,
  values: readonly unknown[],
): Promise<Row[]> {
  const { rows } = await connection.query<Row>({ name, text, values: [...values] })
  return rows
}
