import { blanks, isPlainInGap } from '#exercises/formats/h5p/export-h5p-libraries.ts'
import type { Outgoing } from '#exercises/formats/outgoing/outgoing.ts'
import { xhtml } from '#exercises/formats/qti/export-qti-parts.ts'
import { declared } from '#exercises/formats/qti/qti-declared.ts'
import { fillGaps } from '#exercises/model/text/gap-markup.ts'
import { withoutPictures, withoutThings } from '#exercises/model/text/option-content.ts'
import { escapeHtml } from '#platform/rules/text/escape.ts'
import { xml } from '#platform/rules/text/xml.ts'
import type { GapText } from './data.ts'

const folds = ({ acceptUmlauts, ignoresAccents }: GapText) => acceptUmlauts || ignoresAccents
const forgives = (data: GapText) => data.acceptTypos || folds(data)
const hasNumbers = ({ gaps }: GapText) =>
  Object.values(gaps).some(({ answers }) => answers.some(({ tolerance }) => tolerance !== undefined))
/** A gap of Moodle takes numbers or words. */
const isMixed = ({ gaps }: GapText) =>
  Object.values(gaps).some(
    ({ answers }) => new Set(answers.map(({ tolerance }) => tolerance === undefined)).size > 1,
  )

export const gapTextOutgoing: Outgoing<GapText> = {
  qti: (data) => {
    const { html, gaps, caseSensitive } = withoutThings(data)
    const fill = (id: string) =>
      xml('qti-text-entry-interaction', { 'response-identifier': id.toUpperCase() })
    const declarations = Object.entries(gaps).map(([id, { answers }]) => {
      const right = answers.filter(({ fraction }) => fraction === 1).slice(0, 1)
      const mapped = answers.map((answer) => [answer.text, answer.fraction] as const)
      return declared({
        id: id.toUpperCase(),
        type: 'string',
        correct: right.map((each) => each.text),
        mapped,
        caseSensitive,
      })
    })
    return { body: xhtml(fillGaps(html, fill)), declarations, isMapped: true }
  },
  h5p: (data, { prompt }) => {
    const { html, gaps, caseSensitive, acceptTypos } = withoutPictures(data)
    const all = Object.values(gaps)
    const isExact = all.every(
      ({ answers, tip }) =>
        isPlainInGap(tip) && answers.every((each) => each.fraction === 1 && isPlainInGap(each.text)),
    )
    if (!isExact || html.includes('*')) return []
    const filled = fillGaps(html, (id) => {
      const { answers = [], tip = '' } = gaps[id] ?? {}
      const words = answers.map((each) => escapeHtml(each.text)).join('/')
      return `*${words}${tip === '' ? '' : `:${escapeHtml(tip)}`}*`
    })
    return blanks(prompt, filled, { caseSensitive, acceptTypos })
  },
  scoredOtherwise: {
    moodle: (data) => forgives(data) || isMixed(data),
    qti: (data) => forgives(data) || hasNumbers(data),
    h5p: (data) => folds(data) || hasNumbers(data),
  },
  isText: true,
}
