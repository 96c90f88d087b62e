import {
  isNear,
  mapAnswers,
  readGapAnswer,
  shownAnswer,
  writeGapAnswer,
} from '#exercises/model/engines/gap-numbers.ts'
import { isSameAnswer, readAnswer, strictnessFlags } from '#exercises/model/engines/typed-answer.ts'
import { elementType, type Part, verdict } from '#exercises/model/task/element-type.ts'
import { tick, ticked } from '#exercises/model/task/typed-values.ts'
import { gapIds, readGaps, writeGaps } from '#exercises/model/text/gap-markup.ts'
import { type GapText, schema } from './data.ts'
import { gapTextExchange } from './exchange.ts'
import { gapTextOutgoing } from './outgoing.ts'

const best = (data: GapText, id: string) =>
  data.gaps[id]?.answers.find(({ fraction }) => fraction === 1)?.text ?? ''

/** The better of all answers a typed text is the same as. */
function worth(data: GapText, id: string, typed: string): number {
  const read = readAnswer(typed, data)
  const fits = (data.gaps[id]?.answers ?? []).filter((answer) =>
    answer.tolerance === undefined ? isSameAnswer(read, answer.text, data) : isNear(typed, answer),
  )
  return Math.max(0, ...fits.map(({ fraction }) => fraction))
}

export const gapText = elementType<GapText, Record<string, string>>({
  type: 'gap_text',
  place: 30,
  kind: 'scored',
  schema,
  parts: ({ html }) => gapIds(html).length,
  view: (data) => [
    {
      kind: 'gaps',
      html: data.html,
      gaps: Object.fromEntries(
        gapIds(data.html).map((id) => [
          id,
          { size: sizeFor(best(data, id)), hint: data.gaps[id]?.tip ?? '' },
        ]),
      ),
      bank: [],
    },
  ],
  read: ({ html }, answers) =>
    Object.fromEntries(gapIds(html).flatMap((id) => (answers[id]?.[0] ? [[id, answers[id][0]]] : []))),
  score: (data, response) =>
    verdict(
      gapIds(data.html).map((id): Part => {
        const raw = worth(data, id, response[id] ?? '')
        return { id, isRight: raw === 1, raw, max: 1 }
      }),
    ),
  key: (data) => Object.fromEntries(gapIds(data.html).map((id) => [id, best(data, id)])),
  solution: (data) =>
    gapIds(data.html).map((id) =>
      (data.gaps[id]?.answers ?? [])
        .filter(({ fraction }) => fraction === 1)
        .map(shownAnswer)
        .join(' / '),
    ),
  editor: [
    { name: 'gapText', kind: 'text' },
    ...strictnessFlags.map((name) => ({ name, kind: 'check' as const })),
  ],
  typed: (data) => ({
    gapText: writeGaps({ ...data, gaps: mapAnswers(data.gaps, writeGapAnswer) }),
    ...Object.fromEntries(strictnessFlags.map((name) => [name, tick(data[name])])),
  }),
  fromTyped: (typed) => {
    const { html, gaps } = readGaps(typed.gapText ?? '')
    const flags = Object.fromEntries(strictnessFlags.map((name) => [name, ticked(typed, name)]))
    return { html, gaps: mapAnswers(gaps, readGapAnswer), ...flags }
  },
  exchange: gapTextExchange,
  outgoing: gapTextOutgoing,
})

/** A room that tells little of the word's length. */
function sizeFor(text: string): number {
  return Math.min(30, Math.max(6, Math.ceil(text.length / 4) * 4 + 2))
}
