import { normalised } from '#exercises/model/engines/typed-answer.ts'
import { elementType, idAt } from '#exercises/model/task/element-type.ts'
import { numberIn } from '#exercises/model/task/typed-values.ts'
import { readLines, writeLine } from '#exercises/model/text/lines.ts'
import { plainWritten } from '#exercises/model/text/written-text.ts'
import { truncate } from '#platform/rules/text/truncate.ts'
import { type Essay, most, schema } from './data.ts'
import { essayExchange } from './exchange.ts'
import { timesOf, Written } from './keywords.ts'
import { essayOutgoing } from './outgoing.ts'

/** Behind a keyword: capitals count; slips are let pass. */
const [caseSign, typoSign] = ['Aa', '~']

export const essay = elementType<Essay, string>({
  type: 'essay',
  place: 200,
  kind: 'scored',
  schema,
  parts: ({ keywords, rubric }) => Math.max(1, keywords.length || best(rubric)),
  view: ({ max }) => [
    {
      ...{ kind: 'text', name: 'text', lines: 8, isNumber: false, isRich: true, most: max },
      // The signs of what is bold need room, too.
      maxLength: Math.min(most, max * 2),
    },
  ],
  read: (_data, answers) => answers.text?.[0] ?? '',
  score: ({ min, max: longest, keywords }, response) => {
    if (keywords.length === 0) return { scaled: null, isPending: true, parts: [] }
    const words = truncate(plainWritten(response), longest)
    const { length } = normalised(words)
    const isLongEnough = length > 0 && length >= min
    const written = new Written(words)
    const parts = keywords.map((keyword, at) => {
      const { points, occurrences } = keyword
      const times = isLongEnough ? timesOf(keyword, written) : 0
      return { id: idAt(at), isRight: times === occurrences, raw: times * points, max: occurrences * points }
    })
    const max = parts.reduce((sum, part) => sum + part.max, 0)
    return { scaled: parts.reduce((sum, part) => sum + part.raw, 0) / max, parts }
  },
  key: ({ min, keywords, sample }) => {
    const words = keywords
      .flatMap(({ any: [word = ''], occurrences }) => Array(occurrences).fill(word.replaceAll('*', '')))
      .join(', ')
    const text = `${words} ${sample}`.trim()
    return keywords.length === 0 ? sample : text.padEnd(min + 1, ' …')
  },
  solution: ({ keywords, rubric, sample }) => [
    ...keywords.map(
      ({ any, points, occurrences }) =>
        `${any.join(' / ')} (${occurrences > 1 ? `${occurrences} × ` : ''}${points})`,
    ),
    ...rubric.map(({ text, points }) => `${points}: ${text}`),
    ...(sample === '' ? [] : [sample]),
  ],
  levels: ({ rubric }) => rubric,
  editor: [
    { name: 'keywords', kind: 'lines' },
    { name: 'rubric', kind: 'lines' },
    { name: 'sample', kind: 'text' },
    { name: 'min', kind: 'number' },
    { name: 'max', kind: 'number' },
  ],
  typed: ({ min, max, keywords, rubric, sample }) => ({
    keywords: keywords
      .map(({ any, points, occurrences, caseSensitive, acceptTypos }) =>
        writeLine([
          any.map(escapeSlash).join('/'),
          points === 1 ? '' : String(points),
          occurrences === 1 ? '' : String(occurrences),
          [caseSensitive ? caseSign : '', acceptTypos ? typoSign : ''].join(' ').trim(),
        ]),
      )
      .join('\n'),
    rubric: rubric.map(({ text, points }) => writeLine([text, String(points)])).join('\n'),
    sample,
    min: String(min),
    max: String(max),
  }),
  fromTyped: (typed) => ({
    keywords: readLines(typed.keywords ?? '').map(
      ({ parts: [words = '', points = '', times = '', signs = ''] }) => ({
        any: splitSlashes(words),
        points: points === '' ? 1 : numberIn(points),
        occurrences: times === '' ? 1 : numberIn(times),
        caseSensitive: signs.includes(caseSign),
        acceptTypos: signs.includes(typoSign),
      }),
    ),
    rubric: readLines(typed.rubric ?? '').map(({ parts: [text = '', points = ''] }) => ({
      text,
      points: numberIn(points),
    })),
    sample: typed.sample ?? '',
    min: numberIn(typed.min) ?? 0,
    max: numberIn(typed.max) ?? 2000,
  }),
  exchange: essayExchange,
  outgoing: essayOutgoing,
})

const best = (rubric: Essay['rubric']) => Math.ceil(Math.max(0, ...rubric.map(({ points }) => points)))

/** A slash of a word is doubled: one alone parts words. */
function escapeSlash(word: string): string {
  return word.replaceAll('/', '//')
}

function splitSlashes(words: string): string[] {
  return words
    .replaceAll('//', '\u0000')
    .split('/')
    .map((word) => word.replaceAll('\u0000', '/').trim())
    .filter((word) => word !== '')
}
