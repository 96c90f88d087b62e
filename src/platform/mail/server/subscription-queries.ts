import type { Db } from '#platform/db/pool.ts'
import type { MailKind } from '../rules/contract.ts'

/** The number of an address; made when it has none yet. */
export async function recipientId(db: Db, email: string): Promise<number> {
  const known = await findRecipient(db, email)
  if (known !== undefined) return known
  const made = await db
    .insertInto('mail_recipient')
    .values({ email })
    .onConflict((conflict) => conflict.column('email').doUpdateSet({ email }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return made.id
}

export async function findRecipient(db: Db, email: string): Promise<number | undefined> {
  const row = await db.selectFrom('mail_recipient').select('id').where('email', '=', email).executeTakeFirst()
  return row?.id
}

/** What a recipient has said about kinds of mail: left, and asked for where nobody gets them unasked. */
export interface MailChoices {
  left: readonly string[]
  asked: readonly string[]
}

export async function mailChoices(db: Db, recipient: number): Promise<MailChoices> {
  const asked = await db
    .selectFrom('mail_consent')
    .select('partition')
    .where('recipient_id', '=', recipient)
    .execute()
  return { left: await optouts(db, recipient), asked: asked.map(({ partition }) => partition) }
}

export async function insertConsent(db: Db, recipient: number, partition: MailKind): Promise<void> {
  await db
    .insertInto('mail_consent')
    .values({ recipient_id: recipient, partition })
    .onConflict((conflict) => conflict.columns(['recipient_id', 'partition']).doNothing())
    .execute()
}

export async function deleteConsent(db: Db, recipient: number, partition: MailKind): Promise<void> {
  await db
    .deleteFrom('mail_consent')
    .where('recipient_id', '=', recipient)
    .where('partition', '=', partition)
    .execute()
}

/** The kinds of mail a recipient has left. */
export async function optouts(db: Db, recipient: number): Promise<string[]> {
  const rows = await db
    .selectFrom('mail_optout')
    .select('partition')
    .where('recipient_id', '=', recipient)
    .execute()
  return rows.map(({ partition }) => partition)
}

export async function insertOptouts(db: Db, recipient: number, kinds: readonly MailKind[]): Promise<void> {
  if (kinds.length === 0) return
  await db
    .insertInto('mail_optout')
    .values(kinds.map((partition) => ({ recipient_id: recipient, partition })))
    .onConflict((conflict) => conflict.columns(['recipient_id', 'partition']).doNothing())
    .execute()
}

export async function deleteOptouts(db: Db, recipient: number, kinds: readonly MailKind[]): Promise<void> {
  await db
    .deleteFrom('mail_optout')
    .where('recipient_id', '=', recipient)
    .where('partition', 'in', [...kinds])
    .execute()
}

/** The address of a number; undefined once the recipient was deleted, who has left everything. */
export async function emailOf(db: Db, recipient: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('mail_recipient')
    .select('email')
    .where('id', '=', recipient)
    .forKeyShare()
    .executeTakeFirst()
  return row?.email
}
