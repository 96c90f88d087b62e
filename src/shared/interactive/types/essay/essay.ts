import { z } from 'zod'
import { interactiveLimits } from '../../../limits.ts'
import { listOf, wordsSchema } from '../../data-schemas.ts'
import { elementType, idAt } from '../../element-type.ts'
import { readLines, writeLine } from '../../lines.ts'
import { normalised } from '../../typed-answer.ts'
import { numberIn } from '../../typed-values.ts'
import { essayExchange, mostOccurrences } from './exchange.ts'

const most = interactiveLimits.answerLength
const schema = z
  .object({
    min: z.number().int().min(0).max(most),
    max: z.number().int().min(1).max(most),
    /** What should be written about: any of the words, each with what it is worth. */
    keywords: z
      .array(
        z.object({
          any: listOf(wordsSchema),
          /** For each time it stands there, up to so many times. */
          points: z.number().positive().max(100),
          occurrences: z.number().int().min(1).max(mostOccurrences).default(1),
        }),
      )
      .max(50),
    /** What a teacher gives points by, the best first. */
    rubric: z
      .array(z.object({ text: wordsSchema, points: z.number().min(0).max(100) }))
      .max(20)
      .default([]),
    sample: z.string().trim().max(most),
  })
  .refine(({ min, max }) => min <= max)
export type Essay = z.output<typeof schema>

const letters = /[\p{L}\p{N}]/u

/** How often a word stands in a text as a word of its own; `*` at its end: whatever it ends in. */
function timesIn(text: string, word: string): number {
  const isOpen = word.endsWith('*')
  const wanted = normalised(isOpen ? word.slice(0, -1) : word)
  if (wanted === '') return 0
  let times = 0
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    const [before, after] = [text[at - 1] ?? ' ', text[at + wanted.length] ?? ' ']
    if (!letters.test(before) && (isOpen || !letters.test(after))) times += 1
  }
  return times
}

export const essay = elementType<Essay, string>({
  type: 'essay',
  kind: 'scored',
  schema,
  parts: ({ keywords, rubric }) => Math.max(1, keywords.length || best(rubric)),
  view: ({ max }) => [{ kind: 'text', name: 'text', lines: 8, maxLength: max, isNumber: false }],
  read: (_data, answers) => answers.text?.[0] ?? '',
  score: ({ min, keywords }, response) => {
    const text = normalised(response)
    if (keywords.length === 0) return { scaled: null, isPending: true, parts: [] }
    const isLongEnough = text !== '' && text.length >= min
    const parts = keywords.map(({ any, points, occurrences }, at) => {
      const found = isLongEnough ? any.reduce((sum, word) => sum + timesIn(text, word), 0) : 0
      const times = Math.min(found, occurrences)
      return { id: idAt(at), isRight: times === occurrences, raw: times * points, max: occurrences * points }
    })
    const max = parts.reduce((sum, part) => sum + part.max, 0)
    return { scaled: parts.reduce((sum, part) => sum + part.raw, 0) / max, parts }
  },
  key: ({ min, keywords, sample }) => {
    const words = keywords
      .flatMap(({ any: [word = ''], occurrences }) => Array(occurrences).fill(word.replace(/\*$/, '')))
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
  editor: [
    { name: 'keywords', kind: 'lines' },
    { name: 'rubric', kind: 'lines' },
    { name: 'sample', kind: 'text' },
    { name: 'min', kind: 'number' },
    { name: 'max', kind: 'number' },
  ],
  typed: ({ min, max, keywords, rubric, sample }) => ({
    keywords: keywords
      .map(({ any, points, occurrences }) =>
        writeLine([
          any.map(escapeSlash).join('/'),
          points === 1 ? '' : String(points),
          occurrences === 1 ? '' : String(occurrences),
        ]),
      )
      .join('\n'),
    rubric: rubric.map(({ text, points }) => writeLine([text, String(points)])).join('\n'),
    sample,
    min: String(min),
    max: String(max),
  }),
  fromTyped: (typed) => ({
    keywords: readLines(typed.keywords ?? '').map(({ parts: [words = '', points = '', times = ''] }) => ({
      any: splitSlashes(words),
      points: points === '' ? 1 : numberIn(points),
      occurrences: times === '' ? 1 : numberIn(times),
    })),
    rubric: readLines(typed.rubric ?? '').map(({ parts: [text = '', points = ''] }) => ({
      text,
      points: numberIn(points),
    })),
    sample: typed.sample ?? '',
    min: numberIn(typed.min) ?? 0,
    max: numberIn(typed.max) ?? 2000,
  }),
  exchange: essayExchange,
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
