import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Database } from './schema.ts'

/** A connection to the product's tables; a `Transaction<Database>` fits wherever a `Db` is asked for. */
export type Db = Kysely<Database>

export interface DbOptions {
  databaseUrl: string
  /** Connections at most. */
  max: number
  /** Milliseconds a statement may run; 0 = no limit (migrations, bulk loads). Default 5,000. */
  statementTimeoutMs?: number
  applicationName?: string
  /** Hears of broken idle connections; without it they are dropped silently and opened again on demand. */
  log?: { warn(details: object, message: string): void }
}

const int8 = 20
const int8Array = 1016
const date = 1082

function typeParser(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
  // Ids and cents stay far below 2^53; numeric stays text, because it may not.
  if (oid === int8) return Number
  // A day is not an instant: as Date it would move with the machine's time zone.
  if (oid === date) return String
  if (oid === int8Array) return (value) => value.slice(1, -1).split(',').filter(Boolean).map(Number)
  return pg.types.getTypeParser(oid, format === 'binary' ? 'text' : format) as (value: string) => unknown
}

/**
 * A pool and the Kysely over it. int8 arrives as number, timestamptz as Date, date and numeric as text; the parsers belong
 * to these connections only, so that no other user of `pg` in the process is changed.
 */
export function createDb(options: DbOptions): { db: Db; pool: pg.Pool } {
  const statementMs = options.statementTimeoutMs ?? 5_000
  const types = { getTypeParser: typeParser as typeof pg.types.getTypeParser }
  const pool = new pg.Pool({
    connectionString: options.databaseUrl,
    max: options.max,
    application_name: options.applicationName ?? 'aularium',
    statement_timeout: statementMs,
    // A server that is gone without a word never says that the time is over.
    ...(statementMs > 0 ? { query_timeout: statementMs + 500 } : {}),
    idle_in_transaction_session_timeout: 60_000,
    connectionTimeoutMillis: 4_500,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    types,
  })
  surviveLosses(pool, options.log)
  return { db: new Kysely<Database>({ dialect: new PostgresDialect({ pool }) }), pool }
}

/**
 * A connection may be lost at any time, also while it is lent and runs nothing: unheard, its error would end the process.
 * Whoever uses it hears of the loss with the next statement, and the pool opens another one on demand.
 */
export function surviveLosses(pool: pg.Pool, log: DbOptions['log']): void {
  pool.on('connect', (client) => client.on('error', () => undefined))
  pool.on('error', (error) => log?.warn({ err: error }, 'idle database connection lost'))
}
