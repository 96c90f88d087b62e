import { isPlainInGap, one } from '#exercises/formats/h5p/export-h5p-libraries.ts'
import type { Outgoing } from '#exercises/formats/outgoing/outgoing.ts'
import { answered, shares, xhtml } from '#exercises/formats/qti/export-qti-parts.ts'
import { declared } from '#exercises/formats/qti/qti-declared.ts'
import { fillGaps, gapIds } from '#exercises/model/text/gap-markup.ts'
import { withoutPictures, withoutThings } from '#exercises/model/text/option-content.ts'
import { typedOfHtml } from '#exercises/model/text/rich-text.ts'
import { escapeHtml } from '#platform/rules/text/escape.ts'
import { xml } from '#platform/rules/text/xml.ts'
import type { GapDrag } from './data.ts'

const costs = ({ hasPenalty }: GapDrag) => hasPenalty

export const gapDragOutgoing: Outgoing<GapDrag> = {
  qti: (data) => {
    const { html, gaps, bank, hasPenalty } = withoutThings(data)
    const words = bank.map((word) =>
      xml('qti-gap-text', { identifier: `W${word.id}`, 'match-max': '0' }, escapeHtml(word.text)),
    )
    const filled = xhtml(fillGaps(html, (id) => xml('qti-gap', { identifier: id.toUpperCase() })))
    const pairs = Object.entries(gaps).map(([gap, word]) => `W${word} ${gap.toUpperCase()}`)
    return {
      body: xml('qti-gap-match-interaction', answered, ...words, filled),
      declarations: [
        declared({ isMany: true, type: 'directedPair', correct: pairs, ...shares(pairs, hasPenalty) }),
      ],
      isMapped: true,
    }
  },
  h5p: (data, { prompt }) => {
    const { html, gaps, bank, hasPenalty } = withoutPictures(data)
    const typed = typedOfHtml(html)
    const wordOf = (id: string) => bank.find((each) => each.id === id)?.text ?? ''
    if (hasPenalty || /[*<]/.test(typed) || bank.some((each) => !isPlainInGap(each.text))) return []
    const used = new Set(gapIds(html).map((id) => gaps[id]))
    const others = bank.filter(({ id }) => !used.has(id))
    return one('H5P.DragText', {
      taskDescription: prompt,
      textField: fillGaps(typed, (id) => `*${wordOf(gaps[id] ?? '')}*`),
      distractors: others.map((each) => `*${each.text}*`).join(' '),
      behaviour: { enableRetry: true, enableSolutionsButton: true },
    })
  },
  scoredOtherwise: { moodle: costs },
}
