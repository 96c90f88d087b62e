import { elementType, idAt, part, verdict } from '#exercises/model/task/element-type.ts'
import { readLines, writeLine } from '#exercises/model/text/lines.ts'
import { mixed } from '#platform/rules/random.ts'
import { type Order, schema, scorings } from './data.ts'
import { orderExchange } from './exchange.ts'
import { orderOutgoing } from './outgoing.ts'

export const order = elementType<Order, string[]>({
  type: 'order',
  place: 90,
  kind: 'scored',
  xapi: 'sequencing',
  schema,
  parts: ({ items, scoring }) =>
    scoring === 'all' ? 1 : scoring === 'adjacent' ? items.length - 1 : items.length,
  view: ({ items }, random) => [
    {
      kind: 'rows',
      rows: mixed(items, random).map(({ id, text }) => ({ name: id, text })),
      options: items.map((_item, at) => ({ value: String(at + 1), text: String(at + 1) })),
      isBank: false,
      isOnce: true,
    },
  ],
  // Places as they were said; of two things on one place neither is there.
  read: ({ items }, answers) => {
    const said = items.map(({ id }) => ({ id, place: Number(answers[id]?.[0] ?? Number.NaN) }))
    return items.map((_item, at) => {
      const here = said.filter(({ place }) => place === at + 1)
      return here.length === 1 ? (here[0]?.id ?? '') : ''
    })
  },
  score: ({ items, scoring }, response) => {
    const places = items.map(({ id }, at) => part(id, response[at] === id))
    const isAll = places.every(({ isRight }) => isRight)
    if (scoring === 'all') return { scaled: isAll ? 1 : 0, parts: places }
    if (scoring === 'position') return verdict(places)
    const neighbours = items.slice(1).map(({ id }, at) => {
      const before = response.indexOf(items[at]?.id ?? '')
      return part(id, before >= 0 && response[before + 1] === id)
    })
    return verdict(neighbours)
  },
  key: ({ items }) => items.map(({ id }) => id),
  solution: ({ items }) => items.map(({ text }, at) => `${at + 1}. ${text}`),
  editor: [
    { name: 'ordered', kind: 'lines', list: { columns: ['line'] }, heard: 1 },
    { name: 'scoring', kind: scorings },
  ],
  typed: ({ items, scoring }) => ({
    ordered: items.map(({ text }) => writeLine([text])).join('\n'),
    scoring,
  }),
  fromTyped: ({ ordered = '', scoring }) => ({
    items: readLines(ordered).map(({ parts: [text = ''] }, at) => ({ id: idAt(at), text })),
    scoring: scoring || 'position',
  }),
  exchange: orderExchange,
  outgoing: orderOutgoing,
})
