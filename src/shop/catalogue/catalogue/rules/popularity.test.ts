import { expect, test } from 'vitest'
import { popularityOf } from './popularity.ts'

const facts = { salesCount: 0, ratingSum: 0, ratingCount: 0, publishedAt: new Date('2026-01-01') }

test('sales, good ratings and freshness raise it', () => {
  const base = popularityOf(facts)
  expect(popularityOf({ ...facts, salesCount: 1 })).toBe(base + 1000)
  expect(popularityOf({ ...facts, ratingSum: 10, ratingCount: 2 })).toBeGreaterThan(base)
  expect(popularityOf({ ...facts, publishedAt: new Date('2025-01-01') })).toBe(base - 1000)
})

test('bad ratings do not raise it, and it is a whole number from zero on', () => {
  expect(popularityOf({ ...facts, ratingSum: 2, ratingCount: 2 })).toBe(popularityOf(facts))
  expect(popularityOf({ ...facts, publishedAt: new Date('1990-01-01') })).toBe(0)
  expect(Number.isInteger(popularityOf({ ...facts, ratingSum: 13, ratingCount: 3, salesCount: 7 }))).toBe(
    true,
  )
})
