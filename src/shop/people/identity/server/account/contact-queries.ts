import type { Db } from '#platform/db/pool.ts'

export interface ContactRow {
  email: string
  public_name: string
  /** Where this person is at home: the language of their mails. */
  world: string
}

/** Where to write to a member; nobody for disabled accounts and those without a password. */
export async function findContact(db: Db, accountId: number): Promise<ContactRow | undefined> {
  return await db
    .selectFrom('account')
    .select(['email', 'public_name', 'world'])
    .where('id', '=', accountId)
    .where('disabled_at', 'is', null)
    .where('password_hash', 'is not', null)
    .executeTakeFirst()
}
