import { isSameAnswer } from '#exercises/model/engines/typed-answer.ts'
import { memoized } from '#exercises/model/memoized.ts'
import { elementType, idAt, part, verdict } from '#exercises/model/task/element-type.ts'
import { readLines, writeLine } from '#exercises/model/text/lines.ts'
import { crossWords } from '#platform/rules/words/word-cross.ts'
import { lettersOf, type Placed } from '#platform/rules/words/word-grid.ts'
import { type Crossword, schema } from './data.ts'
import { crosswordExchange } from './exchange.ts'
import { crosswordOutgoing } from './outgoing.ts'

/** A word as it is compared: nobody writes accents into squares, but ä, ö, ü and ñ are letters of their own. */
const squared = (word: string) =>
  lettersOf(word)
    .map((letter) => (/[ÄÖÜÑ]/.test(letter) ? letter : letter.normalize('NFD').replace(/\p{M}/gu, '')))
    .join('')

/** Where the words that cross stand, by the numbers of their first cells: from the top, then from the left; and their cells. */
const layoutOf = memoized(
  ({ words }: Crossword) => {
    const placed = crossWords(words.map(({ word }) => squared(word)))
    const cells = [
      ...new Set([...placed].sort((a, b) => a.y - b.y || a.x - b.x).map(({ x, y }) => `${x} ${y}`)),
    ]
    const numbers = new Map(cells.map((cell, at) => [cell, at + 1]))
    const numbered = placed
      .map((each) => ({
        ...each,
        number: numbers.get(`${each.x} ${each.y}`) ?? 0,
        length: lettersOf(words[each.word]?.word ?? '').length,
      }))
      .sort((a, b) => a.dy - b.dy || a.number - b.number)
    return { placed: numbered, grid: gridOf(numbered) }
  },
  ({ words }) => JSON.stringify(words.map(({ word }) => word)),
)

/** The words that cross, with what is asked for them. */
function numbered(data: Crossword) {
  return layoutOf(data).placed.map((each) => {
    const { word = '', clue = '' } = data.words[each.word] ?? {}
    return { ...each, id: idAt(each.word), word, clue }
  })
}

function gridOf(words: readonly (Placed & { number: number; length: number })[]) {
  const width = Math.max(...words.map(({ x, dx, length }) => x + dx * (length - 1) + 1))
  const height = Math.max(...words.map(({ y, dy, length }) => y + dy * (length - 1) + 1))
  const rows: (string | undefined)[][] = Array.from({ length: height }, () =>
    Array.from({ length: width }, () => undefined),
  )
  const numbers: Record<string, number> = {}
  for (const { x, y, dx, dy, length, number } of words) {
    numbers[`${x} ${y}`] = number
    for (let at = 0; at < length; at += 1) {
      const row = rows[y + dy * at]
      if (row) row[x + dx * at] = ''
    }
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
    layoutOf(data).grid,
    {
      kind: 'words',
      words: numbered(data).map(({ id, clue, length, number, dx }) => ({
        name: id,
        text: `${dx ? '→' : '↓'} ${clue}`,
        length,
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
