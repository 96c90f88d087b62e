import { type Game, linesOfPairs, pairsIn, tableOfPairs } from '../editor/games.ts'

export const game: Game = {
  place: 10,
  read: ({ f }) => tableOfPairs(pairsIn(f.pairs)),
  play: { pairs: ({ pairs }, make) => [make({ pairs: linesOfPairs(pairs) })] },
}
