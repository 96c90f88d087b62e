export const courseGates = ['none', 'sequential', 'min_pct'] as const
export type CourseGate = (typeof courseGates)[number]

interface Step {
  id: string
  kind: string
  isRequired: boolean
}

/** What was done of a course, by item: the percent of an exercise, null where nothing is scored. */
type CourseProgress = ReadonlyMap<string, number | null>

const scored: ReadonlySet<string> = new Set(['unit', 'room_template'])

/** Whether an item is an exercise, alone or with a class: what is done with it says a result, not a tick. */
export function isScoredItem({ kind }: { kind: string }): boolean {
  return scored.has(kind)
}

/** Whether an item counts as done: an exercise in a course with a least result from that on. */
export function isItemDone(
  { id, kind }: Pick<Step, 'id' | 'kind'>,
  progress: CourseProgress,
  { gate, minPercent }: { gate: CourseGate; minPercent: number },
): boolean {
  const percent = progress.get(id)
  if (percent === undefined) return false
  return gate !== 'min_pct' || !isScoredItem({ kind }) || percent === null || percent >= minPercent
}

/** The items that may be opened: all, or those up to the first required one that is not done. */
export function openItems(
  items: readonly Step[],
  progress: CourseProgress,
  rule: { gate: CourseGate; minPercent: number },
): Set<string> {
  const isHurdle = (item: Step) => item.isRequired && !isItemDone(item, progress, rule)
  const first = rule.gate === 'none' ? -1 : items.findIndex(isHurdle)
  return new Set((first < 0 ? items : items.slice(0, first + 1)).map(({ id }) => id))
}

/** Whether all that is required is done; a course of nothing is never done. */
export function isCourseDone(
  items: readonly Step[],
  progress: CourseProgress,
  rule: { gate: CourseGate; minPercent: number },
): boolean {
  const required = items.filter(({ isRequired }) => isRequired)
  const wanted = required.length > 0 ? required : items
  return wanted.length > 0 && wanted.every((item) => isItemDone(item, progress, rule))
}
