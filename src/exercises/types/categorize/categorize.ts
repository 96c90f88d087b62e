import { elementType, idAt, part, verdict } from '#exercises/model/task/element-type.ts'
import { readLines, writeLine } from '#exercises/model/text/lines.ts'
import { mixed } from '#platform/rules/random.ts'
import { type Categorize, schema } from './data.ts'
import { categorizeExchange } from './exchange.ts'
import { categorizeOutgoing } from './outgoing.ts'

const labels = (data: Categorize, ids: readonly string[]) =>
  data.categories.filter(({ id }) => ids.includes(id)).map(({ label }) => label)

export const categorize = elementType<Categorize, Record<string, string>>({
  type: 'categorize',
  place: 80,
  kind: 'scored',
  schema,
  parts: ({ items }) => items.length,
  view: ({ categories, items }, random) => [
    {
      kind: 'rows',
      rows: mixed(items, random).map(({ id, text }) => ({ name: id, text })),
      options: categories.map(({ id, label }) => ({ value: id, text: label })),
      isBank: true,
    },
  ],
  read: ({ items }, answers) =>
    Object.fromEntries(items.flatMap(({ id }) => (answers[id]?.[0] ? [[id, answers[id][0]]] : []))),
  score: ({ items }, response) =>
    verdict(items.map(({ id, categories }) => part(id, categories.includes(response[id] ?? '')))),
  key: ({ items }) => Object.fromEntries(items.map(({ id, categories }) => [id, categories[0] ?? ''])),
  solution: (data) =>
    data.items.map(({ text, categories }) => `${text} – ${labels(data, categories).join(' / ')}`),
  editor: [{ name: 'items', kind: 'lines', list: { columns: ['thing', 'group'] }, heard: 1 }],
  typed: (data) => {
    const used = new Set(data.items.flatMap(({ categories }) => categories))
    const empty = data.categories.filter(({ id }) => !used.has(id))
    return {
      items: [
        ...data.items.map(({ text, categories }) => writeLine([text, ...labels(data, categories)])),
        ...empty.map(({ label }) => writeLine(['', label])),
      ].join('\n'),
    }
  },
  fromTyped: ({ items = '' }) => {
    const lines = readLines(items).map(({ parts: [text = '', ...named] }) => ({
      text,
      named: named.filter((name) => name !== ''),
    }))
    const categories = [...new Set(lines.flatMap(({ named }) => named))].map((label, at) => ({
      id: `c${idAt(at)}`,
      label,
    }))
    const idOf = (label: string) => categories.find((each) => each.label === label)?.id ?? ''
    return {
      categories,
      items: lines
        .filter(({ text }) => text !== '')
        .map(({ text, named }, at) => ({ id: idAt(at), text, categories: named.map(idOf) })),
    }
  },
  exchange: categorizeExchange,
  outgoing: categorizeOutgoing,
})
