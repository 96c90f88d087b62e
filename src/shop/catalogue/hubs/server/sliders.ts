import type { Context } from '#platform/context/context.ts'
import { landingsTag } from '#platform/events/page-tags.ts'
import { everySchool, hubLink, hubUrl, termOf } from './address.ts'
import { fullestHubs, schoolGradeHubs, schoolHeads, schoolHubs } from './queries.ts'
import type { HubLink, HubRow, SlideItem } from './types.ts'

export interface Sliders {
  schoolTypes: SlideItem[]
  subjects: SlideItem[]
  grades: SlideItem[]
}

/** A home page is a first visit, often on a phone: further subjects are in the menu. */
const homeSubjects = 10

type App = Pick<Context, 'cache' | 'db' | 'taxonomy' | 'world'>

/**
 * Where to go from a school landing: the same subject in other school types, other subjects in the same type, grades.
 * Other landings have none: they show related topics instead.
 */
export async function slidersOf(app: App, hub: HubRow): Promise<Sliders> {
  if (hub.kind !== 'school') return { schoolTypes: [], subjects: [], grades: [] }
  const { world, db } = app
  const type = hub.school_type ?? everySchool
  const [rows, ownGrades] = await Promise.all([
    schoolHubs(db, world),
    hub.subject === null || type === everySchool
      ? undefined
      : schoolGradeHubs(db, { world, schoolType: type, subject: hub.subject }),
  ])
  const subject = hub.subject
  const types = rows.filter(
    (row) => row.school_type !== everySchool && row.grade === null && row.subject === subject,
  )
  const subjects = rows.filter(
    (row) => row.school_type === type && row.grade === null && row.subject !== null,
  )
  const grades = ownGrades ?? (subject === null ? gradesOfType(app, rows, type) : [])
  return {
    schoolTypes: slides(app, 'school_type', types, rows, hub),
    subjects: slides(app, 'subject', subjects, rows, hub),
    grades: slides(app, 'class_grade', grades, rows, hub),
  }
}

/** The three sliders of a world's home: school types, the fullest subjects (the menu has all) and grades. */
export async function homeSliders(app: App): Promise<Sliders> {
  const rows = await schoolHubs(app.db, app.world)
  const pick = (test: (row: HubRow) => boolean, kind: 'school_type' | 'subject' | 'class_grade') =>
    slides(app, kind, rows.filter(test), rows)
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

/**
 * Looks up the landing worth a visit of a school type, or of a subject in it; where another one holds the same materials,
 * that one. Undefined where nothing is published; without an address where no landing is worth a visit.
 */
export async function schoolMenu(
  app: App,
): Promise<(type: string, subject?: string) => { count: number; url: string | undefined } | undefined> {
  const rows = await schoolHubs(app.db, app.world)
  const headOf = headsAmong(rows)
  const byParts = new Map(
    rows
      .filter(({ grade }) => grade === null)
      .map((row) => {
        const head = headOf(row)
        const link = { count: row.material_count, url: head && hubUrl(app.taxonomy, head) }
        return [`${row.school_type} ${row.subject ?? ''}`, link]
      }),
  )
  return (type, subject = '') => byParts.get(`${type} ${subject}`)
}

/** Pages name the same few terms again and again. */
const cachedSeconds = 60

/**
 * Addresses of the landings of some terms, by kind and id; none for a term without a landing worth a visit. As of the last
 * minute; one that is worth a visit no more goes at once.
 */
export async function termLandings(
  app: App,
  terms: readonly { kind: string; id: string }[],
): Promise<ReadonlyMap<string, string>> {
  const found = await Promise.all(
    terms.map(
      async ({ kind, id }) => [`${kind} ${id}`, await landingOf(app, landingKeys[kind]?.(id))] as const,
    ),
  )
  return new Map(
    found.flatMap(([name, address]) => (address === undefined ? [] : [[name, address] as const])),
  )
}

async function landingOf(
  { cache, db, taxonomy, world }: App,
  key: string | undefined,
): Promise<string | undefined> {
  if (key === undefined) return undefined
  const cachedFor = { seconds: cachedSeconds, tags: ['taxonomy', landingsTag(world)] }
  return await cache.get(`landing ${world} ${key}`, cachedFor, async () => {
    const head = (await schoolHeads(db, world, [key])).get(key)
    return head && hubUrl(taxonomy, head)
  })
}

const landingKeys: Readonly<Record<string, (id: string) => string>> = {
  subject: (id) => `${everySchool}/${id}/`,
  school_type: (id) => `${id}//`,
  class_grade: (id) => `${everySchool}//${id}`,
}

/** Finds among school hubs the one worth a visit with the same materials as another: itself, or the one before it. */
function headsAmong(rows: readonly HubRow[]): (row: HubRow) => HubRow | undefined {
  const nameOf = ({ set_mark, material_count }: HubRow) => `${set_mark} ${material_count}`
  const heads = new Map(rows.filter(({ is_listed }) => is_listed).map((row) => [nameOf(row), row]))
  return (row) => (row.is_listed ? row : heads.get(nameOf(row)))
}

/** Topics with the most materials. */
export async function popularTopics(app: App, limit: number): Promise<HubLink[]> {
  const rows = await fullestHubs(app.db, app.world, 'keyword', limit)
  return rows.map((row) => hubLink(app.taxonomy, row))
}

/** Grades across all subjects; of one type only those it has. */
function gradesOfType({ taxonomy, world }: App, rows: readonly HubRow[], type: string): HubRow[] {
  return rows.filter(({ school_type, grade }) => {
    if (school_type !== everySchool || grade === null) return false
    const types = taxonomy.term(world, 'class_grade', grade)?.data.school_types
    return type === everySchool || (Array.isArray(types) && types.includes(type))
  })
}

/**
 * In the taxonomy's order, subjects with more materials first; each by the one word that tells it from the others. Only
 * what is worth a visit, and the current page itself: a place whose materials `all` shows elsewhere leads there.
 */
function slides(
  { taxonomy }: App,
  kind: 'school_type' | 'subject' | 'class_grade',
  rows: readonly HubRow[],
  all: readonly HubRow[],
  current?: HubRow,
): SlideItem[] {
  const headOf = headsAmong(all)
  const mine = current && termOf(taxonomy, current, kind)?.id
  const taken = new Set<number>()
  return rows
    .flatMap((row) => {
      const term = termOf(taxonomy, row, kind)
      const isHere = row.id === current?.id
      const head = isHere ? row : headOf(row)
      if (!term || !head || (!isHere && head.id === current?.id)) return []
      return [{ row: head, term, isCurrent: term.id === mine }]
    })
    .sort((left, right) =>
      kind === 'subject'
        ? right.row.material_count - left.row.material_count || left.term.sort - right.term.sort
        : left.term.sort - right.term.sort,
    )
    .flatMap(({ row, term, isCurrent }) => {
      if (taken.has(row.id)) return []
      taken.add(row.id)
      return [{ ...hubLink(taxonomy, row, term.name), isCurrent }]
    })
}
