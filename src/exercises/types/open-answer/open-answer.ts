import { elementType } from '#exercises/model/task/element-type.ts'
import { numberIn } from '#exercises/model/task/typed-values.ts'
import { truncate } from '#platform/rules/text/truncate.ts'
import { type OpenAnswer, schema } from './data.ts'
import { openAnswerExchange } from './exchange.ts'
import { openAnswerOutgoing } from './outgoing.ts'

/** Words of one's own, which nobody scores. */
export const openAnswer = elementType<OpenAnswer, string>({
  type: 'open_answer',
  place: 270,
  kind: 'collected',
  schema,
  parts: () => 0,
  view: ({ max }) => [{ kind: 'text', name: 'text', lines: 4, maxLength: max, isNumber: false }],
  read: ({ max }, answers) => truncate(answers.text?.[0] ?? '', max),
  score: () => ({ scaled: null, parts: [] }),
  key: () => '',
  solution: () => [],
  editor: [{ name: 'max', kind: 'number' }],
  typed: ({ max }) => ({ max: String(max) }),
  fromTyped: ({ max }) => ({ max: numberIn(max) ?? 500 }),
  exchange: openAnswerExchange,
  outgoing: openAnswerOutgoing,
})
