import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Colour, contrastOf } from './contrast.ts'

test('contrast is what WCAG says of known pairs', () => {
  expect(contrastOf([0, 0, 0], [255, 255, 255])).toBeCloseTo(21, 5)
  expect(contrastOf([0x77, 0x77, 0x77], [255, 255, 255])).toBeCloseTo(4.48, 2)
  expect(contrastOf([0x76, 0x76, 0x76], [255, 255, 255])).toBeCloseTo(4.54, 2)
  expect(contrastOf([255, 0, 0], [255, 255, 255])).toBeCloseTo(4.0, 2)
})

test('the order of the two does not matter, and it is between 1 and 21', () => {
  const value = fc.integer({ min: 0, max: 255 })
  const colour: fc.Arbitrary<Colour> = fc.tuple(value, value, value)
  fc.assert(
    fc.property(colour, colour, (one, other) => {
      const found = contrastOf(one, other)
      expect(found).toBe(contrastOf(other, one))
      expect(found >= 1 && found <= 21.001).toBe(true)
      expect(contrastOf(one, one)).toBe(1)
    }),
  )
})
