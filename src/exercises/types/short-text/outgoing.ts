import { blanks, isPlainInGap } from '#exercises/formats/h5p/export-h5p-libraries.ts'
import type { Outgoing } from '#exercises/formats/outgoing/outgoing.ts'
import { written } from '#exercises/formats/qti/export-qti-parts.ts'
import { declared } from '#exercises/formats/qti/qti-declared.ts'
import { withoutPictures } from '#exercises/model/text/option-content.ts'
import { escapeHtml } from '#platform/rules/text/escape.ts'
import type { ShortText } from './data.ts'

const forgives = ({ acceptTypos, acceptUmlauts, ignoresAccents }: ShortText) =>
  acceptTypos || acceptUmlauts || ignoresAccents

export const shortTextOutgoing: Outgoing<ShortText> = {
  qti: (data) => {
    const { answers, patterns, caseSensitive } = withoutPictures(data)
    if (patterns.length > 0 || answers.some(({ pattern }) => /(?<!\\)\*/.test(pattern))) return undefined
    const plain = answers.map(({ pattern, fraction }) => [pattern.replaceAll('\\*', '*'), fraction] as const)
    const right = plain
      .filter(([, fraction]) => fraction === 1)
      .slice(0, 1)
      .map(([word]) => word)
    return written(declared({ type: 'string', correct: right, mapped: plain, caseSensitive }), true)
  },
  h5p: (data, { prompt }) => {
    const { answers, patterns, caseSensitive, acceptTypos } = withoutPictures(data)
    const isExact = answers.every(({ pattern, fraction }) => fraction === 1 && isPlainInGap(pattern))
    if (patterns.length > 0 || !isExact) return []
    const words = answers.map(({ pattern }) => escapeHtml(pattern)).join('/')
    return blanks(prompt, `<p>*${words}*</p>`, { caseSensitive, acceptTypos })
  },
  leavesBehind: { h5p: ({ answers }) => answers.some(({ feedback }) => feedback !== '') },
  scoredOtherwise: {
    h5p: (data) => data.acceptUmlauts || data.ignoresAccents,
    gift: (data) => data.caseSensitive || forgives(data),
    moodle: forgives,
    qti: forgives,
  },
}
