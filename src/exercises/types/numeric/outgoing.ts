import { blanks, isPlainInGap } from '#exercises/formats/h5p/export-h5p-libraries.ts'
import type { Outgoing } from '#exercises/formats/outgoing/outgoing.ts'
import { answered, written } from '#exercises/formats/qti/export-qti-parts.ts'
import { declared } from '#exercises/formats/qti/qti-declared.ts'
import { escapeHtml } from '#platform/rules/text/escape.ts'
import { xml } from '#platform/rules/text/xml.ts'
import type { Numeric } from './data.ts'

const isLine = ({ show }: Numeric) => show !== 'input'
const hasUnit = ({ unit, units }: Numeric) => unit !== '' || units.length > 0

export const numericOutgoing: Outgoing<Numeric> = {
  qti: ({ answers, show, slider }) => {
    if (answers.some(({ min, max }) => min !== max)) return undefined
    const worth = answers.map(({ min, fraction }) => [String(min), fraction] as const)
    const correct = worth.filter(([, fraction]) => fraction === 1).map(([value]) => value)
    const isMapped = worth.length > 1
    const declaration = declared({
      type: 'float',
      correct: correct.slice(0, 1),
      ...(isMapped && { mapped: worth }),
    })
    if (show === 'input') return written(declaration, isMapped)
    const bounds = {
      'lower-bound': String(slider.min),
      'upper-bound': String(slider.max),
      step: String(slider.step),
    }
    const body = xml('qti-slider-interaction', { ...answered, ...bounds })
    return { body, declarations: [declaration], isMapped }
  },
  h5p: ({ answers, unit, units }, { prompt }) => {
    const isOne = answers.every(({ min, max, fraction }) => min === max && fraction === 1)
    // What is typed there is compared as words: with a point and with a comma.
    const words = answers.flatMap(({ min }) => [...new Set([String(min), String(min).replace('.', ',')])])
    if (!isOne || units.length > 0 || unit.includes('*') || !words.every(isPlainInGap)) return []
    return blanks(prompt, `<p>*${words.join('/')}* ${escapeHtml(unit)}</p>`, {})
  },
  scoredOtherwise: { gift: hasUnit, qti: hasUnit, h5p: () => true },
  leavesBehind: {
    gift: isLine,
    moodle: isLine,
    qti: isLine,
    h5p: (data) => isLine(data) || data.answers.some(({ feedback }) => feedback !== ''),
  },
}
