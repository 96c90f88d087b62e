import {
  fitsExpression,
  fitsPattern,
  readAnswer,
  strictnessFlags,
} from '#exercises/model/engines/typed-answer.ts'
import { bestOf, elementType } from '#exercises/model/task/element-type.ts'
import { fractionIn, percentOf, tick, ticked } from '#exercises/model/task/typed-values.ts'
import { readLines, writeLine } from '#exercises/model/text/lines.ts'
import { type ShortText, schema } from './data.ts'
import { shortTextExchange } from './exchange.ts'
import { shortTextOutgoing } from './outgoing.ts'

/** An answer that fits its pattern: what stands for anything is left out. */
const plain = (pattern: string) =>
  pattern
    .replaceAll('\\*', '\u0000')
    .replaceAll('*', '')
    .replaceAll('\u0000', '*')
    .replace(/\s+/g, ' ')
    .trim()
const right = ({ answers }: ShortText) =>
  answers.filter(({ fraction, pattern }) => fraction === 1 && /[^*\s\\]/.test(pattern))

/** The expected answers and expressions a response fits. */
function fittingIn(data: ShortText, response: string) {
  const read = readAnswer(response, data)
  return [
    ...data.answers.filter(({ pattern }) => fitsPattern(read, pattern, data)),
    ...data.patterns.filter(({ pattern }) => fitsExpression(response, pattern, data)),
  ]
}

export const shortText = elementType<ShortText, string>({
  type: 'short_text',
  place: 100,
  kind: 'scored',
  schema,
  parts: () => 1,
  view: () => [{ kind: 'text', name: 'text', lines: 1, maxLength: 200, isNumber: false }],
  read: (_data, answers) => answers.text?.[0] ?? '',
  score: (data, response) => {
    const raw = bestOf(fittingIn(data, response))?.fraction ?? 0
    return { scaled: raw, parts: [{ id: 'text', isRight: raw === 1, raw, max: 1 }] }
  },
  said: (data, response) => [bestOf(fittingIn(data, response))?.feedback ?? ''],
  key: (data) => plain(right(data)[0]?.pattern ?? ''),
  solution: (data) => [
    right(data)
      .map(({ pattern }) => plain(pattern))
      .join(' / '),
  ],
  editor: [
    { name: 'answers', kind: 'lines' },
    { name: 'patterns', kind: 'lines' },
    ...strictnessFlags.map((name) => ({ name, kind: 'check' as const })),
  ],
  typed: ({ answers, patterns, ...flags }) => ({
    answers: answers
      .map(({ pattern, fraction, feedback }) => writeLine([pattern, percentOf(fraction, 1), feedback]))
      .join('\n'),
    patterns: patterns.map(writePattern).join('\n'),
    ...Object.fromEntries(strictnessFlags.map((name) => [name, tick(flags[name])])),
  }),
  fromTyped: (typed) => ({
    answers: typedAnswers(typed.answers ?? ''),
    patterns: typedPatterns(typed.patterns ?? ''),
    ...Object.fromEntries(strictnessFlags.map((name) => [name, ticked(typed, name)])),
  }),
  exchange: shortTextExchange,
  outgoing: shortTextOutgoing,
})

/** Here an asterisk at the beginning of a line is a part of the answer. */
function typedAnswers(text: string) {
  return readLines(text).map(({ isMarked, parts: [pattern = '', percent, feedback = ''] }) => ({
    pattern: isMarked ? `*${pattern}` : pattern,
    fraction: fractionIn(percent, 1),
    feedback,
  }))
}

type Pattern = ShortText['patterns'][number]

/** Between slashes, as everybody writes them: a bar within one is no end of it. */
function writePattern({ pattern, fraction, feedback }: Pattern): string {
  const more = writeLine(['', percentOf(fraction, 1), feedback])
  return `/${pattern.replace(/\\.|\//g, (sign) => (sign === '/' ? '\\/' : sign))}/${more === '' ? '' : ` ${more}`}`
}

function typedPatterns(text: string) {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [, between, more = ''] = /^\/((?:[^\\/]|\\.)+)\/\s*(\|.*)?$/.exec(line) ?? []
      const [, percent, feedback = ''] = readLines(more)[0]?.parts ?? []
      return {
        pattern: (between ?? line).replaceAll('\\/', '/').trim(),
        fraction: fractionIn(percent, 1),
        feedback,
      }
    })
}
