import { elementType, part, picked, verdict } from '#exercises/model/task/element-type.ts'
import { readLines, writeLine } from '#exercises/model/text/lines.ts'
import { mixed } from '#platform/rules/random.ts'
import { keyOf, type Match, type Pair, schema } from './data.ts'
import { matchExchange } from './exchange.ts'
import { matchOutgoing } from './outgoing.ts'
import { isManyToMany, matchOf, othersOf, rowsOf } from './pairs.ts'

export const match = elementType<Match, Pair[]>({
  type: 'match',
  place: 70,
  kind: 'scored',
  schema,
  parts: ({ pairs }) => pairs.length,
  view: ({ left, right, pairs }, random) => [
    {
      kind: 'rows',
      rows: left.map(({ id, text }) => ({ name: id, text })),
      options: mixed(right, random).map(({ id, text }) => ({ value: id, text })),
      isBank: true,
      ...(isManyToMany({ left, pairs }) && { isMulti: true as const }),
    },
  ],
  read: ({ left, pairs }, answers) =>
    left.flatMap(({ id }): Pair[] => {
      const said = (answers[id] ?? []).filter((value) => value !== '')
      return (isManyToMany({ left, pairs }) ? said : said.slice(0, 1)).map((value) => [id, value])
    }),
  score: ({ left, right, pairs }, response) => {
    if (isManyToMany({ left, pairs })) {
      const all = left.flatMap((a) => right.map((b) => keyOf([a.id, b.id])))
      return picked(all, new Set(pairs.map(keyOf)), response.map(keyOf))
    }
    // Each thing counts with the first that is said of it.
    const said = new Map([...response].reverse())
    return verdict(pairs.map(([a, b]) => part(a, said.get(a) === b)))
  },
  key: ({ pairs }) => pairs.map(([a, b]) => [a, b]),
  solution: (data) => rowsOf(data).map(([a, ...partners]) => `${a} – ${partners.join(' / ')}`),
  editor: [
    { name: 'pairs', kind: 'lines', list: { columns: ['left', 'right'] }, heard: 2, more: 'alsoRight' },
  ],
  typed: (data) => ({
    pairs: [
      ...rowsOf(data).map((row) => writeLine(row)),
      ...othersOf(data).map((text) => writeLine(['', text])),
    ].join('\n'),
  }),
  fromTyped: ({ pairs = '' }) => {
    const lines = readLines(pairs).map(({ parts }) => parts)
    return matchOf(
      lines.filter(([a]) => a !== ''),
      lines.filter(([a]) => a === '').flatMap(([, ...texts]) => texts),
    )
  },
  exchange: matchExchange,
  outgoing: matchOutgoing,
})
