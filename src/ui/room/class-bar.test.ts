import { expect, test } from 'vitest'
import { classBar } from './class-bar.ts'

test('a bar is as long as what is answered, and what is open is the rest of the class', () => {
  const { parts, counts } = classBar(['correct', 'empty', 'incorrect', 'correct', 'pending', undefined])
  expect(parts).toEqual([
    { state: 'correct', from: 0, length: 2 },
    { state: 'partial', from: 2, length: 0 },
    { state: 'incorrect', from: 2, length: 1 },
  ])
  expect(counts).toEqual({ right: 2, partial: 0, wrong: 1, open: 3 })
  expect(classBar([]).counts.open).toBe(0)
  expect(classBar(['ungraded', undefined]).counts.open).toBe(1)
})
