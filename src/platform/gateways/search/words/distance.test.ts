import { expect, test } from 'vitest'
import { allowedErrors, typingErrors } from './distance.ts'

test.each([
  ['sudoku', 'sudoku', 0],
  ['soduku', 'sudoku', 2],
  ['bruhc', 'bruch', 1],
  ['bruch', 'bruchs', 1],
  ['', 'ab', 2],
  ['kitten', 'sitting', 3],
])('%s for %s: %i', (typed, meant, errors) => {
  expect(typingErrors(typed, meant, 5)).toBe(errors)
  expect(typingErrors(meant, typed, 5)).toBe(errors)
})

test('stops at the limit', () => {
  expect(typingErrors('kitten', 'sitting', 2)).toBe(3)
  expect(typingErrors('a', 'abcdefgh', 2)).toBe(3)
})

test('longer words may have more errors', () => {
  expect([3, 4, 6, 11, 40].map(allowedErrors)).toEqual([0, 1, 2, 3, 3])
})
