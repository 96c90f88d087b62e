import { type Game, linesOfPairs, pairsIn, tableOfPairs } from '#exercises/editor/state/games.ts'

export const game: Game = {
  place: 60,
  read: ({ f }) => tableOfPairs(pairsIn(f.words)),
  play: { pairs: ({ pairs }, make) => [make({ words: linesOfPairs(pairs), showsWords: '' })] },
}
