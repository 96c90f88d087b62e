import { elementType, idAt } from '#exercises/model/task/element-type.ts'
import type { Answers } from '#exercises/model/task/widget.ts'
import { readLines, writeLine } from '#exercises/model/text/lines.ts'
import { mixed } from '#platform/rules/random.ts'
import { type Memory, schema } from './data.ts'
import { memoryExchange } from './exchange.ts'
import { memoryOutgoing } from './outgoing.ts'

/** Cards by the pair they belong to: a pair is found when both of its cards were chosen for it. */
const cardsOf = ({ pairs }: Memory) =>
  pairs.flatMap(({ a, b }, at) => [
    { value: `a${idAt(at)}`, text: a },
    { value: `b${idAt(at)}`, text: b },
  ])

/** Each card with the one it belongs to, both ways. */
const partnersOf = ({ pairs }: Memory) =>
  Object.fromEntries(
    pairs.flatMap((_pair, at) => {
      const [a, b] = [`a${idAt(at)}`, `b${idAt(at)}`]
      return [
        [a, b],
        [b, a],
      ]
    }),
  )

/** What came of a game: who chose pairs of a list made no moves. */
export interface MemoryGame {
  moves: number
  ms: number
  done: boolean
}

/** A game as a device tells it, as far as it can have been: each pair takes a move, and all of them some time. */
function playedGame({ pairs }: Memory, answers: Answers): MemoryGame {
  const [moves, ms] = [wholeIn(answers.moves?.[0]), wholeIn(answers.ms?.[0])]
  const isCredible = answers.done?.[0] === 'on' && moves >= pairs.length && ms > 0
  return isCredible ? { moves, ms, done: true } : { moves: 0, ms: 0, done: false }
}

const wholeIn = (text = '') => (/^\d{1,9}$/.test(text) ? Number(text) : 0)

/** Without a script each first card gets its second one of a list; of cards that look alike either is right. */
function areChosen({ pairs }: Memory, answers: Answers): boolean {
  const back = new Map(pairs.map(({ b }, at) => [`b${idAt(at)}`, b]))
  return pairs.every(({ b }, at) => back.get(answers[`a${idAt(at)}`]?.[0] ?? '') === b)
}

export const memory = elementType<Memory, MemoryGame>({
  type: 'memory',
  place: 140,
  kind: 'scored',
  schema,
  parts: () => 1,
  view: (data, random) => [
    { kind: 'pairs', name: 'done', cards: mixed(cardsOf(data), random), partners: partnersOf(data) },
  ],
  read: (data, answers) => {
    const game = playedGame(data, answers)
    return { ...game, done: game.done || areChosen(data, answers) }
  },
  score: (_data, { done }) => ({
    scaled: done ? 1 : 0,
    parts: [{ id: 'done', isRight: done, raw: done ? 1 : 0, max: 1 }],
  }),
  key: ({ pairs }) => ({ moves: pairs.length, ms: 1000 * pairs.length, done: true }),
  solution: ({ pairs }) => pairs.map(({ a, b }) => `${a} – ${b}`),
  editor: [{ name: 'pairs', kind: 'lines', list: { columns: ['left', 'right'] }, heard: 2 }],
  typed: ({ pairs }) => ({ pairs: pairs.map(({ a, b }) => writeLine([a, b])).join('\n') }),
  fromTyped: ({ pairs = '' }) => ({
    pairs: readLines(pairs).map(({ parts: [a = '', b = ''] }) => ({ a, b })),
  }),
  exchange: memoryExchange,
  outgoing: memoryOutgoing,
})
