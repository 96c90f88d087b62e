import { changesBetween, type UnitChanges } from '#exercises/model/changes.ts'
import {
  isTimed,
  isWorthy,
  noOverlay,
  type Overlay,
  overlayOf,
  overlaySchema,
  withOverlay,
} from '#exercises/model/media/overlay.ts'
import { taskName } from '#exercises/model/pages/task-name.ts'
import type { QuizWorth } from '#exercises/model/task/typed-settings.ts'
import { contentSchema, type UnitContent, type UnitSettings } from '#exercises/model/unit.ts'
import type { Context } from '#platform/context/context.ts'
import { lockUntilCommit } from '#platform/db/advisory-lock.ts'
import type { Db } from '#platform/db/pool.ts'
import { transaction } from '#platform/db/transaction.ts'
import { ProductError } from '#platform/errors.ts'
import { requireMember } from '#platform/http/access/access.ts'
import { ownerInWorld } from '#platform/http/visitor/owner.ts'
import { unitLimits } from '#platform/rules/exercise-limits.ts'
import { mayCopy, requireLicence } from '../policy.ts'
import { findShadow, findUnit, versionContent } from '../queries.ts'
import type { UnitOwner } from '../types.ts'
import { moveShadow, setOverlay, shadowRows } from './shadow-queries.ts'

/** A task of a version that is pointed at, and what its member made of it. */
export interface ShadowElement {
  id: string
  name: string
  points: number
  /** Seconds, 0 without an end; undefined: it is only read. */
  timeLimit: number | undefined
  /** What a live quiz gives for it; undefined: nobody scores it. */
  quizPoints: QuizWorth | undefined
  isHidden: boolean
}

/** A version somebody points at: what they changed of it, and what its author changed since. */
export interface ShadowView {
  id: number
  unitId: number
  version: number
  elements: ShadowElement[]
  overlay: Overlay
  settings: UnitSettings
  update: { version: number; changes: UnitChanges } | undefined
  /** Whether a copy may be taken, to change its words. */
  mayCopy: boolean
}

/** What the member points at. @throws ProductError unauthorized */
export async function listShadows(context: Context) {
  return await shadowRows(context.db, ownerInWorld(context), unitLimits.perMember)
}

/** One of the member's pointers. @throws ProductError unauthorized; not_found; licence_lost */
export async function viewShadow(context: Context, shadowId: number): Promise<ShadowView> {
  const owner = ownerInWorld(context)
  const { unitId, version, content, overlay } = await shadowOf(context.db, owner, shadowId)
  // Hidden tasks are listed, too: they can be shown again.
  const all = withOverlay(content, { ...overlay, hidden: [] })
  const hidden = new Set(overlay.hidden)
  const elements = all.pages.flatMap((page) => page.elements)
  return {
    ...{ id: shadowId, unitId, version, overlay, settings: all.settings },
    elements: elements.map((element) => ({
      ...{ id: element.id, name: nameOf(element), points: element.points },
      timeLimit: isTimed(element) ? element.timeLimit : undefined,
      quizPoints: isWorthy(element) ? element.quizPoints : undefined,
      isHidden: hidden.has(element.id),
    })),
    update: await updateOf(context.db, owner, { unitId, version, content }),
    mayCopy: await mayBeCopied(context, unitId),
  }
}

/**
 * Changes what the member sees of a version they point at; its words stay. @throws ProductError unauthorized; not_found;
 * invalid_input (everything hidden)
 */
export async function adjustShadow(
  context: Context,
  shadowId: number,
  overlay: Overlay,
): Promise<{ id: number; overlay: Overlay }> {
  const owner = ownerInWorld(context)
  return await transaction(context.db, async (tx) => {
    const { content } = await shadowOf(tx, owner, shadowId)
    const stored = overlayOf(content, overlay)
    if (withOverlay(content, stored).pages.length === 0)
      throw new ProductError('invalid_input', { fields: { hidden: 'invalid' } })
    await setOverlay(tx, owner, shadowId, stored)
    return { id: shadowId, overlay: stored }
  })
}

/**
 * Takes the newest version of what the member points at; what they changed stays. Rooms go on with what they began with.
 * @throws ProductError unauthorized; not_found; conflict (there is none)
 */
export async function renewShadow(
  context: Context,
  shadowId: number,
): Promise<{ id: number; version: number }> {
  const owner = ownerInWorld(context)
  return await transaction(context.db, async (tx) => {
    // Two pointers at one unit may be renewed at the same time: the second finds where the first went.
    await lockUntilCommit(tx, `unit shadows ${owner.world} ${owner.accountId}`)
    const { unitId, version } = await shadowOf(tx, owner, shadowId)
    const newest = await newestOf(tx, owner, unitId)
    if (newest <= version) throw new ProductError('conflict')
    return { id: await moveShadow(tx, owner, { shadowId, unitId, version: newest }), version: newest }
  })
}

/** What a pointer shows, from what is stored of it. */
export function shownBy(row: { content: unknown; overlay: unknown }): UnitContent | undefined {
  const content = contentSchema.safeParse(row.content).data
  return content && withOverlay(content, overlaySchema.safeParse(row.overlay).data ?? noOverlay)
}

async function shadowOf(db: Db, owner: UnitOwner, shadowId: number) {
  const row = await findShadow(db, owner, shadowId)
  const content = contentSchema.safeParse(row?.content).data
  if (row === undefined || content === undefined) throw new ProductError('not_found')
  requireLicence(row)
  const overlay = overlaySchema.safeParse(row.overlay).data ?? noOverlay
  return { unitId: row.unit_id, version: row.version, content, overlay }
}

/** 0 where its author has taken it away: nothing newer is offered. */
async function newestOf(db: Db, owner: UnitOwner, unitId: number): Promise<number> {
  const unit = await findUnit(db, owner, unitId)
  return unit?.status === 'published' ? unit.version : 0
}

async function updateOf(
  db: Db,
  owner: UnitOwner,
  { unitId, version, content }: { unitId: number; version: number; content: UnitContent },
): Promise<ShadowView['update']> {
  const newest = await newestOf(db, owner, unitId)
  if (newest <= version) return undefined
  const after = contentSchema.safeParse(await versionContent(db, owner.world, unitId, newest)).data
  return after && { version: newest, changes: changesBetween(content, after, nameOf) }
}

async function mayBeCopied(context: Context, unitId: number): Promise<boolean> {
  const unit = await findUnit(context.db, ownerInWorld(context), unitId)
  return unit !== undefined && mayCopy(requireMember(context), unit)
}

/** A task as lists of what is new call it. */
export function nameOf({ prompt, id }: { prompt: string; id: string }): string {
  return taskName(prompt, 90) || id
}
