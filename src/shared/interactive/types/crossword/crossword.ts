import { z } from 'zod'
import { anyWordsSchema, wordsSchema } from '../../data-schemas.ts'
import { elementType, idAt, part, verdict } from '../../element-type.ts'
import { readLines, writeLine } from '../../lines.ts'
import { isSameAnswer } from '../../typed-answer.ts'
import { crossWords, lettersOf, type Placed } from '../../word-grid.ts'
import { crosswordExchange } from './exchange.ts'
import { crosswordOutgoing } from './outgoing.ts'

const schema = z
  .object({
    words: z
      .array(z.object({ word: wordsSchema, clue: anyWordsSchema }))
      .min(2)
      .max(40),
  })
  .refine(({ words }) =>
    words.every(({ word }) => lettersOf(word).length > 1 && lettersOf(word).length <= 24),
  )
export type Crossword = z.output<typeof schema>

/** A word as it is compared: nobody writes accents into squares, but ä, ö, ü and ñ are letters of their own. */
const squared = (word: string) =>
  lettersOf(word)
    .map((letter) => (/[ÄÖÜÑ]/.test(letter) ? letter : letter.normalize('NFD').replace(/\p{M}/gu, '')))
    .join('')

/** The words that cross, by the numbers of their first cells: from the top, then from the left. */
function numbered({ words }: Crossword) {
  const placed = crossWords(words.map(({ word }) => squared(word)))
  const cells = [
    ...new Set([...placed].sort((a, b) => a.y - b.y || a.x - b.x).map(({ x, y }) => `${x} ${y}`)),
  ]
  const numberOf = ({ x, y }: Placed) => cells.indexOf(`${x} ${y}`) + 1
  return placed
    .map((each) => {
      const { word = '', clue = '' } = words[each.word] ?? {}
      return { ...each, number: numberOf(each), id: idAt(each.word), word, clue }
    })
    .sort((a, b) => a.dy - b.dy || a.number - b.number)
}

function gridOf(data: Crossword) {
  const words = numbered(data)
  const width = Math.max(...words.map(({ x, dx, word }) => x + dx * (lettersOf(word).length - 1) + 1))
  const height = Math.max(...words.map(({ y, dy, word }) => y + dy * (lettersOf(word).length - 1) + 1))
  const rows: (string | undefined)[][] = Array.from({ length: height }, () =>
    Array.from({ length: width }, () => undefined),
  )
  const numbers: Record<string, number> = {}
  for (const { x, y, dx, dy, word, number } of words) {
    numbers[`${x} ${y}`] = number
    lettersOf(word).forEach((_letter, at) => {
      const row = rows[y + dy * at]
      if (row) row[x + dx * at] = ''
    })
  }
  return { kind: 'grid' as const, rows, numbers }
}

export const crossword = elementType<Crossword, Record<string, string>>({
  type: 'crossword',
  place: 190,
  kind: 'scored',
  schema,
  parts: (data) => numbered(data).length,
  view: (data) => [
    gridOf(data),
    {
      kind: 'words',
      words: numbered(data).map(({ id, clue, word, number, dx }) => ({
        name: id,
        text: `${dx ? '→' : '↓'} ${clue}`,
        length: lettersOf(word).length,
        number,
      })),
    },
  ],
  read: (data, answers) =>
    Object.fromEntries(numbered(data).flatMap(({ id }) => (answers[id]?.[0] ? [[id, answers[id][0]]] : []))),
  score: (data, response) =>
    verdict(
      numbered(data).map(({ id, word }) =>
        part(id, isSameAnswer(squared(response[id] ?? ''), squared(word))),
      ),
    ),
  key: (data) => Object.fromEntries(numbered(data).map(({ id, word }) => [id, word])),
  solution: (data) => numbered(data).map(({ number, dx, word }) => `${number} ${dx ? '→' : '↓'} ${word}`),
  editor: [{ name: 'words', kind: 'lines', list: { columns: ['word', 'clue'] } }],
  typed: ({ words }) => ({ words: words.map(({ word, clue }) => writeLine([word, clue])).join('\n') }),
  fromTyped: ({ words = '' }) => ({
    words: readLines(words).map(({ parts: [word = '', clue = ''] }) => ({ word, clue })),
  }),
  gaps: ({ words }) => (words.some(({ clue }) => clue === '') ? ['words'] : []),
  exchange: crosswordExchange,
  outgoing: crosswordOutgoing,
})
