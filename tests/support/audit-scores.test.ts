import { expect, test } from 'vitest'
import { categoryScore } from './audit-scores.ts'

const audits = [
  { id: 'is-crawlable', weight: 4, score: 0 },
  { id: 'document-title', weight: 1, score: 1 },
  { id: 'canonical', weight: 1, score: null },
  { id: 'structured-data', weight: 0, score: null },
  { id: 'link-text', weight: 3, score: 1 },
]

test('an audit that is missed on purpose is counted, named and left out of the second number only', () => {
  expect(categoryScore(audits, ['is-crawlable'])).toEqual({
    score: 50,
    besides: 100,
    misses: ['is-crawlable'],
  })
})

test('nothing is forgiven that was not named, nor named when it passes', () => {
  expect(categoryScore(audits, [])).toEqual({ score: 50, besides: 50, misses: [] })
  expect(categoryScore(audits, ['link-text', 'canonical'])).toEqual({ score: 50, besides: 50, misses: [] })
  const alsoFails = [...audits, { id: 'image-alt', weight: 4, score: 0 }]
  expect(categoryScore(alsoFails, ['is-crawlable'])).toMatchObject({ score: 33, besides: 50 })
})
