interface Pupil {
  id: number
  at_since: Date | null
  finished_at: Date | null
}

/** When each pupil answered last, in ms. */
export function byAnswer(
  answers: readonly { participant_id: number; answered_at: Date }[],
): ReadonlyMap<number, number> {
  const last = new Map<number, number>()
  for (const { participant_id: id, answered_at: at } of answers)
    last.set(id, Math.max(last.get(id) ?? 0, at.getTime()))
  return last
}

/** Who has done nothing for the longest time comes first; who has handed in is not stuck. */
export function byStuck<P extends Pupil>(pupils: readonly P[], answered: ReadonlyMap<number, number>): P[] {
  const moved = ({ id, at_since: since, finished_at: finished }: P) =>
    finished ? Number.POSITIVE_INFINITY : Math.max(since?.getTime() ?? 0, answered.get(id) ?? 0)
  return pupils.toSorted((one, other) => {
    const [a, b] = [moved(one), moved(other)]
    return a === b ? 0 : a - b
  })
}
