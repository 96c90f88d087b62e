import { z } from 'zod'
import { anyWordsSchema, listOf, wordsSchema } from '../../data-schemas.ts'
import { elementType, idAt, part, verdict } from '../../element-type.ts'
import { readLines, writeLine } from '../../lines.ts'
import { isSameAnswer } from '../../typed-answer.ts'
import { numberIn, tick, ticked } from '../../typed-values.ts'
import { hideWords, letterSquare, lettersOf } from '../../word-grid.ts'
import { wordSearchExchange } from './exchange.ts'
import { sizeFor } from './size.ts'

const schema = z
  .object({
    words: listOf(z.object({ word: wordsSchema, clue: anyWordsSchema })),
    size: z.number().int().min(4).max(24),
    /** Another one makes another square of the same words. */
    seed: z.string().max(40),
    /** Whether the words are named; else there are only their clues. */
    showsWords: z.boolean(),
  })
  .refine(({ words, size }) =>
    words.every(({ word }) => lettersOf(word).length > 1 && lettersOf(word).length <= size),
  )
export type WordSearch = z.output<typeof schema>

const texts = ({ words }: WordSearch) => words.map(({ word }) => word)
/** The words that found room, in the order in which they were given. */
function hidden(data: WordSearch) {
  const placed = hideWords(texts(data), data.size, data.seed)
  const there = new Set(placed.map(({ word }) => word))
  return {
    placed,
    words: data.words.flatMap((each, at) => (there.has(at) ? [{ ...each, id: idAt(at) }] : [])),
  }
}

export const wordSearch = elementType<WordSearch, string[]>({
  type: 'word_search',
  kind: 'scored',
  schema,
  parts: (data) => hidden(data).words.length,
  view: (data) => {
    const { placed, words } = hidden(data)
    return [
      { kind: 'grid', rows: letterSquare(texts(data), placed, data.size, data.seed), numbers: {} },
      ...(data.showsWords
        ? [
            {
              kind: 'choice' as const,
              name: 'found',
              isMulti: true,
              options: words.map(({ id, word }) => ({ value: id, text: word })),
            },
          ]
        : [
            {
              kind: 'words' as const,
              words: words.map(({ id, clue, word }, at) => ({
                name: id,
                text: clue,
                length: lettersOf(word).length,
                number: at + 1,
              })),
            },
          ]),
    ]
  },
  read: (data, answers) => {
    if (data.showsWords) return [...(answers.found ?? [])]
    return hidden(data)
      .words.filter(({ id, word }) => isSameAnswer(answers[id]?.[0] ?? '', word))
      .map(({ id }) => id)
  },
  score: (data, response) => verdict(hidden(data).words.map(({ id }) => part(id, response.includes(id)))),
  key: (data) => hidden(data).words.map(({ id }) => id),
  solution: (data) => {
    const { placed } = hidden(data)
    const across = (dx: number, dy: number) => (dx && dy ? '↘' : dx ? '→' : '↓')
    return placed.map(
      ({ word, x, y, dx, dy }) => `${data.words[word]?.word} (${x + 1}, ${y + 1}) ${across(dx, dy)}`,
    )
  },
  editor: [
    { name: 'words', kind: 'lines' },
    { name: 'size', kind: 'number' },
    { name: 'seed', kind: 'line' },
    { name: 'showsWords', kind: 'check' },
  ],
  typed: ({ words, size, seed, showsWords }) => ({
    words: words.map(({ word, clue }) => writeLine([word, clue])).join('\n'),
    size: String(size),
    seed,
    showsWords: tick(showsWords),
  }),
  fromTyped: (typed) => {
    const words = readLines(typed.words ?? '').map(({ parts: [word = '', clue = ''] }) => ({ word, clue }))
    return {
      words,
      size: numberIn(typed.size) ?? sizeFor(words.map(({ word }) => word)),
      seed: typed.seed ?? '',
      showsWords: ticked(typed, 'showsWords'),
    }
  },
  gaps: ({ words, showsWords }) => (!showsWords && words.some(({ clue }) => clue === '') ? ['words'] : []),
  exchange: wordSearchExchange,
})
