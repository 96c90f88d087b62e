/** What a class has done of one question, in the order of its bar. */
const barStates = ['correct', 'partial', 'incorrect'] as const

interface ClassBar {
  parts: { state: (typeof barStates)[number]; from: number; length: number }[]
  counts: { right: number; partial: number; wrong: number; open: number }
}

/** How a question did so far: its parts one after the other, in pupils. What waits for the teacher is open. */
export function classBar(states: readonly (string | undefined)[]): ClassBar {
  const countOf = (state: string) => states.filter((each) => each === state).length
  let from = 0
  const parts = barStates.map((state) => {
    const part = { state, from, length: countOf(state) }
    from += part.length
    return part
  })
  const counts = { right: countOf('correct'), partial: countOf('partial'), wrong: countOf('incorrect') }
  // Opinions are answered without being right or wrong.
  return { parts, counts: { ...counts, open: states.length - from - countOf('ungraded') } }
}
