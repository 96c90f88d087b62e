import { z } from 'zod'
import { idsSchema, listOf, wordsSchema } from '../../data-schemas.ts'
import { elementType, part, verdict } from '../../element-type.ts'
import { readLines, writeLine } from '../../lines.ts'
import { shuffled } from '../../random.ts'
import { matchExchange } from './exchange.ts'
import { matchOf, othersOf, pairsOf } from './pairs.ts'

const thing = z.object({ id: idsSchema, text: wordsSchema })
const schema = z
  .object({
    left: listOf(thing, 2),
    right: listOf(thing, 2),
    pairs: z.array(z.tuple([idsSchema, idsSchema])).min(2),
  })
  .refine(({ left, right, pairs }) => {
    const [known, targets] = [left.map(({ id }) => id), new Set(right.map(({ id }) => id))]
    return (
      pairs.length === known.length &&
      new Set(pairs.map(([id]) => id)).size === known.length &&
      pairs.every(([a, b]) => known.includes(a) && targets.has(b))
    )
  })
export type Match = z.output<typeof schema>

export const match = elementType<Match, [string, string][]>({
  type: 'match',
  kind: 'scored',
  schema,
  parts: ({ pairs }) => pairs.length,
  view: ({ left, right }, random) => [
    {
      kind: 'rows',
      rows: left.map(({ id, text }) => ({ name: id, text })),
      options: shuffled(right, random).map(({ id, text }) => ({ value: id, text })),
      isBank: true,
    },
  ],
  read: ({ left }, answers) =>
    left.flatMap(({ id }): [string, string][] => (answers[id]?.[0] ? [[id, answers[id][0]]] : [])),
  score: ({ pairs }, response) => {
    // Each thing counts with the first that is said of it.
    const said = new Map([...response].reverse())
    return verdict(pairs.map(([a, b]) => part(a, said.get(a) === b)))
  },
  key: ({ pairs }) => pairs.map(([a, b]) => [a, b]),
  solution: (data) => pairsOf(data).map(([a, b]) => `${a} – ${b}`),
  editor: [{ name: 'pairs', kind: 'lines', heard: 2 }],
  typed: (data) => ({
    pairs: [
      ...pairsOf(data).map((pair) => writeLine(pair)),
      ...othersOf(data).map((text) => writeLine(['', text])),
    ].join('\n'),
  }),
  fromTyped: ({ pairs = '' }) => {
    const lines = readLines(pairs).map(({ parts: [a = '', b = ''] }) => [a, b] as const)
    return matchOf(
      lines.filter(([a]) => a !== ''),
      lines.filter(([a]) => a === '').map(([, b]) => b),
    )
  },
  exchange: matchExchange,
})
