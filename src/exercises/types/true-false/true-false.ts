import { elementType, idAt, part, verdict } from '#exercises/model/task/element-type.ts'
import { readLines, writeLine } from '#exercises/model/text/lines.ts'
import { mixed } from '#platform/rules/random.ts'
import { schema, type TrueFalse } from './data.ts'
import { trueFalseExchange } from './exchange.ts'
import { trueFalseOutgoing } from './outgoing.ts'

/** What a form sends for right and wrong; pages put words of the world in their place. */
const values = { right: 'true', wrong: 'false' } as const

export const trueFalse = elementType<TrueFalse, Record<string, boolean>>({
  type: 'true_false',
  place: 20,
  kind: 'scored',
  xapi: 'true-false',
  schema,
  parts: ({ statements }) => statements.length,
  view: ({ statements }, random) => [
    {
      kind: 'rows',
      // Many alternate between right and wrong while they write.
      rows: mixed(statements, random).map(({ id, text }) => ({ name: id, text })),
      options: Object.values(values).map((value) => ({ value, text: '' })),
      isBank: false,
    },
  ],
  read: ({ statements }, answers) =>
    Object.fromEntries(
      statements.flatMap(({ id }) => {
        const value = answers[id]?.[0]
        return value === values.right || value === values.wrong ? [[id, value === values.right]] : []
      }),
    ),
  score: ({ statements }, response) =>
    verdict(statements.map(({ id, answer }) => part(id, response[id] === answer))),
  key: ({ statements }) => Object.fromEntries(statements.map(({ id, answer }) => [id, answer])),
  // As in GIFT and Moodle: what is said to a statement is said to who took it wrongly.
  said: ({ statements }, response) =>
    statements.filter(({ id, answer }) => response[id] === !answer).map(({ feedback }) => feedback),
  solution: ({ statements }) => statements.map(({ text, answer }) => `${answer ? '✓' : '✗'} ${text}`),
  editor: [{ name: 'statements', kind: 'lines', list: { columns: ['statement'], isMarked: true }, heard: 1 }],
  typed: ({ statements }) => ({
    statements: statements
      .map(({ text, answer, feedback }) => writeLine([text, feedback], answer))
      .join('\n'),
  }),
  fromTyped: ({ statements = '' }) => ({
    statements: readLines(statements).map(({ isMarked, parts: [text = '', feedback = ''] }, at) => ({
      id: idAt(at),
      text,
      feedback,
      answer: isMarked,
    })),
  }),
  exchange: trueFalseExchange,
  outgoing: trueFalseOutgoing,
})
