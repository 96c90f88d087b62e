/** What a pupil's answer to one element was worth; null: ungraded, or a teacher still has to look. */
export interface ItemScore {
  participant: number
  element: string
  scaled: number | null
  /** What was picked, for types with options. */
  picks: readonly string[]
}

export interface ItemFigures {
  element: string
  answered: number
  /** The mean of the scores: 1 is easy. Undefined: nobody's answer has a score. */
  p: number | undefined
  /** The upper less the lower 27 %; undefined below `enough` pupils. */
  discrimination: number | undefined
  /** How often each option was picked; undefined below `enough` pupils. */
  picks: ReadonlyMap<string, number> | undefined
}

/** With fewer pupils figures would say more about one of them than about the exercise. */
export const enough = 10
const share = 0.27

/** How each element did in a class. Pupils who did not answer an element count as nothing right there. */
export function itemAnalysis(
  elements: readonly string[],
  participants: readonly number[],
  scores: readonly ItemScore[],
): ItemFigures[] {
  const totals = new Map(participants.map((participant) => [participant, 0]))
  const present = scores.filter(({ participant }) => totals.has(participant))
  const byElement = Map.groupBy(present, ({ element }) => element)
  for (const { participant, scaled } of present)
    totals.set(participant, (totals.get(participant) ?? 0) + (scaled ?? 0))
  const ranked = [...totals].sort(([a, x], [b, y]) => y - x || a - b).map(([participant]) => participant)
  const size = Math.max(1, Math.round(ranked.length * share))
  const isEnough = ranked.length >= enough
  const [upper, lower] = [ranked.slice(0, size), ranked.slice(-size)]
  return elements.map((element) => {
    const own = byElement.get(element) ?? []
    const graded = new Map(
      own.flatMap(({ participant, scaled }) => (scaled === null ? [] : [[participant, scaled] as const])),
    )
    const meanOf = (some: readonly number[]) =>
      some.reduce((sum, participant) => sum + (graded.get(participant) ?? 0), 0) / some.length
    return {
      element,
      answered: own.length,
      p: graded.size === 0 ? undefined : meanOf([...graded.keys()]),
      discrimination: isEnough && graded.size > 0 ? meanOf(upper) - meanOf(lower) : undefined,
      picks: isEnough ? countsOf(own.flatMap(({ picks }) => picks)) : undefined,
    }
  })
}

function countsOf(picks: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const pick of picks) counts.set(pick, (counts.get(pick) ?? 0) + 1)
  return counts
}
