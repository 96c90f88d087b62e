import type { Game, Pair } from '#exercises/editor/state/games.ts'
import { writeLine } from '#exercises/model/text/lines.ts'

export const game: Game = {
  place: 80,
  play: { groups: ({ items }, make) => [make({ statements: statementsOf(items) })] },
}

/** Each thing with its group, every other one with a wrong one. */
function statementsOf(items: readonly Pair[]): string {
  const groups = [...new Set(items.map(([, group]) => group))]
  return items
    .map(([name, group], at) => {
      const other = groups.find((each) => each !== group)
      const isRight = at % 2 === 0 || other === undefined
      return writeLine([`${name}: ${isRight ? group : other}`], isRight)
    })
    .join('\n')
}
