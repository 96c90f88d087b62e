import { randomBytes } from 'node:crypto'
import type { AssetSource } from '#exercises/model/media/asset-sources.ts'
import { aboutOf } from '#exercises/model/text/unit-metadata.ts'
import { contentSchema, gapsOf, type UnitContent, unitCoverSchema } from '#exercises/model/unit.ts'
import type { Context } from '#platform/context/context.ts'
import { lockUntilCommit } from '#platform/db/advisory-lock.ts'
import type { Db } from '#platform/db/pool.ts'
import { transaction } from '#platform/db/transaction.ts'
import { ProductError } from '#platform/errors.ts'
import { requireMember } from '#platform/http/access/access.ts'
import { ownerInWorld } from '#platform/http/visitor/owner.ts'
import { interactiveLimits, unitLimits } from '#platform/rules/exercise-limits.ts'
import { cleanLine } from '#platform/rules/text/clean-text.ts'
import {
  noteUnitVersion,
  requireSellableTasks,
  requireSoldRights,
} from '#shop/selling/materials/server/service.ts'
import { type Keeper, rightsOfContent, sourcesIn, withSources } from './assets/sources.ts'
import { readUnfinished, type UnfinishedTask, unfinishedGaps } from './editing/unfinished.ts'
import { licensedInVersion } from './origins/task-origin-queries.ts'
import { licensedTasks, noteOrigins } from './origins/task-origins.ts'
import { sketchVersion } from './origins/task-sketches.ts'
import { isOwnUnit, requireLicence } from './policy.ts'
import * as queries from './queries.ts'
import { requireKnownTerms } from './sale/terms.ts'
import type { UnitOwner } from './types.ts'

/** A unit as its owner sees it, with every key. */
export interface OwnUnit {
  id: number
  status: 'draft' | 'published' | 'archived'
  revision: number
  version: number
  practiceKey: string | null
  isResaleBlocked: boolean
  /** The licence is gone that this copy stands on: it is looked at and deleted, nothing else. */
  isReadOnly: boolean
  /** The material it was copied from; null: own work. */
  licenceId: number | null
  content: UnitContent
  /** Tasks nobody could play yet, as they were typed. */
  unfinished: UnfinishedTask[]
}

/** A draft that is to be kept. */
export type Draft = Pick<OwnUnit, 'content' | 'unfinished'>

/** An own unit with its keys. @throws ProductError unauthorized; not_found, also for somebody else's */
export async function ownUnit(context: Context, id: number): Promise<OwnUnit> {
  return await withOrigins(context.db, await findMine(context, context.db, id))
}

/** The same of one that may be played, printed and taken along. @throws ProductError as ownUnit; licence_lost */
export async function usableUnit(context: Context, id: number): Promise<OwnUnit> {
  return await withOrigins(context.db, await findUsable(context, context.db, id))
}

/**
 * Makes a unit of a title or of content; `sources`: what is known of it as a whole.
 * @throws ProductError unauthorized; invalid_input; storage_quota (too many)
 */
export async function createUnit(
  context: Context,
  content: UnitContent,
  sources: readonly AssetSource[] = [],
): Promise<{ id: number }> {
  const owner = ownerInWorld(context)
  return await transaction(context.db, async (tx) => {
    await requireRoom(tx, owner)
    requireKnownTerms(context, content)
    const stored = await storable(tx, content, { accountId: owner.accountId, knownSources: sources })
    const id = await queries.insertUnit(tx, owner, {
      content: stored,
      elementCount: countOf(stored),
    })
    await noteOrigins(tx, { ...owner, unitId: id, content: stored })
    return { id }
  })
}

/**
 * Saves a draft over the revision it began with; without unfinished tasks it has none any more.
 * @throws ProductError unauthorized; not_found; licence_lost; conflict (a newer one is there); too_large
 */
export async function changeUnit(
  context: Context,
  {
    id,
    revision,
    content,
    unfinished = [],
  }: { id: number; revision: number; content: UnitContent; unfinished?: UnfinishedTask[] },
): Promise<OwnUnit> {
  return await transaction(context.db, async (tx) => {
    const unit = await findUsable(context, tx, id)
    await write(context, tx, unit, { revision, content, unfinished })
    return viewOf(await findMine(context, tx, id))
  })
}

/** Changes a draft by a rule, from the revision its editor saw: `edit` gets what is there. @throws ProductError as changeUnit */
export async function editUnit(
  context: Context,
  { id, revision }: { id: number; revision: number },
  edit: (draft: Draft) => Draft,
): Promise<OwnUnit> {
  return await transaction(context.db, async (tx) => {
    const unit = await findUsable(context, tx, id, true)
    if (unit.revision !== revision) throw new ProductError('conflict')
    await write(context, tx, unit, { revision, ...edit(viewOf(unit)) })
    return viewOf(await findMine(context, tx, id))
  })
}

/**
 * Publishes the draft as the next version, which nobody changes any more.
 * @throws ProductError unauthorized; not_found; licence_lost; invalid_input with what has to be mended, by element (`e1.alt`);
 * rights_unclear, rights_non_commercial, resale_blocked: it is sold, and shows what must not be
 */
export async function publishUnit(context: Context, id: number): Promise<OwnUnit> {
  return await transaction(context.db, async (tx) => {
    const row = await findUsable(context, tx, id, true)
    const unit = await withOrigins(tx, row)
    const fields = missingIn(unit)
    if (Object.keys(fields).length > 0) throw new ProductError('invalid_input', { fields })
    const version = unit.version + 1
    const rights = rightsOfContent(unit.content)
    const before = await queries.versionContent(tx, context.world, id, unit.version)
    const owned = { ...ownerInWorld(context), unitId: id, content: unit.content }
    const licensed = await licensedTasks(tx, owned)
    const published = { id, version, content: unit.content, rights, licensedTasks: licensed }
    await queries.insertVersion(tx, context.world, published)
    if (!unit.isResaleBlocked) await sketchVersion(tx, { ...owned, version }, unit.content)
    const hasOtherCover = coverIn(before)?.asset !== unit.content.cover?.asset
    if (version > 1) await noteUnitVersion(context, tx, { unitId: id, version, hasOtherCover })
    if (rights !== 'clear') await requireSoldRights(tx, { world: context.world, unitId: id })
    if (licensed.length > 0) {
      await requireSellableTasks(tx, { world: context.world, unitId: id })
      await queries.setPracticeKey(tx, context.world, id, null)
    }
    return viewOf(await findMine(context, tx, id))
  })
}

/** The picture of stored content. */
function coverIn(content: unknown): UnitContent['cover'] {
  const { cover } = (content ?? {}) as { cover?: unknown }
  return unitCoverSchema.safeParse(cover).data
}

/** What keeps a unit from being published, by element and field; `elements`: there are none. */
export function missingIn({ content, unfinished }: Draft): Record<string, 'required'> {
  const begun = new Set(unfinished.map(({ element }) => element.id))
  const elements = content.pages.flatMap((page) => page.elements).filter(({ id }) => !begun.has(id))
  if (elements.length === 0 && begun.size === 0) return { elements: 'required' }
  const gaps = elements.flatMap((element) => gapsOf(element).map((name) => `${element.id}.${name}`))
  const ofCover = content.cover?.alt === '' ? ['cover.coverAlt'] : []
  return Object.fromEntries(
    [...ofCover, ...gaps, ...unfinishedGaps(unfinished)].map((gap) => [gap, 'required']),
  )
}

/**
 * Opens a published unit to whoever has its address, or closes it. A licence is for the own teaching (interactive-ai.md 7): what
 * somebody else sells is played in rooms and courses, never on the open web. @throws ProductError unauthorized; not_found;
 * conflict; licence_lost (closed it may be); resale_blocked (a copy of what is sold, or with tasks of it)
 */
export async function shareUnit(context: Context, id: number, isOpen: boolean): Promise<OwnUnit> {
  return await transaction(context.db, async (tx) => {
    const unit = await (isOpen ? findUsable : findMine)(context, tx, id, true)
    if (isOpen && unit.version === 0) throw new ProductError('conflict')
    if (isOpen && (await isOfOthers(tx, unit))) throw new ProductError('resale_blocked')
    if (isOpen !== (unit.practice_key !== null))
      await queries.setPracticeKey(tx, context.world, id, isOpen ? practiceKey() : null)
    return viewOf(await findMine(context, tx, id))
  })
}

async function isOfOthers(tx: Db, { id, world, version, resale_blocked: isCopy }: queries.UnitRow) {
  return isCopy || (await licensedInVersion(tx, { world, unitId: id, version })).length > 0
}

/** Deletes an own unit; who was given a version of it keeps that. @throws ProductError unauthorized; not_found */
export async function deleteUnit(context: Context, id: number): Promise<void> {
  await transaction(context.db, async (tx) => {
    await findMine(context, tx, id, true)
    await queries.deleteUnit(tx, context.world, id)
  })
}

export async function findMine(
  context: Context,
  db: Db,
  id: number,
  isLocked = false,
): Promise<queries.UnitRow> {
  const unit = await queries.findUnit(db, ownerInWorld(context), id, { isLocked })
  if (unit === undefined || unit.status === 'archived' || !isOwnUnit(requireMember(context), unit))
    throw new ProductError('not_found')
  return unit
}

/** An own unit that may be changed, and what else its licence gives. @throws ProductError as ownUnit; licence_lost */
export async function findUsable(
  context: Context,
  db: Db,
  id: number,
  isLocked = false,
): Promise<queries.UnitRow> {
  const unit = await findMine(context, db, id, isLocked)
  requireLicence(unit)
  return unit
}

/** One's own or bought; of what nobody can buy nobody hears that it is there. */
export async function findVisible(context: Context, db: Db, id: number): Promise<queries.UnitRow> {
  const unit = await queries.findUnit(db, ownerInWorld(context), id)
  if (unit === undefined) throw new ProductError('not_found')
  const isOwn = isOwnUnit(requireMember(context), unit) && unit.status !== 'archived'
  if (!isOwn && !unit.is_bought) throw new ProductError(unit.is_sold ? 'not_entitled' : 'not_found')
  return unit
}

/** Puts content that is clean already in the place of a draft that is locked. */
export async function saveOver(
  context: Context,
  tx: Db,
  { id, world, revision }: queries.UnitRow,
  { content, unfinished }: Draft,
): Promise<OwnUnit> {
  const saved = { id, revision, content, unfinished, elementCount: countOf(content, unfinished) }
  await queries.updateDraft(tx, world, saved)
  await noteOrigins(tx, { ...ownerInWorld(context), unitId: id, content })
  return viewOf(await findMine(context, tx, id))
}

async function write(
  context: Context,
  tx: Db,
  unit: queries.UnitRow,
  { revision, content, unfinished }: Draft & { revision: number },
) {
  const { id, world } = unit
  requireKnownTerms(context, content, aboutOf(unit.draft))
  const stored = await storable(tx, content, keeperOf(unit))
  requireFits(stored, unfinished)
  const elementCount = countOf(stored, unfinished)
  const saved = { id, revision, content: stored, unfinished, elementCount }
  if (!(await queries.updateDraft(tx, world, saved))) throw new ProductError('conflict')
  await noteOrigins(tx, { ...ownerInWorld(context), unitId: id, content: stored })
}

/** What was known of the origin of what a draft shows. */
export function keeperOf({ owner_id: accountId, draft, resale_blocked: isBlocked }: queries.UnitRow): Keeper {
  return { accountId, knownSources: sourcesIn(draft), isBlocked }
}

/** As its owner sees it, with what is stated of its files now: the same picture may stand in other units of theirs, too. */
export async function withOrigins(db: Db, unit: queries.UnitRow): Promise<OwnUnit> {
  const view = viewOf(unit)
  return { ...view, content: await withSources(db, view.content, keeperOf(unit)) }
}

export async function requireRoom(tx: Db, owner: UnitOwner): Promise<void> {
  await lockUntilCommit(tx, `units ${owner.world} ${owner.accountId}`)
  if ((await queries.countUnits(tx, owner)) >= unitLimits.perMember) throw new ProductError('storage_quota')
}

/** The content as it is kept: clean, with the origin of what it shows, and no more of it than a request may hold. */
export async function storable(db: Db, content: UnitContent, keeper: Keeper): Promise<UnitContent> {
  const title = cleanLine(content.title)
  // Where things come from is known here, not by who sends them.
  const parsed = contentSchema.safeParse({ ...content, title, sources: undefined })
  if (!parsed.success) {
    const isTitle = parsed.error.issues.some(({ path }) => path[0] === 'title')
    throw new ProductError('invalid_input', {
      fields: isTitle ? { title: 'required' } : { pages: 'invalid' },
    })
  }
  const stored = await withSources(db, parsed.data, keeper)
  if (Buffer.byteLength(JSON.stringify(stored)) > unitLimits.contentBytes) throw new ProductError('too_large')
  return stored
}

/** @throws ProductError invalid_input (too many tasks); too_large */
function requireFits(content: UnitContent, unfinished: readonly UnfinishedTask[]): void {
  if (countOf(content, unfinished) > interactiveLimits.elements)
    throw new ProductError('invalid_input', { fields: { pages: 'invalid' } })
  const bytes = Buffer.byteLength(JSON.stringify(content)) + Buffer.byteLength(JSON.stringify(unfinished))
  if (bytes > unitLimits.contentBytes) throw new ProductError('too_large')
}

function viewOf(unit: queries.UnitRow): OwnUnit {
  const { id, status, revision, version, practice_key, resale_blocked, is_lost, licence_material_id } = unit
  const content = contentSchema.safeParse(unit.draft).data
  if (content === undefined) throw new ProductError('not_found')
  return {
    id,
    status,
    revision,
    version,
    practiceKey: practice_key,
    isResaleBlocked: resale_blocked,
    isReadOnly: is_lost,
    licenceId: licence_material_id,
    content,
    unfinished: readUnfinished(unit.unfinished),
  }
}

/** How many tasks a draft has, those that are unfinished among them. */
export function countOf(content: UnitContent, unfinished: readonly UnfinishedTask[] = []): number {
  const ids = content.pages.flatMap(({ elements }) => elements.map(({ id }) => id))
  return new Set([...ids, ...unfinished.map(({ element }) => element.id)]).size
}

/** The key of a practice link: letters and figures nobody mixes up, and at least one letter, as figures alone are ids. */
function practiceKey(): string {
  const signs = '23456789abcdefghjkmnpqrstuvwxyz'
  return `p${[...randomBytes(15)].map((byte) => signs[byte % signs.length]).join('')}`
}
