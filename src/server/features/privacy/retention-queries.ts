import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'

async function removed(query: Promise<{ numAffectedRows?: bigint }>): Promise<number> {
  return Number((await query).numAffectedRows ?? 0n)
}

/** Copies of mails; the address of a recipient goes with the last one, unless it left mails and must not get more. */
export async function deleteOldMails(db: Db, days: number): Promise<number> {
  const mails = await removed(
    sql`delete from mail where created_at < now() - make_interval(days => ${days})`.execute(db),
  )
  await sql`
    delete from mail_recipient r where r.created_at < now() - make_interval(days => ${days})
      and not exists (select from mail_optout o where o.recipient_id = r.id)
      and not exists (select from mail_consent k where k.recipient_id = r.id)
      and not exists (select from mail m where m.recipient = r.email)`.execute(db)
  return mails
}

/** The mail that says that an account is erased is itself the last trace of its address. */
export async function deleteLastMails(db: Db, days: number): Promise<number> {
  return await removed(
    sql`delete from mail where template = 'account-erased'
      and created_at < now() - make_interval(days => ${days})`.execute(db),
  )
}

/** Of accounts that are closed: who has an account still sells. */
export async function deleteOldTraders(db: Db, days: number): Promise<number> {
  return await removed(
    sql`delete from author_trader t using account a where a.id = t.author_id
      and a.disabled_at < now() - make_interval(days => ${days})`.execute(db),
  )
}

/** Reports of content; of the cases about them stays what was decided, without the address of who appealed. */
export async function deleteOldReports(db: Db, days: number): Promise<number> {
  const reports = await removed(
    sql`delete from material_report where decided_at < now() - make_interval(days => ${days})`.execute(db),
  )
  const appeals = await removed(
    sql`update moderation_case set email = null where email is not null
      and decided_at < now() - make_interval(days => ${days})`.execute(db),
  )
  return reports + appeals
}

/** What visitors without an account remember, once their cookie is over. */
export async function deleteOldLists(db: Db, days: number): Promise<number> {
  let count = 0
  for (const table of ['favorite', 'author_follow', 'help_vote'])
    count += await removed(
      sql`delete from ${sql.table(table)} where owner like 'v:%'
        and created_at < now() - make_interval(days => ${days})`.execute(db),
    )
  return count
}

/** To whom a gift card went and with which words, once it is used or over, or its order came to nothing. */
export async function emptyOldGiftLetters(db: Db, days: number): Promise<number> {
  return await removed(
    sql`update gift_card_sale g set recipient_name = '', recipient_email = null, message = ''
      where (g.recipient_name <> '' or g.recipient_email is not null or g.message <> '')
        and g.created_at < now() - make_interval(days => ${days})
        and (exists (select from gift_card c where c.world = g.world and c.order_id = g.order_id
            and least(c.redeemed_at, c.ended_at, c.expires_at) < now() - make_interval(days => ${days}))
          or exists (select from purchase_order o where o.world = g.world and o.id = g.order_id
            and o.status not in ('pending', 'paid')))`.execute(db),
  )
}
