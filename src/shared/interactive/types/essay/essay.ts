import { z } from 'zod'
import { interactiveLimits } from '../../../limits.ts'
import { listOf, wordsSchema } from '../../data-schemas.ts'
import { elementType, idAt } from '../../element-type.ts'
import { readLines, writeLine } from '../../lines.ts'
import { normalised } from '../../typed-answer.ts'
import { numberIn } from '../../typed-values.ts'
import { essayExchange } from './exchange.ts'

const most = interactiveLimits.answerLength
const schema = z
  .object({
    min: z.number().int().min(0).max(most),
    max: z.number().int().min(1).max(most),
    /** What should be written about: any of the words, each with what it is worth. */
    keywords: z.array(z.object({ any: listOf(wordsSchema), points: z.number().positive().max(100) })).max(50),
    sample: z.string().trim().max(most),
  })
  .refine(({ min, max }) => min <= max)
export type Essay = z.output<typeof schema>

const letters = /[\p{L}\p{N}]/u

/** Whether a word stands in a text as a word of its own; `*` at its end: whatever it ends in. */
function contains(text: string, word: string): boolean {
  const isOpen = word.endsWith('*')
  const wanted = normalised(isOpen ? word.slice(0, -1) : word)
  if (wanted === '') return false
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    const [before, after] = [text[at - 1] ?? ' ', text[at + wanted.length] ?? ' ']
    if (!letters.test(before) && (isOpen || !letters.test(after))) return true
  }
  return false
}

export const essay = elementType<Essay, string>({
  type: 'essay',
  kind: 'scored',
  schema,
  parts: ({ keywords }) => Math.max(1, keywords.length),
  view: ({ max }) => [{ kind: 'text', name: 'text', lines: 8, maxLength: max, isNumber: false }],
  read: (_data, answers) => answers.text?.[0] ?? '',
  score: ({ min, keywords }, response) => {
    const text = normalised(response)
    if (keywords.length === 0) return { scaled: null, isPending: true, parts: [] }
    const isLongEnough = text !== '' && text.length >= min
    const parts = keywords.map(({ any, points }, at) => {
      const isRight = isLongEnough && any.some((word) => contains(text, word))
      return { id: idAt(at), isRight, raw: isRight ? points : 0, max: points }
    })
    const max = parts.reduce((sum, part) => sum + part.max, 0)
    return { scaled: parts.reduce((sum, part) => sum + part.raw, 0) / max, parts }
  },
  key: ({ min, keywords, sample }) => {
    const words = keywords.map(({ any: [word = ''] }) => word.replace(/\*$/, '')).join(', ')
    const text = `${words} ${sample}`.trim()
    return keywords.length === 0 ? sample : text.padEnd(min + 1, ' …')
  },
  solution: ({ keywords, sample }) => [
    ...keywords.map(({ any, points }) => `${any.join(' / ')} (${points})`),
    ...(sample === '' ? [] : [sample]),
  ],
  editor: [
    { name: 'keywords', kind: 'lines' },
    { name: 'sample', kind: 'text' },
    { name: 'min', kind: 'number' },
    { name: 'max', kind: 'number' },
  ],
  typed: ({ min, max, keywords, sample }) => ({
    keywords: keywords
      .map(({ any, points }) =>
        writeLine([any.map(escapeSlash).join('/'), points === 1 ? '' : String(points)]),
      )
      .join('\n'),
    sample,
    min: String(min),
    max: String(max),
  }),
  fromTyped: (typed) => ({
    keywords: readLines(typed.keywords ?? '').map(({ parts: [words = '', points = ''] }) => ({
      any: splitSlashes(words),
      points: points === '' ? 1 : numberIn(points),
    })),
    sample: typed.sample ?? '',
    min: numberIn(typed.min) ?? 0,
    max: numberIn(typed.max) ?? 2000,
  }),
  exchange: essayExchange,
})

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
