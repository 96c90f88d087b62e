import { type Context, memberOf } from '#platform/context/context.ts'
import { transaction } from '#platform/db/transaction.ts'
import { type FieldErrors, ProductError } from '#platform/errors.ts'
import { requireMember } from '#platform/http/access/access.ts'
import { isAdmin } from '#platform/roles.ts'
import { type LiveWorld, liveWorlds } from '#platform/routing/worlds.ts'
import { cleanText } from '#platform/rules/text/clean-text.ts'
import { grantReasonLength } from '../../rules/contract.ts'
import {
  type EditorRow,
  editorRows,
  grantChanges,
  grantedWorlds,
  lockEditor,
  noteGrant,
  writeGrant,
} from './editor-queries.ts'

const shownChanges = 50

/**
 * Worlds whose texts this visitor may write: an editor that of their account and those an admin gave them, an admin all.
 * Which role they have says the permission table.
 */
export async function writableWorlds(
  context: Pick<Context, 'db' | 'visitor'>,
): Promise<readonly LiveWorld[]> {
  const member = context.visitor.kind === 'member' ? context.visitor : undefined
  if (member === undefined) return []
  const all = liveWorlds().map(({ world }) => world)
  if (isAdmin(member.role)) return all
  const granted = new Set((await grantedWorlds(context.db, member.accountId)).map(({ world }) => world))
  return all.filter((world) => world === member.homeWorld || granted.has(world))
}

/** The editor who writes in this world. @throws ProductError unauthorized, forbidden */
export async function requireWriter(context: Context): Promise<number> {
  const { accountId } = requireMember(context)
  if (!(await writableWorlds(context)).includes(context.world)) throw new ProductError('forbidden')
  return accountId
}

export interface EditorLine {
  id: number
  name: string
  email: string
  homeWorld: string
  granted: readonly string[]
}

export interface GrantChange {
  editor: string
  world: string
  isGranted: boolean
  reason: string
  at: string
  /** Null: an account that is gone. */
  by: string | null
}

/** Every editor with the worlds they may write in, and who gave or took them lately. */
export async function listEditors({
  db,
}: Pick<Context, 'db'>): Promise<{ editors: EditorLine[]; changes: GrantChange[] }> {
  const [rows, granted, changes] = await Promise.all([
    editorRows(db),
    grantedWorlds(db),
    grantChanges(db, shownChanges),
  ])
  return {
    editors: rows.map((row) => lineOf(row, granted)),
    changes: changes.map((row) => ({
      editor: row.editor,
      world: row.world,
      isGranted: row.is_granted,
      reason: row.reason,
      at: row.made_at.toISOString(),
      by: row.maker,
    })),
  }
}

function lineOf(
  { id, public_name, email, world }: EditorRow,
  granted: readonly { account_id: number; world: string }[],
): EditorLine {
  const own = granted.filter(({ account_id }) => account_id === id).map((each) => each.world)
  return { id, name: public_name, email, homeWorld: world, granted: own }
}

/**
 * Gives an editor another world to write in, or takes it away, with a reason that is stored. It counts from their next request on.
 * @throws ProductError invalid_input (a reason too short, no editor of that number, the world of their account), conflict (it is so already)
 */
export async function changeGrant(
  context: Context,
  input: { accountId: number; forWorld: LiveWorld; isGranted: boolean; reason: string },
): Promise<{ saved: true }> {
  const admin = memberOf(context)
  if (admin === undefined) throw new ProductError('unauthorized')
  const { accountId, forWorld: world, isGranted } = input
  const reason = cleanText(input.reason)
  const fields: FieldErrors = {}
  if (reason.length < grantReasonLength.min) fields.reason = 'too_short'
  return await transaction(context.db, async (tx) => {
    const editor = await lockEditor(tx, accountId)
    if (editor === undefined) fields.accountId = 'not_found'
    else if (editor.world === world) fields.forWorld = 'invalid'
    if (Object.keys(fields).length > 0) throw new ProductError('invalid_input', { fields })
    if (!(await writeGrant(tx, { accountId, world, isGranted }))) throw new ProductError('conflict')
    await noteGrant(tx, { accountId, world, isGranted, reason, madeBy: admin.accountId })
    return { saved: true as const }
  })
}
