import type { GiftNumber } from '#exercises/formats/gift/gift-question.ts'
import { giftComment, htmlOfGift, wordsOfGift } from '#exercises/formats/gift/gift-text.ts'
import { answersOf, answerXml, promptOf } from '#exercises/formats/moodle/moodle-text.ts'
import type { Exchange } from '#exercises/model/task/element-type.ts'
import { numberIn } from '#exercises/model/task/typed-values.ts'
import { escapeHtml } from '#platform/rules/text/escape.ts'
import { childrenOf, textIn, type XmlNode, xml } from '#platform/rules/text/xml.ts'
import type { Numeric } from './data.ts'

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

/** A multiplier says how many of a unit one of the first is. */
function unitXml({ name, factor }: Numeric['units'][number]): string {
  return xml(
    'unit',
    {},
    xml('multiplier', {}, String(rounded(1 / factor))),
    xml('unit_name', {}, escapeHtml(name)),
  )
}

/** The unit of the numbers, the one with the multiplier 1, and those beside it. */
function unitsIn(question: XmlNode) {
  const all = childrenOf(question, 'units')
    .flatMap((units) => childrenOf(units, 'unit'))
    .map((unit) => ({
      name: textIn(unit, 'unit_name'),
      multiplier: numberIn(textIn(unit, 'multiplier')) ?? 1,
    }))
  const main = all.find(({ multiplier }) => multiplier === 1)
  const others = all.filter((unit) => unit !== main && unit.name !== '' && unit.multiplier > 0)
  return {
    unit: main?.name ?? '',
    units: others.map(({ name, multiplier }) => ({ name, factor: rounded(1 / multiplier) })),
    isWhole: others.length + (main ? 1 : 0) === all.length,
  }
}

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
      const { unit, units, isWhole } = unitsIn(question)
      const all = answersOf(question)
      const answers = all.flatMap(({ text, fraction, feedback, node }) => {
        const value = numberIn(text)
        if (value === undefined) return []
        const range = around(value, numberIn(textIn(node, 'tolerance')) ?? 0)
        return [{ ...range, fraction: Math.min(1, Math.max(0, fraction)), feedback }]
      })
      const other = all.find(({ text }) => text === '*')?.feedback
      const isCut = all.some(({ text }) => text !== '*' && numberIn(text) === undefined)
      return {
        prompt: promptOf(question),
        data: { ...input, unit, units, answers },
        ...(other && { wrong: other }),
        ...((isCut || !isWhole) && { simplified: 'scoring' as const }),
      }
    },
  },
  moodleOut: ({ answers, unit, units }) => ({
    type: 'numerical',
    xml: [
      ...answers.map((answer) =>
        answerXml(String(middle(answer)), answer.fraction, escapeHtml(answer.feedback)).replace(
          /<\/answer>$/,
          `${xml('tolerance', {}, String(tolerance(answer)))}</answer>`,
        ),
      ),
      unit === '' ? '' : xml('units', {}, ...[{ name: unit, factor: 1 }, ...units].map(unitXml)),
    ].join('\n'),
  }),
}
