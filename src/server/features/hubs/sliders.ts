import type { Context } from '../../context.ts'
import { everySchool, hubLink, termOf } from './address.ts'
import { fullestHubs, schoolGradeHubs, schoolHubs } from './queries.ts'
import type { HubLink, HubRow, SlideItem } from './types.ts'

export interface Sliders {
  schoolTypes: SlideItem[]
  subjects: SlideItem[]
  grades: SlideItem[]
}

/** A home page is a first visit, often on a phone: further subjects are in the menu. */
const homeSubjects = 10

type House = Pick<Context, 'pool' | 'taxonomy' | 'world'>

/**
 * Where to go from a school landing: the same subject in other school types, other subjects in the same type, grades.
 * Other landings have none: they show related topics instead.
 */
export async function slidersOf(house: House, hub: HubRow): Promise<Sliders> {
  if (hub.kind !== 'school') return { schoolTypes: [], subjects: [], grades: [] }
  const { world, pool } = house
  const type = hub.school_type ?? everySchool
  const [rows, ownGrades] = await Promise.all([
    schoolHubs(pool, world),
    hub.subject === null || type === everySchool
      ? undefined
      : schoolGradeHubs(pool, { world, schoolType: type, subject: hub.subject }),
  ])
  const subject = hub.subject
  const types = rows.filter(
    (row) => row.school_type !== everySchool && row.grade === null && row.subject === subject,
  )
  const subjects = rows.filter(
    (row) => row.school_type === type && row.grade === null && row.subject !== null,
  )
  const grades = ownGrades ?? (subject === null ? gradesOfType(house, rows, type) : [])
  return {
    schoolTypes: slides(house, 'school_type', types, hub),
    subjects: slides(house, 'subject', subjects, hub),
    grades: slides(house, 'class_grade', grades, hub),
  }
}

/** The three sliders of a world's home: school types, the fullest subjects (the menu has all) and grades. */
export async function homeSliders(house: House): Promise<Sliders> {
  const rows = await schoolHubs(house.pool, house.world)
  const pick = (test: (row: HubRow) => boolean, kind: 'school_type' | 'subject' | 'class_grade') =>
    slides(house, kind, rows.filter(test))
  return {
    schoolTypes: pick(
      ({ school_type, subject, grade }) => school_type !== everySchool && subject === null && grade === null,
      'school_type',
    ),
    subjects: pick(
      ({ school_type, subject }) => school_type === everySchool && subject !== null,
      'subject',
    ).slice(0, homeSubjects),
    grades: pick(({ school_type, grade }) => school_type === everySchool && grade !== null, 'class_grade'),
  }
}

/** Looks up the landing of a school type, or of a subject in it; undefined where nothing is published. */
export async function schoolMenu(
  house: House,
): Promise<(type: string, subject?: string) => HubLink | undefined> {
  const rows = await schoolHubs(house.pool, house.world)
  const byParts = new Map(
    rows
      .filter(({ grade }) => grade === null)
      .map((row) => [`${row.school_type} ${row.subject ?? ''}`, hubLink(house.taxonomy, row)]),
  )
  return (type, subject = '') => byParts.get(`${type} ${subject}`)
}

/** Topics with the most materials, except the names of subjects: those are a slider. */
export async function popularTopics(house: House, limit: number): Promise<HubLink[]> {
  const { pool, taxonomy, world } = house
  const rows = await fullestHubs(pool, world, 'keyword', limit + 20)
  const subjects = new Set(taxonomy.terms(world, 'subject').map(({ name }) => name.toLowerCase()))
  return rows
    .filter(({ topic }) => topic !== null && !subjects.has(topic.toLowerCase()))
    .slice(0, limit)
    .map((row) => hubLink(taxonomy, row))
}

/** Grades across all subjects; of one type only those it has. */
function gradesOfType({ taxonomy, world }: House, rows: readonly HubRow[], type: string): HubRow[] {
  return rows.filter(({ school_type, grade }) => {
    if (school_type !== everySchool || grade === null) return false
    const types = taxonomy.term(world, 'class_grade', grade)?.data.school_types
    return type === everySchool || (Array.isArray(types) && types.includes(type))
  })
}

/** In the taxonomy's order, subjects with more materials first; each by the one word that tells it from the others. */
function slides(
  { taxonomy }: House,
  kind: 'school_type' | 'subject' | 'class_grade',
  rows: readonly HubRow[],
  current?: HubRow,
): SlideItem[] {
  const mine = current && termOf(taxonomy, current, kind)?.id
  return rows
    .flatMap((row) => {
      const term = termOf(taxonomy, row, kind)
      return term ? [{ row, term }] : []
    })
    .sort((left, right) =>
      kind === 'subject'
        ? right.row.material_count - left.row.material_count || left.term.sort - right.term.sort
        : left.term.sort - right.term.sort,
    )
    .map(({ row, term }) => ({ ...hubLink(taxonomy, row, term.name), isCurrent: term.id === mine }))
}
