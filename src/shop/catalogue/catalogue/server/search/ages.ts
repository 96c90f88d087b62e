import type { Term } from '../taxonomy.ts'

/** Whom a material is for, in years of age; `to` is missing where the highest grade has no upper end. */
export interface AgeRange {
  from: number
  to: number | undefined
}

/** The ages of all grades together ('6-7', '16+'), or undefined where no grade says any. */
export function agesOf(grades: readonly (Pick<Term, 'data'> | undefined)[]): AgeRange | undefined {
  const ranges = grades.map((grade) => rangeIn(grade?.data.age)).filter((range) => range !== undefined)
  if (ranges.length === 0) return undefined
  const ends = ranges.map(({ to }) => to)
  const to = ends.every((end) => end !== undefined) ? Math.max(...ends) : undefined
  return { from: Math.min(...ranges.map(({ from }) => from)), to }
}

function rangeIn(text: unknown): AgeRange | undefined {
  const [, from, to, plus] = /^(\d{1,2})(?:-(\d{1,2})|(\+))$/.exec(String(text)) ?? []
  if (from === undefined || (to === undefined && plus === undefined)) return undefined
  return { from: Number(from), to: to === undefined ? undefined : Number(to) }
}
