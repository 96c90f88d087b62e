import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Figures } from '#shop/selling/statistics/rules/contract.ts'
import { daysUntil, tipsOf } from './author-tips.ts'

const nothing: Figures = {
  ...{ views: 0, cartAdds: 0, downloads: 0, sales: 0, freeTakes: 0, refunds: 0 },
  ...{ gross: 0, share: 0, buyers: 0, returningBuyers: 0, follows: 0, unfollows: 0 },
}
const kinds = (totals: Partial<Figures>, from: { search?: number; terms?: string[] } = {}) =>
  tipsOf({
    totals: { ...nothing, ...totals },
    sources: [{ name: 'search', views: from.search ?? 0, before: 0 }],
    terms: (from.terms ?? []).map((name) => ({ name, views: 1, before: 0 })),
  }).map(({ kind }) => kind)

describe('tips', () => {
  test('say what the numbers say, and nothing of shares while there are few', () => {
    expect(kinds({ views: 3 })).toEqual(['few_views'])
    expect(kinds({ views: 500, sales: 1 }, { search: 400 })).toEqual(['few_taken'])
    expect(kinds({ views: 500, sales: 50, cartAdds: 60 }, { search: 10 })).toEqual(['little_found'])
    expect(
      kinds(
        { views: 500, sales: 20, cartAdds: 100, buyers: 20, returningBuyers: 10 },
        { search: 400, terms: ['brüche'] },
      ),
    ).toEqual(['left_in_cart', 'searched', 'regulars'])
  })
})

describe('the forecast', () => {
  test('reaches the goal at that pace, not a day before', () => {
    const count = (max: number) => fc.integer({ min: 0, max })
    fc.assert(
      fc.property(
        count(500),
        count(500),
        count(200),
        fc.constantFrom(7, 28, 90, 365),
        (goal, reached, sold, days) => {
          const left = daysUntil(goal, { reached, sold, days })
          if (left === undefined) return
          expect(reached + (left * sold) / days).toBeGreaterThanOrEqual(goal - 1e-9)
          if (left > 0) expect(reached + ((left - 1) * sold) / days).toBeLessThan(goal)
        },
      ),
    )
    expect(daysUntil(100, { reached: 90, sold: 0, days: 28 })).toBeUndefined()
    expect(daysUntil(500, { reached: 0, sold: 1, days: 28 })).toBeUndefined()
  })
})
