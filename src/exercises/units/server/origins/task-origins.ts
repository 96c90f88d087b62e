import { elementsOf } from '#exercises/model/pages/pages.ts'
import { contentSchema, type Element, type UnitContent } from '#exercises/model/unit.ts'
import type { Context } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { requireMember } from '#platform/http/access/access.ts'
import { requireLicence } from '../policy.ts'
import { unheldUnits } from '../sale/sold-queries.ts'
import type { UnitOwner } from '../types.ts'
import { entitlementOf } from './shadow-queries.ts'
import { nameOf } from './shadows.ts'
import {
  formerCopies,
  hasTaskOrigins,
  keepOrigins,
  licensedInVersion,
  materialTitles,
  originsByPrint,
  originsIn,
  type TaskOrigin,
} from './task-origin-queries.ts'
import { printOfTask } from './task-print.ts'
import { licensedLike } from './task-sketches.ts'

interface OwnedUnit extends UnitOwner {
  unitId: number
  content: Pick<UnitContent, 'pages'>
}

/** No task: the unit was looked through. */
const looked: TaskOrigin = {
  ...{ elementId: '', materialWorld: null, materialId: null },
  ...{ firstPrint: '', lastPrint: '' },
}
/** Former copies that are looked at in one go; the others have their turn with the next change. */
const mostFormer = 10

/** Writes down that every task of a copy came by this licence. */
export async function noteCopied(tx: Db, copy: OwnedUnit, materialId: number | null): Promise<void> {
  await keepOrigins(tx, copy, [looked, ...copiedFrom(copy.world, elementsOf(copy.content), materialId)])
}

/**
 * Lets a member take tasks along as a file, as a class played them; those of others are known again where they come back.
 * @throws ProductError unauthorized; licence_lost
 */
export async function takeAlong(
  context: Context,
  unitId: number,
  content: Pick<UnitContent, 'pages'>,
): Promise<void> {
  const owner = { world: context.world, accountId: requireMember(context).accountId }
  const isLost = (await unheldUnits(context.db, owner, [unitId])).length > 0
  requireLicence({ is_lost: isLost })
  const materialId = await entitlementOf(context.db, owner, unitId)
  if (materialId !== null) await noteCopied(context.db, { ...owner, unitId, content }, materialId)
}

/** A copy of an own unit has the tasks of others that it had. */
export async function noteSameOrigins(tx: Db, copy: OwnedUnit, fromUnitId: number): Promise<void> {
  const ids = elementsOf(copy.content).map(({ id }) => id)
  const same = await originsIn(tx, { ...copy, unitId: fromUnitId }, ids)
  await keepOrigins(tx, copy, [looked, ...same])
  await noteOrigins(tx, copy)
}

/**
 * Finds the tasks of a draft that came out of what its owner has by a licence: those that are known by their number in this
 * unit, whatever became of their words, and those with the words of one that is known elsewhere, however they got here (out of
 * the bank, by an import, by a program). What an editor says of it is not asked.
 */
export async function noteOrigins(tx: Db, unit: OwnedUnit): Promise<void> {
  await learnFormer(tx, unit)
  if (!(await hasTaskOrigins(tx, unit.accountId))) return
  const elements = elementsOf(unit.content).map((element) => ({
    id: element.id,
    print: printOfTask(element),
  }))
  const known = byId(
    await originsIn(
      tx,
      unit,
      elements.map(({ id }) => id),
    ),
  )
  const unknown = elements.filter(({ id, print }) => print !== '' && !known.has(id))
  const found = new Map(
    (
      await originsByPrint(
        tx,
        unit.accountId,
        unknown.map(({ print }) => print),
      )
    ).map((each) => [each.print, each]),
  )
  const changed = elements.flatMap(({ id, print }): TaskOrigin[] => {
    const before = known.get(id)
    if (before) return before.lastPrint === print ? [] : [{ ...before, lastPrint: print }]
    const from = found.get(print)
    if (!from) return []
    const { materialWorld, materialId } = from
    return [{ elementId: id, materialWorld, materialId, firstPrint: print, lastPrint: print }]
  })
  await keepOrigins(tx, unit, changed)
}

/** The ids of tasks that are not their author's to sell: those that came by a licence, and those that are like what did. */
export async function licensedTasks(db: Db, unit: OwnedUnit): Promise<string[]> {
  const ids = elementsOf(unit.content).map(({ id }) => id)
  const origins = await originsIn(db, unit, ids)
  const like = await licensedLike(db, unit.accountId, unit.content)
  return [...new Set([...origins, ...like].map(({ elementId }) => elementId))]
}

/** Why an exercise cannot be sold: a task that came out of a material of somebody else. */
export interface LicensedTask {
  elementId: string
  /** Null: only the published version has it any more. */
  name: string | null
  material: LicencedFrom | undefined
}

/** The material something is used by; where it is public it can be bought. */
export interface LicencedFrom {
  world: string
  id: number
  title: string
  slug: string
  isPublic: boolean
}

/** The material a copy was taken from; undefined: it is none, or nobody knows any more. */
export async function licencedFrom(
  { db, world }: Pick<Context, 'db' | 'world'>,
  { licenceId }: { licenceId: number | null },
): Promise<LicencedFrom | undefined> {
  const found = licenceId === null ? [] : await materialTitles(db, [licenceId])
  return found.find((material) => material.world === world)
}

/** The tasks of an own unit, as it stands and as it is published, that keep it from being sold. */
export async function tasksOfOthers(
  context: Context,
  { id: unitId, version, content }: { id: number; version: number; content: UnitContent },
): Promise<LicensedTask[]> {
  const { db, world } = context
  const { accountId } = requireMember(context)
  const elements = new Map(elementsOf(content).map((element) => [element.id, element]))
  const published = version === 0 ? [] : await licensedInVersion(db, { world, unitId, version })
  const ids = new Set([...elements.keys(), ...published])
  const known = await originsIn(db, { world, accountId, unitId }, [...ids])
  const named = new Set(known.map(({ elementId }) => elementId))
  const like = (await licensedLike(db, accountId, content)).filter(({ elementId }) => !named.has(elementId))
  const origins = [...known, ...like]
  const materials = await materialTitles(
    db,
    origins.flatMap(({ materialId }) => materialId ?? []),
  )
  return origins.map(({ elementId, materialWorld, materialId }) => {
    const element = elements.get(elementId)
    const material = materials.find((each) => each.id === materialId && each.world === materialWorld)
    return { elementId, name: element ? nameOf(element) : null, material }
  })
}

/** Copies from before this was written down: what they have of what they were copied from came by its licence. */
async function learnFormer(tx: Db, owner: UnitOwner): Promise<void> {
  for (const row of await formerCopies(tx, owner, mostFormer)) {
    const [draft, source] = [row.draft, row.source].map((content) => contentSchema.safeParse(content).data)
    const all = draft ? elementsOf(draft) : []
    const there = new Set(source && elementsOf(source).map(({ id }) => id))
    const copied = source ? all.filter(({ id }) => there.has(id)) : all
    const origins = copiedFrom(owner.world, copied, row.licence_material_id)
    await keepOrigins(tx, { ...owner, unitId: row.id }, [looked, ...origins])
  }
}

function copiedFrom(world: string, elements: readonly Element[], materialId: number | null): TaskOrigin[] {
  return elements.map((element) => {
    const print = printOfTask(element)
    const from = { materialWorld: materialId === null ? null : world, materialId }
    return { elementId: element.id, ...from, firstPrint: print, lastPrint: print }
  })
}

function byId(origins: readonly TaskOrigin[]): ReadonlyMap<string, TaskOrigin> {
  return new Map(origins.map((origin) => [origin.elementId, origin]))
}
