import { isSameAnswer } from '#exercises/model/engines/typed-answer.ts'
import { memoized } from '#exercises/model/memoized.ts'
import { elementType, idAt, part, verdict } from '#exercises/model/task/element-type.ts'
import { numberIn, tick, ticked } from '#exercises/model/task/typed-values.ts'
import { readCell, wordFrom, writeCell } from '#exercises/model/text/grid-cells.ts'
import { readLines, writeLine } from '#exercises/model/text/lines.ts'
import {
  hideWords,
  letterSquare,
  lettersOf,
  type Placed,
  usualDirections,
  type WordDirection,
  wordDirections,
} from '#platform/rules/words/word-grid.ts'
import { schema, type WordSearch } from './data.ts'
import { wordSearchExchange } from './exchange.ts'
import { wordSearchOutgoing } from './outgoing.ts'
import { sizeFor } from './size.ts'

const texts = ({ words }: WordSearch) => words.map(({ word }) => word)
/** Where words are hidden, and among which letters. */
const squareOf = memoized(
  (data: WordSearch) => {
    const placed = hideWords(texts(data), data.size, data.seed, data.dirs)
    const there = new Set(placed.map(({ word }) => word))
    return { placed, there, rows: letterSquare(texts(data), placed, data.size, data.seed) }
  },
  (data) => JSON.stringify([data.size, data.seed, data.dirs, texts(data)]),
)

/** The words that found room, in the order in which they were given. */
function hidden(data: WordSearch) {
  const { there } = squareOf(data)
  return data.words.flatMap((each, at) => (there.has(at) ? [{ ...each, id: idAt(at) }] : []))
}

/** Whether a word begins at the place that is written down, whichever way it runs from there: that place was found. */
function isFound(data: WordSearch, word: string, written: string): boolean {
  const cell = readCell(written)
  return cell !== undefined && wordFrom(squareOf(data).rows, cell, lettersOf(word)) !== undefined
}

/** The field of the editor for each way. */
const fieldOf: Readonly<Record<WordDirection, string>> = {
  right: 'dirRight',
  down: 'dirDown',
  diagonal: 'dirDiagonal',
  rising: 'dirRising',
  backwards: 'dirBackwards',
}
const arrows: Readonly<Record<string, string>> = { '1 0': '→', '0 1': '↓', '1 1': '↘' }

/** Where a word begins and how it runs; one that runs another way than it is read: where it ends. */
function wayOf({ x, y, dx, dy }: Omit<Placed, 'word'>, word = ''): string {
  const steps = lettersOf(word).length - 1
  const arrow = arrows[`${dx} ${dy}`]
  const from = `(${writeCell({ x, y })})`
  return arrow ? `${from} ${arrow}` : `${from} – (${writeCell({ x: x + dx * steps, y: y + dy * steps })})`
}

export const wordSearch = elementType<WordSearch, string[]>({
  type: 'word_search',
  place: 180,
  kind: 'scored',
  schema,
  parts: (data) => hidden(data).length,
  view: (data) => {
    const square = { kind: 'grid' as const, rows: squareOf(data).rows, numbers: {} }
    const words = hidden(data)
    if (data.showsWords)
      return [
        { ...square, hasPlaces: true },
        { kind: 'places', words: words.map(({ id, word }) => ({ name: id, text: word })) },
      ]
    return [
      square,
      {
        kind: 'words',
        words: words.map(({ id, clue, word }, at) => ({
          name: id,
          text: clue,
          length: lettersOf(word).length,
          number: at + 1,
        })),
      },
    ]
  },
  read: (data, answers) =>
    hidden(data)
      .filter(({ id, word }) => {
        const said = answers[id]?.[0] ?? ''
        return data.showsWords ? isFound(data, word, said) : isSameAnswer(said, word)
      })
      .map(({ id }) => id),
  score: (data, response) => verdict(hidden(data).map(({ id }) => part(id, response.includes(id)))),
  key: (data) => hidden(data).map(({ id }) => id),
  solution: (data) =>
    squareOf(data).placed.map(
      ({ word, ...place }) => `${data.words[word]?.word} ${wayOf(place, data.words[word]?.word)}`,
    ),
  editor: [
    { name: 'words', kind: 'lines', list: { columns: ['word', 'clue'] } },
    { name: 'size', kind: 'number' },
    { name: 'seed', kind: 'line' },
    { name: 'showsWords', kind: 'check' },
    ...wordDirections.map((way) => ({ name: fieldOf[way], kind: 'check' as const })),
  ],
  typed: ({ words, size, seed, showsWords, dirs }) => ({
    words: words.map(({ word, clue }) => writeLine([word, clue])).join('\n'),
    size: String(size),
    seed,
    showsWords: tick(showsWords),
    ...Object.fromEntries(wordDirections.map((way) => [fieldOf[way], tick(dirs.includes(way))])),
  }),
  fromTyped: (typed) => {
    const words = readLines(typed.words ?? '').map(({ parts: [word = '', clue = ''] }) => ({ word, clue }))
    const dirs = wordDirections.filter((way) => ticked(typed, fieldOf[way]))
    return {
      words,
      size: numberIn(typed.size) ?? sizeFor(words.map(({ word }) => word)),
      seed: typed.seed ?? '',
      showsWords: ticked(typed, 'showsWords'),
      // A table from before there was a choice names none.
      dirs: dirs.some((way) => way !== 'backwards') ? dirs : [...usualDirections],
    }
  },
  gaps: ({ words, showsWords }) => (!showsWords && words.some(({ clue }) => clue === '') ? ['words'] : []),
  exchange: wordSearchExchange,
  outgoing: wordSearchOutgoing,
})
