import { expect, test } from 'vitest'
import { classBar } from './class-bar.ts'

test('a bar is as long as what is answered, and what is open is the rest of those who have begun', () => {
  const rows = ['correct', 'empty', 'incorrect', 'correct', 'pending', undefined].map((state) => [
    'correct',
    state,
  ])
  const { parts, counts, total } = classBar(rows, 1)
  expect(parts).toEqual([
    { state: 'correct', from: 0, length: 2 },
    { state: 'partial', from: 2, length: 0 },
    { state: 'incorrect', from: 2, length: 1 },
  ])
  expect([counts, total]).toEqual([{ right: 2, partial: 0, wrong: 1, open: 3 }, 6])
  expect(classBar([], 0)).toMatchObject({ counts: { open: 0 }, total: 0 })
  expect(classBar([['ungraded'], ['working']], 0).counts.open).toBe(1)
})

test('whoever entered and did nothing is not counted', () => {
  const rows = [
    ['correct', 'empty'],
    ['empty', 'empty'],
    [undefined, undefined],
    ['empty', 'working'],
  ]
  expect(classBar(rows, 0)).toMatchObject({ counts: { right: 1, open: 1 }, total: 2 })
})
