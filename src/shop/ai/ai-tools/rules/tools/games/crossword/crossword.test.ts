import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lettersOf } from '#platform/rules/words/word-grid.ts'
import { apart, boardOf } from './tool.ts'

const word = fc.string({
  unit: fc.constantFrom('a', 'e', 'i', 'n', 'r', 's', 't', 'ö', 'λ'),
  minLength: 2,
  maxLength: 9,
})

test('the board is connected, words cross in the same letters, and every clue fits its place', () => {
  fc.assert(
    fc.property(fc.uniqueArray(word, { minLength: 2, maxLength: 14 }), (words) => {
      const pairs = words.map((each, at) => [each, `clue ${at}`] as const)
      const placed = apart(words)
      const { solved, open, numbers, entries } = boardOf(pairs, placed)
      const width = solved[0]?.length ?? 0
      for (const { word: at, x, y, dx, dy } of placed) {
        const letters = lettersOf(words[at] ?? '')
        expect(letters.map((_, n) => solved[y + dy * n]?.[x + dx * n])).toEqual(letters)
        // Nothing stands before or after a word: its clue has its very length.
        expect(solved[y - dy]?.[x - dx] ?? null).toBe(null)
        expect(solved[y + dy * letters.length]?.[x + dx * letters.length] ?? null).toBe(null)
        const entry = entries.find(({ clue, word: own }) => own === words[at] && clue === `clue ${at}`)
        expect(entry).toMatchObject({
          number: numbers[String(y * width + x)],
          length: letters.length,
          isDown: dy === 1,
        })
      }
      expect(open.flat().filter((cell) => cell !== null)).toHaveLength(
        solved.flat().filter((cell) => cell !== null).length,
      )
      expect(reached(solved)).toBe(solved.flat().filter((cell) => cell !== null).length)
    }),
    { numRuns: 1500 },
  )
})

/** Cells that hang together with the first one. */
function reached(board: readonly (readonly (string | null)[])[]): number {
  const start = board.flatMap((row, y) => row.flatMap((cell, x) => (cell === null ? [] : [`${x} ${y}`])))[0]
  const seen = new Set(start === undefined ? [] : [start])
  for (const at of seen) {
    const [x = 0, y = 0] = at.split(' ').map(Number)
    for (const [dx, dy] of [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ] as const)
      if ((board[y + dy]?.[x + dx] ?? null) !== null) seen.add(`${x + dx} ${y + dy}`)
  }
  return seen.size
}
