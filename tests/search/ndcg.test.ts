import { expect, test } from 'vitest'
import { mean, ndcg } from './ndcg.ts'

const expected = { best: 3, good: 2, near: 1 }

test('the ideal order is 1, whatever follows it', () => {
  expect(ndcg(['best', 'good', 'near'], expected)).toBe(1)
  expect(ndcg(['best', 'good', 'near', 'other'], expected)).toBe(1)
})

test('a worse order is less, and nothing of it is 0', () => {
  expect(ndcg(['near', 'good', 'best'], expected)).toBeLessThan(0.8)
  expect(ndcg(['other', 'best', 'good', 'near'], expected)).toBeLessThan(0.8)
  expect(ndcg(['other'], expected)).toBe(0)
  expect(ndcg([], expected)).toBe(0)
})

test('only the first ten count, of hits and of judgments', () => {
  const many = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`key${index}`, 3]))
  expect(ndcg(Object.keys(many).slice(10), many)).toBe(1)
  expect(ndcg([...Array.from({ length: 10 }, () => 'other'), 'best'], expected)).toBe(0)
})

test('a query for nothing wants nothing', () => {
  expect(ndcg([], {})).toBe(1)
  expect(ndcg(['other'], {})).toBe(0)
})

test('mean', () => expect(mean([1, 0])).toBe(0.5))
