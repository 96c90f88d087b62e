import { escapeHtml } from '../../../rules/escape.ts'
import type { Exchange } from '../../element-type.ts'
import type { GiftNumber } from '../../formats/gift-question.ts'
import { giftComment, htmlOfGift, wordsOfGift } from '../../formats/gift-text.ts'
import { answersOf, answerXml, promptOf } from '../../formats/moodle-text.ts'
import { childrenOf, textIn, xml } from '../../formats/xml.ts'
import { numberIn } from '../../typed-values.ts'
import type { Numeric } from './numeric.ts'

const rounded = (value: number) => Number(value.toPrecision(12))
const around = (value: number, tolerance: number) => ({
  min: rounded(value - Math.abs(tolerance)),
  max: rounded(value + Math.abs(tolerance)),
})

function rangeOf(number: GiftNumber) {
  if (number.type === 'high-low') return { min: number.numberLow, max: number.numberHigh }
  return around(number.number, number.type === 'range' ? number.range : 0)
}

const middle = ({ min, max }: { min: number; max: number }) => rounded((min + max) / 2)
const tolerance = ({ min, max }: { min: number; max: number }) => rounded((max - min) / 2)
const input = { unit: '', show: 'input', slider: { min: 0, max: 100, step: 1 } }

export const numericExchange: Exchange<Numeric> = {
  giftIn: (question) => {
    if (question.type !== 'Numerical') return undefined
    const { choices } = question
    const prompt = htmlOfGift(question.stem)
    if (!Array.isArray(choices))
      return { prompt, data: { ...input, answers: [{ ...rangeOf(choices), fraction: 1, feedback: '' }] } }
    const answers = choices.flatMap(({ text, weight, feedback }) =>
      'format' in text
        ? []
        : [{ ...rangeOf(text), fraction: (weight ?? 100) / 100, feedback: wordsOfGift(feedback) }],
    )
    const other = choices.find(({ text }) => 'format' in text)
    return {
      prompt,
      data: { ...input, answers },
      ...(other?.feedback && { wrong: wordsOfGift(other.feedback) }),
    }
  },
  giftOut: ({ answers }) =>
    `#\n${answers
      .map((answer) => {
        const percent = answer.fraction === 1 ? '' : `%${Number((answer.fraction * 100).toFixed(5))}%`
        return `\t=${percent}${answer.min}..${answer.max}${giftComment(answer.feedback)}`
      })
      .join('\n')}`,
  moodleIn: {
    numerical: (question) => {
      const [unit, ...others] = childrenOf(question, 'units').flatMap((units) => childrenOf(units, 'unit'))
      const all = answersOf(question)
      const answers = all.flatMap(({ text, fraction, feedback, node }) => {
        const value = numberIn(text)
        if (value === undefined) return []
        const range = around(value, numberIn(textIn(node, 'tolerance')) ?? 0)
        return [{ ...range, fraction: Math.min(1, Math.max(0, fraction)), feedback }]
      })
      const other = all.find(({ text }) => text === '*')?.feedback
      const isCut = all.some(({ text }) => text !== '*' && numberIn(text) === undefined) || others.length > 0
      return {
        prompt: promptOf(question),
        data: { ...input, unit: unit ? textIn(unit, 'unit_name') : '', answers },
        ...(other && { wrong: other }),
        ...(isCut && { simplified: 'scoring' as const }),
      }
    },
  },
  moodleOut: ({ answers, unit }) => ({
    type: 'numerical',
    xml: [
      ...answers.map((answer) =>
        answerXml(String(middle(answer)), answer.fraction, escapeHtml(answer.feedback)).replace(
          /<\/answer>$/,
          `${xml('tolerance', {}, String(tolerance(answer)))}</answer>`,
        ),
      ),
      unit === ''
        ? ''
        : xml(
            'units',
            {},
            xml('unit', {}, '<multiplier>1</multiplier>', xml('unit_name', {}, escapeHtml(unit))),
          ),
    ].join('\n'),
  }),
}
