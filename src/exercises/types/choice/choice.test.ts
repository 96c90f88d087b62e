import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { importGift } from '#exercises/formats/incoming/imports.ts'
import { elementSchema, scoreAnswers } from '#exercises/model/unit.ts'
import { samples, withSamples } from '../../../../tests/support/samples.ts'
import { choice } from './choice.ts'
import type { Choice } from './data.ts'

const shares = (weights: readonly number[], isMulti = true) =>
  choice.schema.parse({
    isMulti,
    policy: 'weighted',
    options: weights.map((weight, at) => ({ id: `o${at}`, text: `${at}`, weight, feedback: '' })),
  })
const scaled = (weights: readonly number[], picks: readonly number[]) =>
  choice.score(
    shares(weights),
    picks.map((at) => `o${at}`),
  ).scaled ?? Number.NaN
const clamped = (sum: number) => Math.min(1, Math.max(0, sum))

const weight = fc.integer({ min: -100, max: 100 }).map((percent) => percent / 100)
const weights = fc.array(weight, { minLength: 2, maxLength: 8 }).filter((all) => all.some((one) => one > 0))
const picked = (all: readonly number[]) => fc.subarray(all.map((_weight, at) => at))

describe('shares of a choice', () => {
  test('are summed up and clamped where they make everything or more', () => {
    fc.assert(
      fc.property(
        weights
          .filter((all) => all.reduce((sum, one) => sum + Math.max(0, one), 0) >= 1)
          .chain((all) => picked(all).map((picks) => ({ all, picks }))),
        ({ all, picks }) => {
          const sum = picks.reduce((total, at) => total + (all[at] ?? 0), 0)
          expect(scaled(all, picks)).toBeCloseTo(clamped(sum), 9)
        },
      ),
    )
  })

  test('lie between nothing and everything, the key is everything, no order matters', () => {
    fc.assert(
      fc.property(
        weights.chain((all) => picked(all).map((picks) => ({ all, picks }))),
        ({ all, picks }) => {
          const found = scaled(all, picks)
          expect(found).toBeGreaterThanOrEqual(0)
          expect(found).toBeLessThanOrEqual(1)
          expect(scaled(all, picks.toReversed())).toBeCloseTo(found, 9)
          const key = all.flatMap((one, at) => (one > 0 ? [at] : []))
          expect(scaled(all, key)).toBeCloseTo(1, 9)
          expect(scaled(all, [])).toBe(0)
        },
      ),
    )
  })

  test.each([
    [[0.5, 0.5, -1], [0], 0.5],
    [[0.5, 0.5, -1], [0, 2], 0],
    // A teacher gives more than everything.
    [[0.6, 0.6, 0.6], [0], 0.6],
    [[0.6, 0.6, 0.6], [0, 1], 1],
    [[1, 1, -0.5], [0], 1],
    [[1, 1, -0.5], [0, 1, 2], 1],
    // And less: who finds all of it has everything.
    [[0.5, 0.25], [0, 1], 1],
    [[0.5, 0.25], [1], 1 / 3],
  ])('%j, picked %j: %d', (all, picks, expected) => {
    expect(scaled(all, picks)).toBeCloseTo(expected, 9)
  })
})

withSamples('gift-golden', () => {
  test('thirds (multipleAnswersFloat.gift) are everything, not 0.9999999 of it', () => {
    const text = readFileSync(samples('gift-golden/tests/questions/multipleAnswersFloat.gift'), 'utf8')
    const [draft] = importGift(text, 'x').pages[0]?.elements ?? []
    const element = elementSchema.parse({ ...draft, id: 'e1' })
    const { options } = choice.schema.parse(element.data) as Choice
    expect(options.reduce((sum, { weight: one }) => sum + Math.max(0, one), 0)).toBeLessThan(1)
    expect(scoreAnswers(element, { pick: ['a', 'b', 'd'] })).toMatchObject({ scaled: 1, state: 'correct' })
  })
})
