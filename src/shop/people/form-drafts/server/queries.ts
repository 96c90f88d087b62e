import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'

export interface DraftKey {
  world: string
  accountId: number
  form: string
  subject: string
}

/** Writes what is typed now over what was typed before, and keeps the newest `most` of the member. */
export async function writeDraft(
  db: Db,
  { world, accountId, form, subject }: DraftKey,
  { fields, most }: { fields: Record<string, string[]>; most: number },
): Promise<Date> {
  const { rows } = await sql<{ updated_at: Date }>`
    insert into form_draft (world, account_id, form, subject, fields)
    values (${world}, ${accountId}, ${form}, ${subject}, ${JSON.stringify(fields)}::jsonb)
    on conflict (world, account_id, form, subject)
    do update set fields = excluded.fields, updated_at = now() returning updated_at`.execute(db)
  await sql`
    delete from form_draft d using (
      select world, form, subject from form_draft where account_id = ${accountId}
      order by updated_at desc offset ${most}
    ) old where d.account_id = ${accountId} and (d.world, d.form, d.subject) = (old.world, old.form, old.subject)`.execute(
    db,
  )
  return rows[0]?.updated_at ?? new Date()
}

export async function findDraft(
  db: Db,
  { world, accountId, form, subject }: DraftKey,
): Promise<{ fields: unknown; updated_at: Date } | undefined> {
  return await db
    .selectFrom('form_draft')
    .select(['fields', 'updated_at'])
    .where('world', '=', world)
    .where('account_id', '=', accountId)
    .where('form', '=', form)
    .where('subject', '=', subject)
    .executeTakeFirst()
}

export async function findDrafts(
  db: Db,
  { world, accountId, form }: Omit<DraftKey, 'subject'>,
): Promise<{ subject: string; fields: unknown; updated_at: Date }[]> {
  return await db
    .selectFrom('form_draft')
    .select(['subject', 'fields', 'updated_at'])
    .where('world', '=', world)
    .where('account_id', '=', accountId)
    .where('form', '=', form)
    .execute()
}

export async function deleteDraft(db: Db, { world, accountId, form, subject }: DraftKey): Promise<void> {
  await db
    .deleteFrom('form_draft')
    .where('world', '=', world)
    .where('account_id', '=', accountId)
    .where('form', '=', form)
    .where('subject', '=', subject)
    .execute()
}

/** Removes what nobody went on with for `days`. */
export async function deleteOldDrafts(db: Db, days: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from form_draft where updated_at < now() - ${days} * interval '1 day'`.execute(db)
  return Number(numAffectedRows ?? 0n)
}
