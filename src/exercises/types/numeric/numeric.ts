import { normalised, readNumber } from '#exercises/model/engines/typed-answer.ts'
import { bestOf, elementType } from '#exercises/model/task/element-type.ts'
import { fractionIn, numberIn, percentOf } from '#exercises/model/task/typed-values.ts'
import type { Widget } from '#exercises/model/task/widget.ts'
import { readLines, writeLine } from '#exercises/model/text/lines.ts'
import { type Numeric, schema, shows } from './data.ts'
import { numericExchange } from './exchange.ts'
import { numericOutgoing } from './outgoing.ts'

/** Digits that do not come from the way computers count. */
const rounded = (value: number) => Number(value.toPrecision(12))

/** `4`, `4:0.5` (give or take) or `3.5..4.5`. */
export function readRange(text: string): { min: number; max: number } | undefined {
  const [from, to] = text.split('..')
  if (to !== undefined) {
    const [min, max] = [numberIn(from), numberIn(to)]
    return min === undefined || max === undefined ? undefined : { min, max }
  }
  const [middle, around = '0'] = text.split(':')
  const [value, tolerance] = [numberIn(middle), numberIn(around)]
  if (value === undefined || tolerance === undefined) return undefined
  return { min: rounded(value - Math.abs(tolerance)), max: rounded(value + Math.abs(tolerance)) }
}

/** A number, or from where to where it is right, as its editor shows it: '3', '3..4'. */
export function writeRange({ min, max }: { min: number; max: number }): string {
  return min === max ? String(min) : `${min}..${max}`
}

/** The value in the unit of the task; undefined: in none that counts. */
function amountOf({ unit, units }: Numeric, response: string): number | undefined {
  const said = readNumber(response)
  if (said === undefined || said.unit === '' || normalised(said.unit) === normalised(unit)) return said?.value
  // mm and Mm are not the same: capitals decide where somebody wrote both.
  const exact = units.find(({ name }) => name === said.unit)
  const found = exact ?? units.find(({ name }) => normalised(name) === normalised(said.unit))
  return found && rounded(said.value * found.factor)
}

/** Every unit that counts. */
const unitsOf = ({ unit, units }: Numeric) =>
  [unit, ...units.map(({ name }) => name)].filter((name) => name !== '').join(' / ')

function viewOf(data: Numeric): Widget {
  const { show, slider, unit } = data

  if (show === 'slider') return { kind: 'slider', name: 'number', ...slider, unit }
  if (show === 'number_line') return { kind: 'slider', name: 'number', ...slider, unit, isLine: true }
  return { kind: 'text', name: 'number', lines: 1, maxLength: 60, unit: unitsOf(data), isNumber: true }
}

const middle = ({ min, max }: { min: number; max: number }) => rounded((min + max) / 2)

/** The expected answers a response fits. */
function fittingIn(data: Numeric, response: string) {
  const value = amountOf(data, response)
  return data.answers.filter(({ min, max }) => value !== undefined && value >= min && value <= max)
}

export const numeric = elementType<Numeric, string>({
  type: 'numeric',
  place: 110,
  kind: 'scored',
  schema,
  parts: () => 1,
  view: (data) => [viewOf(data)],
  read: (_data, answers) => answers.number?.[0] ?? '',
  score: (data, response) => {
    const raw = bestOf(fittingIn(data, response))?.fraction ?? 0
    return { scaled: raw, parts: [{ id: 'number', isRight: raw === 1, raw, max: 1 }] }
  },
  said: (data, response) => [bestOf(fittingIn(data, response))?.feedback ?? ''],
  key: ({ answers }) => String(middle(answers.find(({ fraction }) => fraction === 1) ?? { min: 0, max: 0 })),
  solution: ({ answers, unit }) =>
    answers
      .filter(({ fraction }) => fraction === 1)
      .map((range) => `${writeRange(range).replace('..', ' … ')} ${unit}`.trim()),
  editor: [
    { name: 'numbers', kind: 'lines' },
    { name: 'unit', kind: 'line' },
    { name: 'units', kind: 'lines' },
    { name: 'show', kind: shows },
    { name: 'min', kind: 'number' },
    { name: 'max', kind: 'number' },
    { name: 'step', kind: 'number' },
  ],
  typed: ({ answers, unit, units, show, slider }) => ({
    numbers: answers
      .map((answer) => writeLine([writeRange(answer), percentOf(answer.fraction, 1), answer.feedback]))
      .join('\n'),
    unit,
    units: units.map(({ name, factor }) => writeLine([name, String(factor)])).join('\n'),
    show,
    min: String(slider.min),
    max: String(slider.max),
    step: String(slider.step),
  }),
  fromTyped: (typed) => ({
    answers: readLines(typed.numbers ?? '').map(({ parts: [range = '', percent, feedback = ''] }) => ({
      ...readRange(range),
      fraction: fractionIn(percent, 1),
      feedback,
    })),
    unit: typed.unit ?? '',
    units: readLines(typed.units ?? '').map(({ parts: [name = '', factor = ''] }) => ({
      name,
      factor: numberIn(factor),
    })),
    show: typed.show || 'input',
    slider: {
      min: numberIn(typed.min) ?? 0,
      max: numberIn(typed.max) ?? 100,
      step: numberIn(typed.step) ?? 1,
    },
  }),
  exchange: numericExchange,
  outgoing: numericOutgoing,
})
