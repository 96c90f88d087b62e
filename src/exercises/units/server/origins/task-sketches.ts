import { contentSchema, type Element, type UnitContent } from '#exercises/model/unit.ts'
import type { Deps } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { transaction } from '#platform/db/transaction.ts'
import { likeTasks, sketchesOf, type TaskSketch } from '#platform/rules/text/task-likeness.ts'
import { keepSketches, obtainedUnits, unsketchedVersions } from './task-origin-queries.ts'
import { wordsOfTask } from './task-print.ts'

/** Versions from before that are looked at in one go. */
const mostUnsketched = 500

/** A task that says much the same as one its author has by a licence. */
interface LicensedLike {
  elementId: string
  materialWorld: string
  materialId: number
}

/** What the tasks of a unit say, for comparing them. */
export function sketchesOfUnit({ pages }: Pick<UnitContent, 'pages'>): TaskSketch[] {
  return sketchesOf(elementsIn(pages).map(wordsOfTask))
}

/** Writes down what the tasks of a published version say. */
export async function sketchVersion(
  tx: Db,
  unit: { world: string; unitId: number; version: number },
  content: Pick<UnitContent, 'pages'>,
): Promise<void> {
  await keepSketches(tx, unit, sketchesOfUnit(content))
}

/**
 * The tasks of a unit that are, by more than a stated part of it (`likeParts`), like those of materials its owner has obtained:
 * bought, in a bundle or a course, by their school, or had before. Words changed here and there make no difference.
 */
export async function licensedLike(
  db: Db,
  accountId: number,
  content: Pick<UnitContent, 'pages'>,
): Promise<LicensedLike[]> {
  const own = sketchesOfUnit(content)
  if (own.length === 0) return []
  const long = new Set(own.map(({ elementId }) => elementId))
  const short = elementsIn(content.pages)
    .filter(({ id }) => !long.has(id))
    .filter((element) => wordsOfTask(element).words.length > 0)
  return likeTasks(own, await obtainedUnits(db, accountId)).flatMap(({ elementId, unit }) => {
    const from = { materialWorld: unit.world, materialId: unit.materialId }
    const ids = elementId === '' ? short.map(({ id }) => id) : [elementId]
    return ids.map((id) => ({ elementId: id, ...from }))
  })
}

/** The job sketch_tasks: versions that were published before this was written down. Safe to run again. */
export async function sketchFormer({ db }: Pick<Deps, 'db'>): Promise<void> {
  for (const { content, ...unit } of await unsketchedVersions(db, mostUnsketched)) {
    const { data } = contentSchema.safeParse(content)
    await transaction(db, async (tx) => sketchVersion(tx, unit, data ?? { pages: [] }))
  }
}

function elementsIn(pages: UnitContent['pages']): Element[] {
  return pages.flatMap(({ elements }) => elements)
}
