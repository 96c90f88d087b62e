import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import type { LiveWorld } from '#platform/routing/worlds.ts'

export interface LetterRow {
  id: number
  world: string
  key: string
  source: string
  state: 'scheduled' | 'sending' | 'sent'
  send_at: Date
  reached_id: number
  finished_at: Date | null
  queued_count: number
  sent_count: number
  bounced_count: number
  left_count: number
}

const letters = (db: Db) =>
  db
    .selectFrom('newsletter_letter')
    .select(['id', 'world', 'key', 'source', 'state', 'send_at', 'reached_id', 'finished_at'])
    .select(['queued_count', 'sent_count', 'bounced_count', 'left_count'])

/** What was sent or is to be sent in a world, the newest first. */
export async function letterRows(db: Db, world: LiveWorld): Promise<LetterRow[]> {
  return await letters(db).where('world', '=', world).orderBy('send_at', 'desc').execute()
}

/** What went out to the readers of a world, the newest first. */
export async function sentLetters(db: Db, world: LiveWorld): Promise<LetterRow[]> {
  return await letters(db)
    .where('world', '=', world)
    .where('state', '<>', 'scheduled')
    .orderBy('send_at', 'desc')
    .execute()
}

export async function findLetter(db: Db, world: LiveWorld, key: string): Promise<LetterRow | undefined> {
  return await letters(db).where('world', '=', world).where('key', '=', key).executeTakeFirst()
}

/** Orders a letter; false: it was ordered before. A letter is sent once. */
export async function orderLetter(
  tx: Db,
  world: LiveWorld,
  letter: { key: string; source: string; sendAt: Date; orderedBy: number },
): Promise<boolean> {
  const row = await tx
    .insertInto('newsletter_letter')
    .values({
      world,
      key: letter.key,
      source: letter.source,
      send_at: letter.sendAt,
      ordered_by: letter.orderedBy,
    })
    .onConflict((conflict) => conflict.columns(['world', 'key']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Takes an order back; false: the first mails are on their way, or there is none. */
export async function cancelLetter(tx: Db, world: LiveWorld, key: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('newsletter_letter')
    .where('world', '=', world)
    .where('key', '=', key)
    .where('state', '=', 'scheduled')
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** A letter whose time has come, held for the rest of the transaction; those that another process holds are passed over. */
export async function lockDueLetter(tx: Db, except: readonly number[]): Promise<LetterRow | undefined> {
  return await letters(tx)
    .where('state', '<>', 'sent')
    .where('send_at', '<=', sql<Date>`now()`)
    .$if(except.length > 0, (query) => query.where('id', 'not in', [...except]))
    .orderBy('send_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
}

/** Notes how far a letter is. */
export async function noteReached(
  tx: Db,
  id: number,
  { reachedId, queued, isLast }: { reachedId: number; queued: number; isLast: boolean },
): Promise<void> {
  await tx
    .updateTable('newsletter_letter')
    .set({
      state: isLast ? 'sent' : 'sending',
      reached_id: reachedId,
      queued_count: sql<number>`queued_count + ${queued}`,
      started_at: sql<Date>`coalesce(started_at, now())`,
      ...(isLast && { finished_at: sql<Date>`now()` }),
    })
    .where('id', '=', id)
    .execute()
}

/** Counts a mail that went out, or whose address is none. */
export async function countLetterMail(tx: Db, id: number, end: 'sent' | 'bounced'): Promise<void> {
  const column = end === 'sent' ? 'sent_count' : 'bounced_count'
  await tx
    .updateTable('newsletter_letter')
    .set({ [column]: sql<number>`${sql.ref(column)} + 1` })
    .where('id', '=', id)
    .execute()
}

/** The letter these subscriptions had last: who leaves afterwards is counted with it. */
export async function noteLastLetter(tx: Db, ids: readonly number[], letterId: number): Promise<void> {
  if (ids.length === 0) return
  await tx
    .updateTable('newsletter_subscription')
    .set({ last_letter_id: letterId })
    .where('id', 'in', [...ids])
    .execute()
}
