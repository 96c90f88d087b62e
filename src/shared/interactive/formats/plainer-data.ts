import type { Choice } from '../types/choice/choice.ts'
import type { Essay } from '../types/essay/essay.ts'
import type { Numeric } from '../types/numeric/numeric.ts'
import type { Element } from '../unit.ts'

type Format = 'gift' | 'aiken' | 'moodle' | 'qti' | 'h5p'
type Rule = (data: never, element: Element) => boolean

const isLine = ({ show }: Numeric) => show !== 'input'
const hasLimits = ({ min, max }: Essay) => min > 0 || max !== 2000
const hasRubric = ({ rubric }: Essay) => rubric.length > 0
const isMarkedUp = (html: string) => /<(?!\/?p>)/.test(html)
const always = () => true

/** What of a type a format leaves behind and that changes no score (`scored-otherwise.ts` has those that do). */
const rules: Readonly<Record<Format, Readonly<Record<string, Rule>>>> = {
  gift: {
    // The statement stands in the place of what to do.
    true_false: (_data, { prompt }) => prompt !== '',
    numeric: isLine,
    essay: (data: Essay) => hasLimits(data) || hasRubric(data) || data.sample !== '',
  },
  aiken: {
    choice: ({ options }: Choice, { prompt }) =>
      isMarkedUp(prompt) || options.some(({ feedback }) => feedback !== ''),
  },
  moodle: { numeric: isLine, essay: (data: Essay) => hasLimits(data) || hasRubric(data) },
  qti: {
    choice: ({ options }: Choice) => options.some(({ feedback }) => feedback !== ''),
    numeric: isLine,
    essay: (data: Essay) => hasLimits(data) || hasRubric(data) || data.sample !== '',
    // They come back as something that is marked, or as a file.
    open_answer: always,
    draw: always,
  },
  // It becomes part of the statement, in plain words.
  h5p: { true_false: (_data, { prompt }) => prompt !== '', essay: hasRubric },
}

/** Whether the format takes a task along without something of its own. */
export function losesData(format: Format, element: Element): boolean {
  // Each type's data is what its rule takes: it went through its schema.
  return rules[format][element.type]?.(element.data as never, element) ?? false
}
