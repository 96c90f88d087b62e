/** How many teams a room may have; 0: everybody for themselves. */
export const mostTeams = 8

/** How teams are made: dealt out as pupils come in, or chosen by them. */
export const teamWays = ['drawn', 'chosen'] as const

/** The team of who comes next: one of those with the fewest, by chance. */
export function drawTeam(taken: readonly (number | null)[], teams: number, random: () => number): number {
  const sizes = Array.from({ length: teams }, (_, at) => taken.filter((team) => team === at + 1).length)
  const least = Math.min(...sizes)
  const smallest = sizes.flatMap((size, at) => (size === least ? [at + 1] : []))
  return smallest[Math.floor(random() * smallest.length)] ?? 1
}

/** What a team has: the mean of its members, so that a small one loses nothing by being small. */
export interface TeamScore {
  team: number
  members: number
  mean: number
}

/** The scores of the teams somebody is in, the best one first; ties in the order of their numbers. */
export function teamScores(members: readonly { team: number | null; score: number }[]): TeamScore[] {
  const byTeam = Map.groupBy(members, ({ team }) => team)
  const scores = [...byTeam].flatMap(([team, own]): TeamScore[] => {
    if (team === null) return []
    return [{ team, members: own.length, mean: own.reduce((sum, { score }) => sum + score, 0) / own.length }]
  })
  return scores.sort((a, b) => b.mean - a.mean || a.team - b.team)
}
