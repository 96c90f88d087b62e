import { expect, test } from 'vitest'
import { crossword } from './crossword.ts'

const rightOf = (meant: string, given: string) => {
  const data = { words: [meant, 'Monate'].map((word) => ({ word, clue: 'x' })) }
  return crossword.score(data, { a: given }).parts?.find(({ id }) => id === 'a')?.raw
}

test.each([
  ['núcleo', 'NUCLEO', 1],
  ['nucleo', 'NÚCLEO', 1],
  ['Noël', 'noel', 1],
  ['été', 'ETE', 1],
  ['φωτοσύνθεση', 'ΦΩΤΟΣΥΝΘΕΣΗ', 1],
  ['Straße', 'STRAẞE', 1],
  ['Käse', 'KASE', 0],
  ['año', 'ANO', 0],
  ['année', 'ANNEES', 0],
])('nobody writes accents into squares: %s, written %s', (meant, given, raw) => {
  expect(rightOf(meant, given)).toBe(raw)
})
