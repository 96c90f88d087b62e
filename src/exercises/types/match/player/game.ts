import { type Game, linesOfPairs, pairsIn, tableOfPairs } from '#exercises/editor/state/games.ts'

export const game: Game = {
  place: 10,
  read: ({ f }) => tableOfPairs(pairsIn(f.pairs)),
  play: { pairs: ({ pairs }, make) => [make({ pairs: linesOfPairs(pairs) })] },
}
