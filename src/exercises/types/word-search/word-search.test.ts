import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Answers } from '#exercises/model/task/widget.ts'
import { readCell, wordFrom, writeCell } from '#exercises/model/text/grid-cells.ts'
import { scoreAnswers } from '#exercises/model/unit.ts'
import { lettersOf } from '#platform/rules/words/word-grid.ts'
import { dataOf, element } from '../../../../tests/support/typed-elements.ts'
import type { WordSearch } from './data.ts'
import { wordSearch } from './word-search.ts'

const search = (words: string[], more: Partial<WordSearch> = {}): WordSearch => ({
  words: words.map((word) => ({ word, clue: '' })),
  ...{ size: 8, seed: 's', showsWords: true, dirs: ['right', 'down', 'diagonal', 'rising', 'backwards'] },
  ...more,
})
const rowsOf = (data: WordSearch) => {
  const [square] = wordSearch.view(data, Math.random)
  return square?.kind === 'grid' ? square.rows : []
}
/** Where the words of a solution begin. */
const placesIn = (data: WordSearch) =>
  wordSearch.solution(data).map((line) => ({
    word: line.slice(0, line.indexOf(' (')),
    place: /\d+, \d+/.exec(line)?.[0] ?? '',
  }))

test('who writes down where each word begins has found all of them, however they write it', () => {
  const data = search(['ROM', 'PARIS', 'BERN'])
  const byWord = new Map(placesIn(data).map(({ word, place }) => [word, place]))
  const inWords = (write: (place: string) => string) =>
    Object.fromEntries(data.words.map(({ word }, at) => ['abc'[at], [write(byWord.get(word) ?? '')]]))
  for (const write of [
    (place: string) => place,
    (place: string) => `(${place.replace(', ', ' / ')})`,
    (place: string) => `Reihe ${place.replace(',', ' Spalte')}`,
  ])
    expect(scoreAnswers(element('word_search', data), inWords(write))).toMatchObject({ scaled: 1 })
  expect(scoreAnswers(element('word_search', data), { a: [byWord.get('ROM') ?? ''] }).scaled).toBeCloseTo(
    1 / 3,
  )
})

test('words that are only ticked, or named with every place there is, were not found', () => {
  const data = search(['ROM', 'PARIS'])
  const every = rowsOf(data).flatMap((row, y) => row.map((_cell, x) => writeCell({ x, y })))
  const given: Answers[] = [
    { found: ['a', 'b'] },
    { a: ['on'], b: ['on'] },
    { a: [every.join(' ')], b: [every.join(' ')] },
    { a: ['0, 0'], b: ['9, 9'] },
    { a: ['\u0000'], b: ['999999999999, 1'] },
    { a: ['1'.repeat(10_000)], b: ['-'.repeat(10_000)] },
  ]
  for (const answers of given) expect(scoreAnswers(element('word_search', data), answers).scaled).toBe(0)
})

test('a place is right where the word stands there, and nowhere else', () => {
  fc.assert(
    fc.property(dataOf('word_search'), fc.nat(19), fc.nat(19), (some, x, y) => {
      const data = { ...(some as WordSearch), showsWords: true }
      const rows = rowsOf(data)
      const [{ word, place } = { word: '', place: '' }] = placesIn(data)
      const letters = lettersOf(word)
      const cell = readCell(place)
      expect(cell && wordFrom(rows, cell, letters)).toHaveLength(letters.length)
      const at = data.words.findIndex((each) => each.word === word)
      const name = 'abcdefghijklmnopqrstuvwxyz'[at] ?? ''
      const isThere = wordFrom(rows, { x, y }, letters) !== undefined
      const said = wordSearch.read(data, { [name]: [writeCell({ x, y })] }) as string[]
      expect(said.includes(name)).toBe(isThere)
    }),
    { numRuns: 60 },
  )
})

test('squares read anew are laid out once, and no two of them are taken for the same', () => {
  const data = search(['ROM', 'PARIS'])
  const rows = rowsOf(data)
  expect(rowsOf(structuredClone(data))).toBe(rows)
  expect(rowsOf({ ...data, showsWords: false })).toBe(rows)
  expect(rowsOf({ ...data, seed: 't' })).not.toEqual(rows)
  expect(rowsOf({ ...data, size: 9 })).toHaveLength(9)
})
