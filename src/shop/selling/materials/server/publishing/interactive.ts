import { type ExpressionBuilder, type Selectable, sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import type { Database } from '#platform/db/schema.ts'
import { type FieldErrors, ProductError } from '#platform/errors.ts'
import type { Rights } from '#platform/rules/files/rights.ts'
import { isSellableCourse, isThere, sellableCourses } from '../bundles/course-queries.ts'
import type { MaterialRow } from '../queries.ts'
import type { MaterialFields } from '../types.ts'

type UnitTerms = Selectable<Database['unit']>

interface Seller {
  world: string
  authorId: number
}

/** An exercise its author may sell: published, theirs, and no copy of what others sell. */
export interface SellableUnit {
  id: number
  title: string
  /** A whole course of them. */
  isCourse?: true
  /** What may be done with what it shows; of a course it is looked at when it is published. */
  rights?: Rights
  /** What it is for, as it says itself; a material of it begins with that. */
  about?: SoldAbout
}

export type SoldAbout = Pick<MaterialFields, 'subjects' | 'grades' | 'schoolTypes' | 'language'>

const mostUnits = 500

/** What an author may choose for a material, by name: exercises, then courses. */
export async function sellableUnits(db: Db, seller: Seller): Promise<SellableUnit[]> {
  const [units, courses] = await Promise.all([
    sellable(db, seller)
      .select((unit) => newestRights(unit).as('rights'))
      .select(['subjects', 'grades', 'school_types', 'language'])
      .orderBy('title')
      .orderBy('id')
      .limit(mostUnits)
      .execute(),
    sellableCourses(db, seller, mostUnits),
  ])
  const exercises = units.map(({ id, title, rights, ...about }) => ({
    ...{ id, title, rights: rights ?? ('clear' as const) },
    about: soldAbout(about),
  }))
  return [...exercises, ...courses.map((course) => ({ ...course, isCourse: true as const }))]
}

/**
 * What is wrong with the exercise of a material: somebody else's, not published yet, or (`resale_blocked`) a copy, or with tasks,
 * of what others sell.
 */
export async function interactiveProblems(
  db: Db,
  seller: Seller,
  { interactiveId, courseId = null }: Pick<MaterialFields, 'interactiveId' | 'courseId'>,
): Promise<FieldErrors> {
  if (courseId !== null) return (await isSellableCourse(db, seller, courseId)) ? {} : { courseId: 'invalid' }
  if (interactiveId === null) return {}
  const unit = await sellable(db, seller).where('id', '=', interactiveId).executeTakeFirst()
  if (unit) return {}
  const own = await published(db, seller).where('id', '=', interactiveId).executeTakeFirst()
  return { interactiveId: own ? 'resale_blocked' : 'invalid' }
}

/** Another exercise than before has to be one its author may sell. @throws ProductError invalid_input */
export async function requireSellable(
  tx: Db,
  row: Pick<MaterialRow, 'world' | 'author_id' | 'interactive_id' | 'course_id'>,
  fields: Pick<MaterialFields, 'interactiveId' | 'courseId'>,
): Promise<void> {
  const isSameCourse = (fields.courseId ?? null) === row.course_id
  if (isSameCourse && row.course_id === null && fields.interactiveId === row.interactive_id) return
  // A course is kept anew with each change, whatever came into it since; one that was deleted is sold as it was kept last.
  if (isSameCourse && row.course_id !== null && !(await isThere(tx, row.world, row.course_id))) return
  const problems = await interactiveProblems(tx, { world: row.world, authorId: row.author_id }, fields)
  if (Object.keys(problems).length > 0) throw new ProductError('invalid_input', { fields: problems })
}

/** What an exercise says it is for, where it is the author's; undefined: there is none. */
export async function aboutOfUnit(
  db: Db,
  seller: Seller,
  { interactiveId }: Pick<MaterialFields, 'interactiveId'>,
): Promise<SoldAbout | undefined> {
  if (interactiveId === null) return undefined
  const row = await sellable(db, seller)
    .select(['subjects', 'grades', 'school_types', 'language'])
    .where('id', '=', interactiveId)
    .executeTakeFirst()
  return row && soldAbout(row)
}

function soldAbout(row: Pick<UnitTerms, 'subjects' | 'grades' | 'school_types' | 'language'>): SoldAbout {
  const { subjects, grades, school_types: schoolTypes, language } = row
  return { subjects, grades, schoolTypes, language }
}

/** The picture of an exercise as it is published last; undefined: it has none. */
export async function coverOfUnit(
  db: Db,
  { world, unitId }: { world: string; unitId: number },
): Promise<string | undefined> {
  const cover = sql<string | null>`unit_version.content -> 'cover' ->> 'asset'`
  const row = await db
    .selectFrom('unit')
    .innerJoin('unit_version', (join) =>
      join
        .onRef('unit_version.world', '=', 'unit.world')
        .onRef('unit_version.unit_id', '=', 'unit.id')
        .onRef('unit_version.version', '=', 'unit.version'),
    )
    .select(cover.as('cover'))
    .where('unit.world', '=', world)
    .where('unit.id', '=', unitId)
    .executeTakeFirst()
  return row?.cover ?? undefined
}

function sellable(db: Db, seller: Seller) {
  return published(db, seller)
    .where('resale_blocked', '=', false)
    .where((unit) => unit.not(unit.exists(licensedVersion(unit))))
}

/** The newest version, where it holds tasks that are not its author's to sell. */
function licensedVersion(unit: ExpressionBuilder<Database, 'unit'>) {
  return unit
    .selectFrom('unit_version')
    .select('unit_version.unit_id')
    .whereRef('unit_version.world', '=', 'unit.world')
    .whereRef('unit_version.unit_id', '=', 'unit.id')
    .whereRef('unit_version.version', '=', 'unit.version')
    .where('unit_version.licensed_tasks', '<>', sql<string[]>`'{}'`)
}

function published(db: Db, { world, authorId }: Seller) {
  return db
    .selectFrom('unit')
    .select(['id', 'title'])
    .where('world', '=', world)
    .where('owner_id', '=', authorId)
    .where('status', '=', 'published')
}

function newestRights(unit: ExpressionBuilder<Database, 'unit'>) {
  return unit
    .selectFrom('unit_version')
    .select((version) => version.fn.coalesce('rights', sql.lit<Rights>('clear')).as('rights'))
    .whereRef('unit_version.world', '=', 'unit.world')
    .whereRef('unit_version.unit_id', '=', 'unit.id')
    .whereRef('unit_version.version', '=', 'unit.version')
}
