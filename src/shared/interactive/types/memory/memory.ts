import { z } from 'zod'
import { listOf, wordsSchema } from '../../data-schemas.ts'
import { elementType, idAt } from '../../element-type.ts'
import { readLines, writeLine } from '../../lines.ts'
import { mixed } from '../../random.ts'
import { memoryExchange } from './exchange.ts'
import { memoryOutgoing } from './outgoing.ts'

const schema = z.object({ pairs: listOf(z.object({ a: wordsSchema, b: wordsSchema }), 2) })
export type Memory = z.output<typeof schema>

/** Cards by the pair they belong to: a pair is found when both of its cards were chosen for it. */
const cardsOf = ({ pairs }: Memory) =>
  pairs.flatMap(({ a, b }, at) => [
    { value: `a${idAt(at)}`, text: a },
    { value: `b${idAt(at)}`, text: b },
  ])

export const memory = elementType<Memory, { done: boolean }>({
  type: 'memory',
  place: 140,
  kind: 'scored',
  schema,
  parts: () => 1,
  view: (data, random) => [{ kind: 'pairs', name: 'done', cards: mixed(cardsOf(data), random) }],
  read: (_data, answers) => ({ done: answers.done?.[0] === 'on' }),
  score: (_data, { done }) => ({
    scaled: done ? 1 : 0,
    parts: [{ id: 'done', isRight: done, raw: done ? 1 : 0, max: 1 }],
  }),
  key: () => ({ done: true }),
  solution: ({ pairs }) => pairs.map(({ a, b }) => `${a} – ${b}`),
  editor: [{ name: 'pairs', kind: 'lines', list: { columns: ['left', 'right'] }, heard: 2 }],
  typed: ({ pairs }) => ({ pairs: pairs.map(({ a, b }) => writeLine([a, b])).join('\n') }),
  fromTyped: ({ pairs = '' }) => ({
    pairs: readLines(pairs).map(({ parts: [a = '', b = ''] }) => ({ a, b })),
  }),
  exchange: memoryExchange,
  outgoing: memoryOutgoing,
})
