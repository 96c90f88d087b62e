import { escapeHtml } from '../../../rules/escape.ts'
import type { Exchange } from '../../element-type.ts'
import { giftComment, giftEscaped, htmlOfGift, wordsOfGift } from '../../formats/gift-text.ts'
import { answersOf, answerXml, promptOf } from '../../formats/moodle-text.ts'
import { textIn, xml } from '../../formats/xml.ts'
import type { ShortText } from './short-text.ts'

const fractionOf = (value: number) => Math.min(1, Math.max(0, Number(value.toFixed(7))))

export const shortTextExchange: Exchange<ShortText> = {
  giftIn: (question) => {
    if (question.type !== 'Short') return undefined
    const answers = question.choices.map(({ weight, text, feedback }) => ({
      // As in Moodle: what is typed is no HTML, whatever the question is.
      pattern: text.text.replace(/\s+/g, ' ').trim(),
      fraction: fractionOf((weight ?? 100) / 100),
      feedback: wordsOfGift(feedback),
    }))
    return { prompt: htmlOfGift(question.stem), data: { answers, caseSensitive: false, acceptTypos: false } }
  },
  giftOut: ({ answers }) => {
    // All of them with an arrow would be pairs.
    if (answers.some(({ pattern }) => pattern.includes('->'))) return undefined
    return answers
      .map(({ pattern, fraction, feedback }) => {
        const percent = fraction === 1 ? '' : `%${Number((fraction * 100).toFixed(5))}%`
        return `\t=${percent}${giftEscaped(pattern)}${giftComment(feedback)}`
      })
      .join('\n')
  },
  moodleIn: {
    shortanswer: (question) => ({
      prompt: promptOf(question),
      data: {
        answers: answersOf(question).map(({ text, fraction, feedback }) => ({
          pattern: text,
          fraction: fractionOf(fraction),
          feedback,
        })),
        caseSensitive: textIn(question, 'usecase') === '1',
        acceptTypos: false,
      },
    }),
  },
  moodleOut: ({ answers, caseSensitive }) => ({
    type: 'shortanswer',
    xml: [
      xml('usecase', {}, caseSensitive ? '1' : '0'),
      ...answers.map(({ pattern, fraction, feedback }) =>
        answerXml(escapeHtml(pattern), fraction, escapeHtml(feedback)),
      ),
    ].join('\n'),
  }),
}
