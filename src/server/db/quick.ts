import { createHash } from 'node:crypto'
import { Kysely, PostgresDialect } from 'kysely'
import { type LanedPool, quickRead, runPrepared } from './prepared.ts'
import { allColumns } from './preparing-client.ts'
import type { Database } from './schema.ts'

/** As in pool.ts, which gives each its own. */
type Db = Kysely<Database>

/** Each is kept by every lane; texts of lists without a fixed length must not fill them. */
const mostNamed = 100
/** By name, because Astro's bundle and main.ts load a copy each. */
const quickReads = Symbol.for('aularium.quick-reads')
type WithQuick = Db & { [quickReads]?: Db }

/**
 * The same database for reads by key which take a few milliseconds and wait for nothing: planned once, and sent behind each other
 * over the lanes (read-lanes.ts). A transaction stays what it is.
 */
export function quickly(db: Db): Db {
  return db.isTransaction ? db : ((db as WithQuick)[quickReads] ?? db)
}

/** Gives a database its way for quick reads. */
export function addQuickReads(db: Db, pool: LanedPool): void {
  const names = new Map<string, string>()
  const nameOf = (text: string): string | undefined => {
    const known = names.get(text)
    if (known !== undefined || names.size >= mostNamed || allColumns.test(text)) return known
    const name = `q_${createHash('sha256').update(text).digest('base64url').slice(0, 22)}`
    names.set(text, name)
    return name
  }
  const client = {
    async query(text: string, values: readonly unknown[]) {
      const name = nameOf(text)
      if (name === undefined) return await pool.query(text, [...values])
      return { command: 'SELECT', rows: await runPrepared(pool, quickRead(name, text), values) }
    },
    release() {},
  }
  const lanes = { connect: async () => client, end: async () => undefined }
  const dialect = new PostgresDialect({ pool: lanes as never })
  Object.assign(db, { [quickReads]: new Kysely<Database>({ dialect }) })
}
