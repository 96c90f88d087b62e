import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { changeOf, chartSize, levelsOf, lineOf, pointsOf, topOf } from './series.ts'

describe('points of a chart', () => {
  const span = { from: '2026-02-26', to: '2026-03-04' }

  test('every day has its point, also over the end of a month', () => {
    const points = pointsOf([{ day: '2026-03-01', views: 3 }], span, {
      perPoint: 1,
      pick: ({ views }) => views,
    })
    expect(points.map(({ from }) => from)).toEqual([
      '2026-02-26',
      '2026-02-27',
      '2026-02-28',
      '2026-03-01',
      '2026-03-02',
      '2026-03-03',
      '2026-03-04',
    ])
    expect(points.map(({ value }) => value)).toEqual([0, 0, 0, 3, 0, 0, 0])
  })

  test('nothing is lost or counted twice, however many days a point has', () => {
    const day = fc.integer({ min: 0, max: 6 }).map((after) => ({
      day: new Date(Date.UTC(2026, 1, 26 + after)).toISOString().slice(0, 10),
      sales: 1,
    }))
    fc.assert(
      fc.property(fc.array(day), fc.integer({ min: 1, max: 10 }), (days, perPoint) => {
        const points = pointsOf(days, span, { perPoint, pick: ({ sales }) => sales })
        expect(points.reduce((sum, { value }) => sum + value, 0)).toBe(days.length)
      }),
    )
  })

  test('followers are counted back from those of today', () => {
    const changes = [2, -1, 3].map((value, at) => ({ from: `2026-03-0${at + 1}`, value }))
    expect(levelsOf(changes, 10).map(({ value }) => value)).toEqual([8, 7, 10])
  })
})

describe('lines', () => {
  test('stay within the drawing, also those of one day and of money that went back', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 10_000 }), { minLength: 1, maxLength: 60 }),
        (values) => {
          const points = values.map((value) => ({ from: '2026-01-01', value }))
          const numbers = lineOf(points, { top: topOf(points) })
            .replaceAll(/[MLH]/g, ' ')
            .trim()
            .split(/\s+/)
            .map(Number)
          for (const each of numbers) expect(each >= 0 && each <= chartSize.width).toBe(true)
        },
      ),
    )
  })

  test('a change is said only where there was something before', () => {
    expect([changeOf(15, 10), changeOf(0, 4), changeOf(7, 0)]).toEqual([50, -100, undefined])
  })
})
