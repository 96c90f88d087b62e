import { type Game, quizOf } from '#exercises/editor/state/games.ts'
import { readLines } from '#exercises/model/text/lines.ts'

export const game: Game = {
  place: 70,
  read: ({ f }) => {
    const right = readLines(f.options ?? '').flatMap(({ isMarked, parts: [text = ''] }) =>
      isMarked ? [text] : [],
    )
    return right.length === 0 ? undefined : { kind: 'choice', right }
  },
  play: {
    pairs: ({ pairs }, make) => quizOf(pairs, make),
    groups: ({ items }, make) => quizOf(items, make),
  },
}
