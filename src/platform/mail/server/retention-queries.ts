import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import { lastMailTemplate } from './queries.ts'

/** Copies of mails; the address of a recipient goes with the last one, unless it left mails and must not get more. */
export async function deleteOldMails(db: Db, days: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from mail where created_at < now() - make_interval(days => ${days})`.execute(db)
  await sql`
    delete from mail_recipient r where r.created_at < now() - make_interval(days => ${days})
      and not exists (select from mail_optout o where o.recipient_id = r.id)
      and not exists (select from mail_consent k where k.recipient_id = r.id)
      and not exists (select from mail m where m.recipient = r.email)`.execute(db)
  return Number(numAffectedRows)
}

/** The mail that says that an account is erased is itself the last trace of its address. */
export async function deleteLastMails(db: Db, days: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from mail where template = ${lastMailTemplate}
      and created_at < now() - make_interval(days => ${days})`.execute(db)
  return Number(numAffectedRows)
}
