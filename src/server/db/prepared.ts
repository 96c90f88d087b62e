import type pg from 'pg'

/** A statement PostgreSQL parses and plans once per connection: for the few reads everything waits for. */
export interface Prepared<Row> {
  name: string
  text: string
  /** Only carries the row's type. */
  row?: Row
}

/** Declares one; `name` must be unique in the house, and another text needs another name. */
export function prepared<Row>(name: string, text: string): Prepared<Row> {
  return { name, text }
}

/** Runs it on any connection of the pool, outside transactions. */
export async function runPrepared<Row>(
  pool: pg.Pool,
  statement: Prepared<Row>,
  values: readonly unknown[],
): Promise<Row[]> {
  const { rows } = await pool.query({ name: statement.name, text: statement.text, values: [...values] })
  return rows as Row[]
}
