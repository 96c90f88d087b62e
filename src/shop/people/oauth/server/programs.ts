import type { Context, MemberVisitor } from '#platform/context/context.ts'
import { transaction } from '#platform/db/transaction.ts'
import { ProductError } from '#platform/errors.ts'
import { requireMember } from '#platform/http/access/access.ts'
import { endProgramSessions } from '#shop/people/identity/server/service.ts'
import { programsOf, spendCodes } from './queries.ts'

/** A program of others that may act in the member's name. */
export interface Program {
  id: string
  name: string
  since: string
  lastSeen: string
}

/** The programs the member has let in, the one in use last first. @throws ProductError unauthorized, forbidden */
export async function ownPrograms(context: Context): Promise<Program[]> {
  const rows = await programsOf(context.db, requirePerson(context).accountId)
  return rows.map(({ id, name, since, last_seen }) => ({
    ...{ id, name },
    since: since.toISOString(),
    lastSeen: last_seen.toISOString(),
  }))
}

/** Takes a program's access away at once, with codes it has not used yet. @throws ProductError('not_found') without any */
export async function endProgram(context: Context, programId: string): Promise<void> {
  const { accountId } = requirePerson(context)
  const ended = await transaction(context.db, async (tx) => {
    await spendCodes(tx, accountId, programId)
    return await endProgramSessions(tx, accountId, programId)
  })
  if (ended === 0) throw new ProductError('not_found')
}

/** What one program may is not another one's business. */
function requirePerson(context: Context): MemberVisitor {
  const member = requireMember(context)
  if (member.clientId !== undefined) throw new ProductError('forbidden')
  return member
}
