import { changesBetween, type UnitChanges } from '#exercises/model/changes.ts'
import { contentSchema, type UnitContent } from '#exercises/model/unit.ts'
import type { Context } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { transaction } from '#platform/db/transaction.ts'
import { ProductError } from '#platform/errors.ts'
import { requireMember } from '#platform/http/access/access.ts'
import { noteDownload } from '#shop/money/orders/server/service.ts'
import { sourcesIn } from '../assets/sources.ts'
import { readUnfinished, type UnfinishedTask } from '../editing/unfinished.ts'
import { countOf, findVisible, requireRoom, storable } from '../own-units.ts'
import { isOwnUnit, isResaleBlocked, mayCopy, requireLicence } from '../policy.ts'
import * as queries from '../queries.ts'
import { materialsSelling } from '../sale/sold-queries.ts'
import { entitlementOf } from './shadow-queries.ts'
import { nameOf } from './shadows.ts'
import { originOf, versionsOf } from './task-origin-queries.ts'
import { noteCopied, noteSameOrigins } from './task-origins.ts'

interface Copy {
  id: number
  isResaleBlocked: boolean
}

/**
 * A draft of the caller's own with the same content; whoever does not own the root cannot sell it, nor any copy of it.
 * @throws ProductError unauthorized; not_found; not_entitled (sold, and not bought); licence_lost (an own copy); edit_not_allowed
 * (sold as it is); version_gone; storage_quota
 */
export async function copyUnit(
  context: Context,
  id: number,
  { title, folderId }: { title?: string | undefined; folderId?: number | undefined } = {},
): Promise<Copy> {
  return await transaction(context.db, async (tx) => {
    const unit = await mayBeCopied(context, tx, id)
    const isOwn = isOwnUnit(requireMember(context), unit)
    const source = isOwn ? unit.draft : await queries.versionContent(tx, context.world, id, unit.version)
    const content = contentSchema.safeParse(source).data
    if (content === undefined) throw new ProductError('version_gone')
    return await insertCopy(context, tx, unit, {
      content: { ...content, title: title ?? content.title },
      unfinished: isOwn ? readUnfinished(unit.unfinished) : [],
      folderId,
    })
  })
}

/** The same of some of its tasks, as a class played them. @throws ProductError as copyUnit */
export async function copyTasks(context: Context, id: number, content: UnitContent): Promise<Copy> {
  return await transaction(context.db, async (tx) =>
    insertCopy(context, tx, await mayBeCopied(context, tx, id), { content }),
  )
}

/** The same of a version that is pointed at. @throws ProductError as copyUnit */
export async function copyPinned(
  context: Context,
  { unitId, version, content }: { unitId: number; version: number; content: UnitContent },
): Promise<Copy> {
  return await transaction(context.db, async (tx) =>
    insertCopy(context, tx, await mayBeCopied(context, tx, unitId), { content, version }),
  )
}

/** What became of the unit a copy was taken from. */
export interface CopyUpdate {
  unitId: number
  /** The one of the copy, and the newest. */
  own: number
  version: number
  changes: UnitChanges
}

/**
 * What is new in the original of an own copy, as long as it may be copied still; undefined: nothing. The copy stays as it is:
 * whoever wants the new version takes another copy. @throws ProductError unauthorized
 */
export async function updateOfCopy(context: Context, id: number): Promise<CopyUpdate | undefined> {
  const member = requireMember(context)
  const { db, world } = context
  const owner = { world, accountId: member.accountId }
  const origin = await originOf(db, owner, id)
  const unit = origin && (await queries.findUnit(db, owner, origin.id))
  if (!origin || unit?.status !== 'published' || unit.version <= origin.version) return undefined
  if (!mayCopy(member, unit)) return undefined
  const [before, after] = await Promise.all(
    [origin.version, unit.version].map(
      async (version) =>
        contentSchema.safeParse(await queries.versionContent(db, world, unit.id, version)).data,
    ),
  )
  if (!before || !after) return undefined
  const changes = changesBetween(before, after, nameOf)
  return { unitId: unit.id, own: origin.version, version: unit.version, changes }
}

/** A published version of the member's own. */
export interface OwnVersion {
  unitId: number
  content: UnitContent
}

/** What a member has published of a unit: itself where it is theirs, and their copies of it. @throws ProductError unauthorized */
export async function ownVersionsOf(
  context: Context,
  id: number,
): Promise<{ isOwn: boolean; versions: OwnVersion[] }> {
  const member = requireMember(context)
  const owner = { world: context.world, accountId: member.accountId }
  const [unit, rows] = await Promise.all([
    queries.findUnit(context.db, owner, id),
    versionsOf(context.db, owner, id),
  ])
  const versions = rows.flatMap((row) => {
    const content = contentSchema.safeParse(row.content).data
    return content ? [{ unitId: row.id, content }] : []
  })
  return { isOwn: unit !== undefined && isOwnUnit(member, unit), versions }
}

async function mayBeCopied(context: Context, tx: Db, id: number): Promise<queries.UnitRow> {
  const member = requireMember(context)
  const unit = await findVisible(context, tx, id)
  await requireRoom(tx, { world: context.world, accountId: member.accountId })
  if (!mayCopy(member, unit)) throw new ProductError('edit_not_allowed')
  if (isOwnUnit(member, unit)) requireLicence(unit)
  return unit
}

async function insertCopy(
  context: Context,
  tx: Db,
  unit: queries.UnitRow,
  {
    content,
    unfinished = [],
    folderId,
    version = unit.version,
  }: {
    content: UnitContent
    unfinished?: UnfinishedTask[]
    folderId?: number | undefined
    version?: number
  },
): Promise<Copy> {
  const member = requireMember(context)
  const owner = { world: context.world, accountId: member.accountId }
  if (folderId !== undefined && !(await queries.isFolderOf(tx, owner, folderId)))
    throw new ProductError('not_found')
  const isOwn = isOwnUnit(member, unit)
  const isBlocked = isResaleBlocked(member, unit)
  const knownSources = content.sources ?? sourcesIn(unit.draft)
  const stored = await storable(tx, content, { accountId: member.accountId, knownSources, isBlocked })
  // A copy is kept, whatever is given back: it counts as a download does.
  if (!isOwn)
    for (const materialId of await materialsSelling(tx, context.world, unit.id))
      await noteDownload(tx, { ...owner, materialId })
  const licenceId = isOwn ? unit.licence_material_id : await entitlementOf(tx, owner, unit.id)
  const id = await queries.insertUnit(tx, owner, {
    content: stored,
    unfinished,
    elementCount: countOf(stored, unfinished),
    origin: { id: unit.id, version, isResaleBlocked: isBlocked, licenceId },
    folderId,
  })
  const copy = { ...owner, unitId: id, content: stored }
  if (isOwn) await noteSameOrigins(tx, copy, unit.id)
  else await noteCopied(tx, copy, licenceId)
  return { id, isResaleBlocked: isBlocked }
}
