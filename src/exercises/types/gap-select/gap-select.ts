import { elementType, idAt, part, verdict } from '#exercises/model/task/element-type.ts'
import { gapIds, readGaps, writeGaps } from '#exercises/model/text/gap-markup.ts'
import { mixed } from '#platform/rules/random.ts'
import { type GapSelect, schema } from './data.ts'
import { gapSelectExchange } from './exchange.ts'
import { gapSelectOutgoing } from './outgoing.ts'

const rightOf = (data: GapSelect, id: string) => data.gaps[id]?.options[0]

export const gapSelect = elementType<GapSelect, Record<string, string>>({
  type: 'gap_select',
  place: 40,
  kind: 'scored',
  schema,
  parts: ({ html }) => gapIds(html).length,
  view: (data, random) => [
    {
      kind: 'gaps',
      html: data.html,
      gaps: Object.fromEntries(
        gapIds(data.html).map((id) => {
          const options = mixed(data.gaps[id]?.options ?? [], random)
          return [
            id,
            { size: 12, hint: '', options: options.map((each) => ({ value: each.id, text: each.text })) },
          ]
        }),
      ),
      bank: [],
    },
  ],
  read: ({ html }, answers) =>
    Object.fromEntries(gapIds(html).flatMap((id) => (answers[id]?.[0] ? [[id, answers[id][0]]] : []))),
  score: (data, response) =>
    verdict(
      gapIds(data.html).map((id) =>
        part(id, response[id] !== undefined && response[id] === rightOf(data, id)?.id),
      ),
    ),
  key: (data) => Object.fromEntries(gapIds(data.html).map((id) => [id, rightOf(data, id)?.id ?? ''])),
  solution: (data) => gapIds(data.html).map((id) => rightOf(data, id)?.text ?? ''),
  editor: [{ name: 'selectText', kind: 'text' }],
  typed: ({ html, gaps }) => ({
    selectText: writeGaps({
      html,
      gaps: Object.fromEntries(
        Object.entries(gaps).map(([id, { options }]) => [
          id,
          { answers: options.map(({ text }) => ({ text, fraction: 1 })), tip: '' },
        ]),
      ),
    }),
  }),
  fromTyped: ({ selectText = '' }) => {
    const { html, gaps } = readGaps(selectText)
    return {
      html,
      gaps: Object.fromEntries(
        Object.entries(gaps).map(([id, { answers }]) => [
          id,
          { options: answers.map(({ text }, at) => ({ id: idAt(at), text })) },
        ]),
      ),
    }
  },
  exchange: gapSelectExchange,
  outgoing: gapSelectOutgoing,
})
