import { contentSchema, type UnitContent } from '#exercises/model/unit.ts'
import type { Context } from '#platform/context/context.ts'
import { ProductError } from '#platform/errors.ts'
import { requireMember } from '#platform/http/access/access.ts'
import { shownBy } from '../origins/shadows.ts'
import { findVisible } from '../own-units.ts'
import { isOwnUnit, requireLicence } from '../policy.ts'
import * as queries from '../queries.ts'

/** A unit as it is published last, or as a course pinned it. */
interface PinnedUnit {
  unitId: number
  version?: number | undefined
}
export type PlayedSource = PinnedUnit | { shadowId: number }

/**
 * The published version of an own or bought unit, or the one a pointer of the member's leads to, with its keys: what a
 * class plays. @throws ProductError unauthorized; not_found; not_entitled; licence_lost; conflict (nothing is published)
 */
export async function playedVersion(
  context: Context,
  source: PlayedSource,
): Promise<{ unitId: number; content: UnitContent }> {
  if (!('shadowId' in source)) {
    const content = contentSchema.safeParse(await publishedContent(context, source)).data
    if (!content) throw new ProductError('not_found')
    return { unitId: source.unitId, content }
  }
  const shadow = await queries.findShadow(
    context.db,
    { world: context.world, accountId: requireMember(context).accountId },
    source.shadowId,
  )
  const content = shadow && shownBy(shadow)
  if (!content) throw new ProductError('not_found')
  requireLicence(shadow)
  return { unitId: shadow.unit_id, content }
}

async function publishedContent(context: Context, { unitId: id, version: pinned }: PinnedUnit) {
  const unit = await findVisible(context, context.db, id)
  if (isOwnUnit(requireMember(context), unit)) requireLicence(unit)
  const version = pinned ?? unit.version
  if (version === 0) throw new ProductError('conflict')
  const content = await queries.versionContent(context.db, context.world, id, version)
  if (content === undefined) throw new ProductError('version_gone')
  return content
}
