import fc from 'fast-check'
import { expect, test } from 'vitest'
import { idAt } from '#exercises/model/task/element-type.ts'
import { distance } from '../../../../tests/support/distance.ts'
import type { Dictation } from './data.ts'
import { dictation } from './dictation.ts'
import { mistakes } from './mistakes.ts'

/** The rule as it is written down: every word against every other. */
function everyWay(said: readonly string[], meant: readonly string[]): number {
  const cost = (word: string, target: string) => {
    if (word === target) return 0
    return target.length > 3 && Math.abs(word.length - target.length) < 2 && distance(word, target) === 1
      ? 0.5
      : 1
  }
  let row = Array.from({ length: meant.length + 1 }, (_, at) => at)
  said.forEach((word, at) => {
    const next = [at + 1]
    meant.forEach((target, to) => {
      next.push(Math.min((row[to + 1] ?? 0) + 1, (next[to] ?? 0) + 1, (row[to] ?? 0) + cost(word, target)))
    })
    row = next
  })
  return row[meant.length] ?? 0
}

/** Few words that are alike, so that there are many ways to lay them side by side. */
const words = fc.array(
  fc.oneof(
    fc.constantFrom('ab', 'abc', 'abcd', 'abdc', 'abce', 'abcde', 'bcde', 'Hund', 'Hunde', 'Hnud'),
    fc.string({ unit: fc.constantFrom('a', 'b', 'ä'), minLength: 1, maxLength: 6 }),
  ),
  { maxLength: 9 },
)

test('as many mistakes as the rule finds, where they cost anything still', () => {
  fc.assert(
    fc.property(words, words, (said, meant) => {
      expect(mistakes(said, meant)).toBe(Math.min(meant.length, everyWay(said, meant)))
    }),
    { numRuns: 3000 },
  )
})

test('a sentence with a few things wrong is worth what it was', () => {
  const changes = fc.array(
    fc.tuple(
      fc.nat(),
      words.map(([word = '']) => word),
      fc.nat(2),
    ),
    { maxLength: 4 },
  )
  fc.assert(
    fc.property(fc.array(words, { minLength: 3, maxLength: 8 }), changes, (lists, all) => {
      const meant = lists.flat()
      const said = [...meant]
      for (const [place, word, gone] of all) said.splice(place % (said.length + 1), gone, word)
      expect(mistakes(said, meant)).toBe(Math.min(meant.length, everyWay(said, meant)))
    }),
    { numRuns: 1000 },
  )
})

const spoken = (text: string): Dictation => ({
  sentences: [{ text, sound: '' }],
  lang: '',
  playsMax: 0,
  ignoresSigns: true,
})
const worthOf = (text: string, written: string) => dictation.score(spoken(text), { a: written }).scaled

test.each([
  ['Der Hund bellt laut.', 'der hund bellt laut', 1],
  ['Der Hund bellt laut.', 'der hnud bellt laut', 0.875],
  ['Der Hund bellt laut.', 'der bellt laut', 0.75],
  ['Der Hund bellt laut.', 'der Hund bellt sehr laut', 0.75],
  ['Der Hund bellt laut.', `${'Der Hund bellt laut. '.repeat(2)}`, 0],
  ['Der Hund bellt laut.', 'Der Hund bellt laut. '.repeat(400), 0],
  ['Der Hund bellt laut.', '', 0],
  ['Der Hund bellt laut.', ' \u0000 ', 0],
  // As many words as fit into a sentence: those behind the first 120 are nobody's.
  ['a '.repeat(250), 'a '.repeat(250), 1],
])('%s, written %s', (text, written, worth) => {
  expect(worthOf(text, written)).toBe(worth)
})

test('the longest dictation, all of it wrong, is scored before anybody notices', () => {
  // The first letters of all words are alike, none is another one with a slip.
  const word = (n: number) =>
    `a${[...n.toString(8).padStart(3, '0')].map((sign) => 'bcdefghi'[Number(sign)]).join('')}`
  const sentence = (from: number) => Array.from({ length: 100 }, (_, n) => word(from + n * 3)).join(' ')
  const data: Dictation = {
    ...spoken(''),
    sentences: Array.from({ length: 100 }, () => ({ text: sentence(0), sound: '' })),
  }
  const response = Object.fromEntries(data.sentences.map((_sentence, at) => [idAt(at), sentence(1)]))
  const began = process.cpuUsage()
  expect(dictation.score(data, response).scaled).toBeLessThan(1)
  expect(process.cpuUsage(began).user / 1000).toBeLessThan(400)
})
