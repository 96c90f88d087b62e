import { elementType, idAt } from '#exercises/model/task/element-type.ts'
import { tick, ticked } from '#exercises/model/task/typed-values.ts'
import { readLines, writeLine } from '#exercises/model/text/lines.ts'
import { type Poll, schema } from './data.ts'
import { pollExchange } from './exchange.ts'

/** What people think: nothing of it is right or wrong. */
export const poll = elementType<Poll, string[]>({
  type: 'poll',
  place: 240,
  kind: 'collected',
  schema,
  parts: () => 0,
  view: ({ options, isMulti }) => [
    { kind: 'choice', name: 'pick', isMulti, options: options.map(({ id, text }) => ({ value: id, text })) },
  ],
  read: ({ options }, answers) =>
    (answers.pick ?? []).filter((id) => options.some((option) => option.id === id)),
  score: () => ({ scaled: null, parts: [] }),
  key: () => [],
  solution: () => [],
  editor: [
    { name: 'pollOptions', kind: 'lines', list: { columns: ['answer'] } },
    { name: 'isMulti', kind: 'check' },
  ],
  typed: ({ options, isMulti }) => ({
    pollOptions: options.map(({ text }) => writeLine([text])).join('\n'),
    isMulti: tick(isMulti),
  }),
  fromTyped: (typed) => ({
    options: readLines(typed.pollOptions ?? '').map(({ parts: [text = ''] }, at) => ({ id: idAt(at), text })),
    isMulti: ticked(typed, 'isMulti'),
  }),
  exchange: pollExchange,
})
