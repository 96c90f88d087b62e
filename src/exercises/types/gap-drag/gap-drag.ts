import { elementType, part, verdict } from '#exercises/model/task/element-type.ts'
import { tick, ticked } from '#exercises/model/task/typed-values.ts'
import { gapDragOf } from '#exercises/model/task/word-bank.ts'
import { gapIds, readGaps, writeGaps } from '#exercises/model/text/gap-markup.ts'
import { readLines, writeLine } from '#exercises/model/text/lines.ts'
import { mixed } from '#platform/rules/random.ts'
import { type GapDrag, schema } from './data.ts'
import { gapDragExchange } from './exchange.ts'
import { gapDragOutgoing } from './outgoing.ts'

const textOf = (data: GapDrag, id: string | undefined) => data.bank.find((word) => word.id === id)?.text ?? ''

export const gapDrag = elementType<GapDrag, Record<string, string>>({
  type: 'gap_drag',
  place: 50,
  kind: 'scored',
  schema,
  parts: ({ html }) => gapIds(html).length,
  view: (data, random) => {
    const options = mixed(data.bank, random).map(({ id, text }) => ({ value: id, text }))
    const gap = { size: 12, hint: '', options }
    return [
      {
        kind: 'gaps',
        html: data.html,
        gaps: Object.fromEntries(gapIds(data.html).map((id) => [id, gap])),
        bank: options.map(({ text }) => text),
      },
    ]
  },
  read: ({ html }, answers) =>
    Object.fromEntries(gapIds(html).flatMap((id) => (answers[id]?.[0] ? [[id, answers[id][0]]] : []))),
  score: (data, response) => {
    const parts = gapIds(data.html).map((id) =>
      part(id, response[id] !== undefined && response[id] === data.gaps[id]),
    )
    const wrong = parts.filter(({ id, isRight }) => response[id] && !isRight).length
    return verdict(parts, data.hasPenalty ? wrong : 0)
  },
  key: (data) => ({ ...data.gaps }),
  solution: (data) => gapIds(data.html).map((id) => textOf(data, data.gaps[id])),
  editor: [
    { name: 'gapText', kind: 'text' },
    { name: 'distractors', kind: 'lines' },
    { name: 'hasPenalty', kind: 'check' },
  ],
  typed: (data) => {
    const used = new Set(Object.values(data.gaps))
    const gaps = Object.entries(data.gaps).map(([id, word]) => [
      id,
      { answers: [{ text: textOf(data, word), fraction: 1 }], tip: '' },
    ])
    return {
      gapText: writeGaps({ html: data.html, gaps: Object.fromEntries(gaps) }),
      distractors: data.bank
        .filter(({ id }) => !used.has(id))
        .map(({ text }) => writeLine([text]))
        .join('\n'),
      hasPenalty: tick(data.hasPenalty),
    }
  },
  fromTyped: (typed) => {
    const { html, gaps } = readGaps(typed.gapText ?? '')
    const answers = Object.fromEntries(
      Object.entries(gaps).map(([id, gap]) => [id, gap.answers[0]?.text ?? '']),
    )
    const others = readLines(typed.distractors ?? '').map(({ parts: [text = ''] }) => text)
    return { ...gapDragOf(html, answers, others), hasPenalty: ticked(typed, 'hasPenalty') }
  },
  exchange: gapDragExchange,
  outgoing: gapDragOutgoing,
})
