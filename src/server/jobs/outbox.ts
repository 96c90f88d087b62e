import { sql } from 'kysely'
import type { Deps } from '../context.ts'
import { transaction } from '../db/transaction.ts'

const batch = 500

/**
 * The job relay_outbox: announces what happened (NOTIFY outbox) in the order it was written, and notes it as delivered
 * in the same transaction. Two relays never take the same row. Listeners must bear hearing of one event twice.
 */
export async function relayOutbox(deps: Pick<Deps, 'db'>): Promise<void> {
  for (;;) {
    const sent = await transaction(deps.db, async (tx) => {
      const rows = await tx
        .selectFrom('outbox')
        .select(['id', 'world', 'topic'])
        .where('delivered_at', 'is', null)
        .orderBy('id')
        .limit(batch)
        .forUpdate()
        .skipLocked()
        .execute()
      for (const row of rows) await sql`select pg_notify('outbox', ${JSON.stringify(row)})`.execute(tx)
      const ids = rows.map(({ id }) => id)
      if (ids.length > 0)
        await tx.updateTable('outbox').set({ delivered_at: new Date() }).where('id', 'in', ids).execute()
      return rows.length
    })
    if (sent < batch) return
  }
}
