import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'
import type { MailPartition } from '../rules/contract.ts'

/** The mail that says that an account is erased. */
export const lastMailTemplate = 'account-erased'

export interface NewMail {
  world: LiveWorldCode
  dedupeKey: string
  template: string
  /** The kind of mail one can leave. */
  partition: MailPartition | null
  recipient: string
  subject: string
  html: string
  text: string
  unsubscribeUrl: string | null
}

/** The id of the new mail, or undefined when this event has its mail already. */
export async function insertMail(db: Db, mail: NewMail): Promise<number | undefined> {
  const { dedupeKey, unsubscribeUrl, ...columns } = mail
  const row = await db
    .insertInto('mail')
    .values({ ...columns, dedupe_key: dedupeKey, unsubscribe_url: unsubscribeUrl })
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** One mail with everything in it, whatever its world: the caller is the sending job or the outbox viewer. */
export async function findMail(db: Db, mailId: number) {
  return await db
    .selectFrom('mail')
    .select(['id', 'world', 'status', 'template', 'partition', 'recipient', 'subject', 'html', 'text'])
    .select(['unsubscribe_url', 'created_at', 'attempts', 'dedupe_key'])
    .where('id', '=', mailId)
    .executeTakeFirst()
}

export async function sentKeys(db: Db, dedupeKeys: readonly string[]): Promise<string[]> {
  if (dedupeKeys.length === 0) return []
  const rows = await db
    .selectFrom('mail')
    .select('dedupe_key')
    .where('dedupe_key', 'in', [...dedupeKeys])
    .where('status', '=', 'sent')
    .execute()
  return rows.map((row) => row.dedupe_key)
}

export async function newestMails(db: Db, limit: number) {
  return await db
    .selectFrom('mail')
    .select(['id', 'world', 'template', 'recipient', 'subject', 'status', 'created_at'])
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** `keepsBody`: the row itself is the mail (the outbox). Otherwise its links and codes are nobody's business any more. */
export async function markMailSent(
  db: Db,
  mailId: number,
  { keepsBody }: { keepsBody: boolean },
): Promise<void> {
  await db
    .updateTable('mail')
    .set({ status: 'sent', sent_at: sql<Date>`now()`, attempts: sql<number>`attempts + 1` })
    .$if(!keepsBody, (query) => query.set({ html: '', text: '', unsubscribe_url: null }))
    .where('id', '=', mailId)
    .execute()
}

/** Takes back a mail that is not to be sent any more. */
export async function deleteMail(db: Db, mailId: number): Promise<void> {
  await db.deleteFrom('mail').where('id', '=', mailId).execute()
}

/** Notes that a mail is about to be handed over; false: a process that died was about to before. */
export async function beginHandingOver(db: Db, mailId: number): Promise<boolean> {
  const row = await db
    .updateTable('mail')
    .set({ handed_at: sql<Date>`now()` })
    .where('id', '=', mailId)
    .where('handed_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** The mail is not sent, and is not tried again. */
export async function markMailFailed(db: Db, mailId: number): Promise<void> {
  await db
    .updateTable('mail')
    .set({ attempts: sql<number>`attempts + 1`, status: 'failed' })
    .where('id', '=', mailId)
    .execute()
}

/** Counts a failed attempt; from `lastAttempt` on the mail is `failed` and the operator has to look. */
export async function markMailAttempt(db: Db, mailId: number, lastAttempt: number): Promise<void> {
  await db
    .updateTable('mail')
    .set({
      attempts: sql<number>`attempts + 1`,
      handed_at: null,
      status: sql<
        'queued' | 'failed'
      >`case when attempts + 1 >= ${lastAttempt} then 'failed' else 'queued' end`,
    })
    .where('id', '=', mailId)
    .execute()
}

/** Removes mails to others that name somebody who is erased, by their keys. */
export async function deleteMails(tx: Db, dedupeKeys: readonly string[]): Promise<void> {
  if (dedupeKeys.length === 0) return
  await tx.deleteFrom('mail').where('dedupe_key', 'in', dedupeKeys).execute()
}
