import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import { masterRole } from '#platform/roles.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'
import type { SchoolState } from '../rules/contract.ts'
import type { SchoolKey } from './proving-queries.ts'

export interface NewInvitation {
  world: LiveWorldCode
  schoolId: number
  email: string | null
  uses: number
  days: number
}

/**
 * The new invitation's id; undefined: this address has one that works. One that has had its time gives way. `hashOf` makes the hash of
 * the secret where that is made of the id.
 */
export async function insertInvitation(
  tx: Db,
  invitation: NewInvitation & { tokenHash?: Buffer },
  hashOf?: (id: number) => Buffer,
): Promise<number | undefined> {
  const { world, schoolId, email } = invitation
  const { rows: ids } = await sql<{ id: string }>`
    select nextval(pg_get_serial_sequence('school_invitation', 'id')) as id`.execute(tx)
  const id = Number(ids[0]?.id)
  if (email !== null)
    await tx
      .deleteFrom('school_invitation')
      .where('world', '=', world)
      .where('school_id', '=', schoolId)
      .where('email', '=', email)
      .where((is) => is.or([is('expires_at', '<', sql<Date>`now()`), is('uses_left', '=', 0)]))
      .execute()
  const row = await tx
    .insertInto('school_invitation')
    .values({
      id,
      world,
      school_id: schoolId,
      token_hash: invitation.tokenHash ?? hashOf?.(id) ?? Buffer.alloc(0),
      email,
      uses_left: invitation.uses,
      expires_at: sql<Date>`now() + make_interval(days => ${invitation.days})`,
    })
    .onConflict((conflict) =>
      conflict.columns(['world', 'school_id', 'email']).where('email', 'is not', null).doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  return row && Number(row.id)
}

export interface InvitationRow {
  world: LiveWorldCode
  school_id: number
  email: string | null
  school_name: string
  town: string
  state: SchoolState
}

/** What an invitation is to, while it works. */
export async function findInvitation(db: Db, tokenHash: Buffer): Promise<InvitationRow | undefined> {
  const { rows } = await sql<InvitationRow>`
    select i.world, i.school_id, i.email, s.name as school_name, s.town, s.state
    from school_invitation i join school s on s.world = i.world and s.id = i.school_id
    where i.token_hash = ${tokenHash} and i.uses_left > 0 and i.expires_at > now()
      and s.state in ('pending', 'verified')`.execute(db)
  return rows[0] && { ...rows[0], school_id: Number(rows[0].school_id) }
}

/** Uses an invitation once; undefined: it does not work any more. */
export async function takeInvitation(tx: Db, tokenHash: Buffer): Promise<InvitationRow | undefined> {
  const found = await findInvitation(tx, tokenHash)
  if (found === undefined) return undefined
  const taken = await tx
    .updateTable('school_invitation')
    .set((expression) => ({ uses_left: expression('uses_left', '-', 1) }))
    .where('token_hash', '=', tokenHash)
    .where('uses_left', '>', 0)
    .returning('id')
    .executeTakeFirst()
  return taken && found
}

/** False: it is gone. */
export async function dropInvitation(tx: Db, school: SchoolKey, id: number): Promise<boolean> {
  const row = await tx
    .deleteFrom('school_invitation')
    .where('world', '=', school.world)
    .where('school_id', '=', school.id)
    .where('id', '=', id)
    .where('uses_left', '>', 0)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export interface OpenInvitationRow {
  id: number
  email: string | null
  uses_left: number
  expires_at: Date
}

/** Invitations that work, of the school an account looks after. */
export async function openInvitations(db: Db, accountId: number): Promise<OpenInvitationRow[]> {
  const { rows } = await sql<OpenInvitationRow>`
    select i.id, i.email, i.uses_left, i.expires_at
    from school_account a join school_invitation i on i.world = a.world and i.school_id = a.school_id
    where a.account_id = ${accountId}::bigint and a.role = ${masterRole} and i.uses_left > 0 and i.expires_at > now()
    order by i.id desc limit 600`.execute(db)
  return rows.map((row) => ({ ...row, id: Number(row.id) }))
}

/** Invitations nobody can use any more go a month later, codes of mails at once. */
export async function deleteOldInvitations(db: Db): Promise<void> {
  await db
    .deleteFrom('school_invitation')
    .where('expires_at', '<', sql<Date>`now() - interval '30 days'`)
    .execute()
  await db.deleteFrom('school_proof').where('expires_at', '<', sql<Date>`now()`).execute()
}
