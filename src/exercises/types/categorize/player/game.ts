import { type Game, linesOfPairs, pairsIn } from '#exercises/editor/state/games.ts'

export const game: Game = {
  place: 5,
  read: ({ f }) => {
    const items = pairsIn(f.items)
    return items.length > 1 ? { kind: 'groups', items } : undefined
  },
  play: { groups: ({ items }, make) => [make({ items: linesOfPairs(items) })] },
}
