import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'

/** What a member may change of how others see them. */
export interface ProfileChange {
  publicName: string
  /** Of the address of their page, made of the name. */
  slug: string
  isPrivate: boolean
}

/** Writes how others see an account; an author's page is the author's own to change. */
export async function updateProfileOf(tx: Db, accountId: number, change: ProfileChange): Promise<void> {
  await tx
    .updateTable('account')
    .set({
      public_name: change.publicName,
      slug: change.slug,
      is_private_profile: change.isPrivate,
      updated_at: sql<Date>`now()`,
    })
    .where('id', '=', accountId)
    .execute()
}

/** Sets an account's picture, null: none. @returns the key in storage that is used no more, in a list */
export async function setPicture(tx: Db, accountId: number, key: string | null): Promise<string[]> {
  const { rows } = await sql<{ image_key: string }>`
    with before as (
      select image_key from account where id = ${accountId}
    ), changed as (
      update account set image_key = ${key}, updated_at = now() where id = ${accountId}
    )
    select image_key from before where image_key is not null`.execute(tx)
  return rows.map((row) => row.image_key)
}

/** Notes with whose invitation an account was opened. */
export async function setInviter(
  db: Db,
  { accountId, inviterId }: { accountId: number; inviterId: number },
): Promise<void> {
  await db
    .updateTable('account')
    .set({ referred_by: inviterId, referred_at: sql<Date>`now()` })
    .where('id', '=', accountId)
    .execute()
}
