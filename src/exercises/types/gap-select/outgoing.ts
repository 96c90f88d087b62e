import { one } from '#exercises/formats/h5p/export-h5p-libraries.ts'
import type { Outgoing } from '#exercises/formats/outgoing/outgoing.ts'
import { xhtml } from '#exercises/formats/qti/export-qti-parts.ts'
import { declared } from '#exercises/formats/qti/qti-declared.ts'
import { fillGaps, gapIds } from '#exercises/model/text/gap-markup.ts'
import { withoutPictures, withoutThings } from '#exercises/model/text/option-content.ts'
import { escapeHtml } from '#platform/rules/text/escape.ts'
import { xml } from '#platform/rules/text/xml.ts'
import type { GapSelect } from './data.ts'

export const gapSelectOutgoing: Outgoing<GapSelect> = {
  qti: (data) => {
    const { html, gaps } = withoutThings(data)
    const fill = (id: string) =>
      xml(
        'qti-inline-choice-interaction',
        { 'response-identifier': id.toUpperCase(), shuffle: 'true' },
        ...(gaps[id]?.options ?? []).map((option) =>
          xml('qti-inline-choice', { identifier: `C${option.id}` }, escapeHtml(option.text)),
        ),
      )
    const declarations = Object.entries(gaps).map(([id, { options }]) =>
      declared({
        id: id.toUpperCase(),
        type: 'identifier',
        correct: options.slice(0, 1).map((each) => `C${each.id}`),
      }),
    )
    return { body: xhtml(fillGaps(html, fill)), declarations }
  },
  h5p: (data, { prompt }) => {
    const { html, gaps } = withoutPictures(data)
    const all = gapIds(html).map((id) => gaps[id]?.options ?? [])
    // Lines are its gaps, two marks a stress, and a slash parts what is right.
    const isPlain = all.flat().every(({ text }) => !text.includes('/'))
    if (!isPlain || /_{3}|!!/.test(html)) return []
    return one('H5P.AdvancedBlanks', {
      content: {
        task: prompt,
        blanksText: fillGaps(html, () => '______'),
        blanksList: all.map(([right, ...wrong]) => ({
          correctAnswerText: escapeHtml(right?.text ?? ''),
          hint: '',
          incorrectAnswersList: wrong.map(({ text }) => ({
            incorrectAnswerText: escapeHtml(text),
            incorrectAnswerFeedback: '',
            showHighlight: false,
          })),
        })),
      },
      behaviour: { mode: 'selection', selectAlternatives: 'alternatives', enableRetry: true },
    })
  },
  isText: true,
}
