import type { Outgoing } from '#exercises/formats/outgoing/outgoing.ts'
import { matched } from '#exercises/formats/qti/export-qti-parts.ts'
import { signs } from '#exercises/formats/qti/qti-pairs.ts'
import { withoutPictures } from '#exercises/model/text/option-content.ts'
import { escapeHtml } from '#platform/rules/text/escape.ts'
import type { TrueFalse } from './data.ts'

const hasPrompt = (_data: TrueFalse, { prompt }: { prompt: string }) => prompt !== ''

export const trueFalseOutgoing: Outgoing<TrueFalse> = {
  qti: ({ statements }, { thing }) => {
    const both = [
      { id: 't', text: signs.true },
      { id: 'f', text: signs.false },
    ]
    return matched(
      statements,
      both,
      statements.map(({ id, answer }) => [id, answer ? 't' : 'f'] as const),
      thing,
    )
  },
  h5p: (data, { prompt }) =>
    withoutPictures(data).statements.map(({ text, answer }) => ({
      library: 'H5P.TrueFalse',
      params: {
        question: `${prompt}<p>${escapeHtml(text)}</p>`,
        correct: String(answer),
        behaviour: { enableRetry: true },
      },
    })),
  // The statement stands in the place of what to do, or that becomes part of it, in plain words.
  leavesBehind: { gift: hasPrompt, aiken: hasPrompt, h5p: hasPrompt },
  statement: ({ statements: [first] }) => first?.text,
  apart: ({ statements }) => statements.map((statement) => ({ statements: [statement] })),
}
