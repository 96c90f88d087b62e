import type { Context } from '#platform/context/context.ts'
import { requireMember } from '#platform/http/access/access.ts'
import type { FacetKind } from '#platform/rules/contract/search.ts'
import { unitLimits } from '#platform/rules/exercise-limits.ts'
import { type UnitListRow, unitRows } from './list-queries.ts'
import { folded } from './sale/terms.ts'

/** What somebody looks for among exercises; what is not named is not asked for. */
export interface UnitWish {
  query?: string | undefined
  subject?: string | undefined
  grade?: string | undefined
  schoolType?: string | undefined
  state?: 'draft' | 'published' | undefined
}

/** What every list of exercises knows of one. */
export interface Listed {
  title: string
  description?: string
  subjects: readonly string[]
  grades: readonly string[]
  school_types: readonly string[]
  /** Of what others published: it is. */
  version?: number
}

/** The member's own units, those that are wished for. @throws ProductError unauthorized */
export async function listUnits(
  context: Context,
  { folderId, ...wish }: UnitWish & { folderId?: number | undefined } = {},
): Promise<UnitListRow[]> {
  const owner = { world: context.world, accountId: requireMember(context).accountId }
  const { query } = wish
  const rows = await unitRows(context.db, owner, { limit: unitLimits.perMember, folderId, query })
  return rows.filter((row) => fits(row, wish)).map(({ description: _looked, ...row }) => row)
}

/** Whether an exercise is what somebody looks for: all of their words stand in its title or description. */
export function fits(row: Listed, { query = '', subject, grade, schoolType, state }: UnitWish): boolean {
  if (state && (row.version === 0 ? 'draft' : 'published') !== state) return false
  if (subject && !row.subjects.includes(subject)) return false
  if (grade && !row.grades.includes(grade)) return false
  if (schoolType && !row.school_types.includes(schoolType)) return false
  const text = folded(`${row.title} ${row.description ?? ''}`)
  return folded(query)
    .split(' ')
    .every((word) => text.includes(word))
}

/** The terms exercises name, which is all there is to choose from. */
export function namedTerms(rows: readonly Listed[]) {
  const all = (name: 'subjects' | 'grades') => new Set(rows.flatMap((row) => row[name]))
  return { total: rows.length, subjects: all('subjects'), grades: all('grades') }
}

/** Subjects and grades as people read them. */
export function termNames(
  { taxonomy, world }: Pick<Context, 'taxonomy' | 'world'>,
  { subjects, grades }: Listed,
): string[] {
  const nameOf = (kind: FacetKind) => (id: string) => taxonomy.term(world, kind, id)?.name ?? []
  return [...subjects.flatMap(nameOf('subject')), ...grades.flatMap(nameOf('class_grade'))]
}
