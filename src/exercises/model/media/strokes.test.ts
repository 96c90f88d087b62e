import fc from 'fast-check'
import { expect, test } from 'vitest'
import { longestDrawing, onPaper, paper, pathOf, readStrokes, simplified, writeStrokes } from './strokes.ts'

const point = fc.record({
  x: fc.integer({ min: 0, max: paper.width }),
  y: fc.integer({ min: 0, max: paper.height }),
})
const stroke = fc.record({
  ink: fc.integer({ min: 0, max: 3 }),
  pen: fc.integer({ min: 0, max: 2 }),
  points: fc.array(point, { minLength: 1, maxLength: 30 }),
})

test('a drawing is read as it was written', () => {
  fc.assert(
    fc.property(fc.array(stroke, { maxLength: 20 }), (strokes) => {
      expect(readStrokes(writeStrokes(strokes))).toEqual(strokes)
    }),
  )
})

test('whatever is sent, only strokes on the paper are drawn, and nothing but numbers', () => {
  const odd = fc.oneof(fc.string(), fc.stringMatching(/^[0-9a-z."<>]{0,80}$/), fc.constant('00zzzz'))
  fc.assert(
    fc.property(odd, (written) => {
      for (const each of readStrokes(written)) {
        expect(pathOf(each)).toMatch(/^M\d+ \d+(L\d+ \d+)+$/)
        for (const one of each.points) expect(onPaper(one)).toEqual(one)
      }
    }),
  )
  expect(readStrokes('0'.repeat(longestDrawing * 100)).length).toBeLessThanOrEqual(1)
})

test('a line that is made simpler begins and ends where it did, and stays near', () => {
  fc.assert(
    fc.property(fc.array(point, { minLength: 1, maxLength: 200 }), (points) => {
      const few = simplified(points)
      expect([few[0], few.at(-1)]).toEqual([points[0], points.at(-1)])
      expect(few.length).toBeLessThanOrEqual(points.length)
    }),
  )
  const straight = Array.from({ length: 500 }, (_, at) => ({ x: at, y: at }))
  expect(simplified(straight)).toEqual([straight[0], straight[499]])
})
