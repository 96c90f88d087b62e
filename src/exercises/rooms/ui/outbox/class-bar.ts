/** What a class has done of one question, in the order of its bar. */
const barStates = ['correct', 'partial', 'incorrect'] as const

interface ClassBar {
  parts: { state: (typeof barStates)[number]; from: number; length: number }[]
  counts: { right: number; partial: number; wrong: number; open: number }
  /** How many pupils it is about. */
  total: number
}

/** What a pupil has done of each question; undefined: nothing. */
type Row = readonly (string | undefined)[]

/** Whether a pupil has begun: whoever only entered says nothing about a question. */
function hasBegun(row: Row): boolean {
  return row.some((state) => state !== undefined && state !== 'empty')
}

/**
 * How a question did so far among those who have begun: its parts one after the other, in pupils. What waits for the teacher is open.
 * @param rows a pupil each; @param at the question
 */
export function classBar(rows: readonly Row[], at: number): ClassBar {
  const states = rows.filter(hasBegun).map((row) => row[at])
  const countOf = (state: string) => states.filter((each) => each === state).length
  let from = 0
  const parts = barStates.map((state) => {
    const part = { state, from, length: countOf(state) }
    from += part.length
    return part
  })
  const counts = { right: countOf('correct'), partial: countOf('partial'), wrong: countOf('incorrect') }
  // Opinions are answered without being right or wrong.
  const open = states.length - from - countOf('ungraded')
  return { parts, counts: { ...counts, open }, total: states.length }
}
