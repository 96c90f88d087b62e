import { noOverlay, type Overlay, overlaySchema } from '#exercises/model/media/overlay.ts'
import type { Context } from '#platform/context/context.ts'
import { transaction } from '#platform/db/transaction.ts'
import { ProductError } from '#platform/errors.ts'
import { emit } from '#platform/events/events.ts'
import { requireMember } from '#platform/http/access/access.ts'
import { unitPinned } from '../events.ts'
import { copyPinned } from '../origins/copies.ts'
import { entitlementOf } from '../origins/shadow-queries.ts'
import { shownBy } from '../origins/shadows.ts'
import { findVisible } from '../own-units.ts'
import { isOwnUnit, requireLicence } from '../policy.ts'
import { findShadow, upsertShadow, versionContent } from '../queries.ts'

/** What is to be pointed at, and what is to have it: a learning room, a course, or for now neither. */
interface Pin {
  version?: number | undefined
  roomId?: number | undefined
  courseId?: number | undefined
}

/** A pointer at a version. */
interface Pinned {
  id: number
  unitId: number
  version: number
  /** The material it was bought with; null: it is the member's own. */
  entitlementId: number | null
  overlay: Overlay
}

/**
 * A pointer to one published version, which stays whatever its author does later. A room that is named plays it from now on,
 * a course that is named has it as its last item.
 * @throws ProductError unauthorized; not_found, also of a room or course; not_entitled; version_gone; invalid_input (a room and
 * a course; the way the room is played); licence_lost; conflict (the room has begun, and its pages are not turned)
 */
export async function pinUnit(
  context: Context,
  unitId: number,
  { version: asked, roomId, courseId }: Pin = {},
): Promise<Pinned> {
  const owner = { world: context.world, accountId: requireMember(context).accountId }
  if (roomId !== undefined && courseId !== undefined)
    throw new ProductError('invalid_input', { fields: { course_id: 'invalid' } })
  return await transaction(context.db, async (tx) => {
    const unit = await findVisible(context, tx, unitId)
    if (isOwnUnit(requireMember(context), unit)) requireLicence(unit)
    const version = asked ?? unit.version
    if ((await versionContent(tx, context.world, unitId, version)) === undefined)
      throw new ProductError('version_gone')
    const id = await upsertShadow(tx, owner, { unitId, version })
    await emit(context, tx, unitPinned, { shadowId: id, unitId, version, roomId, courseId })
    const stored = await findShadow(tx, owner, id)
    const overlay = overlaySchema.safeParse(stored?.overlay).data ?? noOverlay
    return { id, unitId, version, entitlementId: await entitlementOf(tx, owner, unitId), overlay }
  })
}

/**
 * A draft of the member's own of what they point at, as they adjusted it, to be changed in its words, too; the pointer stays.
 * @throws ProductError unauthorized; not_found; licence_lost; edit_not_allowed; storage_quota
 */
export async function copyShadow(
  context: Context,
  shadowId: number,
): Promise<{ id: number; isResaleBlocked: boolean }> {
  const owner = { world: context.world, accountId: requireMember(context).accountId }
  const row = await findShadow(context.db, owner, shadowId)
  const content = row && shownBy(row)
  if (row === undefined || content === undefined) throw new ProductError('not_found')
  requireLicence(row)
  return await copyPinned(context, { unitId: row.unit_id, version: row.version, content })
}
